"""Search where several seats move at once, unseen.

Each seat to move gets several plans, which are sets of sealed moves: first against what the others may do, then against their
plans.

Without a network all seats learn by regret matching (`minimise_regret`). In each round the hidden information is sampled anew,
every seat picks one of its plans, and one seat, the learner, tries all of its plans against the picks of the others. It regrets
not having picked the better ones, and picks them more often from then on. The longer this runs, the less a seat's average
choice can be exploited; the plan picked most is played. The other players are unknown, so now and then one of them moves at
random.

With a network, the others are assumed to search like that, and only the seat itself learns (`best_response`): it looks for the
best response to them. Several such searches are run for the others, since each makes plans of its own. The seat's own plans
keep changing: the worst is replaced by a mutation of the best in one action.
"""

from typing import Any

import numpy as np

from inventorium.bots.networks import as_int32, needed_network
from inventorium.bots.searcher import SearchThread, Thinker
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, tables, value, evaluator, network = bound(__name__, "rules", "tables", "value", "evaluator", "inference")
SEATS, PARTS, ACTIONS = tables.SIZES["seat"], len(tables.SCORE_PARTS), tables.SPACE.size

NONE = -1
PLANS = 16  # plans of each seat
LONGEST = tables.GAME_TYPE.longest_sealed
ALIKE = value.is_alike is not None  # the game knows which plans came to the same

SETTING = np.dtype(
    [
        ("generations", "i4"),  # of plans, each made against the one before
        ("steps", "i4"),
        ("tries", "i4"),  # of a rollout: actions after the plans; 0 tries: any action
        ("wild", "i4"),
    ]
)  # one in so many plans of the others is filled in at random
SETTINGS = {
    "usual": np.array([(3, 0, 1, value.RANDOM_OPPONENT_ONE_IN)], SETTING),
    "to_the_end": np.array([(1, 10_000, 0, value.RANDOM_OPPONENT_ONE_IN)], SETTING),
}
SETTINGS["network"] = SETTINGS["usual"]  # of the others, who are assumed to search without one

# with a network
OPPONENT_SEARCHES, PLAIN_ROUNDS = 2, 30  # searches without a network that say what the others do; rounds of each
SKIP_LOW_REGRET = 4  # a plan that is not regretted is tried in one round of so many
MUTATION_RATE = 3  # one mutation in so many takes any other action, not the neighbouring one
INHERITED_REGRET = 0.5  # of a new plan: a part of the regret of the one that it is like


@rule
def sample_sealed_moves(states, boxes, viewer, stream, settings, plans):
    """Fill plans[seat, number] with sealed actions, for every seat that is asked; NONE ends a plan. The first
    generation of plans is made against what the others may do, each further one against the one before. Without a viewer
    (NONE) nothing is hidden."""
    trial, ahead = states.copy(), states.copy()
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
                    evaluator.determinize(trial[0], boxes[0], viewer, stream)
                if rules.is_asked(trial[0], seat):
                    i = value.plan_actions(
                        trial[0], boxes[0], np.int64(seat), stream, plans[:, max(0, first - size) : first], plans[seat, plan]
                    )
                    if i == 0:
                        fill_greedily(trial, boxes, np.int64(seat), stream, actions, ahead, plans[seat, plan])


@rule
def fill_greedily(states, boxes, seat, stream, actions, ahead, plan):
    """Fill in a plan with sensible actions, one by one."""
    i, window = 0, value.window(states[0])
    while value.window(states[0]) == window and rules.is_asked(states[0], seat):
        count = rules.legal_actions(states[0], boxes[0], seat, actions)
        plan[i] = evaluator.sensible_action(states, boxes, seat, actions, count, stream, ahead, 1)
        rules.apply(states[0], boxes[0], seat, np.int64(plan[i]))
        i += 1


@rule
def fill_in(states, boxes, seat, plan, stream, actions, ahead, tries):
    """Play a plan. With another hand of cards some of its actions may not be legal; sensible ones replace them (with no tries:
    any)."""
    i, window = 0, value.window(states[0])
    while value.window(states[0]) == window and rules.is_asked(states[0], seat):
        count = rules.legal_actions(states[0], boxes[0], seat, actions)
        action = plan[i]
        if place_of(action, actions, count) == NONE:
            action = evaluator.sensible_action(states, boxes, seat, actions, count, stream, ahead, tries)
        rules.apply(states[0], boxes[0], seat, action)
        i += 1


@rule
def place_of(action, actions, count):
    """Return the place of an action among the legal ones; NONE if it is not legal."""
    for i in range(count):
        if actions[i] == action:
            return i
    return NONE


# ---------------------------------------------------------------- regret matching


