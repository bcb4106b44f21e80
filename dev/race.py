"""Let eight clients a table move at two servers on one PostgreSQL, at 1,000 tables."""

import argparse
import contextlib
import random
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from dev.crash import Process, new_postgres
from inventorium.core import library
from inventorium.store.store import Store
from inventorium.table.table import Table
from tests.patience import wait_for
from tests.web.program import Program

HAMMERING = 8  # clients a table


def race_at(addresses: list[str], seed: int, answers: int) -> dict[str, Any]:
    """One table: each client holds all seats and moves as fast as possible, each time at one of the processes."""
    chance = random.Random(seed)
    host = Program(addresses[0])
    game = chance.choice(library.names())
    table = host.create(game, ["me"] * 3)["table"]
    heard: list[list[int]] = [[] for _ in addresses]
    listeners = [Program(address) for address in addresses]
    for listener, numbers in zip(listeners, heard, strict=True):
        threading.Thread(target=listen, args=(listener, table, numbers), daemon=True).start()
    with ThreadPoolExecutor(HAMMERING) as pool:
        counts = list(pool.map(lambda n: hammer(addresses, host.secret, table, seed * 100 + n, answers), range(HAMMERING)))
    number = host.view(table)["number"]
    wait_for(lambda: all(numbers and numbers[-1] >= number for numbers in heard))
    assert all(numbers == list(range(1, number + 1)) for numbers in heard), f"{table}: the streams do not end equal"
    for listener in listeners:
        listener.http.close()
    return {"table": table, "done": sum(done for done, _ in counts), "stale": sum(stale for _, stale in counts)}


def listen(listener: Program, table: str, heard: list[int]) -> None:
    with contextlib.suppress(httpx.HTTPError, httpx.StreamError, OSError):  # it is closed in the middle
        for event in listener.stream(table):
            heard.append(event["number"])


def hammer(addresses: list[str], secret: str | None, table: str, seed: int, answers: int) -> tuple[int, int]:
    chance = random.Random(seed)
    programs = [Program(address, secret) for address in addresses]
    done = stale = 0
    while done + stale < answers:
        shown = chance.choice(programs).view(table)
        if shown["over"]:
            break
        if not shown["moves"]:
            continue
        body = {"number": shown["number"], "seat": shown["seat"], "actions": Program.sealed_moves(shown, chance)}
        response = chance.choice(programs).answer(table, **body)
        assert response.status_code in (200, 409), response.text
        done += response.status_code == 200
        stale += response.status_code == 409
    return done, stale


def race(
    database: str, tables: int, answers: int = 4, at_once: int = 4, report: Callable[[str], None] = lambda text: None
) -> dict[str, int]:
    servers = [Process(database), Process(database)]
    for server in servers:
        server.wait()
    addresses = [server.address for server in servers]
    found = []
    with ThreadPoolExecutor(at_once) as pool, contextlib.suppress(KeyboardInterrupt):
        for one in pool.map(lambda seed: race_at(addresses, seed, answers), range(tables)):
            found.append(one)
            if len(found) % 50 == 0:
                report(f"{len(found)} tables")
    for server in servers:
        server.stop()
    store = Store(database)
    total = 0
    for one in found:
        stored, entries = store.load(one["table"]), store.entries(one["table"])
        assert stored is not None
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), "each number is taken once"
        Table.load(stored.setup, entries)
        total += len(entries)
    store.close()
    return {
        "tables": len(found),
        "entries": total,
        "answers done": sum(one["done"] for one in found),
        "refused as stale": sum(one["stale"] for one in found),
    }


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=1000)


def main(wanted: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        began = time.monotonic()
        found = race(new_postgres(Path(folder)), wanted.tables, report=lambda text: print(f"  {text}", flush=True))
        print(
            ", ".join(f"{count:,} {what}" for what, count in found.items())
            + f"; each number taken once, all streams equal ({time.monotonic() - began:.0f} s)"
        )
