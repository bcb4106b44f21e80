"""Self-play in compiled code, for one game at a time (Game.bind): a network plays all seats and every question is noted.

What a note should have said follows backwards from the result of the game: at each question it is partly what came in the end,
and partly what the network thought a little later (TD(lambda)), which is less of a lottery. Where its search plays, what the
search found counts as the thought.
"""

import numpy as np

from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule

rules, tables, value, evaluator = bound(__name__, "rules", "tables", "value", "evaluator")
greedy, network, search = bound(__name__, "greedy", "inference", "search")  # the last: deep.py, or sealed.py for sheets
HINTS, HINTED = value.HINTS, value.hints is not None
SEATS, SHEETS, ACTIONS = tables.SIZES["seat"], tables.GAME_TYPE.sheets, tables.SPACE.size
LONGEST_SHEET = max(1, tables.GAME_TYPE.longest_sheet)
QUICK = 3  # what is not noted is thought over with one simulation in so many
UNPLANNED = 10  # one sheet in so many is filled in without a plan
THINKING = 2  # one seat in so many thinks with the network, while search plays
SHEETS_PLANNED, LATE = 6, 4  # of every seat; so many of them against what others have planned
POINTS = 20.0  # the unit of points
POINTS_BY_HAND = 1.0  # points by which an answer must be worse to be given 1 / e as often
NONE = -1
SETTINGS = search.SETTINGS["network"]


# ---------------------------------------------------------------- answers


@rule
def chance(stream):
    return random_below(stream, 1 << 30) / (1 << 30)


@rule
def soften(worth, count, temperature, odds):
    """How often each answer is given: by how much it is worse than the best."""
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
def weigh(kit, boxes, seat, count, stream, net, room, settings, simulations, tree, thought):
    """Fill kit.worth with what each answer is worth, and return the unit in which the differences count. A search writes down
    what it found."""
    if settings[0].by_hand:
        evaluator.weigh(kit.states, boxes, seat, kit.actions, count, stream, kit.look, kit.worth)
        return POINTS_BY_HAND
    if simulations == 0:
        search.weigh(
            kit.states, boxes, seat, kit.actions, count, stream, net, room, kit.look, kit.look_words, kit.more, kit.worth
        )
        return settings[0].target_temperature
    tried, wins, points = np.zeros(ACTIONS), np.zeros((ACTIONS, SEATS)), np.zeros((ACTIONS, SEATS))
    search.plant(tree)
    search.grow(kit.states, boxes, seat, tree, simulations, stream, SETTINGS, net, kit.look, kit.look_words, tried, wins, points)
    remember(kit.states[0], points.sum(0) / simulations, wins.sum(0) / simulations, tree.nodes[0].utility / simulations, thought)
    for i in range(count):
        kit.worth[i] = np.log(tried[kit.actions[i]] + 0.1)  # so that `soften` finds the visits again
    return 1.0


@rule
def answer(kit, boxes, seat, count, stream, net, room, settings, simulations, tree, odds, policy, thought):
    """The answer to a question in a tree of turns, and what the policy should have said."""
    unit = weigh(kit, boxes, seat, count, stream, net, room, settings, simulations, tree, thought)
    soften(kit.worth, count, unit, odds)
    for action in range(len(policy)):
        policy[action] = NONE
    for i in range(count):
        policy[kit.actions[i]] = odds[i]
    if chance(stream) < settings[0].slips:
        return np.int64(kit.actions[random_below(stream, count)])
    soften(kit.worth, count, unit * settings[0].temperature / settings[0].target_temperature, odds)
    return np.int64(kit.actions[draw(odds, count, stream)])


@rule
def fill_in_sheets(kit, boxes, stream, net, settings, thinks):
    """Everybody who is asked fills in a sheet: one that is planned by hand, alone or against those of the others. While search
    plays, one search without a network serves all seats, with open cards, which is quicker; those who think with the network
    look for the best response to it, the others pick as it does."""
    state, window, no_viewer = kit.states[0], value.window(kit.states[0]), np.int64(NONE)
    searching = settings[0].simulations > 0 and not settings[0].by_hand
    plans = np.full((SEATS, search.PLANS if searching else SHEETS_PLANNED, LONGEST_SHEET), NONE, np.int64)
    sheets, odds = np.full((SEATS, LONGEST_SHEET), NONE, np.int64), np.empty((SEATS, search.PLANS))
    if not settings[0].by_hand:
        search.draft(kit.states, boxes, NONE, stream, SETTINGS, plans)
    if searching:
        think_plainly(kit, boxes, no_viewer, stream, settings, plans, odds)
    for seat in range(state.players):
        if rules.is_asked(state, seat):
            if settings[0].by_hand:
                kit.look[0] = kit.states[0]
                evaluator.imagine(kit.look[0], boxes[0], np.int64(seat), stream)
                value.plan_answers(kit.look[0], boxes[0], np.int64(seat), stream, plans[:, :0], sheets[seat])
            elif searching:
                own, picks = plans[seat].copy(), odds[seat].copy()
                if thinks[seat]:
                    best_response(kit, boxes, no_viewer, np.int64(seat), stream, net, settings, own, picks, plans, odds)
                sheets[seat] = own[search.draw(picks, stream)]
            else:
                sheets[seat] = plans[seat, SHEETS_PLANNED - 1 - random_below(stream, LATE)]
            if random_below(stream, UNPLANNED) == 0:
                sheets[seat] = NONE
    for seat in range(state.players):
        if value.window(state) == window and rules.is_asked(state, seat):
            search.fill_in(kit.states, boxes, np.int64(seat), sheets[seat], stream, kit.more, kit.look, 1)


