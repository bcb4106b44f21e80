"""Measure how long a newcomer waits, on a fresh clone with an empty home and nothing compiled.

`make play` is started and looked at from outside: when the packages are installed, when the first page answers, when the first
click in each game is answered (each time another game is asked for first), and how long a second start takes.
"""

import argparse
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from inventorium.core import library
from inventorium.core.game import load_game
from tests.web.browser import Visitor

CHECKOUT = Path(__file__).parents[1]
KEPT = ("PATH", "LANG", "SSL_CERT_FILE", "http_proxy", "https_proxy")  # and pip's own settings
PATIENCE = 600  # seconds
LOOK = 0.5  # how often it is looked whether a table is there: looking takes time as well
ADDRESS = "http://127.0.0.1:8000"


@contextmanager
def engine(clone: Path, home: Path) -> Iterator[float]:
    """`make play`, until the end of the block; yields when it was started."""
    variables = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith("PIP_")}
    log = (home / "play.log").open("w")
    began = time.monotonic()
    process = subprocess.Popen(
        ["make", "play"], cwd=clone, env=variables | {"HOME": str(home)}, stdout=log, stderr=log, start_new_session=True
    )
    try:
        yield began
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # make and the server: both are ours
        process.wait()
        log.close()


def wait_for_page() -> float:
    """Return when the first page was there."""
    for _ in range(PATIENCE * 20):
        try:
            if httpx.get(ADDRESS, timeout=30).status_code == 200:
                return time.monotonic()
        except httpx.TransportError:
            time.sleep(0.05)
    raise SystemExit(f"no page came within {PATIENCE} s")


def first_clicks(games: list[str]) -> Iterator[tuple[str, float]]:
    """Open a table of each game, one after the other, until it is there; make its first move."""
    visitor = Visitor(ADDRESS)
    for game in games:
        players = min(load_game(game).players)
        fields = {"players": players, "seat.0": "me"} | {f"seat.{seat}": "medium" for seat in range(1, players)}
        if visitor.post(f"/new/{game}", fields).status_code == 503:  # as the page does that it is told this on
            while not visitor.get(f"/compile-status/{game}").json()["ready"]:
                time.sleep(LOOK)
            visitor.post(f"/new/{game}", fields)
        visitor.response.raise_for_status()
        path = visitor.response.url.path
        while not visitor.actions() and 'name="move.' not in visitor.page:  # bots that begin must be compiled as well
            time.sleep(LOOK)
            visitor.get(path)
        if actions := visitor.actions():  # a sheet need not be handed in: one sits before it
            visitor.answer(path, actions[0])
        yield game, time.monotonic()


def measure(games: list[str]) -> None:
    """Clone, start twice and print the waiting times, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder, "inventorium"), Path(folder, "home")
        home.mkdir()
        subprocess.run(["git", "clone", "-q", CHECKOUT, clone], check=True)
        with engine(clone, home) as began:
            page = wait_for_page()
            installed = (clone / ".venv" / "web.ready").stat().st_mtime - time.time() + time.monotonic()
            print(f"packages {installed - began:.1f}, then the first page {page - installed:.1f}", end="")
            for game, clicked in first_clicks(games):
                print(f", {game} {clicked - installed:.1f}", end="", flush=True)
        with engine(clone, home) as began:
            page = wait_for_page()
            print(f"; second start: page {page - began:.1f}", end="")
            for game, clicked in first_clicks(games):
                print(f", {game} {clicked - began:.1f}", end="")
        print(flush=True)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--times", type=int, default=3)


def main(wanted: argparse.Namespace) -> None:
    games = library.names()
    for turn in range(wanted.times):
        measure(games[turn % len(games) :] + games[: turn % len(games)])
