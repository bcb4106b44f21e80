"""Play with a trained network: one look ahead, or a tree search without rollouts (PUCT).

A simulation begins at the position as the seat sees it, with what is hidden filled in at random, and walks down the tree of
answers; the dealer's answers are drawn on the way and are not part of the tree (open loop). Where it leaves the tree the network
is asked once: what every seat can expect, and which answers deserve to be tried first. The answer that was tried most often is
returned.
"""
import numpy as np

from inventorium.bots.bot import Bot
from inventorium.bots.thinking import SearchThread, Thinker
from inventorium.bots.weights import needed_network, words_of
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, tables, judging, network = bound(__name__, "rules", "tables", "judging", "network")
SEATS = tables.SIZES["seat"]
NONE = -1
DEEPEST = 512                                       # answers on one way through the tree
MOST_NODES = 1_000_000

NODE = np.dtype((np.record, [
    ("seat", "i4"), ("action", "i4"),               # who answered what to get here
    ("first", "i4"), ("next", "i4"),                # the first child; the next child of the same parent
    ("visits", "i4"), ("prior", "f4"),              # simulations through here; what the network's policy says
    ("utility", "f4", (SEATS,)),                    # the sum over the simulations, for every seat
]))
SETTING = np.dtype((np.record, [
    ("c_puct", "f8"),                               # the weight of the prior against what was seen
    ("fpu_reduction", "f8"),                        # how much worse an untried answer is taken to be
]))
SETTINGS = {"network": np.array([(0.3, 0.05)], SETTING)}


# ---------------------------------------------------------------- one look ahead

@rule
def weigh(states, boxes, seat, actions, count, stream, net, room, look, words, more, worth):
    """Write the utility of the seat after each of its answers. `words` are those of `look`."""
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for i in range(count):
        look[0] = states[0]
        rules.apply(look[0], boxes[0], seat, np.int64(actions[i]))
        network.foresee(look, words, boxes, stream, more, net, room, points, wins, utilities)
        worth[i] = utilities[seat]


@rule
def best_answer(states, boxes, seat, stream, net, look, words, actions, worth):
    """Return the answer that leaves the seat best off; ties are broken at random."""
    room = network.room_for(states[0], net)
    judging.imagine(states[0], boxes[0], seat, stream)
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    if judging.is_exact(states[0]):
        judging.keep_best(states, boxes, seat, actions, count, stream, look, worth)
        return actions[0]
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
    """Begin a tree; return the number of nodes used."""
    root = nodes[0]
    root.seat, root.action, root.first, root.next, root.visits, root.prior = NONE, 0, NONE, NONE, 0, 1.0
    for seat in range(SEATS):
        root.utility[seat] = 0.0
    return 1


@rule
def grow(states, boxes, viewer, nodes, used, simulations, stream, settings, net, trial, words, tried, wins_then, points_then):
    """Run simulations and grow the tree; return the number of nodes used. For every answer, count the simulations that began
    with it, and add up every seat's chance to win and points that came of them. `words` are those of `trial`."""
    state, box, room, look = trial[0], boxes[0], network.room_for(states[0], net), states.copy()
    actions, children = np.empty(len(tried), np.int64), np.empty(len(tried), np.int64)
    priors, path = np.empty(len(tried)), np.empty(DEEPEST, np.int64)
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for _ in range(simulations):
        trial[0] = states[0]
        judging.imagine(state, box, viewer, stream)
        node = depth = 0
        path[0] = 0
        while True:
            count = judging.next_question(state, box, stream, actions)
            if count == 0:
                judging.judge_result(state, box, points, wins, utilities, room.score_parts, room.scores, room.places)
                break
            seat, is_new = np.int64(rules.to_act(state)), nodes[node].visits == 0
            if judging.is_exact(state):
                count = judging.keep_best(trial, boxes, seat, actions, count, stream, look, priors)
            missing = find_children(nodes, node, seat, actions, count, children)
            if is_new or missing > 0 or depth == DEEPEST - 1:
                network.judge(state, words, box, net, room, points, wins, utilities)
                if used + missing > len(nodes) or depth == DEEPEST - 1:
                    break
                network.prior(state, net, room, actions, count, priors)
                used = add_children(nodes, used, node, seat, actions, count, children, priors)
                if is_new and depth > 0:
                    break
            node = choose_child(nodes, node, seat, children, count, settings)
            rules.apply(state, box, seat, np.int64(nodes[node].action))
            depth += 1
            path[depth] = node
        judging.back_up(state, nodes, path, depth, points, wins, utilities, tried, wins_then, points_then)
    return used


@rule
def find_children(nodes, node, seat, actions, count, children):
    """Find the child of every answer open now; return how many are missing. Mostly they stand in the same order."""
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
def add_children(nodes, used, node, seat, actions, count, children, priors):
    """Add what is missing: other answers may have been open when the dealer dealt otherwise."""
    for i in range(count - 1, -1, -1):
        if children[i] == NONE:
            children[i] = used
            new = nodes[used]
            new.seat, new.action, new.first, new.visits, new.prior = seat, actions[i], NONE, 0, priors[i]
            for each in range(SEATS):
                new.utility[each] = 0.0
            new.next, nodes[node].first = nodes[node].first, used
            used += 1
    return used


@rule
def choose_child(nodes, node, seat, children, count, settings):
    """Return the child that has done well for the seat, or has a high prior and was rarely tried."""
    visits, priors, seen = 1, 0.0, 0.0
    for i in range(count):
        child = nodes[children[i]]
        visits += child.visits
        priors += child.prior
        if child.visits > 0:
            seen += child.prior
    untried = nodes[node].utility[seat] / max(1, nodes[node].visits) - settings[0].fpu_reduction * np.sqrt(seen / priors)
    curiosity = settings[0].c_puct * np.sqrt(visits) / priors
    best, most = children[0], -np.inf
    for i in range(count):
        child = nodes[children[i]]
        promise = child.utility[seat] / child.visits if child.visits > 0 else untried
        promise += curiosity * child.prior / (1 + child.visits)
        if promise > most:
            best, most = children[i], promise
    return best


# ---------------------------------------------------------------- the bot

class Tree(SearchThread):
    """One tree that grows from a view."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        self.net, self.trial = needed_network(view.box), view.states.copy()
        self.nodes = np.empty(MOST_NODES, NODE)                         # memory is committed only as it is used
        self.used = plant(self.nodes)

    def simulate(self, number: int) -> int:
        self.used = grow(self.view.states, self.view.box.array, self.view.seat, self.nodes, self.used, number, self.stream,
                         self.settings, self.net, self.trial, words_of(self.trial), self.tried, self.wins, self.points)
        return number


class DeepSearch(Thinker):
    search_thread = Tree