@rule
def think_plainly(kit, boxes, viewer, stream, settings, plans, odds):
    """Write how likely every seat picks each of its sheets after a search without a network."""
    regrets, chosen = np.zeros((SEATS, search.PLANS)), np.zeros(search.PLANS)
    tried, wins, points = np.zeros(ACTIONS), np.zeros((ACTIONS, SEATS)), np.zeros((ACTIONS, SEATS))
    search.learn(
        kit.states.copy(),
        boxes,
        viewer,
        plans,
        regrets,
        chosen,
        settings[0].simulations // search.PLANS,
        0,
        stream,
        SETTINGS,
        kit.look,
        tried,
        wins,
        points,
    )
    for seat in range(SEATS):
        search.match_regrets(regrets[seat], odds[seat])


@rule
def best_response(kit, boxes, viewer, seat, stream, net, settings, plans, picks, others, odds):
    """Improve the sheets of a seat against those of the others, and write how likely it picks each in the end; return how often
    it has picked each."""
    regrets, chosen = np.zeros(search.PLANS), np.zeros(search.PLANS)
    tried, wins, points = np.zeros(ACTIONS), np.zeros((ACTIONS, SEATS)), np.zeros((ACTIONS, SEATS))
    search.best_response(
        kit.states.copy(),
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
        kit.look,
        kit.look_words,
        tried,
        wins,
        points,
        others,
        odds,
    )
    search.match_regrets(regrets, picks)
    return chosen


@rule
def think_sheet(kit, boxes, seat, stream, net, settings):
    """A seat fills in the sheet that it picked most, knowing no more than it may."""
    plans, odds = np.zeros((SEATS, search.PLANS, LONGEST_SHEET), np.int64), np.empty((SEATS, search.PLANS))
    search.draft(kit.states, boxes, seat, stream, SETTINGS, plans)
    think_plainly(kit, boxes, seat, stream, settings, plans, odds)
    own, picks = plans[seat].copy(), np.empty(search.PLANS)
    chosen = best_response(kit, boxes, seat, seat, stream, net, settings, own, picks, plans, odds)
    search.fill_in(kit.states, boxes, seat, own[chosen.argmax()], stream, kit.more, kit.look, 1)


# ---------------------------------------------------------------- a game


@rule
def play(kit, boxes, template, stream, net, settings, notes, filled, tree):
    """Play one game; returns the number of notes then. Notes that would not fit are left out, and so is a game without room."""
    states, first, window, fresh = kit.states, filled, NONE, True
    state, box, room, odds = states[0], boxes[0], network.room_for(states[0], net), np.empty(ACTIONS)
    points, wins, utilities = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    nowhere, passing = np.empty(notes.policy.shape[1], np.float32), np.empty(kit.thoughts.shape[1])
    thinks = np.array([random_below(stream, THINKING) == 0 for _ in range(SEATS)])
    states[0] = template[0]
    rules.set_up(state, box)
    while True:
        count = evaluator.next_question(state, box, stream, kit.actions)
        if count == 0:
            break
        seat = np.int64(rules.to_act(state))
        if SHEETS:
            fresh = value.window(state) != window and not value.is_unsettled(state)
            window = value.window(state)
        noted = (
            fresh
            and filled < len(notes.inputs)
            and chance(stream) < settings[0].noted
            and note(kit, box, seat, net, room, settings, notes, filled, points, wins, utilities)
        )
        if SHEETS:
            fill_in_sheets(kit, boxes, stream, net, settings, thinks)
        elif noted:
            rules.apply(
                state,
                box,
                seat,
                answer(
                    kit,
                    boxes,
                    seat,
                    count,
                    stream,
                    net,
                    room,
                    settings,
                    settings[0].simulations,
                    tree,
                    odds,
                    notes.policy[filled],
                    kit.thoughts[filled],
                ),
            )
        else:
            rules.apply(
                state,
                box,
                seat,
                answer(
                    kit,
                    boxes,
                    seat,
                    count,
                    stream,
                    net,
                    room,
                    settings,
                    settings[0].simulations // QUICK,
                    tree,
                    odds,
                    nowhere,
                    passing,
                ),
            )
        filled += noted
    evaluator.judge_result(state, box, points, wins, utilities, room.score_parts, room.scores, room.places)
    look_back(state, kit, settings, notes, first, filled, points, wins, utilities)
    return filled


