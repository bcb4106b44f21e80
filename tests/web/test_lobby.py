"""Meeting people: who waits for the same plays together; muting, blocking, reports, moderators, limits that processes share."""

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from inventorium.community.collusion import SuspectPair
from inventorium.community.fair_play import FairPlay, Suspicion
from inventorium.community.moderation import is_moderator, open_reports, set_moderator
from inventorium.core.errors import InventoriumError
from inventorium.server import lobby
from inventorium.server.lobby import SeekFilter, join, leave, load_seek, match, new_seek, open_seeks
from inventorium.server.table_bots import level_of
from inventorium.store import counts
from inventorium.store.blocks import BLOCK, MUTE, avoid, avoided_by, blocked_with
from inventorium.store.outbox import Channel, Outbox
from inventorium.store.personal_data import export_person, forget_person
from inventorium.store.schema import gathered, gatherings
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import AGAIN, TURN, Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.clocks import PRESETS
from inventorium.table.entries import ACTION
from inventorium.table.problems import Refused
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.http.rate_limit import Limits
from tests.patience import wait_for
from tests.web.browser import Visitor, serving
from tests.web.test_friends import invited
from tests.web.test_store import ONE, answered, keep_new

GAME, OPEN_GAME = "genies", "legendary-inventors"  # with secrets, and without
LIVE = Setup(GAME, 3, clock=PRESETS["live"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store]]:
    file = tmp_path_factory.mktemp("meeting") / "tables.db"
    with serving(f"sqlite:///{file}") as address:
        store = Store(f"sqlite:///{file}")
        yield address, store
        store.close()


# ---------------------------------------------------------------- in the store


def test_who_wants_the_same_plays_together(database: str) -> None:
    """The third one starts the table, with all three; who wants something else waits alone; nobody waits twice at one place."""
    store = Store(database)

    def comes(name: str, wish: SeekFilter, setup: Setup = LIVE, rated: bool = False) -> lobby.Seek:
        return match(store, wish, new_seek(setup, rated), f"holder {name}", name)

    first = comes("A", SeekFilter(GAME, "default", 3, "live", False))
    assert comes("A", SeekFilter()).id == first.id and open_seeks(store)[0].names == ("A",)
    rated = comes("R", SeekFilter(GAME, rated=True), rated=True)
    calm = comes("C", SeekFilter(GAME, pace="calm"), Setup(GAME, 3, clock=PRESETS["calm"]))
    assert len({first.id, rated.id, calm.id}) == 3 and store.ids() == []
    assert comes("B", SeekFilter(GAME, players=3, rated=False)).id == first.id
    last = comes("D", SeekFilter(pace="live"))
    stored = store.load(str(last.table_id))
    assert last.id == first.id and stored and stored.open and not stored.rated and stored.setup.clock == PRESETS["live"]
    assert sorted(zip(stored.owners, (who.name for who in stored.seats), strict=True)) == [
        ("holder A", "A"),
        ("holder B", "B"),
        ("holder D", "D"),
    ]
    assert {one.id for one in open_seeks(store)} == {rated.id, calm.id}
    with pytest.raises(Refused):
        join(store, first.id, "holder E", "E")
    leave(store, calm.id, "holder C")
    assert [one.id for one in open_seeks(store)] == [rated.id]
    store.remove(time.time() + 1)
    assert load_seek(store, first.id) is None
    store.close()


def test_nobody_is_seated_with_somebody_they_have_blocked(database: str) -> None:
    """Whoever of the two comes first; muting alone does not keep people apart."""
    store = Store(database)
    avoid(store, "A", "B", BLOCK, "Bea")
    avoid(store, "A", "C", MUTE, "Cem")
    assert blocked_with(store, "A") == {"B"} and blocked_with(store, "B") == {"A"} and blocked_with(store, "C") == set()
    places = [match(store, SeekFilter(), new_seek(LIVE, False), who, who) for who in ("A", "B", "C")]
    assert places[0].id != places[1].id and places[2].id == places[0].id
    with pytest.raises(Refused):
        join(store, places[0].id, "B", "B")
    avoid(store, "A", "B", MUTE, "Bea")
    assert avoided_by(store, "A")["B"].kind == MUTE and join(store, places[0].id, "B", "B").table_id
    store.close()


