"""A search on one thread and on two, by the clock on the wall: only a quiet machine shows what two are good for."""

import time
from collections.abc import Callable

import inventorium
from inventorium import bots

UNIT, PEER = "simulations a second", "one thread"
GAME, SECONDS, ROUNDS = "legendary-inventors", 2.0, 3


def searched(threads: int) -> float:
    game, best = inventorium.load(GAME), 0.0
    position = game.new(4, seed=1)
    view = position.view(position.to_act[0])
    bots.searcher("bench", game, 0, bots.Budget(simulations=100)).ponder(view)
    for number in range(ROUNDS):
        search = bots.searcher("bench", game, number, bots.Budget(seconds=SECONDS, threads=threads))
        begun = time.perf_counter()
        done = sum(mind.simulations for mind in search.ponder(view))
        best = max(best, done / (time.perf_counter() - begun))
    return best


def measures() -> dict[str, Callable[[], float]]:
    return {"one thread": lambda: searched(1), "two threads": lambda: searched(2)}
