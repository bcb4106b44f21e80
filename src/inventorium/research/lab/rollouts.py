"""Rollouts from a position, compiled once for each game: all seats play greedily to the end of the game."""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule

rules, tables, value, evaluator, greedy = bound(__name__, "rules", "tables", "value", "evaluator", "greedy")
SEALED, LONGEST = tables.GAME_TYPE.sealed, tables.GAME_TYPE.longest_sealed


@rule
def best_of(states, boxes, seat, actions, count, luck, trial, worth):
    """Return the best of the first `count` actions for the seat; ties are broken at random."""
    evaluator.determinize(states[0], boxes[0], seat, luck)
    evaluator.weigh(states, boxes, seat, actions, count, luck, trial, worth)
    for i in range(count):
        worth[i] += 1e-6 * random_below(luck, 1000) / 1000
    return actions[np.argmax(worth[:count])]


@rule
def play_on(states, boxes, deals, luck, actions, seen, trial, worth):
    """Play to the end; `deals` are the dealer's random numbers, `luck` is the players'. They see what their seats may see, and
    the rest is determinized. Where sealed moves are planned as a whole, the plan is a quick one: a careful one takes twenty
    times as long."""
    state, box = states[0], boxes[0]
    plan, no_plans = np.empty(LONGEST, np.int64), np.empty((0, 0, 0), np.int64)
    while evaluator.next_question(state, box, deals, actions) > 0:
        seat, planned = np.int64(rules.to_act(state)), 0
        seen[0] = state
        if SEALED:
            evaluator.determinize(seen[0], box, seat, luck)
            planned = value.plan_actions(seen[0], box, seat, luck, no_plans, plan)
            for i in range(planned):
                rules.apply(state, box, seat, plan[i])
        if planned == 0:
            rules.apply(state, box, seat, np.int64(greedy.best_action(seen, boxes, seat, luck, actions, trial, worth)))
