"""Random play in compiled code, and stepping from Python by number, beside the same with other libraries."""

import random
import time
from collections.abc import Callable
from functools import partial

import inventorium
from dev.bench import peers
from inventorium.core import library

UNIT, PEER = "decisions a second", peers.GIN_RUMMY
GAMES_COMPILED, GAMES_STEPPED, ROUNDS = 4_000, 150, 3


def compiled(name: str, players: int = 4) -> float:
    """Decisions of the seats a second, dealing included; the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        simulation = inventorium.load(name).simulate(players, GAMES_COMPILED, seed=1)
        simulation.run(1)
        begun, before = time.perf_counter(), int(simulation.counts[0])
        simulation.run(GAMES_COMPILED)
        best = max(best, (int(simulation.counts[0]) - before) / (time.perf_counter() - begun))
    return best


def stepped(name: str, players: int = 4) -> float:
    """The same from Python: list the legal actions and apply one of them."""
    game, chance, best = inventorium.load(name), random.Random(1).random, 0.0
    for _ in range(ROUNDS):
        decisions, begun = 0, time.perf_counter()
        for number in range(GAMES_STEPPED):
            position = game.new(players, seed=number)
            if game.type.secrets:
                while not position.over:
                    seat = position.to_act[0]
                    actions = position.actions(seat)
                    position.act(actions[int(chance() * len(actions))], seat)
                    decisions += 1
            else:
                while not position.over:
                    actions = position.actions()
                    position.act(actions[int(chance() * len(actions))])
                    decisions += 1
        best = max(best, decisions / (time.perf_counter() - begun))
    return best


def measures() -> dict[str, Callable[[], float | None]]:
    return {
        f"{name}: {how.__name__}": partial(how, name) for name in library.names() for how in (compiled, stepped)
    } | peers.MEASURES