@rule
def note(kit, box, seat, net, room, settings, notes, number, points, wins, utilities):
    """Note what the network sees now and what it thinks; returns whether there is room for it."""
    state = kit.states[0]
    ones, count = network.see(state, kit.words, box, seat, net, room)
    if ones + count > notes.inputs.shape[1]:
        return False
    notes.inputs[number], notes.amounts[number] = NONE, 0.0
    for i in range(ones):
        notes.inputs[number, i], notes.amounts[number, i] = room.ones[i], 1.0
    for i in range(count):
        notes.inputs[number, ones + i], notes.amounts[number, ones + i] = room.inputs[i], room.amounts[i]
    notes.players[number], notes.seats[number] = state.players, seat
    if settings[0].td_lambda < 1.0:
        network.judge(state, kit.words, box, net, room, points, wins, utilities)
        remember(state, points, wins, utilities, kit.thoughts[number])
    return True


@rule
def remember(state, points, wins, utilities, thought):
    """Write down a judgement head by head: chances to win, chances to end above another, points."""
    for seat in range(state.players):
        thought[seat] = wins[seat]
        thought[SEATS + seat] = 2 * utilities[seat] - wins[seat]
        thought[2 * SEATS + seat] = points[seat] / POINTS


@rule
def look_back(state, kit, settings, notes, first, end, points, wins, utilities):
    """Write what the notes of a game should have said."""
    truth, td_lambda, players = np.zeros(3 * SEATS), settings[0].td_lambda, state.players
    remember(state, points, wins, utilities, truth)
    for number in range(end - 1, first - 1, -1):
        for head in range(3):
            for relative in range(SEATS):
                seat = (notes.seats[number] + relative) % players
                notes.heads[number, head * SEATS + relative] = truth[head * SEATS + seat] if relative < players else 0.0
        if td_lambda < 1.0:
            for i in range(3 * SEATS):
                truth[i] = td_lambda * truth[i] + (1 - td_lambda) * kit.thoughts[number, i]


@rule
def play_many(kit, boxes, template, stream, net, settings, notes, games, tree):
    """So many games, or fewer if there is no room for more notes; returns how many notes there are, and games."""
    filled, played = 0, 0
    while played < games and filled < len(notes.inputs) * 3 // 4:
        filled = play(kit, boxes, template, stream, net, settings, notes, filled, tree)
        played += 1
    return filled, played


# ---------------------------------------------------------------- how strong it is


@rule
def contest(kit, boxes, template, stream, net, settings, seat, tree):
    """A game of the network on one seat against the bot `greedy` on all others; returns the network's share of the win."""
    states, room, odds = kit.states, network.room_for(kit.states[0], net), np.empty(ACTIONS)
    state, box = states[0], boxes[0]
    points, wins, utilities, nowhere = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS), np.empty(ACTIONS, np.float32)
    passing = np.empty(3 * SEATS)
    states[0] = template[0]
    rules.set_up(state, box)
    while True:
        count = evaluator.next_question(state, box, stream, kit.actions)
        if count == 0:
            break
        asked = np.int64(rules.to_act(state))
        if asked != seat:
            kit.look[0] = states[0]
            rules.apply(state, box, asked, greedy.best_answer(kit.look, boxes, asked, stream, kit.more, kit.spare, kit.worth))
        elif SHEETS:
            think_sheet(kit, boxes, asked, stream, net, settings)
        else:
            rules.apply(
                state,
                box,
                asked,
                answer(
                    kit, boxes, asked, count, stream, net, room, settings, settings[0].simulations, tree, odds, nowhere, passing
                ),
            )
    evaluator.judge_result(state, box, points, wins, utilities, room.score_parts, room.scores, room.places)
    return wins[seat]


@rule
def survey(kit, boxes, template, stream, lows, highs, sources, scales):
    """Widen what was seen of each element of a record, and of each hint, by a game with answers of all sorts."""
    state, box, parts = kit.states[0], boxes[0], np.zeros(max(1, HINTS))
    kit.states[0] = template[0]
    rules.set_up(state, box)
    while True:
        count = evaluator.next_question(state, box, stream, kit.actions)
        if count == 0:
            break
        for seat in range(state.players):
            for element in range(len(lows)):
                if sources[state.players, seat, element] >= 0:
                    number = kit.words[sources[state.players, seat, element]]
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
            evaluator.sensible_answer(kit.states, boxes, asked, kit.actions, count, stream, kit.look, random_below(stream, 4)),
        )
