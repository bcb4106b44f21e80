"""Greedy: try every action and return the one with the best position after it. And a careless variant, for the blunders of the
lower levels."""

import numpy as np

from inventorium.bots.bot import Bot
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, value, evaluator = bound(__name__, "rules", "value", "evaluator")
CARELESS = 0.5  # spreads by which an action must be worse to be chosen 1 / e as often


@rule
def best_action(states, boxes, seat, stream, actions, trial, worth):
    """Return the action that leaves the seat best off; ties are broken at random. Where the game plans sealed moves as a whole,
    the plan is followed, because a single bid says nothing."""
    evaluator.determinize(states[0], boxes[0], seat, stream)
    planned = evaluator.planned_action(states[0], boxes[0], seat, stream)
    if planned != evaluator.NONE:
        return planned
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    evaluator.weigh(states, boxes, seat, actions, count, stream, trial, worth)
    best = 0
    for i in range(count):
        worth[i] += 1e-6 * random_below(stream, 1000) / 1000
        if worth[i] > worth[best]:
            best = i
    return actions[best]


@rule
def careless_action(states, boxes, seat, stream, actions, trial, worth):
    """Return an action that may be worse than the best but is rarely a gross blunder, so that the mistake looks human. Where
    the game plans sealed moves as a whole, it is a sensible action without a plan."""
    evaluator.determinize(states[0], boxes[0], seat, stream)
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    if evaluator.SEALED:
        return evaluator.sensible_action(states, boxes, seat, actions, count, stream, trial, 1)
    evaluator.weigh(states, boxes, seat, actions, count, stream, trial, worth)
    best, total = -np.inf, 0.0
    for i in range(count):
        best = max(best, worth[i])
    for i in range(count):
        worth[i] = np.exp((worth[i] - best) / (CARELESS * value.spread(states[0])))
        total += worth[i]
    ticket, i = total * random_below(stream, 1 << 30) / (1 << 30), 0
    while i < count - 1 and ticket >= worth[i]:
        ticket -= worth[i]
        i += 1
    return np.int64(actions[i])


class Greedy(Bot):
    def think(self, view: View) -> int:
        return int(
            best_action(
                view.states.copy(),
                view.box.array,
                view.seat,
                self.stream(view),
                self.buffer(),
                np.empty_like(view.states),
                np.empty(self.game.actions),
            )
        )


class Careless(Bot):
    def think(self, view: View) -> int:
        return int(
            careless_action(
                view.states.copy(),
                view.box.array,
                view.seat,
                self.stream(view),
                self.buffer(),
                np.empty_like(view.states),
                np.empty(self.game.actions),
            )
        )
