"""One whole game in compiled code, answer by answer as a table plays it: for this machine, and as C would call it."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types

from inventorium import bots
from inventorium.core.chance import STREAM_LENGTH, random_below
from inventorium.core.game import Game

ROOM = 4096  # answers in a log
UNCHECKED = NO_ANSWER = DEALER = np.int64(-1)


def whole_game(game: Game) -> Callable[..., int]:
    """Return the compiled function that plays a game to its end: everybody at random, or everybody with one look ahead."""
    engine, best_action = game.engine, bots.compiled(game, "greedy").best_action
    secrets = game.type.secrets
    conceal = engine.conceal if secrets else engine.over

    @numba.njit
    def play(states, boxes, dealt, own, log, actions, choices, view, trial, worth, is_greedy):
        engine.begin(states, boxes, log)
        count = engine.advance(states, boxes, dealt, log, actions, UNCHECKED, DEALER, NO_ANSWER)
        while count > 0:
            seat = np.int64(engine.lowest(log[0, 1]))
            answer = np.int64(actions[random_below(own, count)])
            if is_greedy:
                view[0] = states[0]
                if secrets:
                    conceal(view, boxes, seat)
                answer = np.int64(best_action(view, boxes, seat, own, choices, trial, worth))
            count = engine.advance(states, boxes, dealt, log, actions, UNCHECKED, seat, answer)
        return log[0, 0]

    return play


def with_pointers(game: Game) -> Any:
    """Return the same function as C would call it."""
    play, actions = whole_game(game), game.actions
    state, box = (types.CPointer(numba.from_dtype(one)) for one in (game.tables.STATE, game.box().array.dtype))
    numbers, floats = types.CPointer(types.int64), types.CPointer(types.float64)

    @numba.cfunc(types.int64(state, box, numbers, numbers, numbers, numbers, numbers, state, state, floats, types.int64))
    def entry(states, boxes, dealt, own, log, answers, choices, view, trial, worth, is_greedy):
        return play(
            numba.carray(states, 1),
            numba.carray(boxes, 1),
            numba.carray(dealt, STREAM_LENGTH),
            numba.carray(own, STREAM_LENGTH),
            numba.carray(log, (ROOM, 2)),
            numba.carray(answers, actions),
            numba.carray(choices, actions),
            numba.carray(view, 1),
            numba.carray(trial, 1),
            numba.carray(worth, actions),
            is_greedy,
        )

    return entry