def test_whoever_has_closed_the_page_is_not_waited_for(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    first = match(store, SeekFilter(), new_seek(LIVE, False), "A", "A")
    with store.writing() as connection:
        connection.execute(gathered.update().values(seen=time.time() - lobby.PATIENCE["live"] - 1))
    assert open_seeks(store) == []
    second = match(store, SeekFilter(), new_seek(LIVE, False), "B", "B")
    assert second.id != first.id and second.owners == ("B",)
    with store.reading() as connection:
        assert list(connection.scalars(sa.select(gatherings.c.id))) == [second.id]
    store.close()


def test_limits_are_shared_and_slide(new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes count together; half an hour later half of the last hour counts; what is kept names nobody."""
    database = new_postgres()
    stores, now = [Store(database), Store(database)], [3_600.0 * 1000]
    monkeypatch.setattr(counts.time, "time", lambda: now[0])
    waits = [counts.seconds_to_wait(stores[number % 2], "report", "somebody", 4) for number in range(6)]
    assert waits == [0, 0, 0, 0, 3_600, 3_600] and counts.seconds_to_wait(stores[0], "report", "another", 4) == 0
    now[0] += 3_600 + 1_800
    assert [counts.seconds_to_wait(stores[0], "report", "somebody", 4) for _ in range(2)] == [0, 1_800]
    with stores[0].reading() as connection:
        rows = connection.execute(sa.text("SELECT * FROM counts")).all()
    assert rows and "somebody" not in str(rows)
    now[0] += 3_600 * 3
    counts.seconds_to_wait(stores[1], "report", "somebody", 4)
    with stores[0].reading() as connection:
        assert len(connection.execute(sa.text("SELECT * FROM counts")).all()) == 1
    for store in stores:
        store.close()


def test_two_servers_share_what_an_address_may_set_up(new_postgres: Callable[[], str]) -> None:
    database = new_postgres()
    few = Limits(tables_per_address=6 * 6, requests_per_second=10_000, requests_at_once=10_000)  # six at once at each
    with serving(database, few) as one, serving(database, few) as other:
        visitors = [Visitor(one), Visitor(other)]
        store = Store(database)
        for _ in range(34):
            counts.seconds_to_wait(store, "sets up", "127.0.0.1", 36)
        store.close()
        answers = [visitor.post("/lobby", {"game": GAME}).status_code for visitor in visitors * 2]
        assert answers == [200, 200, 429, 429]


# ---------------------------------------------------------------- on pages


def test_play_now_with_people(site: tuple[str, Store]) -> None:
    """One waits, the next sees it in the list and joins by pressing the same button; both are at the table."""
    address, _ = site
    anna, ben = Visitor(address), Visitor(address, "de")
    wish = {"game": f"{OPEN_GAME} default", "players": 2, "pace": "calm", "rated": "no"}
    page = anna.post("/lobby", {**wish, "name": "Anna"}).url.path
    assert page.startswith("/lobby/") and "free seats: 1 of 2" in anna.page and "Anna is waiting" in anna.page
    assert "Anna" in ben.get("/lobby").text and f'href="{page}"' in ben.page and "in Ruhe" in ben.page
    assert "Anna" not in ben.get("/lobby?pace=live").text and "Noch jemand wartet auf etwas anderes" in ben.page
    table = ben.post("/lobby", {**wish, "name": "Ben"}).url.path
    assert table.startswith("/table/") and ben.seat >= 0
    assert anna.get(page).url.path == table and anna.seat == 1 - ben.seat
    assert anna.get("/lobby/nonsense").status_code == anna.get(f"/lobby/{'0' * 16}").status_code == 404


def test_play_now_takes_a_free_seat_at_an_open_table(site: tuple[str, Store]) -> None:
    address, _ = site
    host, guest, other = (Visitor(address) for _ in range(3))
    path = host.new_table("era-of-inventions", ["me", "open", "easy"], open="yes", name="Hanna")
    assert path in guest.get("/lobby").text
    assert guest.post("/lobby", {"game": "era-of-inventions default", "name": "Gil"}).url.path == path
    assert other.post("/lobby", {"game": "era-of-inventions default"}).url.path.startswith("/lobby/")
    assert path not in other.get("/lobby").text


def test_mute_block_report(site: tuple[str, Store]) -> None:
    """What the muted say is gone from one's own page alone; the blocked cannot come to one's tables."""
    address, store = site
    mira = Visitor(address)
    path = mira.new_table(OPEN_GAME, ["me", "open"], name="Mira", open="yes")
    jonas = invited(address, mira)
    jonas.get(path)
    jonas.post(f"{path}/chat", {"seat": 1, "number": jonas.number, "text": "something rude"})
    assert "something rude" in mira.get(path).text and f'href="{path}/people"' in mira.page
    assert "something rude" in mira.get(f"{path}/people").text
    entry = int(mira.found(r'<option value="(\d+)">\d+ · Jonas: something rude'))
    mira.post(f"{path}/avoid", {"seat": 1, "kind": "mute"})
    assert "muted" in mira.page and "something rude" not in mira.get(path).text and "something rude" in jonas.get(path).text
    assert mira.post(f"{path}/avoid", {"seat": 0, "kind": "mute"}).status_code == 422, "not oneself"

    assert mira.post(f"{path}/report", {"entry": entry, "note": "rude"}).status_code == 200 and f"entry {entry}" in mira.page
    for wrong in (0, 10**6, 1):
        assert mira.post(f"{path}/report", {"entry": wrong}).status_code == 422
    mira.post(f"{path}/report", {"entry": entry})
    assert [(one.table_id, one.number, one.note) for one in open_reports(store)] == [(path.rpartition("/")[2], entry, "rude")]
    for _ in range(8):
        mira.post(f"{path}/report", {"entry": entry})
    refused = mira.post(f"{path}/report", {"entry": entry})
    assert refused.status_code == 429 and "10 reports" in refused.text

    chief = Visitor(address)
    assert chief.get("/moderation").status_code == 404
    set_moderator(store, digest(chief.http.cookies["guest"]), True)
    page = chief.get("/moderation").text
    assert "something rude" in page and "rude" in page and "reported by Mira" in page and f"entry {entry}" in page
    assert chief.get(re.findall(r'href="(/table/\w+\?at=\d+)"', page)[0]).status_code == 200
    close = re.findall(r'action="(/moderation/\w+/close)"', page)[0]
    assert mira.post(close).status_code == 404 and len(open_reports(store)) == 1
    assert "There are no reports" in chief.post(close).text and open_reports(store) == []

    mira.post(f"{path}/avoid", {"seat": 1, "kind": "block"})
    second = mira.new_table(OPEN_GAME, ["me", "open"], name="Mira", open="yes")
    assert jonas.post(f"{second}/sit", {"seat": 1, "name": "J"}).status_code == 403
    jonas.csrf = (jonas.get("/"), jonas.found(r'name="csrf" value="(\w+)"'))[1]
    assert jonas.post(mira.found(r'data-copy="(/join/[^"]+)"'), {"name": "J"}).status_code == 403
    assert "Jonas" in mira.get("/identity").text
    mira.post("/identity/unblock", {"id": mira.found(r'name="id" value="(\w+)"')})
    jonas.csrf = (jonas.get("/"), jonas.found(r'name="csrf" value="(\w+)"'))[1]
    assert jonas.post(f"{second}/sit", {"seat": 1, "name": "J"}).status_code == 200


def test_a_sealed_answer_is_not_told_to_moderators(site: tuple[str, Store]) -> None:
    """A report on an entry of a running game with secrets shows what a spectator sees."""
    address, store = site
    anna = Visitor(address)
    path = anna.new_table(GAME, ["me", "open", "open"], name="Anna")
    ben = invited(address, anna, name="Ben")
    ben.get(path)
    chief = Visitor(address)
    set_moderator(store, digest(chief.http.cookies["guest"]), True)
    ben.post(f"{path}/answer", {"number": ben.number, "seat": ben.seat, **ben.sealed_moves(random.Random(1))})
    sealed = [entry for entry in store.entries(path.rpartition("/")[2]) if entry.seat == ben.seat and entry.kind == ACTION]
    assert sealed and anna.post(f"{path}/report", {"entry": sealed[0].number}).status_code == 200
    assert "<b>Ben</b>" in chief.get("/moderation").text, "and nothing of what it was"


def test_the_others_hear_of_a_rematch(database: str) -> None:
    """Whoever is asked there is told that it is their turn, the others that the same people play again; who pressed it knows."""
    store = Store(database)
    keep_new(store)
    for who in ("a", "b", "c"):
        Outbox(store).add(Channel(new_id(), who, who, "json", f"https://{who}.example", "en", "https://x", "key"))
    table = Table.new(Setup(OPEN_GAME, 3))
    new = TableRow(
        new_id(),
        table.setup,
        *versions(table.setup),
        (Seat(PERSON, "A"), Seat(PERSON, "B"), Seat(PERSON, "C")),
        ("a", "b", "c"),
        (None,) * 3,
        "a",
    )
    store.create(new, table, ONE)
    asked = {new.owners[seat] for seat in table.asked}
    outbox, later = Outbox(store), time.time() + 60
    told = {
        one.channel.owner: one.what
        for channel in outbox.channels_due(later)
        for one in outbox.due(channel, later)
        if one.table_id == new.id
    }
    assert told == {who: TURN if who in asked else AGAIN for who in "abc" if who in asked or who != "a"}
    store.close()


def test_moderators_look_into_rated_tables(site: tuple[str, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    """A rated table of four is looked into once, when a moderator asks for it; what is found stands on their page."""
    address, store = site
    chief, chance = Visitor(address), random.Random(5)
    set_moderator(store, digest(chief.http.cookies["guest"]), True)
    table = Table.new(Setup(OPEN_GAME, 4))
    stored = TableRow(
        new_id(),
        table.setup,
        *versions(table.setup),
        tuple(Seat(PERSON, name) for name in "ABCD"),
        tuple(digest(name) for name in "ABCD"),
        (None,) * 4,
        "",
        rated=True,
    )
    while not table.over:
        table = answered(table, chance)
    store.create(stored, table)
    assert "Not yet analysed: 1." in chief.get("/moderation").text and "No one stands out" in chief.page
    assert Visitor(address).post("/moderation/fair-play").status_code == 404
    chief.post("/moderation/fair-play")
    wait_for(lambda: "Tables analysed: 1. Not yet analysed: 0" in chief.get("/moderation").text)
    found = Suspicion(SuspectPair((digest("A"), digest("B")), 12, 0.125, 0.0001), ["A", "B"], [stored.id])
    monkeypatch.setattr(FairPlay, "suspicions", lambda fair: [found])
    assert "12 games together" in chief.get("/moderation").text and "once in 10000 times" in chief.page
    assert chief.get(f"/table/{stored.id}/review").text.count('data-part="A"') == 4, "what everybody did to everybody"


def test_nothing_of_meeting_is_left_of_whoever_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    store, me = Store(f"sqlite:///{file}"), digest("Zauberin")
    match(store, SeekFilter(), new_seek(LIVE, False), me, "Zauberin")
    avoid(store, me, "foe", BLOCK, "Feind")
    avoid(store, "friend", me, MUTE, "Zauberin")
    set_moderator(store, me, True)
    found = export_person(store, me)
    assert found["avoids"] == [{"name": "Feind", "kind": BLOCK}] and found["is-moderator"] and len(found["waits-at"]) == 1
    forget_person(store, me, level_of)
    for part in (file, file.with_name(file.name + "-wal")):
        content = part.read_bytes() if part.exists() else b""
        assert b"Zauberin" not in content and me.encode() not in content
    assert not is_moderator(store, me) and avoided_by(store, "friend") == {} and open_seeks(store) == []
    with pytest.raises(InventoriumError):
        export_person(store, me)
    store.close()
