"""Search where several seats answer at once, unseen: regret matching over sheets.

For every seat that is asked some sheets are planned: first against what the others may do, then against the sheets that they
have planned. Again and again what is hidden is imagined afresh, every seat picks one of its sheets, and one seat, the learner,
tries all of its sheets against what the others picked. It regrets not having picked the better ones, and picks them more often
from then on. The longer this goes on, the less a seat's average choice can be exploited; the sheet picked most is played. What
comes of the sheets is judged by the hand-written value, or by a trained network.

Without a network nobody knows who sits there, so now and then another seat answers at random. With one the others are taken to
think as the search without one does, of which several are run, since each plans sheets of its own; only the seat itself
learns, and its sheets go on changing: the worst gives way to one that is like its best but for one answer.
"""
from typing import Any

import numpy as np

from inventorium.bots.thinking import SearchThread, Thinker
from inventorium.bots.weights import Net, needed_network, words_of
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, tables, value, judging, network = bound(__name__, "rules", "tables", "value", "judging", "network")
SEATS, PARTS, ACTIONS = tables.SIZES["seat"], len(tables.PART_NAMES), tables.SPACE.size

NONE = -1
PLANS = 16                                          # sheets of each seat
MINDS, PLAIN_ROUNDS = 3, 40                         # plain searches that say how the others think, and rounds of each
LEAPS = 3                                           # one new sheet in so many has any other answer there
HEAD_START = 0.5                                    # of a new sheet: a part of the regret of the one that it is like
LONGEST = tables.GAME_TYPE.longest_sheet

SETTING = np.dtype([("generations", "i4"),          # of sheets, each planned against the one before
                    ("steps", "i4"), ("tries", "i4"),       # of a rollout: answers after the sheets; 0 tries: any answer
                    ("wild", "i4"),                         # one in so many sheets of the others is filled in at random
                    ("rest", "i4"),                         # a sheet that is not regretted is tried in one round of so many
                    ("varied", "i4"),                       # 1: a sheet like its best replaces the learner's worst
                    ("plain", "i4")])                       # 1: the others are taken to think as the plain search does
NEVER = 1 << 30
SETTINGS = {"usual": np.array([(3, 0, 1, value.WILD, 1, 0, 0)], SETTING),
            "network": np.array([(3, 0, 1, NEVER, 4, 1, 1)], SETTING),
            "to_the_end": np.array([(1, 10_000, 0, value.WILD, 1, 0, 0)], SETTING)}


@rule
def draft(states, boxes, viewer, stream, settings, plans):
    """Fill plans[seat, number] with the answers of a sheet, for every seat that is asked; NONE ends a sheet. The first
    generation of sheets is planned against what the others may do, each further one against the one before. Without a viewer
    (NONE) nothing is hidden."""
    trial, look = states.copy(), states.copy()
    actions = np.empty(ACTIONS, np.int64)
    number = plans.shape[1]
    size = number // settings[0].generations
    for first in range(0, number, size):
        for seat in range(states[0].players):
            for plan in range(first, min(first + size, number)):
                for i in range(LONGEST):
                    plans[seat, plan, i] = NONE
                trial[0] = states[0]
                if viewer != NONE:
                    judging.imagine(trial[0], boxes[0], viewer, stream)
                if rules.is_asked(trial[0], seat):
                    i = value.plan_answers(trial[0], boxes[0], np.int64(seat), stream, plans[:, max(0, first - size):first],
                                           plans[seat, plan])
                    if i == 0:
                        jot(trial, boxes, np.int64(seat), stream, actions, look, plans[seat, plan])


@rule
def jot(states, boxes, seat, stream, actions, look, plan):
    """Fill in a sheet with sensible answers, one by one."""
    i, window = 0, value.window(states[0])
    while value.window(states[0]) == window and rules.is_asked(states[0], seat):
        count = rules.legal_actions(states[0], boxes[0], seat, actions)
        plan[i] = judging.sensible_answer(states, boxes, seat, actions, count, stream, look, 1)
        rules.apply(states[0], boxes[0], seat, np.int64(plan[i]))
        i += 1


