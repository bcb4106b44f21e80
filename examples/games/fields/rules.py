"""Fields: the rules."""

from inventorium.core.compiler import rule

from .tables import FIELDS_THERE, NONE, ROUNDS


@rule
def set_up(state, box):
    state.round_now = 0
    for seat in range(len(state.on)):
        state.on[seat], state.points[seat] = NONE, 0


@rule
def is_asked(state, seat):
    return seat >= 0 and not is_over(state) and state.on[seat] == NONE


@rule
def to_act(state):
    for seat in range(state.players):
        if state.on[seat] == NONE:
            return seat
    return NONE


@rule
def legal_actions(state, box, seat, actions):
    if not is_asked(state, seat):
        return 0
    for field in range(FIELDS_THERE):
        actions[field] = field  # the only family begins with 0
    return FIELDS_THERE


@rule
def apply(state, box, seat, action):
    state.on[seat] = action
    if to_act(state) == NONE:
        harvest(state)


@rule
def harvest(state):
    for seat in range(state.players):
        alone = True
        for other in range(state.players):
            alone &= other == seat or state.on[other] != state.on[seat]
        state.points[seat] += (state.on[seat] + 1) * alone
    for seat in range(state.players):
        state.on[seat] = NONE
    state.round_now += 1


@rule
def is_over(state):
    return state.round_now == ROUNDS


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
