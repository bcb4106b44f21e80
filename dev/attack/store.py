"""The long forms of what `test_attack.py` tries once: damaged files, races, heavy records, forged notices, kills."""

import contextlib
import json
import random
import re
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psycopg

from dev.crash import Process, new_postgres
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.store.doctor import examine
from inventorium.store.export import exported, from_record, imported
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.entries import CHAT
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from tests.web.browser import Visitor
from tests.web.program import Program

FILES, RACES, KILLS, CROWD = 500, 40, 30, 12
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    10**12,
    1e300,
    "",
    "x",
    "\0",
    "touch PWNED",
    "../../etc/passwd",
    "9" * 5000,
    [],
    {},
    [[]],
    {"a": 1},
]


def play(table: Table, chance: random.Random, most: int) -> Table:
    for _ in range(most):
        if table.over:
            break
        seat = chance.choice(table.asked)
        table = table.play(seat, chance.choice(table.position.actions(seat)))
    return table


def kept(store: Store, table: Table, *sitting: Seat) -> str:
    table_id, nobody = new_id(), (None,) * len(sitting)
    store.create(TableRow(table_id, table.setup, *versions(table.setup), sitting, nobody, nobody, ""), table)
    return table_id


def problems(store: Store) -> list[str]:
    return [f"{finding.table_id}: {finding.problem}" for finding in examine(store) if finding.problem]


# ---------------------------------------------------------------- damaged files


def damaged_exports(folder: Path) -> str:
    """Any field changed to anything: refused in one line, or it is a sound table."""
    store, chance, taken = Store(f"sqlite:///{folder / 'exports.db'}"), random.Random(1), 0
    texts = []
    for game in library.names():
        table = play(Table.new(Setup(game, 3, seed="7")), chance, 40).with_chat(0, "hello")
        texts.append(exported(store, kept(store, table, Seat(PERSON, "Mira"), Seat(BOT, "", "random"), Seat(PERSON, "Ines"))))
    for _ in range(FILES):
        data = json.loads(chance.choice(texts))
        data["id"] = new_id()
        put_something_odd(data, chance)
        taken += is_taken(imported, store, json.dumps(data))
    assert not problems(store), problems(store)
    store.close()
    return f"{FILES} damaged exports: {taken} still sound, all others refused in one line"


def put_something_odd(data: Any, chance: random.Random) -> None:
    """At a random place of a JSON value."""
    while True:
        keys = list(data) if isinstance(data, dict) else range(len(data))
        key = chance.choice(keys)
        if not isinstance(data[key], dict | list) or not data[key] or chance.random() < 0.1:
            data[key] = chance.choice(ODD)
            return
        data = data[key]


def damaged_records(_folder: Path) -> str:
    chance, taken = random.Random(2), 0
    texts = [play(Table.new(Setup(game, 3, seed="7")), chance, 500).record() for game in library.names()]
    for _ in range(FILES):
        text = list(chance.choice(texts))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            text[place : place + chance.randint(0, 9)] = chance.choice(
                ["", "9" * 5000, "\0", "-", "²", "\n", " ", "reopen", "bid"]
            )
        taken += is_taken(from_record, "".join(text))
    return f"{FILES} damaged records: {taken} still whole, all others refused in one line"


def is_taken(take: Callable[..., object], *given: object) -> bool:
    try:
        take(*given)
        return True
    except InventoriumError as error:
        assert "\n" not in str(error), error
        return False


# ---------------------------------------------------------------- races and heavy requests at one server


def crowds_at_a_door(folder: Path) -> str:
    """Many guests use one invitation at once, all under the seat's name: one of them gets the seat."""
    store = Store(f"sqlite:///{folder / 'doors.db'}")
    with server_on(f"sqlite:///{folder / 'doors.db'}") as server:
        guests = [Visitor(server.address) for _ in range(CROWD)]
        for race in range(RACES):
            first = kept(store, Table.new(Setup(library.names()[race % 3], 3, seed="7")), *(Seat(PERSON, "Mira"),) * 3)
            table_id, links = imported(store, exported(store, first).replace(first, new_id()))
            together = threading.Barrier(CROWD)

            def enter(guest: Visitor, link: str = links[0], together: threading.Barrier = together) -> int:
                together.wait()
                return guest.http.post(link, data={"csrf": guest.csrf, "name": "Mira"}, follow_redirects=False).status_code

            with ThreadPoolExecutor(CROWD) as pool:
                found = list(pool.map(enter, guests))
            assert sorted(found) == [303] + [403] * (CROWD - 1), found
            stored = store.load(table_id)
            assert stored and stored.owners[0] == digest(guests[found.index(303)].http.cookies["guest"])
    store.close()
    return f"{RACES} races of {CROWD} for one invitation: one winner each, and he has the seat"