@rule
def fill_in(states, boxes, seat, plan, stream, actions, look, tries):
    """Answer as a sheet says. With another hand of cards some of its answers may not be open; sensible ones replace them
    (with no tries: any)."""
    i, window = 0, value.window(states[0])
    while value.window(states[0]) == window and rules.is_asked(states[0], seat):
        count = rules.legal_actions(states[0], boxes[0], seat, actions)
        action = plan[i]
        if place_of(action, actions, count) == NONE:
            action = judging.sensible_answer(states, boxes, seat, actions, count, stream, look, tries)
        rules.apply(states[0], boxes[0], seat, action)
        i += 1


@rule
def place_of(action, actions, count):
    """Return the place of an answer among those that are open; NONE if it is not."""
    for i in range(count):
        if actions[i] == action:
            return i
    return NONE


@rule
def learn(states, boxes, viewer, plans, regrets, chosen, rounds, first_round, stream, settings, net, look, words, tried,
          wins_then, points_then, plain_plans, plain_regrets):
    """Run rounds of regret matching; return how many sheets were tried. The viewer learns in every other round, the others in
    turn; without a viewer (NONE) nothing is hidden, and everybody learns in turn. Without a network (None) the hand-written
    value judges; `words` are those of `look`. The last two are sheets of the plain search: the others may think like that."""
    trial, spare = states.copy(), states.copy()
    if net is not None:
        room = network.room_for(states[0], net)
    luck = stream.copy()
    actions, picked = np.empty(len(tried), np.int64), np.empty((SEATS, LONGEST), np.int64)
    odds, payoffs, wild = np.empty(PLANS), np.empty(PLANS), np.empty(SEATS, np.bool_)
    theirs, their_regrets = (plain_plans, plain_regrets) if settings[0].plain else (plans, regrets)
    likely = np.empty(theirs.shape[1])
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    parts, scores, places = np.empty((SEATS, PARTS), np.int64), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    players, done, is_tried = states[0].players, 0, np.empty(PLANS, np.bool_)
    for number in range(first_round, first_round + rounds):
        trial[0] = states[0]
        if viewer != NONE:
            judging.imagine(trial[0], boxes[0], viewer, stream)
        learner = who_learns(trial[0], viewer, number, settings)
        for seat in range(players):
            match_regrets(their_regrets[seat], likely)
            picked[seat] = theirs[seat, draw(likely, stream)]
            wild[seat] = seat != viewer and random_below(stream, settings[0].wild) == 0
            if wild[seat]:
                picked[seat] = NONE                                 # nobody knows who sits there: anything may happen
        match_regrets(regrets[learner], odds)
        for plan in range(PLANS):
            is_tried[plan] = odds[plan] > 0 or settings[0].rest == 1 or random_below(stream, settings[0].rest) == 0
        for i in range(len(stream)):
            luck[i] = stream[i]
        mean = 0.0
        for plan in range(PLANS):
            if not is_tried[plan]:
                continue
            done += 1
            for i in range(len(stream)):
                stream[i] = luck[i]                                 # the same random numbers for every sheet
            look[0] = trial[0]
            window = value.window(look[0])
            for seat in range(players):
                if value.window(look[0]) == window and rules.is_asked(look[0], seat):
                    sheet = plans[seat, plan] if seat == learner else picked[seat]
                    tries = np.int64(seat == learner or not wild[seat])
                    fill_in(look, boxes, np.int64(seat), sheet, stream, actions, spare, tries)
            play_on(look, boxes, stream, actions, spare, settings)
            if net is None:
                judging.judge(look[0], boxes[0], points, wins, utilities, parts, scores, places)
            else:
                network.foresee(look, words, boxes, stream, actions, net, room, points, wins, utilities)
            payoffs[plan] = utilities[learner]
            mean += odds[plan] * payoffs[plan]
            if learner == viewer and odds[plan] > 0:
                first = plans[viewer, plan, 0]
                tried[first] += odds[plan] * (1 + number)           # later rounds know more
                for seat in range(players):
                    wins_then[first, seat] += odds[plan] * (1 + number) * wins[seat]
                    points_then[first, seat] += odds[plan] * (1 + number) * points[seat]
        for plan in range(PLANS):
            if is_tried[plan]:
                regrets[learner, plan] = max(0.0, regrets[learner, plan] + payoffs[plan] - mean)
            if learner == viewer:
                chosen[plan] += odds[plan] * (1 + number)
        if settings[0].varied:
            new = vary_best(trial, boxes, np.int64(learner), plans[learner], regrets[learner], stream, actions, look)
            if learner == viewer and new != NONE:
                chosen[new] = 0.0
    return done


