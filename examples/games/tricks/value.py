"""Tricks: what a position is worth. High cards in the hand promise tricks."""

from inventorium.core.compiler import rule

from .tables import CARDS, HAND


@rule
def value(state, box, seat):
    hopes = 0.0
    for card in range(CARDS):
        if state.holder[card] == seat:
            hopes += (card + 1) / CARDS
    return state.points[seat] + hopes * state.players / 4 * (HAND - state.tricks) / (HAND + 1)


@rule
def spread(state):
    return 0.5 + 0.3 * (HAND - state.tricks)
