"""An attack on the tables, tried again: what was found from outside (S1 and so on), each in the short form of its script.
`python -m dev attack` runs the long forms."""

import json
import pickle
import random
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from dev.attack.notices import hostile_receivers, questions_to_one_mailbox
from inventorium import bots, cli
from inventorium.core import scenarios
from inventorium.core.errors import IllegalMove, InventoriumError, UnknownName
from inventorium.core.game import load_game
from inventorium.server import committer, table_bots as players
from inventorium.store import postgres, schema
from inventorium.store.doctor import examine
from inventorium.store.export import MOST_ANSWERS, exported, imported
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import NewEntries, NumberTaken, Store, TableRow, Unavailable
from inventorium.store.table_loader import versions
from inventorium.table.clocks import Clock
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import MOST_SAID, MOST_TAKEN_BACK, Setup, Table
from inventorium.web.app import make_app
from inventorium.web.routes import records, seats
from tests.patience import wait_for
from tests.web.browser import PLENTY, Visitor, serving
from tests.web.program import Program
from tests.web.test_limits import from_network
from tests.web.test_processes import LISTENING
from tests.web.test_store import ONE, TWO, answered, keep_new

GAME = "legendary-inventors"
BIDS = ["0 bid 1 1 1 1 1", "0 reopen"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('attack') / 'tables.db'}"


@pytest.fixture(scope="module")
def address(url: str) -> Iterator[str]:
    with serving(url) as found:
        yield found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    found = Store(url)
    yield found
    found.close()


def sound(store: Store) -> bool:
    return not [finding for finding in examine(store) if finding.problem]


# ---------------------------------------------------------------- fair use: security 8, 9, 13, 14


