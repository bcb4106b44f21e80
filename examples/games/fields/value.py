"""Fields: what a position is worth: the harvest so far, and a field that nobody else stands on yet."""

from inventorium.core.compiler import rule

from .tables import NONE, ROUNDS


@rule
def value(state, box, seat):
    hope = 0.0
    if state.on[seat] != NONE:
        hope = (state.on[seat] + 1) * 0.5
        for other in range(state.players):
            if other != seat and state.on[other] == state.on[seat]:
                hope = 0.0
    return state.points[seat] + hope + 1.5 * (ROUNDS - state.round_now)


@rule
def spread(state):
    return 1.0 + ROUNDS - state.round_now
