"""Two plans of one seat compared, compiled for each game with sealed moves: on the same imagined secrets, against the same
plans of the others, and with the same luck afterwards."""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule

rules, tables, value, evaluator, regret, game_evaluation = bound(
    __name__, "rules", "tables", "value", "evaluator", "regret", "game_evaluation"
)
SEATS, LONGEST = tables.SIZES["seat"], tables.GAME_TYPE.longest_sealed
NONE = -1


@rule
def compare(states, boxes, viewer, plans, regrets, own, luck, ways, stream, net, room, trial, words, look, actions, gains):
    """Write, for every one of `gains`, how much more the first of the viewer's `own` plans brings than the second (see `note`
    in game_evaluation.py). The others pick from their `plans` as they would after a search, or do anything, as there."""
    imagined, tried, again = states.copy(), states.copy(), luck.copy()
    picks, odds, found = np.empty(SEATS, np.int64), np.empty(regrets.shape[1]), np.empty((2, SEATS))
    no_plan = np.full(LONGEST, NONE, np.int64)
    for number in range(len(gains)):
        imagined[0] = states[0]
        evaluator.determinize(imagined[0], boxes[0], viewer, luck)
        for seat in range(states[0].players):
            regret.match_regrets(regrets[seat], odds)
            picks[seat] = NONE if random_below(luck, value.RANDOM_OPPONENT_ONE_IN) == 0 else regret.draw(odds, luck)
        gains[number] = 0.0
        for which in range(2):
            for i in range(len(luck)):
                again[i] = luck[i]  # the same random numbers for both
            tried[0] = imagined[0]
            window = value.window(tried[0])
            for seat in range(states[0].players):
                if value.window(tried[0]) == window and rules.is_asked(tried[0], seat):
                    plan = own[which] if seat == viewer else no_plan if picks[seat] == NONE else plans[seat, picks[seat]]
                    regret.fill_in(
                        tried, boxes, np.int64(seat), plan, again, actions, look, np.int64(seat == viewer or picks[seat] != NONE)
                    )
            game_evaluation.expect(tried, boxes, ways, stream, net, room, trial, words, look, actions, found)
            game_evaluation.note(trial[0], boxes[0], viewer, found, 1 - 2 * which, gains[number])