def test_talk_and_stand_ins_have_limits(tmp_path: Path) -> None:
    """Ten lines a minute and 500 a table for a person, 50 bots a game; each time one clear sentence. One always comes back."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with serving(url, replace(PLENTY, chat_a_minute=10)) as address:
        mira = Visitor(address)
        path = mira.new_table(GAME, ["me", "open"])

        def say(number: int) -> httpx.Response:
            mira.get(path)
            return mira.post(f"{path}/chat", {"seat": 0, "number": mira.number, "text": f"line {number}"})

        assert [say(number).status_code for number in range(11)] == [200] * 10 + [429]
        assert "You can send 10 messages a minute." in mira.page
        for level in ("easy", "medium") * 25:
            assert mira.post(f"{path}/stand-in", {"seat": 0, "bot": level}).status_code == 200
        assert mira.post(f"{path}/stand-in", {"seat": 0, "bot": "easy"}).status_code == 409
        assert "You have called a bot 50 times" in mira.page
        assert mira.post(f"{path}/stand-in", {"seat": 0, "bot": ""}).status_code == 200
    table = Table.new(Setup(GAME, 2, seed="7"))
    for number in range(MOST_SAID):
        table.check_chat([0], 10)
        table = table.with_chat(0, "x", now=float(number))
    table.check_chat([1], 10)
    with pytest.raises(Refused, match="500 messages"):
        table.check_chat([0, 1], 10)


@pytest.mark.parametrize("game", ["legendary-inventors", "era-of-inventions"])
def test_the_record_of_a_running_game_is_not_looked_into(address: str, store: Store, game: str) -> None:
    """Neither with its commitment nor without, nor when somebody wrote another end to it; afterwards it is."""
    players = load_game(game).players[0]
    mira = Visitor(address)
    path = mira.new_table(game, ["me", *["open"] * (players - 1)], open="yes", rated="yes", name="Mira")
    others = [Visitor(address) for _ in range(players - 1)]
    for seat, other in enumerate(others, 1):
        assert other.post(f"{path}/sit", {"seat": seat, "name": f"P{seat}"}).status_code == 200
    while store.load(path.rpartition("/")[2]) and len(store.entries(path.rpartition("/")[2])) < 25:
        for visitor in (mira, *others):
            visitor.get(path)
            if actions := visitor.actions():
                assert visitor.answer(path, actions[0]).status_code == 200
    record = mira.get(f"{path}/record").text
    nameless = re.sub(r"commitment: .*\n", "", record)
    longer = load_game(game).read(nameless)
    for _ in range(3):
        longer.act(longer.actions(longer.to_act[0])[0], longer.to_act[0]) if longer.to_act[0] >= 0 else None
    for text in (record, nameless, longer.record()):
        refused = Visitor(address).post("/replay", {"record": text})
        assert refused.status_code == 409 and "still being played here" in refused.text
    table_id = path.rpartition("/")[2]
    with store.writing() as connection:
        connection.execute(sa.update(schema.tables).where(schema.tables.c.id == table_id).values(over=True))
    assert Visitor(address).post("/replay", {"record": record}).status_code == 200


def test_two_guests_of_one_network_make_no_ratings(tmp_path: Path) -> None:
    """It is told at the table as soon as both have played; people of two networks are rated."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with serving(url) as address:
        store = Store(url)
        for networks, counts in ((("198.51.100.1", "198.51.100.1"), False), (("198.51.100.2", "203.0.113.9"), True)):
            people = [from_network(address, network) for network in networks]
            path = people[0].new_table(GAME, ["me", "open"], open="yes", rated="yes", name=f"One of {counts}")
            assert people[1].post(f"{path}/sit", {"seat": 1, "name": f"Two of {counts}"}).status_code == 200
            while not (stored := store.load(path.rpartition("/")[2])) or not stored.over:
                told = "does not count for the ratings" in people[0].get(path).text
                both = stored is not None and all(stored.networks)
                assert told == (both and not counts) or "result-heading" in people[0].page
                for person in people:
                    person.get(path)
                    if actions := person.actions():
                        assert person.answer(path, actions[-1]).status_code == 200
            assert stored.shares_a_network != counts and all(len(str(mark)) == 4 for mark in stored.networks)
            assert (f"Two of {counts}" in people[0].get("/ratings").text) == counts
        store.close()


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (lambda game: bots.make(5, game), "unknown bot 5"),  # type: ignore[arg-type]
        (lambda game: bots.hint(game.new(2, seed=1).view(-1)), "seat -1 does not have to move"),
        (lambda game: bots.hint(game.new(2, seed=1).view(1), -1), "more than 0 seconds to think, not -1"),
        (lambda game: game.box("\x00"), "component file"),
        (lambda game: game.title("xx"), "unknown language 'xx'"),
    ],
)
def test_a_wrong_call_is_one_line(what: Callable[[Any], Any], line: str) -> None:
    with pytest.raises(InventoriumError, match=line) as found:
        what(load_game(GAME))
    assert "\n" not in str(found.value)


def test_a_misspelt_game_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, error = run(capsys, "compile", "geniess")
    assert status == 2 and error.count("\n") == 1 and "did you mean genies?" in error


def test_an_error_comes_whole_from_another_process() -> None:
    for error in (UnknownName("game", "x", ["genies"]), Refused("too-many-requests", seconds=2)):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error)


# ---------------------------------------------------------------- S1: code from data


def test_no_level_in_a_database_runs_a_command(address: str, store: Store, tmp_path: Path) -> None:
    """Neither by an import nor by whoever can write to the database."""
    trace, game = tmp_path / "PWNED", load_game(GAME)
    command = f"touch {trace}"
    for level in (command, "greedy", "search:1", ""):
        with pytest.raises(UnknownName):
            players.make(level, game, "1")
    with pytest.raises(UnknownName):
        bots.built_in(command, game)
    table, table_id = Table.new(Setup(GAME, 2, seed="7")), new_id()
    sitting = (Seat(BOT, "", command),) * 2
    store.create(TableRow(table_id, table.setup, *versions(table.setup), sitting, (None,) * 2, (None,) * 2, ""), table)
    text = exported(store, table_id).replace(table_id, new_id())
    with pytest.raises(InventoriumError, match="there is no bot"):
        imported(store, text)
    page = httpx.get(f"{address}/table/{table_id}")
    assert page.status_code == 409 and "there is no bot" in page.text
    assert ["no bot" in finding.problem for finding in examine(store) if finding.table_id == table_id] == [True]
    store.remove(time.time() + 1)
    assert not trace.exists()


