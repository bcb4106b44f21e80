"""Greedy: one look ahead. It tries every answer and returns the one that leaves it best off."""
import numpy as np

from inventorium.bots.bot import Bot
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, judging = bound(__name__, "rules", "judging")


@rule
def best_answer(states, boxes, seat, stream, actions, trial, worth):
    """Return the answer that leaves the seat best off; ties are broken at random. Where the game plans whole sheets, the plan
    is followed: a bid alone says nothing."""
    judging.imagine(states[0], boxes[0], seat, stream)
    planned = judging.planned_answer(states[0], boxes[0], seat, stream)
    if planned != judging.NONE:
        return planned
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    judging.weigh(states, boxes, seat, actions, count, stream, trial, worth)
    best = 0
    for i in range(count):
        worth[i] += 1e-6 * random_below(stream, 1000) / 1000
        if worth[i] > worth[best]:
            best = i
    return actions[best]


class Greedy(Bot):
    def think(self, view: View) -> int:
        return int(best_answer(view.states.copy(), view.box.array, view.seat, self.stream(view), self.buffer(),
                               np.empty_like(view.states), np.empty(self.game.actions)))
