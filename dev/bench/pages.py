"""Draw a table for the seat to move, at every decision of a game: what a server does for each click."""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from inventorium.core import library
from inventorium.web.server import calm_collector
from tests.web.browser import Visitor, serving

UNIT, PEER = "ms (95 of 100 are faster)", None


def drawing(name: str, players: int = 4) -> float:
    """Return the 95th percentile of the milliseconds that a view takes, over HTTP on this machine."""
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/tables.db") as address:
        calm_collector()
        times = sorted(times_of_a_game(Visitor(address), name, players))
    return 1000 * times[int(0.95 * len(times))]


def times_of_a_game(visitor: Visitor, name: str, players: int) -> Iterator[float]:
    """Play a game at random at one screen; yield the seconds that each page took."""
    chance = random.Random(1)
    path = visitor.new_table(name, ["me"] * players)
    while actions := visitor.wait_for_turn(path) or visitor.sealed_moves(chance):
        began = time.perf_counter()
        visitor.get(path, headers={"x-fragment": "1"})
        yield time.perf_counter() - began
        if isinstance(actions, dict):
            visitor.post(f"{path}/answer", {"number": visitor.number, "seat": visitor.seat, **actions})
        else:
            visitor.answer(path, chance.choice(actions))


def measures() -> dict[str, Callable[[], float | None]]:
    return {f"{name}: a view of the table": partial(drawing, name) for name in library.names()}