def changed(text: str, *path: str | int, value: Any) -> str:
    """An exported table with one field changed."""
    data = inside = json.loads(text)
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return json.dumps(data)


def test_an_import_checks_every_field(tmp_path: Path) -> None:
    store, chance = Store(f"sqlite:///{tmp_path / 'x.db'}"), random.Random(1)
    table = before = keep_new(store)
    for _ in range(20):
        table = answered(table, chance)
    store.append(NewEntries(ONE, before.number, table.with_chat(0, "hello")))
    text = exported(store, ONE)
    last = table.number  # where the talk stands, counted from 0
    good = changed(text, "id", value=TWO)
    for path, value in (
        (("id",), 5),
        (("id",), "x" * 16),
        (("id",), "../../etc/passwd"),
        (("id",), TWO + "\n"),
        (("id",), TWO.upper() + "A"),
        (("rules",), 1),
        (("setup", "clock"), "x"),
        (("setup", "clock"), {"bonus": -1, "cap": 1}),
        (("patience",), -1),
        (("bot_pause",), 1e9),
        (("open",), "yes"),
        (("more",), 1),
        (("setup", "players"), "3"),
        (("setup", "players"), True),
        (("setup", "options"), []),
        (("setup", "given"), 10**6),
        (("setup", "given"), -1),
        (("setup", "given"), last + 1),
        (("setup", "game"), "../core"),
        (("setup", "seed"), "8"),
        (("seats",), []),
        (("seats", 0, "kind"), "king"),
        (("seats", 0, "name"), 7),
        (("seats", 1, "level"), "wizard"),
        (("seats", 1, "level"), None),
        (("entries",), {}),
        (("entries", 0), []),
        (("entries", 0, 0), 2),
        (("entries", 0, 1), "x"),
        (("entries", 0, 3), 2**40),
        (("entries", 0, 6), "now"),
        (("entries", last, 2), 9),
        (("entries", last, 2), -1),
        (("entries", last, 1), "undo"),
        (("format",), "inventorium table 2"),
    ):
        with pytest.raises(InventoriumError) as refused:
            imported(store, changed(good, *path, value=value))
        assert "\n" not in str(refused.value), path
    for broken in (
        "[" * 100_000,
        '{"a":' * 100_000,
        good.replace('"7"', "7" * 5000),
        good.replace("hello", "\\ud800"),
        "\0",
        good[:-9],
        good.replace('"bot_pause": 0.0', '"bot_pause": 1e999'),
        good.replace('"clock": null', '"clock": {"bonus": 0, "cap": NaN}'),
    ):
        with pytest.raises(InventoriumError, match="not an exported table") as refused:
            imported(store, broken)
        assert "\n" not in str(refused.value)
    assert store.ids() == [ONE]
    odd = changed(changed(good, "seats", 0, "name", value="\u3164Dealer\0"), "entries", last, 5, value="a\x1b[31mb" + "c" * 999)
    imported(store, odd)
    stored = store.load(TWO)
    assert stored and stored.seats[0].name == "" and len(store.entries(TWO)[-1].text) == 300
    assert sound(store)
    store.close()


def test_doctor_reports_what_is_odd(database: str) -> None:
    store = Store(database)
    for table_id in ("x" * 16, ONE, TWO):
        keep_new(store, table_id)
    seats = schema.seats
    with store.writing() as connection:
        connection.execute(seats.update().where(seats.c.table_id == TWO, seats.c.seat == 0).values(name="\x1b[31m"))
        connection.execute(seats.delete().where(seats.c.table_id == ONE, seats.c.seat == 2))
    assert [finding.problem.partition(";")[0] for finding in examine(store)] == [
        "its id 'xxxxxxxxxxxxxxxx' is not one of ours: no one can reach it",
        "it has 2 seats for 3 players",
        "seat 1: '\\x1b[31m' is not a name",
    ]
    store.close()


