"""Self-play in compiled code, for one game at a time (Game.bind): a network plays all seats, and every decision becomes a
sample.

The targets of a sample follow backwards from the result of the game: at each decision they are partly the result, and partly
the network's estimate a little later (TD(lambda)), which has less variance. Where its search plays, the result of the search
counts as the estimate.
"""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule

rules, tables, value, evaluator = bound(__name__, "rules", "tables", "value", "evaluator")
greedy, network, search = bound(
    __name__, "greedy", "inference", "search"
)  # the last: net_search.py, or regret.py for sealed moves
HINTS, HINTED = value.HINTS, value.hints is not None
SEATS, SEALED, ACTIONS = tables.SIZES["seat"], tables.GAME_TYPE.sealed, tables.SPACE.size
LONGEST_SHEET = max(1, tables.GAME_TYPE.longest_sealed)
QUICK = 3  # decisions that are not sampled get one simulation in so many
UNPLANNED = 10  # one set of sealed moves in so many is filled in without a plan
THINKING = 2  # one seat in so many searches with the network, while search plays
SHEETS_PLANNED, LATE = 6, 4  # of every seat; so many of them against what others have planned
POINTS = 20.0  # the unit of points
POINTS_BY_HAND = 1.0  # points by which an action must be worse to be chosen 1 / e as often
NONE = -1
SETTINGS = search.SETTINGS["network"]


# ---------------------------------------------------------------- actions


@rule
def chance(stream):
    return random_below(stream, 1 << 30) / (1 << 30)


@rule
def soften(worth, count, temperature, odds):
    """Write the probability of each action, by how much it is worse than the best."""
    best, total = -np.inf, 0.0
    for i in range(count):
        best = max(best, worth[i])
    for i in range(count):
        odds[i] = np.exp((worth[i] - best) / temperature)
        total += odds[i]
    for i in range(count):
        odds[i] /= total


@rule
def draw(odds, count, stream):
    ticket = chance(stream)
    for i in range(count - 1):
        ticket -= odds[i]
        if ticket < 0:
            return i
    return count - 1


@rule
def weigh(buffers, boxes, seat, count, stream, net, scratch, settings, simulations, tree, thought):
    """Fill buffers.worth with the worth of each action, and return the unit of the differences. A search writes its estimates."""
    if settings[0].heuristic:
        evaluator.weigh(buffers.states, boxes, seat, buffers.actions, count, stream, buffers.ahead, buffers.worth)
        return POINTS_BY_HAND
    if simulations == 0:
        search.weigh(
            buffers.states,
            boxes,
            seat,
            buffers.actions,
            count,
            stream,
            net,
            scratch,
            buffers.ahead,
            buffers.ahead_words,
            buffers.more,
            buffers.worth,
        )
        return settings[0].target_temperature
    tried, wins, points = np.zeros(ACTIONS), np.zeros((ACTIONS, SEATS)), np.zeros((ACTIONS, SEATS))
    search.init_tree(tree)
    search.simulate(
        buffers.states,
        boxes,
        seat,
        tree,
        simulations,
        stream,
        SETTINGS,
        net,
        buffers.ahead,
        buffers.ahead_words,
        tried,
        wins,
        points,
    )
    write_estimate(
        buffers.states[0], points.sum(0) / simulations, wins.sum(0) / simulations, tree.nodes[0].utility / simulations, thought
    )
    for i in range(count):
        buffers.worth[i] = np.log(tried[buffers.actions[i]] + 0.1)  # so that `soften` finds the visits again
    return 1.0


@rule
def choose_action(buffers, boxes, seat, count, stream, net, scratch, settings, simulations, tree, odds, policy, thought):
    """Return the action at a decision, and write the target of the policy."""
    unit = weigh(buffers, boxes, seat, count, stream, net, scratch, settings, simulations, tree, thought)
    soften(buffers.worth, count, unit, odds)
    for action in range(len(policy)):
        policy[action] = NONE
    for i in range(count):
        policy[buffers.actions[i]] = odds[i]
    if chance(stream) < settings[0].blunder_rate:
        return np.int64(buffers.actions[random_below(stream, count)])
    soften(buffers.worth, count, unit * settings[0].temperature / settings[0].target_temperature, odds)
    return np.int64(buffers.actions[draw(odds, count, stream)])


