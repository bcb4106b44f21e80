"""Tricks: the rules."""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import rule

from .tables import CARDS, DEAL, DEALER, HAND, NOBODY, OPEN, PART, PILE, PLAY, UNKNOWN


@rule
def set_up(state, box):
    state.asked, state.dealt, state.leader, state.tricks = DEALER, 0, 0, 0
    for card in range(CARDS):
        state.holder[card] = PILE
    for seat in range(len(state.hand)):
        state.hand[seat], state.points[seat], state.played[seat] = 0, 0, NOBODY


@rule
def to_act(state):
    return state.asked


@rule
def legal_actions(state, box, seat, actions):
    count = 0
    if seat == state.asked and not is_over(state):
        for card in range(CARDS):
            if state.holder[card] == seat:  # the dealer's are those in the pile
                actions[count] = DEAL[card] if seat == DEALER else PLAY[card]
                count += 1
    return count


@rule
def weight(state, box, action):
    return 1


@rule
def apply(state, box, seat, action):
    card = PART[action]
    if seat == DEALER:
        to = state.dealt % state.players
        state.holder[card] = to
        state.hand[to] += 1
        state.dealt += 1
        if state.dealt == HAND * state.players:
            state.asked = state.leader
        return
    state.holder[card] = OPEN
    state.hand[seat] -= 1
    state.played[seat] = card
    state.asked = (seat + 1) % state.players
    if state.asked == state.leader:
        score_trick(state)


@rule
def score_trick(state):
    best = 0
    for seat in range(state.players):
        if state.played[seat] > state.played[best]:
            best = seat
    state.points[best] += 1
    for seat in range(state.players):
        state.played[seat] = NOBODY
    state.tricks += 1
    state.leader = state.asked = best


@rule
def is_over(state):
    return state.tricks == HAND


@rule
def breakdown(state, box, parts):
    for seat in range(state.players):
        parts[seat, 0] = state.points[seat]


@rule
def places(state, box, scores, places):
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            places[seat] += scores[other] > scores[seat]


@rule
def conceal(state, box, seat):
    for card in range(CARDS):
        if state.holder[card] != OPEN and (state.holder[card] != seat or seat == DEALER):
            state.holder[card] = UNKNOWN


@rule
def determinize(state, box, seat, stream):
    """Everybody else gets as many of the unseen cards as they hold, each set equally likely."""
    unseen, count = np.empty(CARDS, np.int64), 0
    for card in range(CARDS):
        if state.holder[card] == UNKNOWN:
            unseen[count] = card
            count += 1
    for other in range(state.players):
        for _ in range(state.hand[other] if other != seat else 0):
            i = random_below(stream, count)
            state.holder[unseen[i]] = other
            count -= 1
            unseen[i] = unseen[count]
    for i in range(count):
        state.holder[unseen[i]] = PILE