@rule
def minimise_regret(
    states, boxes, viewer, plans, regrets, chosen, rounds, first_round, stream, settings, ahead, tried, wins_then, points_then
):
    """Run rounds of regret matching, judged by the hand-written value. The viewer learns in every other round, the others in
    turn; without a viewer (NONE) nothing is hidden, and all seats learn in turn."""
    trial, spare, luck = states.copy(), states.copy(), stream.copy()
    actions, picked = np.empty(len(tried), np.int64), np.empty((SEATS, LONGEST), np.int64)
    odds, payoffs, wild = np.empty(PLANS), np.empty(PLANS), np.empty(SEATS, np.bool_)
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    parts, scores, places = np.empty((SEATS, PARTS), np.int64), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    players = states[0].players
    for number in range(first_round, first_round + rounds):
        trial[0] = states[0]
        if viewer != NONE:
            evaluator.determinize(trial[0], boxes[0], viewer, stream)
        learner = who_learns(trial[0], viewer, number)
        for seat in range(players):
            match_regrets(regrets[seat], odds)
            picked[seat] = plans[seat, draw(odds, stream)]
            wild[seat] = seat != viewer and random_below(stream, settings[0].wild) == 0
            if wild[seat]:
                picked[seat] = NONE  # an unknown player: any plan is possible
        match_regrets(regrets[learner], odds)
        luck[:] = stream
        mean = 0.0
        for plan in range(PLANS):
            stream[:] = luck  # the same random numbers for every plan
            ahead[0] = trial[0]
            window = value.window(ahead[0])
            for seat in range(players):
                if value.window(ahead[0]) == window and rules.is_asked(ahead[0], seat):
                    sealed = plans[seat, plan] if seat == learner else picked[seat]
                    tries = np.int64(seat == learner or not wild[seat])
                    fill_in(ahead, boxes, np.int64(seat), sealed, stream, actions, spare, tries)
            play_on(ahead, boxes, stream, actions, spare, settings)
            evaluator.judge(ahead[0], boxes[0], points, wins, utilities, parts, scores, places)
            payoffs[plan] = utilities[learner]
            mean += odds[plan] * payoffs[plan]
            if learner == viewer:
                count_in(plans[viewer, plan, 0], odds[plan] * (1 + number), wins, points, tried, wins_then, points_then)
        for plan in range(PLANS):
            regrets[learner, plan] = max(0.0, regrets[learner, plan] + payoffs[plan] - mean)
            if learner == viewer:
                chosen[plan] += odds[plan] * (1 + number)  # later rounds know more


@rule
def who_learns(state, viewer, number):
    """Return the seat that learns in a round of this number."""
    if viewer != NONE:
        other = number // 2 % state.players
        return other if number % 2 == 1 and rules.is_asked(state, other) else viewer
    learner = number % state.players
    while not rules.is_asked(state, learner):
        learner = (learner + 1) % state.players
    return learner


@rule
def count_in(first, weight, wins, points, tried, wins_then, points_then):
    """Count the result of a plan for its first action."""
    if weight > 0:
        tried[first] += weight
        for seat in range(SEATS):
            wins_then[first, seat] += weight * wins[seat]
            points_then[first, seat] += weight * points[seat]


@rule
def match_regrets(regrets, odds):
    """Write the chance of each plan: in proportion to its regret, all equal where nothing is regretted."""
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


# ---------------------------------------------------------------- the best response, judged by a network