@rule
def fill_in_sealed(buffers, boxes, stream, net, settings, thinks):
    """Seal the moves of every seat to move: planned by the heuristic, alone or against the plans of the others. While search
    plays, one search without a network serves all seats, with open cards, which is quicker; seats that use the network look for
    the best response to it, the others pick as it does."""
    state, window, no_viewer = buffers.states[0], value.window(buffers.states[0]), np.int64(NONE)
    searching = settings[0].simulations > 0 and not settings[0].heuristic
    plans = np.full((SEATS, search.PLANS if searching else SHEETS_PLANNED, LONGEST_SHEET), NONE, np.int64)
    sealed, odds = np.full((SEATS, LONGEST_SHEET), NONE, np.int64), np.empty((SEATS, search.PLANS))
    if not settings[0].heuristic:
        search.sample_sealed_moves(buffers.states, boxes, NONE, stream, SETTINGS, plans)
    if searching:
        think_plainly(buffers, boxes, no_viewer, stream, settings, plans, odds)
    for seat in range(state.players):
        if rules.is_asked(state, seat):
            if settings[0].heuristic:
                buffers.ahead[0] = buffers.states[0]
                evaluator.determinize(buffers.ahead[0], boxes[0], np.int64(seat), stream)
                value.plan_actions(buffers.ahead[0], boxes[0], np.int64(seat), stream, plans[:, :0], sealed[seat])
            elif searching:
                own, picks = plans[seat].copy(), odds[seat].copy()
                if thinks[seat]:
                    best_response(buffers, boxes, no_viewer, np.int64(seat), stream, net, settings, own, picks, plans, odds)
                sealed[seat] = own[search.draw(picks, stream)]
            else:
                sealed[seat] = plans[seat, SHEETS_PLANNED - 1 - random_below(stream, LATE)]
            if random_below(stream, UNPLANNED) == 0:
                sealed[seat] = NONE
    for seat in range(state.players):
        if value.window(state) == window and rules.is_asked(state, seat):
            search.fill_in(buffers.states, boxes, np.int64(seat), sealed[seat], stream, buffers.more, buffers.ahead, 1)


@rule
def think_plainly(buffers, boxes, viewer, stream, settings, plans, odds):
    """Write the probability of each plan of every seat after a search without a network."""
    regrets, chosen = np.zeros((SEATS, search.PLANS)), np.zeros(search.PLANS)
    tried, wins, points = np.zeros(ACTIONS), np.zeros((ACTIONS, SEATS)), np.zeros((ACTIONS, SEATS))
    search.minimise_regret(
        buffers.states.copy(),
        boxes,
        viewer,
        plans,
        regrets,
        chosen,
        settings[0].simulations // search.PLANS,
        0,
        stream,
        SETTINGS,
        buffers.ahead,
        tried,
        wins,
        points,
    )
    for seat in range(SEATS):
        search.match_regrets(regrets[seat], odds[seat])


@rule
def best_response(buffers, boxes, viewer, seat, stream, net, settings, plans, picks, others, odds):
    """Improve the plans of a seat against those of the others, and write how likely it picks each in the end; return how often
    it has picked each."""
    regrets, chosen = np.zeros(search.PLANS), np.zeros(search.PLANS)
    tried, wins, points = np.zeros(ACTIONS), np.zeros((ACTIONS, SEATS)), np.zeros((ACTIONS, SEATS))
    search.best_response(
        buffers.states.copy(),
        boxes,
        viewer,
        seat,
        plans,
        regrets,
        chosen,
        settings[0].simulations // search.PLANS,
        0,
        stream,
        net,
        buffers.ahead,
        buffers.ahead_words,
        tried,
        wins,
        points,
        others,
        odds,
    )
    search.match_regrets(regrets, picks)
    return chosen


