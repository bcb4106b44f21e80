"""Play with a trained network: greedily, or with a tree search without rollouts (PUCT).

A simulation begins at the position as the seat sees it, with hidden information filled in at random, and walks down the tree of
actions; the dealer's actions are drawn on the way and are not part of the tree (open loop). Where it leaves the tree, the
network is evaluated once, for the expected result of every seat and for the prior of each action. The most visited action is
returned.

Down to the first chance event, every simulation meets the same positions. They are stored, so that the rules need not be
applied again.
"""

import numpy as np

from inventorium.bots.bot import Bot
from inventorium.bots.networks import as_int32, needed_network
from inventorium.bots.searcher import SearchThread, Thinker, Tree
from inventorium.core.chance import drawn_so_far, random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, tables, value, evaluator, network = bound(__name__, "rules", "tables", "value", "evaluator", "inference")
SEATS, PRIOR_CUTOFF = tables.SIZES["seat"], value.PRIOR_CUTOFF
NONE = -1
DEEPEST = 512  # actions on one path through the tree
MOST_NODES, MOST_KEPT = 1_000_000, 50_000
NODES, KEPT = 0, 1  # places in `used`

NODE = np.dtype(
    (
        np.record,
        [
            ("seat", "i4"),
            ("action", "i4"),  # the action that leads here, and its seat
            ("first", "i4"),
            ("next", "i4"),  # the first child; the next child of the same parent
            ("visits", "i4"),
            ("prior", "f4"),  # simulations through here; what the network's policy says
            ("kept", "i4"),  # the position here, if it is kept
            ("utility", "f4", (SEATS,)),  # the sum over the simulations, for every seat
        ],
    )
)
SETTING = np.dtype(
    (
        np.record,
        [
            ("c_puct", "f8"),  # the weight of the prior against what was seen
            ("fpu_reduction", "f8"),  # how much worse an untried action is assumed to be
        ],
    )
)
SETTINGS = {"network": np.array([(0.3, 0.05)], SETTING)}


# ---------------------------------------------------------------- one look ahead


@rule
def weigh(states, boxes, seat, actions, count, stream, net, scratch, ahead, words, more, worth):
    """Write the utility of the seat after each of its actions. `words` are those of `ahead`."""
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for i in range(count):
        ahead[0] = states[0]
        rules.apply(ahead[0], boxes[0], seat, np.int64(actions[i]))
        network.foresee(ahead, words, boxes, stream, more, net, scratch, points, wins, utilities)
        worth[i] = utilities[seat]


@rule
def best_action(states, boxes, seat, stream, net, ahead, words, actions, worth):
    """Return the action that leaves the seat best off; ties are broken at random."""
    scratch = network.new_scratch(states[0], net)
    count = evaluator.list_candidates(states, boxes, seat, stream, actions, ahead, worth)
    if count == 1:
        return actions[0]
    if PRIOR_CUTOFF > 0.0:
        count = keep_likely(states, boxes, net, scratch, ahead, words, actions, count, worth)
    weigh(states, boxes, seat, actions, count, stream, net, scratch, ahead, words, np.empty_like(actions), worth)
    best = 0
    for i in range(count):
        worth[i] += 1e-9 * random_below(stream, 1000)
        if worth[i] > worth[best]:
            best = i
    return actions[best]


@rule
def keep_likely(states, boxes, net, scratch, ahead, words, actions, count, priors):
    """Leave only actions that the policy does not rule out, and return their number. A network trained on games of a search has
    rarely seen the outcome of a poor action, and may overrate it."""
    points, wins, utilities, highest, left = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS), 0.0, 0
    ahead[0] = states[0]
    network.judge(ahead[0], words, boxes[0], net, scratch, points, wins, utilities)
    network.prior(ahead[0], net, scratch, actions, count, priors)
    for i in range(count):
        highest = max(highest, priors[i])
    for i in range(count):
        if priors[i] >= PRIOR_CUTOFF * highest:
            actions[left] = actions[i]
            left += 1
    return left


class NetGreedy(Bot):
    """One look ahead."""

    def think(self, view: View) -> int:
        return best_by_network(self, view)


def best_by_network(bot: Bot, view: View) -> int:
    """Return the greedy action."""
    ahead = np.empty_like(view.states)
    net = needed_network(view.box, bot.network, view.options)
    return int(
        best_action(
            view.states.copy(),
            view.box.array,
            view.seat,
            bot.stream(view),
            net,
            ahead,
            as_int32(ahead),
            bot.buffer(),
            np.empty(bot.game.actions),
        )
    )


# ---------------------------------------------------------------- the tree


def new_tree(states: np.ndarray, nodes: int = MOST_NODES, kept: int = MOST_KEPT) -> Tree:
    """Return room for a tree that grows from a position; memory is committed only as it is used."""
    return Tree(np.empty(nodes, NODE), np.empty(kept, states.dtype), np.zeros(2, np.int64))


