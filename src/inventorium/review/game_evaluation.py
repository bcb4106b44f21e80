"""Through a game, answer by answer, compiled once for each game: what every seat could expect before each of them, and over all
that could have been dealt.

A deal is compared with everything that could have been dealt, a decision with what is usually answered there, before the cards
that follow it are dealt: those are imagined in a few ways, the same for all that is compared.
"""

import numpy as np

from inventorium.core.chance import COUNTER, restart
from inventorium.core.compiler import bound, rule

rules, tables, value, engine, evaluator, network, regret = bound(
    __name__, "rules", "tables", "value", "engine", "evaluator", "inference", "regret"
)
SEATS, PARTS = tables.SIZES["seat"], len(tables.SCORE_PARTS)
CHANCE, SEALED, LONGEST = tables.GAME_TYPE.chance, tables.GAME_TYPE.sealed, tables.GAME_TYPE.longest_sealed
DEALER, NONE = np.int64(-1), -1
HINTS, HINTED = value.HINTS, value.hints is not None
WINS, POINTS = 0, 1
IMAGINED = 8  # usual plans of every seat
SOFTNESS = 0.02  # an answer that is worse by this chance to win is given 1 / e as often


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
            evaluator.settle(trial, boxes, stream, actions, look)
            evaluator.next_question(state, box, stream, actions)
            if is_settled(state):
                break
        if rules.is_over(state) or net is None:
            evaluator.judge(state, box, points, wins, utilities, parts, scores, places)
        else:
            network.judge(state, words, box, net, room, points, wins, utilities)
        for seat in range(state.players):
            found[WINS, seat] += wins[seat]
            found[POINTS, seat] += points[seat]
        number += 1
        if stream[COUNTER] == 0:  # nothing was dealt on the way: the others are the same
            break
    found /= number


@rule
def is_settled(state):
    if SEALED:
        return not value.is_unsettled(state)
    return True


@rule
def walk(
    states, boxes, log, everything, ways, stream, net, room, trial, words, look, actions, before, usual, then, alone, choices
):
    """Walk through a game from its beginning. Write what every seat could expect before each answer and at the end, what over all
    that could have been dealt or is usually answered, what after what was, and how many answers there were. Without `everything`
    only what luck is made of is written.

    Where several seats seal moves at once, nothing is said of them before all are in: then everything is written at the
    first answer of the window, and `alone[answer, seat]` is what every seat could expect if only this one handed in its own plan,
    and the others usual ones."""
    state, box, window, first = states[0], boxes[0], NONE, 0
    after, start, values, odds = states.copy(), states.copy(), np.empty((len(actions), 2, SEATS)), np.empty(len(actions))
    answers = np.empty_like(actions)
    for i in range(len(log) + 1):
        if SEALED:
            if window != NONE and value.window(state) != window:
                judge_sealed(
                    start, boxes, log[first:i], ways, stream, net, room, trial, words, look, actions, usual[first], alone[first]
                )
                window = NONE
        if i == len(log) or (everything and log[i, 0] != DEALER):
            expect(states, boxes, ways, stream, net, room, trial, words, look, actions, before[i])
        if i == len(log):
            break
        seat, action = np.int64(log[i, 0]), np.int64(log[i, 1])
        if SEALED and seat != DEALER:
            if window == NONE:
                start[0], first, window = states[0], i, value.window(state)
            else:
                before[i] = np.nan
            choices[i] = rules.legal_actions(state, box, seat, actions)
        elif everything or seat == DEALER:
            choices[i] = rules.legal_actions(state, box, seat, answers)
            for j in range(choices[i]):
                after[0] = states[0]
                rules.apply(after[0], box, seat, np.int64(answers[j]))
                expect(after, boxes, ways, stream, net, room, trial, words, look, actions, values[j])
                if answers[j] == action:
                    then[i] = values[j]
            weigh(state, box, seat, answers[: choices[i]], values, odds)
            usual[i] = 0.0
            for j in range(choices[i]):
                usual[i] += odds[j] * values[j]
            if seat == DEALER:
                before[i] = usual[i]
        rules.apply(state, box, seat, action)


@rule
def weigh(state, box, seat, answers, values, odds):
    """Write how often each answer is given: by the dealer as it is said in the rules, by a seat the more often, the better it is
    for its chance to win."""
    best, total = -np.inf, 0.0
    for j in range(len(answers)):
        best = max(best, values[j, WINS, seat])
    for j in range(len(answers)):
        if CHANCE and seat == DEALER:
            odds[j] = rules.weight(state, box, answers[j])
        else:
            odds[j] = np.exp((values[j, WINS, seat] - best) / SOFTNESS)
        total += odds[j]
    for j in range(len(answers)):
        odds[j] /= total


@rule
def judge_sealed(states, boxes, log, ways, stream, net, room, trial, words, look, actions, usual, alone):
    """Write what every seat could expect when all hand in usual plans, each planned from what its seat can see; and, for every
    seat that is asked, what all could expect of the plan that it filled in, when the others hand in usual ones."""
    trying, seen, found, box = states.copy(), states.copy(), np.empty((2, SEATS)), boxes[0]
    plans, no_plans = np.full((SEATS, IMAGINED, LONGEST), NONE, np.int64), np.empty((0, 0, 0), np.int64)
    for seat in range(states[0].players):
        if rules.is_asked(states[0], seat):
            for number in range(IMAGINED):
                restart(stream, number)
                seen[0] = states[0]
                evaluator.determinize(seen[0], box, seat, stream)
                value.plan_actions(seen[0], box, np.int64(seat), stream, no_plans, plans[seat, number])
    usual[:], window = 0.0, value.window(states[0])
    for who in range(-1, states[0].players):  # whose own plan is handed in; -1: nobody's
        if who >= 0 and not rules.is_asked(states[0], who):
            continue
        if who >= 0:
            alone[who] = 0.0
        for number in range(IMAGINED):
            trying[0] = states[0]
            restart(stream, number)
            for i in range(len(log)):
                if log[i, 0] == who:
                    rules.apply(trying[0], box, np.int64(who), np.int64(log[i, 1]))
            for other in range(states[0].players):
                if value.window(trying[0]) == window and rules.is_asked(trying[0], other):
                    regret.fill_in(trying, boxes, np.int64(other), plans[other, number], stream, actions, look, 1)
            expect(trying, boxes, ways, stream, net, room, trial, words, look, actions, found)
            if who >= 0:
                alone[who] += found / IMAGINED
            else:
                usual += found / IMAGINED


# ---------------------------------------------------------------- two ways compared


@rule
def note(state, box, seat, found, sign, gains):
    """Add what a seat can expect: its chance to win, its points, the points that the hand-written value expects, and what that
    is made of, where the game tells it."""
    parts = np.zeros(max(1, HINTS))
    gains[0] += sign * found[WINS, seat]
    gains[1] += sign * found[POINTS, seat]
    if HINTED:
        gains[2] += sign * value.hints(state, box, np.int64(seat), parts)
    for part in range(HINTS):
        gains[3 + part] += sign * parts[part]
