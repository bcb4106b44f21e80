"""The loops around the rules of a game, compiled once per game: act, deal, play at random.

This file is loaded once for every game (`Game.bind`). From Python all states and boxes come as arrays of length one, because a
single record is slow to pass; inside, rules take the record itself. Seats and actions are always int64: every other width would
compile the rules once more.
"""

import numpy as np

from inventorium.core.chance import random_below, restart
from inventorium.core.compiler import bound, rule

DEALER = np.int64(-1)
NO_ANSWER = UNCHECKED = -1

rules, tables = bound(__name__, "rules", "tables")
CHANCE, SIMULTANEOUS = tables.GAME_TYPE.chance, tables.GAME_TYPE.simultaneous
PARTS = len(tables.SCORE_PARTS)


@rule
def begin(states, boxes, log):
    """Set up; nothing is dealt yet."""
    rules.set_up(states[0], boxes[0])
    log[0, 0] = 0


@rule
def advance(states, boxes, stream, log, actions, count, seat, action):
    """Apply one action, then let the dealer act, unless its stream is empty, until another seat is to move or the log is full.
    Return the number of legal actions of that seat, the lowest where several move at once; 0 when the game is over.

    `actions` holds the `count` legal actions of the seat before, and those of the next one after; an action that is not among
    them returns -1 and changes nothing. With UNCHECKED as count the action and its seat are trusted; with NO_ANSWER as action
    it only finds out who is to move, and lets the dealer deal.

    All play from Python goes through here: every further entry point would take seconds more to compile.
    """
    state, box = states[0], boxes[0]
    if action != NO_ANSWER:
        if count != UNCHECKED and not is_among(actions, count, action):
            return -1
        note(log, seat, action)
        rules.apply(state, box, np.int64(seat), np.int64(action))
    while CHANCE and len(stream) > 0 and not rules.is_over(state) and rules.to_act(state) == DEALER and has_room(log):
        card = deal(state, box, stream, actions)
        note(log, DEALER, card)
        rules.apply(state, box, DEALER, card)
    log[0, 1] = asked(states)
    return rules.legal_actions(state, box, lowest(log[0, 1]), actions) if log[0, 1] > 0 else 0


@rule
def is_among(actions, count, action):
    for i in range(count):
        if actions[i] == action:
            return True
    return False


@rule
def has_room(log):
    return log[0, 0] < len(log) - 1


@rule
def note(log, seat, action):
    """Append an action to the log; its first row holds their number, and who is to move next, as `asked` returns it."""
    log[0, 0] += 1
    log[log[0, 0], 0] = seat
    log[log[0, 0], 1] = action


@rule
def deal(state, box, stream, actions):
    """Return the dealer's action; only called where there is chance."""
    if CHANCE:
        return draw_outcome(state, box, stream, actions)
    return DEALER


@rule
def draw_outcome(state, box, stream, actions):
    """Return one of the dealer's actions, weighted by the number of cards or tokens behind it (NO-07)."""
    count = rules.legal_actions(state, box, DEALER, actions)
    total = 0
    for i in range(count):
        total += rules.weight(state, box, actions[i])
    ticket = random_below(stream, total)
    i = 0
    while ticket >= rules.weight(state, box, actions[i]):
        ticket -= rules.weight(state, box, actions[i])
        i += 1
    return np.int64(actions[i])


@rule
def next_outcome(states, boxes, stream, actions):
    """Return the dealer's next action."""
    return deal(states[0], boxes[0], stream, actions)


@rule
def legal(states, boxes, seat, actions):
    return rules.legal_actions(states[0], boxes[0], np.int64(seat), actions)


@rule
def asked(states):
    """Return who is to move as one number: the sum of 2 ** (seat + 1), which is 1 for the dealer; 0 when the game is over."""
    state, number = states[0], 0
    if not rules.is_over(state):
        for seat in range(DEALER, state.players):
            if is_asked(state, seat):
                number += 1 << (seat + 1)
    return number


@rule
def is_asked(state, seat):
    if SIMULTANEOUS:
        return rules.is_asked(state, seat)
    return rules.to_act(state) == seat


@rule
def lowest(number):
    """Return the lowest of the seats in such a number."""
    seat = DEALER
    while not number >> (seat + 1) & 1:
        seat += 1
    return seat


if tables.GAME_TYPE.secrets:  # only games with secrets have these functions

    @rule
    def conceal(states, boxes, seat):
        """Blank what this seat cannot know; -1 is a spectator."""
        rules.conceal(states[0], boxes[0], seat)

    @rule
    def determinize(states, boxes, seat, stream):
        """Fill in at random what this seat cannot know."""
        rules.determinize(states[0], boxes[0], seat, stream)


@rule
def over(states):
    return rules.is_over(states[0])


@rule
def result(states, boxes, scores, parts, places):
    """Write the scores, what they are made of, and the places, of every seat."""
    rules.breakdown(states[0], boxes[0], parts)
    add_up(states[0], parts, scores)
    rules.places(states[0], boxes[0], scores, places)


@rule
def add_up(state, parts, scores):
    for seat in range(state.players):
        scores[seat] = 0
        for part in range(parts.shape[1]):
            scores[seat] += parts[seat, part]


@rule
def play_at_random(state, box, stream, actions, counts):
    """Play to the end with uniformly random actions, and add to the counts of decisions and deals."""
    while not rules.is_over(state):
        seat = np.int64(rules.to_act(state))
        if seat == DEALER:
            rules.apply(state, box, DEALER, deal(state, box, stream, actions))
            counts[1] += 1
        else:
            count = rules.legal_actions(state, box, seat, actions)
            rules.apply(state, box, seat, np.int64(actions[random_below(stream, count)]))
            counts[0] += 1


@rule
def simulate(states, boxes, template, stream, first, games, actions, counts, total_scores, wins):
    """Play random games of one seed, from number `first` on, and add up what happened; a shared win is a fraction."""
    state, box = states[0], boxes[0]
    scores, places = np.zeros(total_scores.shape[0], np.int64), np.zeros(total_scores.shape[0], np.int64)
    parts = np.zeros((total_scores.shape[0], PARTS), np.int64)
    for game in range(first, first + games):
        restart(stream, game)
        states[0] = template[0]
        rules.set_up(state, box)
        play_at_random(state, box, stream, actions, counts)
        rules.breakdown(state, box, parts)
        add_up(state, parts, scores)
        rules.places(state, box, scores, places)
        winners = 0
        for seat in range(state.players):
            total_scores[seat] += scores[seat]
            winners += places[seat] == 1
        for seat in range(state.players):
            if places[seat] == 1:
                wins[seat] += 1 / winners
