"""How bots judge a position, compiled once per game: from the points that a game's `value.py` expects to who will win.

`bots.compiled` binds `rules`, `playing` and `value` to the modules of a game.
"""
from typing import Any

import numpy as np

from inventorium.core.compiler import rule

rules: Any
playing: Any
value: Any


@rule
def standing(state, box, seat):
    """The points that the seat expects, against those of the others: the strongest of them counts half."""
    others, strongest = 0.0, -np.inf
    for other in range(state.players):
        if other != seat:
            points = value.value(state, box, other)
            others += points
            strongest = max(strongest, points)
    return value.value(state, box, seat) - 0.5 * strongest - 0.5 * others / (state.players - 1)


@rule
def weigh(states, boxes, seat, actions, count, trial, worth):
    """How the seat stands after each of its answers."""
    for i in range(count):
        trial[0] = states[0]
        rules.apply(trial[0], boxes[0], seat, actions[i])
        worth[i] = standing(trial[0], boxes[0], seat)


@rule
def judge(state, box, points, wins, merits, parts, scores, places):
    """Of every seat: the points it expects, its chance to win, and its merit, which is what a search wants to be high.

    A merit is half the chance to win and half the chance to end above another seat, so that a search fights for
    places too, and for a lead that lasts. The last three are room for the result of a finished game.
    """
    if rules.is_over(state):
        judge_result(state, box, points, wins, merits, parts, scores, places)
        return
    spread = value.spread(state)
    for seat in range(state.players):
        points[seat] = value.value(state, box, seat)
    total = 0.0
    for seat in range(state.players):
        wins[seat], above = 1.0, 0.0
        for other in range(state.players):
            if other != seat:
                chance = 1 / (1 + np.exp((points[other] - points[seat]) / spread))
                wins[seat] *= chance
                above += chance
        merits[seat] = above / (state.players - 1)
        total += wins[seat]
    for seat in range(state.players):
        wins[seat] /= total
        merits[seat] = 0.5 * wins[seat] + 0.5 * merits[seat]


@rule
def judge_result(state, box, points, wins, merits, parts, scores, places):
    """The same of a finished game: who shares a place shares what it is worth."""
    rules.breakdown(state, box, parts)
    playing.add_up(state, parts, scores)
    rules.places(state, box, scores, places)
    winners = 0
    for seat in range(state.players):
        winners += places[seat] == 1
    for seat in range(state.players):
        points[seat] = scores[seat]
        wins[seat] = 1 / winners if places[seat] == 1 else 0.0
        above = 0.0
        for other in range(state.players):
            if other != seat:
                above += 1.0 if places[seat] < places[other] else 0.5 if places[seat] == places[other] else 0.0
        merits[seat] = 0.5 * wins[seat] + 0.5 * above / (state.players - 1)