@rule
def best_response(
    states,
    boxes,
    viewer,
    seat,
    plans,
    regrets,
    chosen,
    rounds,
    first_round,
    stream,
    net,
    ahead,
    words,
    tried,
    wins_then,
    points_then,
    others,
    odds,
):
    """Improve the plans of a seat against those of the others (others[seat, plan], picked with these odds); return how many
    were tried. Within a round all plans meet the same secrets, the same plans and the same luck, and those that come to the
    same are judged once. Without a viewer (NONE) nothing is hidden; `words` are those of `look`."""
    trial, spare, luck, scratch = states.copy(), states.copy(), stream.copy(), network.new_scratch(states[0], net)
    shares, payoffs, is_tried = np.empty(PLANS), np.empty(PLANS), np.empty(PLANS, np.bool_)
    actions, came = np.empty(len(tried), np.int64), np.empty(PLANS, states.dtype)
    points, wins, utilities = np.zeros((PLANS, SEATS)), np.zeros((PLANS, SEATS)), np.zeros((PLANS, SEATS))
    done = 0
    for number in range(first_round, first_round + rounds):
        trial[0] = states[0]
        if viewer != NONE:
            evaluator.determinize(trial[0], boxes[0], viewer, stream)
        for other in range(states[0].players):
            if other != seat and rules.is_asked(trial[0], other):
                fill_in(trial, boxes, np.int64(other), others[other, draw(odds[other], stream)], stream, actions, spare, 1)
        match_regrets(regrets, shares)
        for plan in range(PLANS):
            is_tried[plan] = shares[plan] > 0 or random_below(stream, SKIP_LOW_REGRET) == 0
        luck[:] = stream
        mean, judged = 0.0, 0
        for plan in range(PLANS):
            if is_tried[plan]:
                done += 1
                stream[:] = luck
                ahead[0] = trial[0]
                hand_in(ahead[0], boxes[0], seat, plans[plan], actions)
                evaluator.settle(ahead, boxes, stream, actions, spare)
                same = find_alike(ahead[0], came, judged, states[0])
                if same == judged:
                    came[judged] = ahead[0]
                    judged += 1
                    network.foresee(ahead, words, boxes, stream, actions, net, scratch, points[same], wins[same], utilities[same])
                payoffs[plan] = utilities[same, seat]
                mean += shares[plan] * payoffs[plan]
                count_in(plans[plan, 0], shares[plan] * (1 + number), wins[same], points[same], tried, wins_then, points_then)
        for plan in range(PLANS):
            if is_tried[plan]:
                regrets[plan] = max(0.0, regrets[plan] + payoffs[plan] - mean)
            chosen[plan] += shares[plan] * (1 + number)  # later rounds know more
        new = vary_best(states, boxes, seat, plans, regrets, stream, actions, ahead)
        if new != NONE:
            chosen[new] = 0.0
    return done


@rule
def hand_in(state, box, seat, plan, actions):
    """Play as an own plan says, which is known to be allowed; what leaves no choice need not be on it."""
    i, window = 0, value.window(state)
    while value.window(state) == window and rules.is_asked(state, seat):
        action = plan[i] if i < LONGEST else NONE
        if action == NONE:
            rules.legal_actions(state, box, seat, actions)
            action = actions[0]
        rules.apply(state, box, seat, action)
        i += 1


@rule
def find_alike(state, came, number, before):
    """Return the first of some positions that plans came to and that this one equals; their number where there is none."""
    if ALIKE:
        for i in range(number):
            if value.is_alike(state, came[i], before):
                return i
    return number


@rule
def vary_best(states, boxes, seat, plans, regrets, stream, actions, ahead):
    """Replace the worst plan of a seat by a copy of its best with one action changed, usually to the next above or below.
    Return the number of the new plan; NONE where there is no such action."""
    best, worst, length = regrets.argmax(), regrets.argmin(), 0
    while length < LONGEST and plans[best, length] != NONE:
        length += 1
    if length == 0 or best == worst:
        return NONE
    at, place, count = random_below(stream, length), NONE, 0
    ahead[0] = states[0]
    for i in range(at + 1):
        if i > 0:
            rules.apply(ahead[0], boxes[0], seat, np.int64(plans[best, i - 1]))
        count = rules.legal_actions(ahead[0], boxes[0], seat, actions) if rules.is_asked(ahead[0], seat) else 0
        place = place_of(plans[best, i], actions, count)
        if place == NONE:
            return NONE  # the plan is for another hand of cards
    if random_below(stream, MUTATION_RATE) == 0:
        place = random_below(stream, count)
    else:
        place += 2 * random_below(stream, 2) - 1
    if not 0 <= place < count:
        return NONE
    plans[worst] = plans[best]
    plans[worst, at] = actions[place]
    regrets[worst] = INHERITED_REGRET * regrets[best]
    return worst


@rule
def play_on(states, boxes, stream, actions, ahead, settings):
    """Play a rollout: sensible actions until the position can be judged, and a few more."""
    for _ in range(settings[0].steps):
        count = evaluator.next_question(states[0], boxes[0], stream, actions)
        if count == 0:
            return
        seat = np.int64(rules.to_act(states[0]))
        rules.apply(
            states[0],
            boxes[0],
            seat,
            evaluator.sensible_action(states, boxes, seat, actions, count, stream, ahead, settings[0].tries),
        )
    evaluator.settle(states, boxes, stream, actions, ahead)


@rule
def clear_sealed(states, boxes, seat, own):
    """Empty the plans of the others, of which this seat knows nothing, and its own."""
    value.forget_sealed(states[0], boxes[0], seat)
    if own:
        rules.reopen(states[0], boxes[0], seat)


