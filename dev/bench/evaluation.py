"""Judgements of the trained networks, each of a position with a choice from games of four that `greedy` plays, on one core.

Seconds are those of this process's own computing, so that whatever else runs on the machine counts little.
"""

import time
from collections.abc import Callable

import numpy as np

import inventorium
from inventorium import bots
from inventorium.bots.networks import as_int32, needed_network
from inventorium.core import library

UNIT, PEER = "evaluations a second", None
POSITIONS, ROUNDS, TRIES = 200, 50, 5


def evaluations(name: str) -> float:
    game = inventorium.load(name)
    module = game.bind("dev.bench.evaluation_engine", network=bots.compiled(game, "inference"))
    states, box = some_states(game), game.box()
    trial, best = states[:1].copy(), 0.0
    for number in range(TRIES + 1):  # the first one only warms up
        begun = time.process_time()
        module.judge_all(states, trial, as_int32(trial), box.array, needed_network(box), ROUNDS)
        if number:
            best = max(best, POSITIONS * ROUNDS / (time.process_time() - begun))
    return best


def some_states(game: inventorium.Game) -> np.ndarray:
    """Return positions with a choice, all through some games."""
    bot, found, deal = bots.make("greedy", game), list[np.ndarray](), 0
    while len(found) < POSITIONS:
        position = game.new(4, seed=f"evaluation {deal}")
        while not position.over:
            seat = position.to_act[0]
            view = position.view(seat)
            if len(view.actions()) > 1 and position.actions_taken % 3 == 0:
                found.append(position.states[0].copy())
            position.act(bot.choose(view), seat)
        deal += 1
    return np.array(found[:POSITIONS]).view(position.states.dtype)


def measures() -> dict[str, Callable[[], float | None]]:
    return {f"{game}, 4 players": lambda game=game: evaluations(game) for game in library.names()}  # type: ignore[misc]
