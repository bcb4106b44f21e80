"""Information-set Monte Carlo tree search over the compiled rules.

A simulation begins at the position as the seat sees it, with hidden information filled in at random (determinization). It walks
down the tree of actions; the dealer's actions are drawn on the way and are not part of the tree (open loop). Where it leaves
the tree it plays a short rollout and evaluates the position for every seat. The value after each action gives the priors of a
node, so that not all of a hundred actions need be tried (PUCT). The most visited action is returned.
"""

import numpy as np

from inventorium.bots.searcher import SearchThread, Thinker
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, tables, evaluator, value = bound(__name__, "rules", "tables", "evaluator", "value")
SEATS, PARTS = tables.SIZES["seat"], len(tables.SCORE_PARTS)
NONE = -1
DEEPEST = 512  # actions on one path through the tree
MOST_NODES = 1_000_000

NODE = np.dtype(
    [
        ("seat", "i4"),
        ("action", "i4"),  # the action that leads here, and its seat
        ("first", "i4"),
        ("next", "i4"),  # the first child; the next child of the same parent
        ("visits", "i4"),
        ("prior", "f8"),  # simulations through here; the prior from the value
        ("utility", "f8", (SEATS,)),
    ]
)  # the sum over the simulations, for every seat

# hyperparameters
SETTING = np.dtype(
    [
        ("c_puct", "f8"),  # the weight of the prior against what was seen
        ("sharpness", "f8"),  # points by which an action must be worse to count 1 / e
        ("fpu_reduction", "f8"),  # how much worse an untried action is assumed to be
        ("steps", "i4"),
        ("tries", "i4"),
    ]
)  # of a rollout: its actions, each the best of some (0: any)
SETTINGS = {
    "usual": np.array([(0.3, 2.0, 0.1, *value.ROLLOUT)], SETTING),
    "to_the_end": np.array([(0.3, 2.0, 0.1, 10_000, 0)], SETTING),
}


@rule
def simulate(states, boxes, viewer, nodes, used, simulations, stream, settings, tried, wins_then, points_then):
    """Run simulations and grow the tree; return the number of nodes used. For every action, count the simulations that began
    with it, and add up every seat's chance to win and points at their ends."""
    trial, ahead = states.copy(), states.copy()
    state, box = trial[0], boxes[0]
    actions, children = np.empty(len(tried), np.int64), np.empty(len(tried), np.int64)
    worth, path = np.empty(len(tried)), np.empty(DEEPEST, np.int64)
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    parts, scores, places = np.empty((SEATS, PARTS), np.int64), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    for _ in range(simulations):
        trial[0] = states[0]
        evaluator.determinize(state, box, viewer, stream)
        node = depth = 0
        path[0] = 0
        while depth < DEEPEST - 1:
            count = evaluator.next_question(state, box, stream, actions)
            if count == 0 or (node > 0 and nodes[node].visits == 0) or used + count > len(nodes):
                break
            seat = np.int64(rules.to_act(state))
            if evaluator.is_exact(state):
                count = evaluator.keep_best(trial, boxes, seat, actions, count, stream, ahead, worth)
            used = find_children(trial, boxes, seat, nodes, used, node, actions, count, children, stream, ahead, worth, settings)
            node = choose_child(nodes, node, seat, children, count, settings)
            rules.apply(state, box, seat, np.int64(nodes[node].action))
            depth += 1
            path[depth] = node
        play_on(trial, boxes, stream, actions, ahead, settings)
        evaluator.judge(state, box, points, wins, utilities, parts, scores, places)
        evaluator.back_up(state, nodes, path, depth, points, wins, utilities, tried, wins_then, points_then)
    return used


@rule
def find_children(trial, boxes, seat, nodes, used, node, actions, count, children, stream, ahead, worth, settings):
    """Find the child of every action open now. When the dealer deals differently, other actions are open, so children are
    added as they are met; return the number of nodes used."""
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
    evaluator.weigh(trial, boxes, seat, actions, count, stream, ahead, worth)
    best = worth[0]
    for i in range(1, count):
        best = max(best, worth[i])
    for i in range(count):
        if children[i] == NONE:
            children[i] = used
            new = nodes[used]
            new.seat, new.action, new.first, new.visits = seat, actions[i], NONE, 0
            new.prior = np.exp((worth[i] - best) / settings[0].sharpness)
            for s in range(SEATS):
                new.utility[s] = 0.0
            new.next, nodes[node].first = nodes[node].first, used
            used += 1
    return used


@rule
def choose_child(nodes, node, seat, children, count, settings):
    """Return the child that has done well for the seat, or looks good and was rarely tried."""
    visits, priors = 1, 0.0
    for i in range(count):
        visits += nodes[children[i]].visits
        priors += nodes[children[i]].prior
    untried = nodes[node].utility[seat] / max(1, nodes[node].visits) - settings[0].fpu_reduction
    curiosity = settings[0].c_puct * np.sqrt(visits) / priors
    best, most = NONE, -np.inf
    for i in range(count):
        child = nodes[children[i]]
        promise = child.utility[seat] / child.visits if child.visits > 0 else untried
        promise += curiosity * child.prior / (1 + child.visits)
        if promise > most:
            best, most = children[i], promise
    return best


@rule
def play_on(trial, boxes, stream, actions, ahead, settings):
    """Play a rollout of a few sensible actions."""
    state, box = trial[0], boxes[0]
    for _ in range(settings[0].steps):
        count = evaluator.next_question(state, box, stream, actions)
        if count == 0:
            return
        seat = np.int64(rules.to_act(state))
        rules.apply(
            state, box, seat, evaluator.sensible_action(trial, boxes, seat, actions, count, stream, ahead, settings[0].tries)
        )
    evaluator.settle(trial, boxes, stream, actions, ahead)


# ---------------------------------------------------------------- the bot


class TreeSearch(SearchThread):
    """One tree that grows from a view."""

    def __init__(self, bot: Thinker, view: View, number: int) -> None:
        super().__init__(bot, view, number)
        self.nodes, self.used = np.empty(MOST_NODES, NODE), 1  # memory is committed only as it is used
        self.nodes[:1] = np.zeros(1, NODE)
        self.nodes[0]["first"] = NONE

    def simulate(self, number: int) -> int:
        self.used = simulate(
            self.view.states,
            self.view.box.array,
            self.view.seat,
            self.nodes,
            self.used,
            number,
            self.stream,
            self.settings,
            self.tried,
            self.wins,
            self.points,
        )
        return number


class Search(Thinker):
    search_thread = TreeSearch
