"""Play with a trained network: one look ahead, or a tree search without rollouts (PUCT).

A simulation begins at the position as the seat sees it, with what is hidden imagined afresh, and walks down the tree of answers;
the dealer's answers are drawn on the way and are not part of the tree (open loop). Where it leaves the tree the network is asked
once: what every seat can expect, and which answers deserve to be tried first. The answer that was tried most often is given.
"""
import numpy as np

from inventorium.bots.bot import Bot
from inventorium.bots.thinking import Mind, Thinker
from inventorium.bots.weights import needed_network, words_of
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.game import View

rules, tables, judging, network = bound(__name__, "rules", "tables", "judging", "network")
SEATS = tables.SIZES["seat"]
NONE = -1
DEEPEST = 512                                       # answers on one way through the tree
MOST_NODES = 1_000_000

NODE = np.dtype((np.record, [
    ("seat", "i4"), ("action", "i4"),               # who answered what to get here
    ("first", "i4"), ("next", "i4"),                # the first child; the next child of the same parent
    ("visits", "i4"), ("lean", "f4"),               # simulations through here; the network's inclination
    ("merit", "f4", (SEATS,)),                      # the sum over the simulations, for every seat
]))
HABIT = np.dtype((np.record, [
    ("explore", "f8"),                              # how much inclination counts against what was seen
    ("caution", "f8"),                              # how much worse an untried answer is taken to be
]))
HABITS = {"usual": np.array([(0.3, 0.05)], HABIT)}


# ---------------------------------------------------------------- one look ahead

@rule
def weigh(states, boxes, seat, actions, count, stream, net, room, look, words, more, worth):
    """The merit of the seat after each of its answers. `words` are those of `look`."""
    points, wins, merits = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for i in range(count):
        look[0] = states[0]
        rules.apply(look[0], boxes[0], seat, np.int64(actions[i]))
        network.foresee(look, words, boxes, stream, more, net, room, points, wins, merits)
        worth[i] = merits[seat]


@rule
def best_answer(states, boxes, seat, stream, net, look, words, actions, worth):
    """The answer after which the seat stands best; chance decides between equals."""
    room = network.room_for(states[0], net)
    judging.imagine(states[0], boxes[0], seat, stream)
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    weigh(states, boxes, seat, actions, count, stream, net, room, look, words, np.empty_like(actions), worth)
    best = 0
    for i in range(count):
        worth[i] += 1e-9 * random_below(stream, 1000)
        if worth[i] > worth[best]:
            best = i
    return actions[best]


class Look(Bot):
    """One look ahead."""

    def think(self, view: View) -> int:
        look = np.empty_like(view.states)
        return int(best_answer(view.states.copy(), view.box.array, view.seat, self.stream(view), needed_network(view.box), look,
                               words_of(look), self.buffer(), np.empty(self.game.actions)))


# ---------------------------------------------------------------- the tree

@rule
def plant(nodes):
    """A tree of which nothing has grown yet; returns the number of nodes used."""
    root = nodes[0]
    root.seat, root.action, root.first, root.next, root.visits, root.lean = NONE, NONE, NONE, NONE, 0, 1.0
    for seat in range(SEATS):
        root.merit[seat] = 0.0
    return 1