# ---------------------------------------------------------------- S2: what may be studied


def test_nobody_studies_a_running_game_because_nobody_sits_there(address: str, store: Store) -> None:
    host, stranger = Visitor(address), Visitor(address)
    path = host.new_table("genies", ["open", "open", "hard"], open="yes")
    moved, _ = imported(store, exported(store, path.rpartition("/")[2]).replace(path.rpartition("/")[2], new_id()))
    for there in (path, f"/table/{moved}"):
        for seat in range(3):
            assert stranger.post(f"{there}/play-on", {"at": 20, "seat": seat}).status_code == 409
        assert "think=1" not in stranger.get(f"{there}?at=10").text
        assert "strong player would do" not in stranger.get(f"{there}?at=10&think=1").text


def test_a_whole_record_may_be_studied_until_somebody_answers(address: str, store: Store) -> None:
    table, mira = Table.new(Setup(GAME, 2, seed="7")), Visitor(address)
    record = table.play(table.asked[0], table.position.actions()[0]).position.record()
    assert mira.post("/replay", {"record": record}).status_code == 200
    path = mira.response.url.path
    assert "strong player would do" in mira.get(f"{path}?at=1&think=1").text
    assert mira.post(f"{path}/play-on", {"at": 1, "seat": 0}).status_code == 200
    mira.get(path)
    for link in re.findall(r'data-copy="(/join/[^"/]+/\d/[^"]+)"', mira.page):  # both seats: one of them is asked
        mira.post(link, {"name": "Mira"})
    mira.get(path)
    assert mira.answer(path, mira.actions()[0]).status_code == 200
    assert mira.post(f"{path}/play-on", {"at": 1, "seat": 0}).status_code == 409


# ---------------------------------------------------------------- S3, S11: records


def begun_genies() -> str:
    """The record of a Genies game of two where seat 0 is asked for its bids."""
    return Table.new(Setup("genies", 2, options={"action_cards": False}, seed="7")).record()


def test_a_record_has_no_reopen_and_an_end(address: str) -> None:
    mira, head = Visitor(address), re.sub(r"answers: .*\n|commitment: .*\n", "", begun_genies())
    one = mira.post("/replay", {"record": head + "\n".join(BIDS)})
    assert one.status_code == 422 and "NO-09" in one.text
    many = mira.post("/replay", {"record": head + "\n".join(BIDS * MOST_ANSWERS)})
    assert many.status_code == 422 and str(MOST_ANSWERS) in many.text
    assert mira.post("/replay", {"record": head + BIDS[0]}).status_code == 200
    huge = mira.post("/replay", {"record": f"{head}0 bid {'9' * 5000}"})
    assert huge.status_code == 422 and "GE-A02" in huge.text
    for bid in ("9" * 5000, "100", "07", "١", "1.5"):
        with pytest.raises(IllegalMove, match="GE-A02"):
            load_game("genies").read(begun_genies()).play(f"bid {bid}", 0)


