"""Through a game, answer by answer, compiled once for each game: what every seat could expect before each of them, and over all
that could have been dealt.

Where the dealer is asked next, what a seat can expect is the mean over everything that can be dealt, so that no decision is
praised or blamed for the cards that follow it. Where several deals follow each other, each is judged by a few ways in which the
others may fall, the same for all that could have been dealt.
"""
import numpy as np

from inventorium.core.chance import COUNTER, restart
from inventorium.core.compiler import bound, rule

rules, tables, value, playing, judging, network, sealed = bound(__name__, "rules", "tables", "value", "playing", "judging",
                                                                "network", "sealed")
SEATS, PARTS = tables.SIZES["seat"], len(tables.PART_NAMES)
CHANCE, SHEETS, LONGEST = tables.GAME_TYPE.chance, tables.GAME_TYPE.sheets, tables.GAME_TYPE.longest_sheet
DEALER, NONE = np.int64(-1), -1
WINS, POINTS = 0, 1
IMAGINED = 8                                        # sheets of each of the others


@rule
def expect(states, boxes, ways, stream, net, room, trial, words, look, actions, found):
    """Write what every seat can expect of a position, at the next question that leaves a choice and where it can be judged: over
    so many ways in which deals until then may fall. `words` are those of `trial`."""
    points, wins, utilities = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    parts, scores, places = np.zeros((SEATS, PARTS), np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    state, box, number = trial[0], boxes[0], 0
    found[:] = 0.0
    while number < ways:
        trial[0] = states[0]
        restart(stream, number)
        while True:
            judging.settle(trial, boxes, stream, actions, look)
            judging.next_question(state, box, stream, actions)
            if is_settled(state):
                break
        if rules.is_over(state) or net is None:
            judging.judge(state, box, points, wins, utilities, parts, scores, places)
        else:
            network.judge(state, words, box, net, room, points, wins, utilities)
        for seat in range(state.players):
            found[WINS, seat] += wins[seat]
            found[POINTS, seat] += points[seat]
        number += 1
        if stream[COUNTER] == 0:                                    # nothing was dealt on the way: the others are the same
            break
    found /= number


@rule
def is_settled(state):
    if SHEETS:
        return not value.is_unsettled(state)
    return True


@rule
def walk(states, boxes, log, everything, ways, stream, net, room, trial, words, look, actions, before, then, alone, choices):
    """Walk through a game from its beginning. Write what every seat could expect before each answer and at the end, what after
    each deal, and how many answers there were. Without `everything` only what luck is made of is written.

    Where several seats fill in sheets at once, nothing is said of a sheet before all are in: then `before` is nothing but at the
    first answer of the window, and `alone[answer, seat]` is what the seat could expect of its own sheet there, whatever the
    others write."""
    state, box, window, first = states[0], boxes[0], NONE, 0
    after, start, found, deals = states.copy(), states.copy(), np.empty((2, SEATS)), np.empty_like(actions)
    for i in range(len(log) + 1):
        if SHEETS:
            if window != NONE and value.window(state) != window:
                judge_sheets(start, boxes, log[first:i], ways, stream, net, room, trial, words, look, actions, alone[first])
                window = NONE
        if i == len(log):
            break
        seat, action = np.int64(log[i, 0]), np.int64(log[i, 1])
        if CHANCE and seat == DEALER:                               # the mean over all that can be dealt, and what was
            choices[i], weights = rules.legal_actions(state, box, DEALER, deals), 0
            before[i] = 0.0
            for deal in deals[:choices[i]]:
                after[0] = states[0]
                rules.apply(after[0], box, DEALER, np.int64(deal))
                expect(after, boxes, ways, stream, net, room, trial, words, look, actions, found)
                weight = rules.weight(state, box, deal)
                before[i] += weight * found
                weights += weight
                if deal == action:
                    then[i] = found
            before[i] /= weights
        elif everything:
            choices[i] = rules.legal_actions(state, box, seat, actions)
            if window == NONE:
                expect(states, boxes, ways, stream, net, room, trial, words, look, actions, before[i])
            else:
                before[i] = np.nan
            if SHEETS:
                if window == NONE:
                    start[0], first, window = states[0], i, value.window(state)
        rules.apply(state, box, seat, action)
    expect(states, boxes, ways, stream, net, room, trial, words, look, actions, before[len(log)])


@rule
def judge_sheets(states, boxes, log, ways, stream, net, room, trial, words, look, actions, alone):
    """Write what every seat that is asked could expect of the sheet that it filled in, over sheets that the others might have
    handed in: each of them is planned from what its seat could see."""
    trying, seen, found, box = states.copy(), states.copy(), np.empty((2, SEATS)), boxes[0]
    plans, no_plans = np.full((SEATS, IMAGINED, LONGEST), NONE, np.int64), np.empty((0, 0, 0), np.int64)
    for seat in range(states[0].players):
        if rules.is_asked(states[0], seat):
            for number in range(IMAGINED):
                restart(stream, number)
                seen[0] = states[0]
                judging.imagine(seen[0], box, seat, stream)
                value.plan_answers(seen[0], box, np.int64(seat), stream, no_plans, plans[seat, number])
    window = value.window(states[0])
    for seat in range(states[0].players):
        if not rules.is_asked(states[0], seat):
            continue
        alone[:, seat] = 0.0
        for number in range(IMAGINED):
            trying[0] = states[0]
            restart(stream, number)
            for i in range(len(log)):
                if log[i, 0] == seat:
                    rules.apply(trying[0], box, np.int64(seat), np.int64(log[i, 1]))
            for other in range(states[0].players):
                if value.window(trying[0]) == window and rules.is_asked(trying[0], other):
                    sealed.fill_in(trying, boxes, np.int64(other), plans[other, number], stream, actions, look, 1)
            expect(trying, boxes, 1, stream, net, room, trial, words, look, actions, found)
            alone[WINS, seat] += found[WINS, seat] / IMAGINED
            alone[POINTS, seat] += found[POINTS, seat] / IMAGINED
