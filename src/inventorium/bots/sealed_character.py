"""The player of character.py where several seats move at once, unseen: it weighs a few plans against possible plans of the
others, with its misjudgement, and follows the plan it has picked."""

from typing import Any

import numpy as np

from inventorium.bots.networks import as_int32, needed_network
from inventorium.bots.searcher import Budget
from inventorium.core.chance import random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.game import Game
from inventorium.core.position import View

rules, tables, value, evaluator, network, regret, character = bound(
    __name__, "rules", "tables", "value", "evaluator", "inference", "regret", "character"
)
SEATS, ACTIONS, HINTS = tables.SIZES["seat"], tables.SPACE.size, value.HINTS
ROUNDS = 6  # samples of the others' plans


@rule
def pick_plan(states, boxes, seat, plans, stream, net, bias, carelessness, ahead, words):
    """Return the number of the plan that a seat picks."""
    trial, spare, luck, scratch = states.copy(), states.copy(), stream.copy(), network.new_scratch(states[0], net)
    actions, parts, worth = np.empty(ACTIONS, np.int64), np.zeros(max(1, HINTS)), np.zeros(regret.PLANS)
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    for _ in range(ROUNDS):
        trial[0] = states[0]
        evaluator.determinize(trial[0], boxes[0], seat, stream)
        for other in range(states[0].players):
            if other != seat and rules.is_asked(trial[0], other):
                plan = plans[other, random_below(stream, regret.PLANS)]
                regret.fill_in(trial, boxes, np.int64(other), plan, stream, actions, spare, 1)
        luck[:] = stream
        for plan in range(regret.PLANS):
            stream[:] = luck
            ahead[0] = trial[0]
            regret.hand_in(ahead[0], boxes[0], seat, plans[seat, plan], actions)
            evaluator.settle(ahead, boxes, stream, actions, spare)
            left = network.foresee(ahead, words, boxes, stream, actions, net, scratch, points, wins, utilities)
            worth[plan] += utilities[seat] / ROUNDS
            if left > 0:
                worth[plan] += character.lean(ahead[0], boxes[0], seat, bias, parts) / ROUNDS
    return character.pick(states[0], worth, regret.PLANS, carelessness, stream)


@rule
def think_of(states, boxes, seat, stream, plans):
    """Fill in plans of sensible actions."""
    trial, ahead, actions = states.copy(), states.copy(), np.empty(ACTIONS, np.int64)
    for plan in range(len(plans)):
        trial[0] = states[0]
        evaluator.determinize(trial[0], boxes[0], seat, stream)
        plans[plan] = regret.NONE
        regret.fill_greedily(trial, boxes, seat, stream, actions, ahead, plans[plan])


class Character(regret.DeepSearch):  # type: ignore[name-defined]
    """Follows its plan move by move, as a search does."""

    def __init__(self, name: str, game: Game, seed: int | str, misjudgement: float, carelessness: float, is_naive: bool) -> None:
        super().__init__(name, game, seed, Budget(simulations=1), regret.SETTINGS["usual"])
        self.misjudgement, self.carelessness, self.is_naive = misjudgement, carelessness, is_naive

    def prepare(self, view: View) -> None:
        self.choose(view)

    def sealed(self, view: View) -> np.ndarray:
        thread: Any = regret.SealedMoves(self, view, 0)
        ahead = view.states.copy()
        if self.is_naive:
            think_of(view.states, view.box.array, view.seat, thread.stream, thread.plans[view.seat])
        plan = pick_plan(
            view.states,
            view.box.array,
            view.seat,
            thread.plans,
            thread.stream,
            needed_network(view.box, self.network, view.options),
            character.bias_of(self, view.seat, self.misjudgement),
            self.carelessness,
            ahead,
            as_int32(ahead),
        )
        sealed: np.ndarray = thread.plans[view.seat, plan]
        return sealed