def test_the_server_goes_on_while_it_reads_a_record(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, real = threading.Event(), threading.Event(), records.from_record

    def slow(text: str) -> Any:
        begun.set()
        go_on.wait()
        return real(text)

    monkeypatch.setattr(records, "from_record", slow)
    mira, other = Visitor(address), Visitor(address)
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(mira.post, "/replay", {"record": begun_genies()})
        wait_for(lambda: begun.is_set() or reading.done())
        assert other.get("/").status_code == 200 and not reading.done()
        go_on.set()
        assert reading.result().status_code == 200


# ---------------------------------------------------------------- S10: notices, and a database that is set back


def test_an_entry_is_kept_only_after_the_one_it_follows(database: str) -> None:
    store, chance = Store(database), random.Random(1)
    first = keep_new(store)
    other = keep_new(store, TWO)
    second = answered(first, chance)
    third, ahead = answered(second, chance), answered(other, chance)
    with pytest.raises(NumberTaken):
        store.append(NewEntries(ONE, second.number, third))
    assert store.append_all([NewEntries(ONE, second.number, third), NewEntries(TWO, other.number, ahead)]) == [False, True]
    assert store.entries(ONE) == first.entries and store.entries(TWO) == ahead.entries
    store.append(NewEntries(ONE, first.number, second))
    elsewhere = Table.load(third.setup, third.entries)
    elsewhere.entries[second.number - 1] = replace(second.entries[-1], time=1.0)  # another one of the same number
    with pytest.raises(NumberTaken):
        store.append(NewEntries(ONE, second.number, elsewhere))
    store.append(NewEntries(ONE, second.number, third))
    assert store.entries(ONE) == third.entries and sound(store)
    store.close()


def test_a_forged_notice_and_a_database_set_back(new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may only connect makes nobody believe anything; what the database has lost is not built upon."""
    url, chance, heard, real = new_postgres(), random.Random(1), list[str](), postgres.understood

    def understood(text: str) -> list[postgres.ChangeNotice]:
        heard.append(text)
        return real(text)

    monkeypatch.setattr(postgres, "understood", understood)
    with serving(url) as address, psycopg.connect(url, autocommit=True) as database:
        program = Program(address)
        table = program.create(GAME, ["me", "me"])["table"]
        program.play_out(table, chance, most=5)
        shown = program.view(table)
        number = shown["number"]
        action = shown["moves"][0]["action"]
        rows = json.dumps([[number + 1, "answer", shown["seat"], action, False, "", 1.0]])
        wait_for(lambda: database.execute(LISTENING).fetchone() == (1,))
        forged = [f"x\n{table} {number + 1}", f'x\n["{table}", {number + 1}, {rows}]', "x\n\\0", "x" * 7000]
        for text in forged:
            database.execute("SELECT pg_notify('inventorium', %s)", (text,))
        wait_for(lambda: heard == forged)
        assert program.view(table)["number"] == number, "nobody has made this move"
        body = {"number": number, "seat": shown["seat"], "action": action}
        assert program.answer(table, **body).status_code == 200
        database.execute("DELETE FROM entries WHERE table_id = %s AND number > %s", (table, number - 2))
        now = program.http.post(f"/tables/{table}/answers", json={"number": number + 1, "seat": 0, "action": 1}).status_code
        assert now in (403, 409, 422), "not acknowledged"
        program.play_out(table, chance, most=5)
        entries = [row[0] for row in database.execute("SELECT number FROM entries WHERE table_id = %s ORDER BY number", (table,))]
        assert entries == list(range(1, len(entries) + 1))
        # S14: what no id looks like is not asked for
        for path in (
            "/table/%00",
            "/table/%00/record",
            "/api/tables/%00",
            "/table/%00/events",
            "/join/%00/0/x",
            f"/table/{'f' * 17}",
        ):
            assert httpx.get(address + path).status_code == 404, path
    store = Store(url)
    assert sound(store)
    store.close()


# ---------------------------------------------------------------- S15, S16, S20, S23: at a table


def test_an_invitation_is_exchanged_once_however_many_come_at_once(
    address: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where all of them use the name that the seat had."""
    table, table_id, real = Table.new(Setup(GAME, 2, seed="7")), new_id(), Store.sit
    store.create(
        TableRow(
            table_id,
            table.setup,
            *versions(table.setup),
            (Seat(PERSON, "Mira"), Seat(OPEN)),
            (digest("a"), None),
            (None, None),
            "",
        ),
        table,
    )
    text = exported(store, table_id).replace(table_id, new_id())
    moved, links = imported(store, text)

    arrived, guests, look_up = list[str](), [Visitor(address) for _ in range(5)], seats.blocked_with

    def arrive(where: Store, owner: str) -> Any:
        arrived.append(owner)
        return look_up(where, owner)

    def slow(*given: Any) -> None:
        wait_for(lambda: len(arrived) == len(guests))  # until all of them stand before the door
        real(*given)

    monkeypatch.setattr(seats, "blocked_with", arrive)
    monkeypatch.setattr(Store, "sit", slow)
    with ThreadPoolExecutor(len(guests)) as pool:
        found = list(pool.map(lambda one: one.post(links[0], {"name": "Mira"}).status_code, guests))
    assert sorted(found) == [200, 403, 403, 403, 403]
    for guest, status in zip(guests, found, strict=True):
        guest.get(f"/table/{moved}")
        assert guest.seat == (0 if status == 200 else -1), "whoever was told so has the seat"


def test_a_line_of_talk_that_is_sent_again_stands_once(address: str, store: Store) -> None:
    mira = Visitor(address)
    path = mira.new_table(GAME, ["me", "open"])
    mira.get(path)
    form = {"seat": 0, "number": mira.found(r'action="/table/\w+/chat".*?name="number" value="(\d+)"'), "text": "hello"}
    for _ in range(3):
        assert mira.post(f"{path}/chat", form).status_code == 200
    mira.post(f"{path}/chat", {**form, "number": mira.number})
    said = [entry.text for entry in store.entries(path.rpartition("/")[2]) if entry.kind == "chat"]
    assert said == ["hello", "hello"], "said again later it stands again"
    assert mira.post(f"{path}/chat", {"seat": 0, "text": "x"}).status_code == 422


def test_others_call_no_weak_bot_for_somebody_who_is_late(address: str, store: Store) -> None:
    table, table_id = Table.new(Setup(GAME, 2, seed="7", clock=Clock(0, 1e-9))), new_id()
    mira, jonas = Visitor(address), Visitor(address)
    secrets = [visitor.http.cookies["guest"] for visitor in (mira, jonas)]
    late = table.asked[0]
    store.create(
        TableRow(
            table_id,
            table.setup,
            *versions(table.setup),
            (Seat(PERSON, "Mira"), Seat(PERSON, "Jonas")),
            tuple(map(digest, secrets)),
            (None, None),
            "",
        ),
        table,
    )
    other, own = (jonas, mira) if late == 0 else (mira, jonas)
    for level in ("random", "easy", "wizard"):
        assert other.post(f"/table/{table_id}/stand-in", {"seat": late, "bot": level}).status_code == 422
    assert other.post(f"/table/{table_id}/stand-in", {"seat": late, "bot": "expert"}).status_code == 200
    assert own.post(f"/table/{table_id}/stand-in", {"seat": late, "bot": ""}).status_code == 200
    assert own.post(f"/table/{table_id}/stand-in", {"seat": late, "bot": "random"}).status_code == 200, "for oneself any"


def test_nobody_sits_here_as_the_dealer(address: str) -> None:
    mira = Visitor(address)
    mira.new_table(GAME, ["me", "here"], name="\u3164", **{"name.1": "Dealer"})
    assert "\u3164" not in mira.page and ">Dealer<" not in mira.page and "Seat 2" in mira.page


# ---------------------------------------------------------------- S17: taking back forever


@pytest.mark.parametrize("game", [GAME, "genies"])
def test_taking_back_has_an_end(game: str) -> None:
    table = Table.new(Setup(game, 2, options={"team_assignment": "choose"} if game == GAME else {}, seed="7"))
    seat = table.asked[0]
    other = next(one for one in range(2) if one != seat)
    for _ in range(MOST_TAKEN_BACK):
        table = (
            table.play(seat, "bid 1 1 1 1 1").play(seat, "reopen")
            if game == "genies"
            else table.play(seat, table.position.actions()[0]).undo(seat)
        )
    table = table.play(seat, "bid 1 1 1 1 1" if game == "genies" else table.position.actions()[0])
    with pytest.raises(Refused, match="That is the limit"):
        table.play(seat, "reopen") if game == "genies" else table.undo(seat)
    assert Table.load(table.setup, table.entries).asked == table.asked
    if game == "genies":
        table.play(other, "bid 1 1 1 1 1")  # the game goes on


# ---------------------------------------------------------------- S18, S19, S24: the server and its database


def test_ready_says_when_nothing_can_be_written(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Store) -> None:
        raise Unavailable("the disk is full")

    assert httpx.get(f"{address}/ready").status_code == 200
    monkeypatch.setattr(Store, "write_something", full)
    monkeypatch.setattr(committer, "TRUST", -1.0)
    assert httpx.get(f"{address}/ready").status_code == 503
    monkeypatch.undo()
    assert httpx.get(f"{address}/ready").status_code == 200


def test_a_file_has_one_server(address: str, url: str, tmp_path: Path) -> None:
    with pytest.raises(InventoriumError, match="another server"):
        make_app(url)
    Store(url).close()  # doctor, import and the like may
    assert httpx.get(f"{address}/ready").status_code == 200
    free = Store(f"sqlite:///{tmp_path / 'x.db'}")
    for _ in range(2):
        free.lock()
        free.close()


def test_a_guest_gets_no_more_tables_by_asking_at_once(database: str) -> None:
    stores, together = [Store(database), Store(database)], threading.Barrier(8)

    def set_up(number: int) -> bool:
        table = Table.new(Setup(GAME, 2, seed=str(number)))
        new = TableRow(new_id(), table.setup, *versions(table.setup), (Seat(OPEN),) * 2, (None,) * 2, (None,) * 2, digest("me"))
        together.wait()
        try:
            stores[number % 2].create(new, table, most=3)
            return True
        except Refused:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(set_up, range(8))) == 3 == len(stores[0].ids())
    for store in stores:
        store.close()


def test_old_tables_are_removed(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(database)
    for table_id in (ONE, TWO):
        keep_new(store, table_id)
    with store.writing() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == ONE).values(changed=0.0))
        connection.execute(schema.tables.update().where(schema.tables.c.id == TWO).values(rematch=ONE))
    assert run(capsys, "prune", "--database", database, "--days", 30, "--finished")[1] == "tables removed: 0, left: 2\n"
    assert run(capsys, "prune", "--database", database, "--days", 30)[1] == "tables removed: 1, left: 1\n"
    with store.reading() as connection:
        for table in (schema.entries, schema.seats):
            assert set(connection.scalars(sa.select(table.c.table_id))) == {TWO}
    stored = store.load(TWO)
    assert stored and stored.rematch is None and store.load(ONE) is None and sound(store)
    store.close()


