"""Search: information-set Monte Carlo tree search over the compiled rules.

A simulation begins at the position as the seat sees it, with what is hidden imagined afresh. It walks down the tree of
answers; the dealer's answers are drawn on the way and are not part of the tree (open loop). Where it leaves the tree it
plays a few answers more and judges the position for every seat. The answers of a node are tried in the light of one look
ahead, so that a hundred answers need not all be tried (PUCT). The answer that was tried most often is given.
"""
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np

from inventorium.bots.bot import Bot, answers_open
from inventorium.core.chance import random_below, restart
from inventorium.core.compiler import rule
from inventorium.core.game import Game, View

rules: Any                                          # bound by bots.compiled, as the following are
playing: Any
value: Any
judging: Any

DEALER = np.int64(-1)
NONE = -1
SEATS = 5
DEEPEST = 512                                       # answers on one way through the tree
MOST_NODES = 1_000_000
AT_ONCE = 50                                        # simulations between two looks at the clock
SECRETS = hasattr(globals().get("rules"), "imagine")

NODE = np.dtype([("seat", "i4"), ("action", "i4"),                  # who answered what to get here
                 ("first", "i4"), ("next", "i4"),                   # the first child; the next child of the same parent
                 ("visits", "i4"), ("lean", "f8"),                  # simulations through here; the look ahead's opinion
                 ("merit", "f8", (SEATS,))])                        # the sum over the simulations, for every seat

# how a search goes about it
HABITS = np.dtype([("explore", "f8"),                               # how much the look ahead counts against what was seen
                   ("sharpness", "f8"),                             # points by which an answer must be worse to count 1 / e
                   ("caution", "f8"),                               # how much worse an untried answer is taken to be
                   ("steps", "i4"), ("tries", "i4")])               # of a rollout: its answers, each the best of some
USUAL = np.array([(0.3, 2.0, 0.1, 4, 4)], HABITS)


@rule
def grow(states, boxes, viewer, nodes, used, simulations, stream, habits, tried, wins_then, points_then):
    """Run simulations and grow the tree; gives the number of nodes used. For every answer it counts the simulations that
    began with it, and adds up every seat's chance to win and points that came of them."""
    trial, look = states.copy(), states.copy()
    state, box = trial[0], boxes[0]
    actions, children = np.empty(len(tried), np.int64), np.empty(len(tried), np.int64)
    worth, path = np.empty(len(tried)), np.empty(DEEPEST, np.int64)
    points, wins, merits = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    parts, scores, places = np.empty((SEATS, rules.PARTS), np.int64), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    for _ in range(simulations):
        trial[0] = states[0]
        if SECRETS:
            rules.imagine(state, box, viewer, stream)
        node = depth = 0
        path[0] = 0
        while depth < DEEPEST - 1:
            count = next_question(state, box, stream, actions)
            if count == 0 or (node > 0 and nodes[node].visits == 0) or used + count > len(nodes):
                break
            seat = np.int64(rules.to_act(state))
            used = find_children(trial, boxes, seat, nodes, used, node, actions, count, children, look, worth, habits)
            node = choose_child(nodes, node, seat, children, count, habits)
            rules.apply(state, box, seat, np.int64(nodes[node].action))
            depth += 1
            path[depth] = node
        play_on(trial, boxes, stream, actions, look, habits)
        judging.judge(state, box, points, wins, merits, parts, scores, places)
        for i in range(depth + 1):
            nodes[path[i]].visits += 1
            for each in range(state.players):
                nodes[path[i]].merit[each] += merits[each]
        first = nodes[path[1]].action
        tried[first] += 1
        for each in range(state.players):
            wins_then[first, each] += wins[each]
            points_then[first, each] += points[each]
    return used


@rule
def next_question(state, box, stream, actions):
    """Go on to the next question that leaves a choice; gives the number of answers, 0 at the end of the game."""
    while not rules.is_over(state):
        seat = np.int64(rules.to_act(state))
        if seat == DEALER:
            rules.apply(state, box, DEALER, playing.deal(state, box, stream, actions))
        else:
            count = rules.legal_actions(state, box, seat, actions)
            if count > 1:
                return count
            rules.apply(state, box, seat, actions[0])
    return 0


@rule
def find_children(trial, boxes, seat, nodes, used, node, actions, count, children, look, worth, habits):
    """The child of every answer open now. Other answers may have been open when the dealer dealt otherwise, so missing
    ones are added whenever they are met."""
    for i in range(count):
        children[i] = NONE
    missing = count
    child = nodes[node].first
    while child != NONE:
        for i in range(count):
            if actions[i] == nodes[child].action and seat == nodes[child].seat:
                children[i] = child
                missing -= 1
                break
        child = nodes[child].next
    if missing == 0:
        return used
    judging.weigh(trial, boxes, seat, actions, count, look, worth)
    best = worth[0]
    for i in range(1, count):
        best = max(best, worth[i])
    for i in range(count):
        if children[i] == NONE:
            children[i] = used
            new = nodes[used]
            new.seat, new.action, new.first, new.visits = seat, actions[i], NONE, 0
            new.lean = np.exp((worth[i] - best) / habits[0].sharpness)
            for s in range(SEATS):
                new.merit[s] = 0.0
            new.next, nodes[node].first = nodes[node].first, used
            used += 1
    return used