@rule
def think_sealed(buffers, boxes, seat, stream, net, settings):
    """Fill in the plan that the seat picked most, from its own view only."""
    plans, odds = np.zeros((SEATS, search.PLANS, LONGEST_SHEET), np.int64), np.empty((SEATS, search.PLANS))
    search.sample_sealed_moves(buffers.states, boxes, seat, stream, SETTINGS, plans)
    think_plainly(buffers, boxes, seat, stream, settings, plans, odds)
    own, picks = plans[seat].copy(), np.empty(search.PLANS)
    chosen = best_response(buffers, boxes, seat, seat, stream, net, settings, own, picks, plans, odds)
    search.fill_in(buffers.states, boxes, seat, own[chosen.argmax()], stream, buffers.more, buffers.ahead, 1)


# ---------------------------------------------------------------- a game


@rule
def play(buffers, boxes, template, stream, net, settings, samples, filled, tree):
    """Play one game; return the number of samples then. Samples that would not fit are left out."""
    states, first, window, fresh = buffers.states, filled, NONE, True
    state, box, scratch, odds = states[0], boxes[0], network.new_scratch(states[0], net), np.empty(ACTIONS)
    points, wins, utilities = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    nowhere, passing = np.empty(samples.policy.shape[1], np.float32), np.empty(buffers.thoughts.shape[1])
    thinks = np.array([random_below(stream, THINKING) == 0 for _ in range(SEATS)])
    states[0] = template[0]
    rules.set_up(state, box)
    while True:
        count = evaluator.next_question(state, box, stream, buffers.actions)
        if count == 0:
            break
        seat = np.int64(rules.to_act(state))
        if SEALED:
            fresh = value.window(state) != window and not value.is_unsettled(state)
            window = value.window(state)
        sampled = (
            fresh
            and filled < len(samples.inputs)
            and chance(stream) < settings[0].sampled
            and add_sample(buffers, box, seat, net, scratch, settings, samples, filled, points, wins, utilities)
        )
        if SEALED:
            fill_in_sealed(buffers, boxes, stream, net, settings, thinks)
        else:
            simulations = settings[0].simulations if sampled else settings[0].simulations // QUICK
            policy = samples.policy[filled] if sampled else nowhere
            thought = buffers.thoughts[filled] if sampled else passing
            action = choose_action(
                buffers, boxes, seat, count, stream, net, scratch, settings, simulations, tree, odds, policy, thought
            )
            rules.apply(state, box, seat, action)
        filled += sampled
    evaluator.judge_result(state, box, points, wins, utilities, scratch.score_parts, scratch.scores, scratch.places)
    set_targets(state, buffers, settings, samples, first, filled, points, wins, utilities)
    return filled


@rule
def add_sample(buffers, box, seat, net, scratch, settings, samples, number, points, wins, utilities):
    """Write a sample of the decision; return whether it fitted."""
    state = buffers.states[0]
    ones, count = network.see(state, buffers.words, box, seat, net, scratch)
    if ones + count > samples.inputs.shape[1]:
        return False
    samples.inputs[number], samples.amounts[number] = NONE, 0.0
    for i in range(ones):
        samples.inputs[number, i], samples.amounts[number, i] = scratch.ones[i], 1.0
    for i in range(count):
        samples.inputs[number, ones + i], samples.amounts[number, ones + i] = scratch.inputs[i], scratch.amounts[i]
    samples.players[number], samples.seats[number] = state.players, seat
    if settings[0].td_lambda < 1.0:
        network.judge(state, buffers.words, box, net, scratch, points, wins, utilities)
        write_estimate(state, points, wins, utilities, buffers.thoughts[number])
    return True