@rule
def who_learns(state, viewer, number, settings):
    """Return the seat that learns in a round of this number."""
    if viewer != NONE:
        other = number // 2 % state.players
        return other if number % 2 == 1 and rules.is_asked(state, other) and not settings[0].plain else viewer
    learner = number % state.players
    while not rules.is_asked(state, learner):
        learner = (learner + 1) % state.players
    return learner


@rule
def vary_best(states, boxes, seat, plans, regrets, stream, actions, look):
    """Replace the worst sheet of a seat by one that differs from its best in one answer, which is mostly the next above or
    below. Return the number of the new sheet; NONE where there is no such answer."""
    best, worst, length = regrets.argmax(), regrets.argmin(), 0
    while length < LONGEST and plans[best, length] != NONE:
        length += 1
    if length == 0 or best == worst:
        return NONE
    at, place, count = random_below(stream, length), NONE, 0
    look[0] = states[0]
    for i in range(at + 1):
        if i > 0:
            rules.apply(look[0], boxes[0], seat, np.int64(plans[best, i - 1]))
        count = rules.legal_actions(look[0], boxes[0], seat, actions) if rules.is_asked(look[0], seat) else 0
        place = place_of(plans[best, i], actions, count)
        if place == NONE:
            return NONE                                             # the sheet is for another hand of cards
    if random_below(stream, LEAPS) == 0:
        place = random_below(stream, count)
    else:
        place += 2 * random_below(stream, 2) - 1
    if not 0 <= place < count:
        return NONE
    plans[worst] = plans[best]
    plans[worst, at] = actions[place]
    regrets[worst] = HEAD_START * regrets[best]
    return worst


@rule
def match_regrets(regrets, odds):
    """Write the chance of each sheet: in proportion to its regret, all equal where nothing is regretted."""
    total, number = regrets.sum(), len(regrets)
    for plan in range(number):
        odds[plan] = regrets[plan] / total if total > 0 else 1 / number


@rule
def draw(odds, stream):
    ticket = random_below(stream, 1 << 30) / (1 << 30)
    last = len(odds) - 1
    for plan in range(last):
        ticket -= odds[plan]
        if ticket < 0:
            return plan
    return last


@rule
def play_on(states, boxes, stream, actions, look, settings):
    """Play a rollout: sensible answers until the position can be judged, and a few more."""
    for _ in range(settings[0].steps):
        count = judging.next_question(states[0], boxes[0], stream, actions)
        if count == 0:
            return
        seat = np.int64(rules.to_act(states[0]))
        rules.apply(states[0], boxes[0], seat,
                    judging.sensible_answer(states, boxes, seat, actions, count, stream, look, settings[0].tries))
    judging.settle(states, boxes, stream, actions, look)


@rule
def clear_sheets(states, boxes, seat, own):
    """Empty the sheets of the others, of which this seat knows nothing, and its own."""
    value.forget_sheets(states[0], boxes[0], seat)
    if own:
        rules.reopen(states[0], boxes[0], seat)


