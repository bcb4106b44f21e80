"""How bots judge a position, compiled once per game: from the points that a game's `value.py` expects to who will win.

core/contract.py says what a `value.py` has.
"""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule

rules, tables, engine, value = bound(__name__, "rules", "tables", "engine", "value")

DEALER = NONE = np.int64(-1)
SECRETS, SEALED = tables.GAME_TYPE.secrets, tables.GAME_TYPE.sealed
ADVICE = value.advise is not None  # the game can name a sensible action cheaply
EXACT = value.is_exact is not None  # the game can say where the greedy action is the best one
DECIDED = value.is_decided is not None  # the game knows where nothing is left but counting


@rule
def determinize(state, box, viewer, stream):
    """Fill in at random what the viewer cannot know, every possibility equally likely (determinization)."""
    if SECRETS:
        rules.determinize(state, box, viewer, stream)
    if SEALED:
        value.forget_sealed(state, box, viewer)


@rule
def next_question(state, box, stream, actions):
    """Advance to the next decision with a choice; return the number of actions, 0 at the end of the game."""
    while not rules.is_over(state):
        seat = np.int64(rules.to_act(state))
        if seat == DEALER:
            rules.apply(state, box, DEALER, engine.deal(state, box, stream, actions))
        else:
            count = rules.legal_actions(state, box, seat, actions)
            if count > 1:
                return count
            rules.apply(state, box, seat, np.int64(actions[0]))
    return 0


@rule
def is_exact(state):
    """Return whether the greedy action is the best one, so that nothing else need be tried."""
    if EXACT:
        return value.is_exact(state)
    return False


@rule
def is_decided(state):
    """Return whether the result is already fixed, given correct play."""
    if DECIDED:
        return value.is_decided(state)
    return False


@rule
def sensible_action(states, boxes, seat, actions, count, stream, ahead, tries):
    """Return an action at little cost: the game's advice, or the best of `tries` random ones by the points that the seat then
    expects. With no tries: any action."""
    if tries > 0:
        if ADVICE:
            return value.advise(states[0], boxes[0], seat, actions, count, stream)
    best, most = np.int64(actions[random_below(stream, count)]), -np.inf
    if tries > 1:
        for _ in range(count if is_exact(states[0]) else min(count, tries)):
            i = random_below(stream, count)
            action = np.int64(actions[i])
            ahead[0] = states[0]
            rules.apply(ahead[0], boxes[0], seat, action)
            points = value.value(ahead[0], boxes[0], seat)
            if points > most:
                best, most = action, points
            count -= 1
            actions[i] = actions[count]  # drawn without replacement
    return best


@rule
def planned_action(state, box, seat, stream):
    """Return the next sealed action, where the game plans them as a whole; otherwise NONE."""
    if SEALED:
        return value.planned_action(state, box, seat, stream)
    return NONE


@rule
def settle(states, boxes, stream, actions, ahead):
    """Play on until the position can be judged."""
    if SEALED:
        while value.is_unsettled(states[0]):
            count = next_question(states[0], boxes[0], stream, actions)
            if count > 0 and value.is_unsettled(states[0]):
                seat = np.int64(rules.to_act(states[0]))
                rules.apply(states[0], boxes[0], seat, sensible_action(states, boxes, seat, actions, count, stream, ahead, 1))


@rule
def standing(state, box, seat):
    """Return the points that the seat expects relative to the others: half against the strongest, half against their mean."""
    others, strongest = 0.0, -np.inf
    for other in range(state.players):
        if other != seat:
            points = value.value(state, box, other)
            others += points
            strongest = max(strongest, points)
    return value.value(state, box, seat) - 0.5 * strongest - 0.5 * others / (state.players - 1)


@rule
def weigh(states, boxes, seat, actions, count, stream, trial, worth):
    """Write the standing of the seat after each of its actions."""
    more = np.empty(len(actions) if SEALED else 0, np.int64)
    for i in range(count):
        trial[0] = states[0]
        rules.apply(trial[0], boxes[0], seat, np.int64(actions[i]))
        settle(trial, boxes, stream, more, trial)
        worth[i] = standing(trial[0], boxes[0], seat)


@rule
def keep_best(states, boxes, seat, actions, count, stream, trial, worth):
    """Leave only the greedy action; return the number of actions left."""
    weigh(states, boxes, seat, actions, count, stream, trial, worth)
    best = 0
    for i in range(1, count):
        if worth[i] > worth[best]:
            best = i
    actions[0] = actions[best]
    return 1


@rule
def judge(state, box, points, wins, utilities, parts, scores, places):
    """Write, for every seat, the points it expects, its chance to win, and its utility, which is what a search maximises.

    The utility is half the chance to win and half the chance to end above another seat, so that a search fights for
    places too, and for a lead that lasts. The last three arguments are buffers for the result of a finished game.
    """
    if rules.is_over(state):
        judge_result(state, box, points, wins, utilities, parts, scores, places)
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
        utilities[seat] = above / (state.players - 1)
        total += wins[seat]
    for seat in range(state.players):
        wins[seat] /= total
        utilities[seat] = 0.5 * wins[seat] + 0.5 * utilities[seat]


@rule
def judge_result(state, box, points, wins, utilities, parts, scores, places):
    """Write the same for a game that is finished or decided: seats that share a place share what it is worth."""
    if is_decided(state):
        count_up(state, box, scores)
    else:
        rules.breakdown(state, box, parts)
        engine.add_up(state, parts, scores)
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
        utilities[seat] = 0.5 * wins[seat] + 0.5 * above / (state.players - 1)


@rule
def count_up(state, box, scores):
    """Write what every seat will have, where it is decided."""
    if DECIDED:
        for seat in range(state.players):
            scores[seat] = np.int64(value.final_points(state, box, np.int64(seat)))


@rule
def most_points(states, boxes, seat, actions, count, ahead):
    """Return the action that makes the most of the decided points: the last of the best, so that no resource is wasted."""
    best, most = np.int64(actions[0]), -np.inf
    if DECIDED:
        for i in range(count):
            ahead[0] = states[0]
            rules.apply(ahead[0], boxes[0], seat, np.int64(actions[i]))
            points = value.final_points(ahead[0], boxes[0], seat)
            if points >= most:
                best, most = np.int64(actions[i]), points
    return best


@rule
def list_candidates(states, boxes, seat, stream, actions, ahead, worth):
    """Determinize, list the legal actions, and return their number; 1 where the game itself knows the best one."""
    determinize(states[0], boxes[0], seat, stream)
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    if is_exact(states[0]):
        keep_best(states, boxes, seat, actions, count, stream, ahead, worth)
        return 1
    if is_decided(states[0]):
        actions[0] = most_points(states, boxes, seat, actions, count, ahead)
        return 1
    return count


@rule
def back_up(state, nodes, path, depth, points, wins, utilities, tried, wins_then, points_then):
    """Add the result of a simulation to the nodes on its path and to the statistics of its first action."""
    for i in range(depth + 1):
        nodes[path[i]].visits += 1
        for seat in range(state.players):
            nodes[path[i]].utility[seat] += utilities[seat]
    first = nodes[path[min(1, depth)]].action  # there may be nothing left to choose
    tried[first] += 1
    for seat in range(state.players):
        wins_then[first, seat] += wins[seat]
        points_then[first, seat] += points[seat]