@rule
def write_estimate(state, points, wins, utilities, thought):
    """Write an estimate head by head: chances to win, chances to end above another, points."""
    for seat in range(state.players):
        thought[seat] = wins[seat]
        thought[SEATS + seat] = 2 * utilities[seat] - wins[seat]
        thought[2 * SEATS + seat] = points[seat] / POINTS


@rule
def set_targets(state, buffers, settings, samples, first, end, points, wins, utilities):
    """Write the targets of the samples of a game."""
    truth, td_lambda, players = np.zeros(3 * SEATS), settings[0].td_lambda, state.players
    write_estimate(state, points, wins, utilities, truth)
    for number in range(end - 1, first - 1, -1):
        for head in range(3):
            for relative in range(SEATS):
                seat = (samples.seats[number] + relative) % players
                samples.heads[number, head * SEATS + relative] = truth[head * SEATS + seat] if relative < players else 0.0
        if td_lambda < 1.0:
            for i in range(3 * SEATS):
                truth[i] = td_lambda * truth[i] + (1 - td_lambda) * buffers.thoughts[number, i]


@rule
def play_many(buffers, boxes, template, stream, net, settings, samples, games, tree):
    """Play so many games, or fewer if the buffer is full; return the number of samples and of games."""
    filled, played = 0, 0
    while played < games and filled < len(samples.inputs) * 3 // 4:
        filled = play(buffers, boxes, template, stream, net, settings, samples, filled, tree)
        played += 1
    return filled, played


# ---------------------------------------------------------------- how strong it is


@rule
def evaluation_match(buffers, boxes, template, stream, net, settings, seat, tree):
    """Play a game of the network in one seat against the bot `greedy` in all others; return the network's share of the win."""
    states, scratch, odds = buffers.states, network.new_scratch(buffers.states[0], net), np.empty(ACTIONS)
    state, box = states[0], boxes[0]
    points, wins, utilities, nowhere = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS), np.empty(ACTIONS, np.float32)
    passing = np.empty(3 * SEATS)
    states[0] = template[0]
    rules.set_up(state, box)
    while True:
        count = evaluator.next_question(state, box, stream, buffers.actions)
        if count == 0:
            break
        asked = np.int64(rules.to_act(state))
        if asked != seat:
            buffers.ahead[0] = states[0]
            rules.apply(
                state,
                box,
                asked,
                greedy.best_action(buffers.ahead, boxes, asked, stream, buffers.more, buffers.spare, buffers.worth),
            )
        elif SEALED:
            think_sealed(buffers, boxes, asked, stream, net, settings)
        else:
            simulations = settings[0].simulations
            action = choose_action(
                buffers, boxes, asked, count, stream, net, scratch, settings, simulations, tree, odds, nowhere, passing
            )
            rules.apply(state, box, asked, action)
    evaluator.judge_result(state, box, points, wins, utilities, scratch.score_parts, scratch.scores, scratch.places)
    return wins[seat]


@rule
def survey(buffers, boxes, template, stream, lows, highs, sources, scales):
    """Widen the observed range of each element of a record, and of each hint, by a game with actions of all sorts."""
    state, box, parts = buffers.states[0], boxes[0], np.zeros(max(1, HINTS))
    buffers.states[0] = template[0]
    rules.set_up(state, box)
    while True:
        count = evaluator.next_question(state, box, stream, buffers.actions)
        if count == 0:
            break
        for seat in range(state.players):
            for element in range(len(lows)):
                if sources[state.players, seat, element] >= 0:
                    number = buffers.words[sources[state.players, seat, element]]
                    lows[element], highs[element] = min(lows[element], number), max(highs[element], number)
            if HINTED:
                value.hints(state, box, np.int64(seat), parts)
                for part in range(HINTS):
                    scales[part] = max(scales[part], abs(parts[part]))
        asked = np.int64(rules.to_act(state))
        rules.apply(
            state,
            box,
            asked,
            evaluator.sensible_action(
                buffers.states, boxes, asked, buffers.actions, count, stream, buffers.ahead, random_below(stream, 4)
            ),
        )
