"""Many games of one learning seat against bots, compiled once per game: act, let the opponents act, restart.

Bots see the view of their seat: greedy fills in the rest at random.
"""

import numpy as np

from inventorium.core.chance import random_below, restart
from inventorium.core.compiler import bound, rule

rules, engine, greedy = bound(__name__, "rules", "engine", "greedy")

BEGIN_ANEW, LEAVE = -1, -2  # in place of an action
ANYTHING = -1  # in place of a blunder rate: uniformly random actions
ANY_SEAT = -1


@rule
def step_all(
    states,
    boxes,
    template,
    streams,
    lucks,
    scratch,
    spare,
    actions,
    worth,
    chosen,
    first,
    last,
    seat_wanted,
    blunder_one_in,
    numbers,
    seats,
    done,
    places,
):
    """In the games from `first` to before `last` the learner acts, then the opponents until it is to move again.

    `chosen` is a legal action of the learner, or BEGIN_ANEW, or LEAVE. The bots are greedy, but one action in `blunder_one_in`
    is a careless one (0: none), or they play ANYTHING. Where a game ends, `places` holds the result.
    """
    box = boxes[0]
    for i in range(first, last):
        state, stream, luck = states[i], streams[i], lucks[i]
        if chosen[i] == LEAVE:
            continue
        if chosen[i] == BEGIN_ANEW:
            numbers[i] += len(states)
            restart(stream, numbers[i])
            restart(luck, numbers[i])
            states[i] = template[0]
            rules.set_up(state, box)
            seats[i] = random_below(luck, state.players) if seat_wanted == ANY_SEAT else seat_wanted
        else:
            rules.apply(state, box, seats[i], chosen[i])
        while not rules.is_over(state) and rules.to_act(state) != seats[i]:
            seat = np.int64(rules.to_act(state))
            if seat == engine.DEALER:
                rules.apply(state, box, seat, engine.deal(state, box, stream, actions))
            else:
                spare[0] = state
                rules.apply(state, box, seat, bot_action(spare, boxes, seat, luck, actions, worth, blunder_one_in))
        done[i] = rules.is_over(state)
        if done[i]:
            rules.breakdown(state, box, scratch[:, 1:])
            engine.add_up(state, scratch[:, 1:], scratch[:, 0])
            rules.places(state, box, scratch[:, 0], places[i])


@rule
def bot_action(states, boxes, seat, luck, actions, worth, blunder_one_in):
    """Return a bot's action; `states` is a copy that it may overwrite, with space for a second one."""
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    if count == 1:
        return np.int64(actions[0])
    if blunder_one_in == ANYTHING:
        return np.int64(actions[random_below(luck, count)])
    if blunder_one_in > 0 and random_below(luck, blunder_one_in) == 0:
        return np.int64(greedy.careless_action(states[:1], boxes, seat, luck, actions, states[1:], worth))
    return np.int64(greedy.best_action(states[:1], boxes, seat, luck, actions, states[1:], worth))
