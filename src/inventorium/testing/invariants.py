"""Random games in compiled code, with every invariant checked after every action."""

from typing import Any

import numba

from inventorium.core.chance import random_below, restart
from inventorium.core.game import Game
from inventorium.core.position import DEALER


def watcher(game: Game, broken: Any) -> Any:
    """Return a compiled loop that plays random games and checks the invariants after every action."""
    rules, deal, actions_there = game.rules, game.engine.deal, game.actions
    legal_actions, apply, to_act = rules.legal_actions, rules.apply, rules.to_act
    weight = rules.weight if game.type.chance else one
    is_over, set_up = rules.is_over, rules.set_up

    @numba.njit
    def watch(states, boxes, template, stream, games, actions, longest):
        state, box = states[0], boxes[0]
        for number in range(games):
            restart(stream, number)
            states[0] = template[0]
            set_up(state, box)
            answers = 0
            while not is_over(state):
                seat = to_act(state)
                count = legal_actions(state, box, seat, actions)
                if count == 0 or seat < DEALER or seat >= state.players:
                    return number, -1  # a seat to move has no action
                if seat == DEALER:
                    for i in range(count):
                        if weight(state, box, actions[i]) <= 0:
                            return number, -2  # an impossible deal is offered
                    action = deal(state, box, stream, actions)
                else:
                    action = actions[random_below(stream, count)]
                if action < 0 or action >= actions_there:
                    return number, -3
                apply(state, box, seat, action)
                answers += 1
                wrong = broken(state, box)
                if wrong != 0:
                    return number, wrong
                if answers > longest:
                    return number, -4  # the game does not end
            if legal_actions(state, box, to_act(state), actions) != 0:
                return number, -5  # a finished game still asks
        return -1, 0

    return watch


@numba.njit
def nothing_broken(state, box):
    return 0


@numba.njit
def one(state, box, action):
    return 1
