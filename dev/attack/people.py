"""The long forms of attacks on people: one network that asks for all hints, and a person who is deleted while writing."""

import contextlib
import statistics
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa

from dev.attack.store import problems, server_on
from inventorium.store import schema
from inventorium.store.store import Store
from tests.web.browser import Visitor
from tests.web.test_identity import comes_back, device_of, kept
from tests.web.test_limits import GAME, from_network

CROWD, TRIES, RACES = 8, 20, 40


def hints_of_one_network(folder: Path) -> str:
    """Eight cookies of one address ask for hints in a loop: a guest elsewhere gets all of theirs."""
    done, waits = threading.Event(), []
    with server_on(f"sqlite:///{folder / 'hints.db'}") as server, ThreadPoolExecutor(CROWD) as pool:
        other = from_network(server.address, "203.0.113.9")
        path = other.new_table(GAME, ["me", "here"])

        def ask() -> None:
            guest = from_network(server.address, "198.51.100.1")
            mine = guest.new_table(GAME, ["me", "here"])
            while not done.is_set():
                assert guest.get(f"{mine}?hint=1").status_code in (200, 429)

        crowd = [pool.submit(ask) for _ in range(CROWD)]
        try:
            assert other.get(f"{path}?hint=1").status_code == 200  # the first one waits until it is compiled
            for _ in range(TRIES):
                began = time.monotonic()
                assert other.get(f"{path}?hint=1").status_code == 200
                waits.append(time.monotonic() - began)
        finally:
            done.set()
        for one in crowd:
            one.result()
    return (
        f"{TRIES} of {TRIES} hints beside {CROWD} cookies of one network: {statistics.median(waits):.1f} s, "
        f"{max(waits):.1f} at most"
    )


def forgotten_while_writing(folder: Path) -> str:
    """Delete a person on one device while another creates tables: no table may keep the old number."""
    url, left = f"sqlite:///{folder / 'people.db'}", 0
    store = Store(url)
    with server_on(url) as server:
        for _ in range(RACES):
            one = Visitor(server.address)
            one.new_table(GAME, ["me", "open"], name="Mira")
            other, owner = comes_back(server.address, kept(one)), device_of(one)

            def write(visitor: Visitor = other) -> None:
                with contextlib.suppress(AssertionError):
                    for _ in range(3):
                        visitor.new_table(GAME, ["me", "open"], name="Ghost")

            writing = threading.Thread(target=write)
            writing.start()
            assert one.post("/identity/delete", {"sure": "yes"}).status_code == 200
            writing.join()
            with store.reading() as connection:
                left += int(connection.scalar(sa.select(sa.func.count()).where(schema.seats.c.owner == owner)) or 0)
    assert not problems(store), problems(store)
    store.close()
    assert not left, f"{left} seats are left to the numbers of people who are forgotten"
    return f"{RACES} people forgotten while they wrote elsewhere: nothing is left to their old numbers"


def attack() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for one in (hints_of_one_network, forgotten_while_writing):
            began = time.monotonic()
            print(f"  {one(Path(folder))} ({time.monotonic() - began:.0f} s)", flush=True)
