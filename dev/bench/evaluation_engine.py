"""Judgements of a network, one after another, in compiled code, for one game at a time (Game.bind)."""

import numpy as np

from inventorium.core.compiler import bound, rule

tables, network = bound(__name__, "tables", "network")
SEATS = tables.SIZES["seat"]


@rule
def judge_all(states, trial, words, boxes, net, rounds):
    """Judge every position so many times, in turn. `words` are those of `trial`."""
    points, wins, utilities, room = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS), network.new_scratch(states[0], net)
    for _ in range(rounds):
        for i in range(len(states)):
            trial[0] = states[i]
            network.judge(trial[0], words, boxes[0], net, room, points, wins, utilities)
    return wins[0]