@rule
def grow(states, boxes, viewer, nodes, used, simulations, stream, habits, net, trial, words, tried, wins_then, points_then):
    """Run simulations and grow the tree; returns the number of nodes used. For every answer it counts the simulations that
    began with it, and adds up every seat's chance to win and points that came of them. `words` are those of `trial`."""
    state, box, room = trial[0], boxes[0], network.room_for(states[0], net)
    actions, children = np.empty(len(tried), np.int64), np.empty(len(tried), np.int64)
    leans, path = np.empty(len(tried)), np.empty(DEEPEST, np.int64)
    points, wins, merits = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for _ in range(simulations):
        trial[0] = states[0]
        judging.imagine(state, box, viewer, stream)
        node = depth = 0
        path[0] = 0
        while True:
            count = judging.next_question(state, box, stream, actions)
            if count == 0:
                judging.judge_result(state, box, points, wins, merits, room.score_parts, room.scores, room.places)
                break
            seat, is_new = np.int64(rules.to_act(state)), nodes[node].visits == 0
            missing = find_children(nodes, node, seat, actions, count, children)
            if is_new or missing > 0 or depth == DEEPEST - 1:
                network.judge(state, words, box, net, room, points, wins, merits)
                if used + missing > len(nodes) or depth == DEEPEST - 1:
                    break
                network.lean(state, net, room, actions, count, leans)
                used = add_children(nodes, used, node, seat, actions, count, children, leans)
                if is_new:
                    break
            node = choose_child(nodes, node, seat, children, count, habits)
            rules.apply(state, box, seat, np.int64(nodes[node].action))
            depth += 1
            path[depth] = node
        for i in range(depth + 1):
            nodes[path[i]].visits += 1
            for each in range(state.players):
                nodes[path[i]].merit[each] += merits[each]
        if depth > 0:
            first = nodes[path[1]].action
            tried[first] += 1
            for each in range(state.players):
                wins_then[first, each] += wins[each]
                points_then[first, each] += points[each]
    return used


@rule
def find_children(nodes, node, seat, actions, count, children):
    """Find the child of every answer open now; returns how many there are not yet. Mostly they stand in the same order."""
    first, child, missing = nodes[node].first, nodes[node].first, 0
    for i in range(count):
        if child == NONE or nodes[child].action != actions[i] or nodes[child].seat != seat:
            child = first
            while child != NONE and (nodes[child].action != actions[i] or nodes[child].seat != seat):
                child = nodes[child].next
        children[i] = child
        if child == NONE:
            missing += 1
        else:
            child = nodes[child].next
    return missing


@rule
def add_children(nodes, used, node, seat, actions, count, children, leans):
    """Add what is missing: other answers may have been open when the dealer dealt otherwise."""
    for i in range(count - 1, -1, -1):
        if children[i] == NONE:
            children[i] = used
            new = nodes[used]
            new.seat, new.action, new.first, new.visits, new.lean = seat, actions[i], NONE, 0, leans[i]
            for each in range(SEATS):
                new.merit[each] = 0.0
            new.next, nodes[node].first = nodes[node].first, used
            used += 1
    return used


@rule
def choose_child(nodes, node, seat, children, count, habits):
    """The child that has done well for the seat, or that the network is inclined to and that was tried little."""
    visits, leans, seen = 1, 0.0, 0.0
    for i in range(count):
        child = nodes[children[i]]
        visits += child.visits
        leans += child.lean
        if child.visits > 0:
            seen += child.lean
    untried = nodes[node].merit[seat] / max(1, nodes[node].visits) - habits[0].caution * np.sqrt(seen / leans)
    curiosity = habits[0].explore * np.sqrt(visits) / leans
    best, most = children[0], -np.inf
    for i in range(count):
        child = nodes[children[i]]
        promise = child.merit[seat] / child.visits if child.visits > 0 else untried
        promise += curiosity * child.lean / (1 + child.visits)
        if promise > most:
            best, most = children[i], promise
    return best


# ---------------------------------------------------------------- the bot

class Tree(Mind):
    """One tree that grows from a view."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        self.net, self.trial = needed_network(view.box), view.states.copy()
        self.nodes = np.empty(MOST_NODES, NODE)                         # the system gives only as much as is used
        self.used = plant(self.nodes)

    def simulate(self, number: int) -> int:
        self.used = grow(self.view.states, self.view.box.array, self.view.seat, self.nodes, self.used, number, self.stream,
                         self.habits, self.net, self.trial, words_of(self.trial), self.tried, self.wins, self.points)
        return number


class DeepSearch(Thinker):
    mind = Tree