def heavy_records(folder: Path) -> str:
    """The longest records that a body can carry, five at once: how long does another visitor wait meanwhile?"""
    table = Table.new(Setup("genies", 2, options={"action_cards": False}, seed="7"))
    head = re.sub(r"answers: .*\n|commitment: .*\n", "", table.record())
    bodies = [
        head + "0 bid 1 1 1 1 1\n0 reopen\n" * 9_900,
        head + "0 bid 1 1 1 1 1\n" + "1 bid 1\n" * 1_900,
        head + "# nothing\n" * 24_000,
        *(play(Table.new(Setup(game, 5, seed="7")), random.Random(4), 2_000).record() for game in library.names()),
    ]
    waits, done = [], threading.Event()
    with server_on(f"sqlite:///{folder / 'records.db'}") as server:

        def look() -> None:
            while not done.is_set():
                began = time.monotonic()
                assert httpx.get(f"{server.address}/", timeout=120).status_code == 200
                waits.append(time.monotonic() - began)

        looking = threading.Thread(target=look)
        looking.start()
        with ThreadPoolExecutor(5) as pool:
            found = list(
                pool.map(
                    lambda text: (
                        Visitor(server.address).post("/replay", files={"file": ("record.txt", text)}, timeout=120).status_code
                    ),
                    bodies * 5,
                )
            )
        done.set()
        looking.join()
    assert set(found) <= {200, 422}, found
    return f"{len(found)} records of up to 255 kB: another visitor waited {1000 * max(waits):.0f} ms at most"


# ---------------------------------------------------------------- kills


def talk_and_kills(folder: Path) -> str:
    """Messages are resent until they are acknowledged, while the server is killed: each is stored once."""
    url, said, stop = f"sqlite:///{folder / 'talk.db'}", list[str](), threading.Event()
    with server_on(url) as server:
        mira = Visitor(server.address)
        path = mira.new_table(library.names()[-1], ["me", "open"])

        def talk() -> None:
            while not stop.is_set():
                text = f"line {len(said)}"
                form = {"csrf": mira.csrf, "seat": 0, "number": mira.number, "text": text}
                while True:
                    with contextlib.suppress(httpx.TransportError):
                        response = mira.http.post(f"{path}/chat", data=form, headers={"x-fragment": "1"})
                        if response.status_code == 200:
                            break
                    time.sleep(0.02)
                mira.response = response
                said.append(text)

        talking = threading.Thread(target=talk)
        talking.start()
        for _ in range(KILLS):
            there = len(said)
            while len(said) < there + 3:
                time.sleep(0.01)
            time.sleep(random.random() / 100)
            server.kill()
            server.start()
            server.wait()
        stop.set()
        talking.join()
    store = Store(url)
    lines = [entry.text for entry in store.entries(path.rpartition("/")[2]) if entry.kind == CHAT]
    store.close()
    assert lines == said, "a line is lost, or stands twice"
    return f"{KILLS} kills, {len(said)} lines of talk: none lost, none doubled"


# ---------------------------------------------------------------- notices and a database set back


def forged_notices(folder: Path) -> str:
    """Two servers on one PostgreSQL, with forged notifications of moves, and the newest entries of some tables deleted.
    Whatever is acknowledged then builds on the stored entries: every table replays."""
    url, stop, chance = new_postgres(folder), threading.Event(), random.Random(3)
    forged, set_back = 0, 0
    with server_on(url) as one, server_on(url) as two:
        hosts = [Program(server.address) for server in (one, two) for _ in range(2)]
        tables = [host.create(library.names()[-1], ["me", "me"])["table"] for host in hosts]
        done = [0] * len(hosts)

        def answer(place: int) -> None:
            luck, programs = random.Random(place), [Program(server.address, hosts[place].secret) for server in (one, two)]
            while not stop.is_set():
                shown = luck.choice(programs).view(tables[place])
                if shown["over"]:
                    tables[place] = programs[0].create(library.names()[-1], ["me", "me"])["table"]
                elif shown["moves"]:
                    body = {"number": shown["number"], "seat": shown["seat"], "actions": Program.sealed_moves(shown, luck)}
                    status = luck.choice(programs).answer(tables[place], **body).status_code
                    assert status in (200, 409, 422), status
                    done[place] += status == 200

        with ThreadPoolExecutor(len(hosts)) as pool, psycopg.connect(url, autocommit=True) as database:
            players = [pool.submit(answer, place) for place in range(len(hosts))]
            end = time.monotonic() + 30
            while time.monotonic() < end and not any(player.done() for player in players):
                table, number = chance.choice(tables), chance.randint(1, 300)
                rows = json.dumps([[number, "answer", 0, 1, False, "", 1.0]])
                for text in (f"x\n{table} {number}", f'x\n["{table}", {number}, {rows}]'):
                    database.execute("SELECT pg_notify('inventorium', %s)", (text,))
                    forged += 1
                if chance.random() < 0.02:
                    with database.transaction():
                        database.execute("LOCK TABLE entries IN EXCLUSIVE MODE")  # no database is set back while it writes
                        database.execute(
                            "DELETE FROM entries WHERE table_id = %s AND number > 3 AND number > "
                            "(SELECT max(number) - 3 FROM entries WHERE table_id = %s)",
                            (table, table),
                        )
                    set_back += 1
                time.sleep(0.01)
            stop.set()
            for player in players:
                player.result()
    store = Store(url)
    found = [problem for problem in problems(store) if "lists say" not in problem]  # of a table unchanged since then
    store.close()
    assert not found, found
    return f"{forged} forged notices, {set_back} times set back, {sum(done)} answers acknowledged: every table replays"


@contextlib.contextmanager
def server_on(url: str) -> Any:
    server = Process(url)
    server.wait()
    try:
        yield server
    finally:
        server.stop()


def attack() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for one in (damaged_exports, damaged_records, crowds_at_a_door, heavy_records, talk_and_kills, forged_notices):
            began = time.monotonic()
            print(f"  {one(Path(folder))} ({time.monotonic() - began:.0f} s)", flush=True)