def test_a_table_that_was_removed_is_gone_for_a_running_server(address: str, store: Store) -> None:
    program = Program(address)
    table = program.create(GAME, ["me", "me"])["table"]
    shown = program.view(table)
    store.remove(time.time() + 1)
    answer = {"number": shown["number"], "seat": shown["seat"], "action": shown["moves"][0]["action"]}
    assert program.answer(table, **answer).status_code == 404
    assert program.http.get(f"/tables/{table}").status_code == 404 and store.entries(table) == []


def test_no_link_changes_what_one_is_asked(address: str) -> None:
    mira = Visitor(address)
    for path in ("/confirm/off", "/confirm/off?back=/", "/confirm?choice=off", "/confirm"):
        mira.get(path)
        assert "confirm" not in mira.http.cookies
    assert mira.http.post("/confirm", data={"choice": "off"}).status_code == 403
    assert mira.post("/confirm", {"choice": "off", "back": "/credits"}).url.path == "/credits"
    assert mira.http.cookies["confirm"] == "off" and mira.post("/confirm", {"choice": "x"}).status_code == 404


# ---------------------------------------------------------------- S21: one line


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """A command in this process: its status, what it prints, what it complains about."""
    before, sys.argv = sys.argv, ["inventorium", *map(str, words)]
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        sys.argv = before
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_a_wrong_database_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("no database, but a text that is longer than a page of one" * 100)
    other = sa.create_engine(f"sqlite:///{tmp_path / 'other.db'}")
    with other.begin() as connection:
        connection.execute(sa.text("CREATE TABLE alembic_version (version_num TEXT)"))
        connection.execute(sa.text("INSERT INTO alembic_version VALUES ('a81f')"))
    other.dispose()
    for database in (
        "mysql://x",
        "oracle://x",
        "postgresql://[::1",
        "postgresql+asyncpg://x/y",
        "postgresql://localhost:port/x",
        "x",
        f"sqlite:///{tmp_path}/x?timeout=abc",
        f"sqlite:///{tmp_path}",
        f"sqlite:///{tmp_path}/no/x.db",
        f"sqlite:///{tmp_path}/text",
        f"sqlite:///{tmp_path}/other.db",
        "postgresql://127.0.0.1:1/x",
        "postgresql://127.0.0.1/x?nonsense=1",
    ):
        for words in (["doctor"], ["prune", "--days", 1]):
            status, out, err = run(capsys, *words, "--database", database)
            assert status == 2 and out == "" and err.startswith("inventorium: ") and err.count("\n") == 1, (database, err)
    status, out, err = run(capsys, "serve", "--port", 0, "--database", f"sqlite:///{tmp_path}/text")
    assert status == 2 and err.count("\n") == 1, err


