"""The rules, compiled. core/contract.py says what each function must do."""

from inventorium.core.compiler import rule

from .tables import DEALER, FALL, GOAL, HOLD, PART, ROLL


@rule
def set_up(state, box):
    state.active, state.asked, state.pot = 0, 0, 0
    for seat in range(len(state.points)):
        state.points[seat] = 0


@rule
def to_act(state):
    return state.asked


@rule
def legal_actions(state, box, seat, actions):
    if seat != state.asked or is_over(state):
        return 0
    if seat == DEALER:
        for face in range(len(FALL)):
            actions[face] = FALL[face]
        return len(FALL)
    actions[0] = ROLL
    actions[1] = HOLD
    return 2 if state.pot > 0 else 1


@rule
def weight(state, box, action):
    return 1  # every face of the die is equally likely


@rule
def apply(state, box, seat, action):
    if action == ROLL:
        state.asked = DEALER
    elif action == HOLD:
        state.points[seat] += state.pot
        pass_on(state)
    elif PART[action] == 0:  # axes count from 0, so this is a one: the pot is lost
        pass_on(state)
    else:
        state.pot += PART[action] + 1
        state.asked = state.active


@rule
def pass_on(state):
    state.pot = 0
    state.active = state.asked = (state.active + 1) % state.players


@rule
def is_over(state):
    for seat in range(state.players):
        if state.points[seat] >= GOAL:
            return True
    return False


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