@rule
def next_answer(states, words, written, boxes, seat, plan, actions):
    """Return the answer that follows on a sheet after those that are written (`words` are those of the states); NONE where
    something else than the plan is written."""
    for i in range(len(plan)):
        count = rules.legal_actions(states[0], boxes[0], seat, actions)
        if place_of(plan[i], actions, count) == NONE:
            return NONE
        if (words == written).all():
            return plan[i]
        rules.apply(states[0], boxes[0], seat, plan[i])
    return NONE


# ---------------------------------------------------------------- the bot

class Sheets(SearchThread):
    """The sheets of all seats, and how much each of them is regretted."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        self.plans, self.regrets = self.draft(), np.zeros((SEATS, PLANS))
        self.chosen, self.rounds, self.look = np.zeros(PLANS), 0, view.states.copy()
        self.plain, self.net = (self.plans, self.regrets), None     # as the others think: like this search itself

    plain: tuple[np.ndarray, np.ndarray]
    net: Net | None

    def draft(self) -> np.ndarray:
        """Return sheets of all seats."""
        plans = np.zeros((SEATS, PLANS, LONGEST), np.int64)
        draft(self.view.states, self.view.box.array, self.view.seat, self.stream, self.settings, plans)
        return plans

    def simulate(self, number: int) -> int:
        rounds = max(1, number // PLANS)
        done = learn(self.view.states, self.view.box.array, self.view.seat, self.plans, self.regrets, self.chosen, rounds,
                     self.rounds, self.stream, self.settings, self.net, self.look, words_of(self.look), self.tried, self.wins,
                     self.points, *self.plain)
        self.rounds += rounds
        return int(done)


class JudgedSheets(Sheets):
    """The same with a network. The others are taken to think as plain searches do."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        drafts = [self.plans] + [self.draft() for _ in range(MINDS - 1)]
        odds = [self.think_plainly(plans) for plans in drafts]
        self.plain, self.net = (np.concatenate(drafts, 1), np.concatenate(odds, 1)), needed_network(view.box, self.network)

    def think_plainly(self, plans: np.ndarray) -> np.ndarray:
        """Return how often every seat picks each of its sheets after a plain search."""
        regrets, odds, nowhere = np.zeros((SEATS, PLANS)), np.empty((SEATS, PLANS)), np.zeros(PLANS)
        found = (np.zeros_like(part) for part in (self.tried, self.wins, self.points))
        learn(self.view.states, self.view.box.array, self.view.seat, plans, regrets, nowhere, PLAIN_ROUNDS, 0, self.stream,
              SETTINGS["usual"], None, self.look, words_of(self.look), *found, plans, regrets)
        for seat in range(SEATS):
            match_regrets(regrets[seat], odds[seat])
        return odds


class Search(Thinker):
    search_thread: type[SearchThread] = Sheets

    def think(self, view: View) -> int:
        return int(self.sheet(view)[0])

    def sheet(self, view: View) -> np.ndarray:
        """Return the answers that complete a sheet."""
        threads: list[Any] = self.ponder(view)
        best = max(threads, key=lambda thread: thread.chosen.max() / thread.chosen.sum())
        sheet: np.ndarray = best.plans[view.seat, best.chosen.argmax()]
        return sheet


class DeepSearch(Search):
    """A sheet is planned as a whole when it is begun, and then written down answer by answer. Whoever is asked in the middle
    of a sheet plans it from its beginning; where something else is written on it, what is left of it."""

    search_thread = JudgedSheets

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.planned: tuple[tuple[int, bytes], np.ndarray] = (NONE, b""), np.empty(0)   # not anew for every answer

    def think(self, view: View) -> int:
        empty, states = view.states.copy(), view.states.copy()
        clear_sheets(empty, view.box.array, view.seat, True)
        clear_sheets(states, view.box.array, view.seat, False)
        whose = view.seat, empty.tobytes()
        if self.planned[0] != whose:
            self.planned = whose, self.sheet(View(view.game, view.box, view.options, empty.copy(), view.seat))
        answer = next_answer(empty, words_of(empty), words_of(states), view.box.array, view.seat, self.planned[1], self.buffer())
        return int(answer) if answer != NONE else super().think(view)