def test_what_cannot_be_imported_or_exported_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], store: Store, url: str
) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    table_id = keep_one(store)
    for words in (["import", deep], ["import", tmp_path], ["export", "x"], ["export", table_id, "--out", tmp_path / "no" / "x"]):
        status, out, err = run(capsys, *words, "--database", url)
        assert status == 2 and out == "" and err.count("\n") == 1, (words, err)


def keep_one(store: Store) -> str:
    table_id = new_id()
    keep_new(store, table_id)
    return table_id


@pytest.mark.parametrize("column", ["number", "action", "seat", "automatic", "time", "kind"])
def test_doctor_survives_whatever_stands_in_a_file(tmp_path: Path, column: str) -> None:
    """SQLite keeps any value in any column."""
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    keep_new(store)
    keep_new(store, TWO)
    with store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE entries SET {column} = 'odd' WHERE table_id = ? AND number = 1", (ONE,))
    problems = {finding.table_id: finding.problem for finding in examine(store)}
    assert problems[ONE] and problems[TWO] == ""
    store.close()


@pytest.mark.parametrize(
    "line",
    [
        "score 9 = 1",
        "score x = 1",
        "score = 1",
        "score -1 = 1",
        "part 0 nothing = 1",
        "part 0 = 1",
        "place 7 = 1",
        "moves = x",
        "= 3",
        "level 9 archimedes mechanics = 1",
        "level -1 archimedes mechanics = 1",
        "level 0 archimedes mechanics = " + "9" * 999,
        "level 0 archimedes " + "9" * 5000 + " = 1",
        "level 0 archimedes mechanics = 1 = 2",
        "start = ²",
    ],
)
@pytest.mark.parametrize("part", ["given", "then"])
def test_a_scenario_with_odd_places_is_one_line(tmp_path: Path, line: str, part: str) -> None:
    file = tmp_path / "odd.scenario"
    file.write_text(f"scenario: odd\ngame: {GAME}\nplayers: 2\n{part}\n  {line}\n")
    with pytest.raises(scenarios.Failed) as failed:
        for story in scenarios.read(file):
            story.run()
    assert "\n" not in str(failed.value) and f"{file}:5" in str(failed.value)


def test_a_scenario_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "odd.scenario"
    file.write_bytes(b"scenario: \xff\xfe\n")
    with pytest.raises(scenarios.Failed, match="not UTF-8"):
        list(scenarios.read(file))
    file.write_text("scenario: odd\nthen\n  over = no\n")
    with pytest.raises(scenarios.Failed, match="the header 'game' is missing"):
        next(iter(scenarios.read(file))).run()


# ---------------------------------------------------------------- notices and mail


def test_hostile_receivers_hold_up_nobody(tmp_path: Path) -> None:
    """A dripping webhook, a key that is none and a closed port at once."""
    hostile_receivers(tmp_path, 1)


def test_a_mailbox_is_asked_once_and_never_for_another_host(tmp_path: Path) -> None:
    questions_to_one_mailbox(tmp_path, 40)