@rule
def init_tree(tree):
    """Begin a tree."""
    root = tree.nodes[0]
    root.seat, root.action, root.first, root.next, root.visits, root.prior, root.kept = NONE, 0, NONE, NONE, 0, 1.0, NONE
    for seat in range(SEATS):
        root.utility[seat] = 0.0
    tree.used[NODES], tree.used[KEPT] = 1, 0


@rule
def simulate(states, boxes, viewer, tree, simulations, stream, settings, net, trial, words, tried, wins_then, points_then):
    """Run simulations and grow the tree. For every action, count the simulations that began with it, and add up every seat's
    chance to win and points that came of them. `words` are those of `trial`."""
    nodes, state, box, scratch, ahead = tree.nodes, trial[0], boxes[0], network.new_scratch(states[0], net), states.copy()
    actions, children = np.empty(len(tried), np.int64), np.empty(len(tried), np.int64)
    priors, path = np.empty(len(tried)), np.empty(DEEPEST, np.int64)
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for _ in range(simulations):
        begun, depth = drawn_so_far(stream), descend(tree, path, children, settings)
        node = path[depth]
        if depth > 0:
            trial[0] = tree.kept[nodes[path[depth - 1]].kept]
            rules.apply(state, box, np.int64(nodes[node].seat), np.int64(nodes[node].action))
        else:
            trial[0] = states[0]
            evaluator.determinize(state, box, viewer, stream)
        while True:
            count = evaluator.next_question(state, box, stream, actions)
            if count == 0 or (depth > 0 and evaluator.is_decided(state)):
                evaluator.judge_result(state, box, points, wins, utilities, scratch.score_parts, scratch.scores, scratch.places)
                break
            seat, is_new = np.int64(rules.to_act(state)), nodes[node].visits == 0
            if evaluator.is_exact(state):
                count = evaluator.keep_best(trial, boxes, seat, actions, count, stream, ahead, priors)
            missing = find_children(nodes, node, seat, actions, count, children)
            if is_new or missing > 0 or depth == DEEPEST - 1:
                network.judge(state, words, box, net, scratch, points, wins, utilities)
                if tree.used[NODES] + missing > len(nodes) or depth == DEEPEST - 1:
                    break
                network.prior(state, net, scratch, actions, count, priors)
                add_children(tree, node, seat, actions, count, children, priors)
                if is_new and drawn_so_far(stream) == begun:
                    keep(tree, node, trial)
                if is_new and depth > 0:
                    break
            node = choose_child(nodes, node, seat, children, count, settings)
            rules.apply(state, box, seat, np.int64(nodes[node].action))
            depth += 1
            path[depth] = node
        evaluator.back_up(state, nodes, path, depth, points, wins, utilities, tried, wins_then, points_then)


@rule
def descend(tree, path, children, settings):
    """Walk down from the root while positions are stored, and one action further; return the number of actions."""
    nodes, node, depth = tree.nodes, 0, 0
    path[0] = 0
    while nodes[node].kept != NONE:
        count, child = 0, nodes[node].first
        while child != NONE:
            children[count] = child
            child, count = nodes[child].next, count + 1
        node = choose_child(nodes, node, nodes[children[0]].seat, children, count, settings)
        depth += 1
        path[depth] = node
    return depth


@rule
def keep(tree, node, states):
    """Keep the position at a node, if there is room."""
    if tree.used[KEPT] < len(tree.kept):
        tree.nodes[node].kept = tree.used[KEPT]
        tree.kept[tree.used[KEPT]] = states[0]
        tree.used[KEPT] += 1


@rule
def find_children(nodes, node, seat, actions, count, children):
    """Find the child of every legal action; return how many are missing. They are usually in the same order."""
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
def add_children(tree, node, seat, actions, count, children, priors):
    """Add the missing children: after another deal, other actions may be legal."""
    nodes = tree.nodes
    for i in range(count - 1, -1, -1):
        if children[i] == NONE:
            children[i] = tree.used[NODES]
            new = nodes[children[i]]
            new.seat, new.action, new.first, new.visits, new.prior, new.kept = seat, actions[i], NONE, 0, priors[i], NONE
            for each in range(SEATS):
                new.utility[each] = 0.0
            new.next, nodes[node].first = nodes[node].first, children[i]
            tree.used[NODES] += 1


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


class TreeSearch(SearchThread):
    """One tree that grows from a view."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        self.net = needed_network(view.box, self.network, view.options)
        self.trial, self.tree = view.states.copy(), new_tree(view.states)
        init_tree(self.tree)

    def simulate(self, number: int) -> int:
        simulate(
            self.view.states,
            self.view.box.array,
            self.view.seat,
            self.tree,
            number,
            self.stream,
            self.settings,
            self.net,
            self.trial,
            as_int32(self.trial),
            self.tried,
            self.wins,
            self.points,
        )
        return number


class DeepSearch(Thinker):
    search_thread = TreeSearch

    def think(self, view: View) -> int:
        if evaluator.is_decided(view.states[0]):
            return best_by_network(self, view)  # there is nothing to search for
        return self.lines(view, self.ponder(view, until_settled=True))[0].action
