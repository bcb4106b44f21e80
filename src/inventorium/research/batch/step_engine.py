"""Many games at once, compiled once for each game (see core/playing.py for how): step, mask, observe, begin anew.

`words` are the same states as rows of 32-bit numbers.
"""

from inventorium.core.chance import restart
from inventorium.core.compiler import bound, rule

NUMBER, SEAT = 0, 1

rules, tables, engine = bound(__name__, "rules", "tables", "engine")
CHANCE, SECRETS = tables.GAME_TYPE.chance, tables.GAME_TYPE.secrets


@rule
def step_all(states, boxes, template, streams, scratch, actions, chosen, first, last, numbers, to_act, done, rewards):
    """Act in the games from `first` to before `last`; a game that ends writes its rewards and restarts.

    `chosen` is one legal action per game; -1 restarts the game.
    """
    box = boxes[0]
    for i in range(first, last):
        state, stream = states[i], streams[i]
        done[i] = 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        if chosen[i] >= 0:
            rules.apply(state, box, to_act[i], chosen[i])
            deal_on(state, box, stream, actions)
        if chosen[i] < 0 or rules.is_over(state):
            if chosen[i] >= 0:
                reward(state, box, scratch, rewards[i])
                done[i] = 1
            numbers[i] += len(states)
            restart(stream, numbers[i])
            states[i] = template[0]
            rules.set_up(state, box)
            deal_on(state, box, stream, actions)
        to_act[i] = rules.to_act(state)


@rule
def deal_on(state, box, stream, actions):
    while not rules.is_over(state) and rules.to_act(state) == engine.DEALER:
        rules.apply(state, box, engine.DEALER, engine.deal(state, box, stream, actions))


@rule
def reward(state, box, scratch, rewards):
    """Write the share of the others that each seat is placed above, minus the share placed above it: from 1 to -1, summing to
    0."""
    parts, scores, places = scratch[:, 2:], scratch[:, 0], scratch[:, 1]
    rules.breakdown(state, box, parts)
    engine.add_up(state, parts, scores)
    rules.places(state, box, scores, places)
    for seat in range(state.players):
        rewards[seat] = 0.0
        for other in range(state.players):
            if places[other] > places[seat]:
                rewards[seat] += 1.0 / (state.players - 1)
            elif places[other] < places[seat]:
                rewards[seat] -= 1.0 / (state.players - 1)


@rule
def chances(states, boxes, actions, weights):
    """Write the legal actions of the dealer of one game and the number of cards or tokens behind each; return how many there
    are."""
    count = rules.legal_actions(states[0], boxes[0], engine.DEALER, actions)
    if CHANCE:
        for i in range(count):
            weights[i] = rules.weight(states[0], boxes[0], actions[i])
    return count


@rule
def imagine_all(states, boxes, to_act, streams, numbers):
    """Deal hidden information anew, each game with the random numbers of its next game number."""
    for i in range(len(states)):
        numbers[i] += len(states)
        restart(streams[i], numbers[i])
        if SECRETS and to_act[i] >= 0:
            rules.determinize(states[i], boxes[0], to_act[i], streams[i])


@rule
def fill_masks(states, boxes, actions, to_act, first, last, masks):
    """Write 1 for every legal action of the seat to move."""
    for i in range(first, last):
        row = masks[i]
        for action in range(len(row)):
            row[action] = 0
        count = rules.legal_actions(states[i], boxes[0], to_act[i], actions)
        for k in range(count):
            row[actions[k]] = 1


@rule
def observe_all(states, boxes, words, hidden, hidden_words, to_act, first, last, sources, kinds, starts, observations):
    """Write the observation of the seat to move in each game. `hidden` is a spare state in which secrets are blanked."""
    for i in range(first, last):
        seat = to_act[i]
        if SECRETS:
            hidden[0] = states[i]
            rules.conceal(hidden[0], boxes[0], seat)
            observe(states[i], hidden_words[0], seat, sources, kinds, starts, observations[i])
        else:
            observe(states[i], words[i], seat, sources, kinds, starts, observations[i])


@rule
def observe(state, words, seat, sources, kinds, starts, observation):
    """Fill the planes (core/planes.py) from the words of a record."""
    players = state.players
    for k in range(len(observation)):
        observation[k] = 0.0
    for element in range(len(kinds)):
        source = sources[seat, element]
        if source < 0:
            continue
        value, start = words[source], starts[element]
        if kinds[element] == NUMBER:
            observation[start] = value
        elif value >= 0:
            if kinds[element] == SEAT:
                value = (value - seat) % players
            observation[start + value] = 1.0
