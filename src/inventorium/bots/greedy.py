"""Greedy: one look ahead. It tries every answer and gives the one after which it stands best."""
from typing import Any

import numpy as np

from inventorium.bots.bot import Bot
from inventorium.core.chance import random_below
from inventorium.core.compiler import rule
from inventorium.core.game import View

rules: Any                                          # bound by bots.compiled, as `judging` is
judging: Any


@rule
def best_answer(states, boxes, seat, stream, actions, trial, worth):
    """The answer after which the seat stands best; chance decides between equals."""
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    judging.weigh(states, boxes, seat, actions, count, trial, worth)
    best, equals = 0, 1
    for i in range(1, count):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if random_below(stream, equals) == 0:
                best = i
    return actions[best]


class Greedy(Bot):
    def think(self, view: View) -> int:
        return int(best_answer(view.states, view.box.array, view.seat, self.stream(view), self.buffer(),
                               np.empty_like(view.states), np.empty(self.game.actions)))