@rule
def next_action(states, words, written, boxes, seat, plan, actions):
    """Return the action that follows in a plan after those that are sealed (`words` are those of the states); NONE where
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


class SealedMoves(SearchThread):
    """The plans of all seats, and how much each of them is regretted."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        self.plans, self.regrets = self.sample_sealed_moves(), np.zeros((SEATS, PLANS))
        self.chosen, self.rounds, self.ahead = np.zeros(PLANS), 0, view.states.copy()
        self.others = self.plans, self.regrets  # their plans, and how likely they pick each

    others: tuple[np.ndarray, np.ndarray]

    def sample_sealed_moves(self) -> np.ndarray:
        """Return plans of all seats."""
        plans = np.zeros((SEATS, PLANS, LONGEST), np.int64)
        sample_sealed_moves(self.view.states, self.view.box.array, self.view.seat, self.stream, self.settings, plans)
        return plans

    def simulate(self, number: int) -> int:
        rounds = max(1, number // PLANS)
        minimise_regret(
            self.view.states,
            self.view.box.array,
            self.view.seat,
            self.plans,
            self.regrets,
            self.chosen,
            rounds,
            self.rounds,
            self.stream,
            self.settings,
            self.ahead,
            self.tried,
            self.wins,
            self.points,
        )
        self.rounds += rounds
        return rounds * PLANS


class JudgedSealedMoves(SealedMoves):
    """The same with a network: only the seat itself learns, against what the others do without one."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        drafts = [self.plans] + [self.sample_sealed_moves() for _ in range(OPPONENT_SEARCHES - 1)]
        odds = [self.think_plainly(plans) for plans in drafts]
        self.others = np.concatenate(drafts, 1), np.concatenate(odds, 1) / OPPONENT_SEARCHES
        self.net = needed_network(view.box, self.network, view.options)

    def think_plainly(self, plans: np.ndarray) -> np.ndarray:
        """Return how likely every seat picks each of its plans after a search without a network."""
        regrets, odds, nowhere = np.zeros((SEATS, PLANS)), np.empty((SEATS, PLANS)), np.zeros(PLANS)
        found = (np.zeros_like(part) for part in (self.tried, self.wins, self.points))
        minimise_regret(
            self.view.states,
            self.view.box.array,
            self.view.seat,
            plans,
            regrets,
            nowhere,
            PLAIN_ROUNDS,
            0,
            self.stream,
            self.settings,
            self.ahead,
            *found,
        )
        for seat in range(SEATS):
            match_regrets(regrets[seat], odds[seat])
        return odds

    def think(self, simulations: int | None, seconds: float | None, until_settled: bool = False) -> None:
        """Spend the simulations of all sealed moves at once: they are planned as a whole."""
        answers = max(1, int((self.plans[self.view.seat, 0] != NONE).sum()))
        super().think(None if simulations is None else answers * simulations, seconds, until_settled)

    def simulate(self, number: int) -> int:
        rounds, seat = max(1, number // PLANS), self.view.seat
        done = best_response(
            self.view.states,
            self.view.box.array,
            seat,
            seat,
            self.plans[seat],
            self.regrets[seat],
            self.chosen,
            rounds,
            self.rounds,
            self.stream,
            self.net,
            self.ahead,
            as_int32(self.ahead),
            self.tried,
            self.wins,
            self.points,
            *self.others,
        )
        self.rounds += rounds
        return int(done)


class Search(Thinker):
    search_thread: type[SearchThread] = SealedMoves

    def think(self, view: View) -> int:
        return int(self.sealed(view)[0])

    def sealed(self, view: View) -> np.ndarray:
        """Return the actions that complete the sealed moves of a seat."""
        threads: list[Any] = self.ponder(view)
        best = max(threads, key=lambda thread: thread.chosen.max() / thread.chosen.sum())
        sealed: np.ndarray = best.plans[view.seat, best.chosen.argmax()]
        return sealed


class DeepSearch(Search):
    """Plans sealed moves as a whole at the first of them, and then gives them one by one. A bot that is asked later plans from
    the first; where other moves have been sealed, it plans the rest."""

    search_thread = JudgedSealedMoves

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.planned: tuple[tuple[int, bytes], np.ndarray] = (
            (NONE, b""),
            np.empty(0),
        )

    def think(self, view: View) -> int:
        empty, states = view.states.copy(), view.states.copy()
        clear_sealed(empty, view.box.array, view.seat, True)
        clear_sealed(states, view.box.array, view.seat, False)
        whose = view.seat, empty.tobytes()
        if self.planned[0] != whose:
            self.planned = whose, self.sealed(View(view.game, view.box, view.options, empty.copy(), view.seat))
        answer = next_action(empty, as_int32(empty), as_int32(states), view.box.array, view.seat, self.planned[1], self.buffer())
        return int(answer) if answer != NONE else super().think(view)