@rule
def choose_child(nodes, node, seat, children, count, habits):
    """The child that has done well for the seat, or looks good and was tried little."""
    visits, leans = 1, 0.0
    for i in range(count):
        visits += nodes[children[i]].visits
        leans += nodes[children[i]].lean
    untried = nodes[node].merit[seat] / max(1, nodes[node].visits) - habits[0].caution
    curiosity = habits[0].explore * np.sqrt(visits) / leans
    best, most = NONE, -np.inf
    for i in range(count):
        child = nodes[children[i]]
        promise = child.merit[seat] / child.visits if child.visits > 0 else untried
        promise += curiosity * child.lean / (1 + child.visits)
        if promise > most:
            best, most = children[i], promise
    return best


@rule
def play_on(trial, boxes, stream, actions, look, habits):
    """A rollout: a few answers more, each the best of some that are drawn, by the points that the seat expects."""
    state, box = trial[0], boxes[0]
    for _ in range(habits[0].steps):
        count = next_question(state, box, stream, actions)
        if count == 0:
            return
        seat = np.int64(rules.to_act(state))
        best, most = actions[random_below(stream, count)], -np.inf
        if habits[0].tries > 1:
            for _ in range(min(count, habits[0].tries)):
                i = random_below(stream, count)
                look[0] = trial[0]
                rules.apply(look[0], box, seat, actions[i])
                points = value.value(look[0], box, seat)
                if points > most:
                    best, most = actions[i], points
                count -= 1
                actions[i] = actions[count]                          # drawn without putting back
        rules.apply(state, box, seat, best)


# ---------------------------------------------------------------- the bot

@dataclass(frozen=True)
class Budget:
    """How long a search may go on: so many simulations, or so many seconds, on so many threads."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1


@dataclass(frozen=True)
class Line:
    """What a search thinks of one answer."""

    action: int
    share: float                                    # of the simulations
    wins: tuple[float, ...]                         # every seat's chance to win
    points: tuple[float, ...]                       # every seat's points at the end, as expected


class Search(Bot):
    def __init__(self, name: str, game: Game, seed: int | str, budget: Budget, habits: np.ndarray = USUAL) -> None:
        super().__init__(name, game, seed)
        self.budget, self.habits = budget, habits

    def think(self, view: View) -> int:
        return self.study(view)[0].action

    def prepare(self, view: View) -> None:
        Search(self.name, self.game, self.seed, Budget(simulations=1)).study(view)

    def study(self, view: View) -> list[Line]:
        """The answers that were tried, the best first. Each thread grows a tree of its own."""
        answers_open(view)
        trees = [Tree(self, view, number) for number in range(self.budget.threads)]
        if len(trees) == 1:
            trees[0].grow()
        else:
            with ThreadPoolExecutor(len(trees)) as pool:
                list(pool.map(Tree.grow, trees))
        tried = np.sum([tree.tried for tree in trees], axis=0)
        each = np.maximum(tried, 1)[:, None]
        wins, points = (np.sum([tree.__dict__[what] for tree in trees], axis=0)[:, :view.players] / each
                        for what in ("wins", "points"))
        best_first = np.lexsort((wins[:, view.seat], tried))[::-1]
        return [Line(int(action), float(tried[action] / tried.sum()), tuple(wins[action].tolist()),
                     tuple(points[action].tolist())) for action in best_first if tried[action] > 0]


class Tree:
    """One tree that grows from a view, with the luck of its number."""

    def __init__(self, bot: Search, view: View, number: int) -> None:
        self.bot, self.view = bot, view
        self.stream = bot.stream(view)
        restart(self.stream, number)
        self.tried = np.zeros(bot.game.actions, np.int64)
        self.wins, self.points = np.zeros((2, bot.game.actions, SEATS))

    def grow(self) -> None:
        budget = self.bot.budget
        nodes = np.empty(MOST_NODES, NODE)          # the system gives only as much as is used
        nodes[0] = np.zeros(1, NODE)[0]
        nodes[0]["first"] = NONE
        end = monotonic() + (budget.seconds or np.inf)
        left = (budget.simulations or 1 << 62) // budget.threads
        used = 1
        while left > 0 and monotonic() < end:
            used = grow(self.view.states, self.view.box.array, self.view.seat, nodes, used, min(left, AT_ONCE),
                        self.stream, self.bot.habits, self.tried, self.wins, self.points)
            left -= AT_ONCE
