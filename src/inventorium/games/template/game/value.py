"""What a position is worth: with this file all bots play, without it only `random` does."""

from inventorium.core.compiler import rule

from .tables import DEALER, GOAL


@rule
def value(state, box, seat):
    pot = state.pot if state.active == seat else 0
    if state.active == seat and state.asked == DEALER:  # the die rolls: five of six faces bring 4 on average, one loses all
        pot = (pot + 4) * 5 / 6
    return state.points[seat] + pot


@rule
def spread(state):
    return GOAL / 4
