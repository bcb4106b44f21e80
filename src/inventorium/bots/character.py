"""A player with a character: one look ahead with the trained network, and the same misjudgement all through a game.

Strong bots that roll dice for their blunders play like a master who loses his mind for a move. This one misjudges instead: it
over- or underrates each source of points (the numbers that a game's `hints` writes) by a part that is drawn once for a game
and a seat. And it does not tell apart what is close: answers that seem nearly as good as the best are chosen nearly as often.
"""

from typing import Any

import numpy as np

from inventorium.bots.bot import Bot
from inventorium.bots.networks import as_int32, needed_network
from inventorium.core.chance import new_stream, random_below
from inventorium.core.compiler import bound, rule
from inventorium.core.position import View

rules, tables, value, evaluator, network, net_search = bound(
    __name__, "rules", "tables", "value", "evaluator", "inference", "net_search"
)
SEATS, HINTS, HINTED = tables.SIZES["seat"], value.HINTS, value.hints is not None
POINTS_A_CHANCE = 4.0  # spreads that make the difference between losing and winning, near the middle
CUTOFF = 3.0  # an answer that seems worse by so many times the carelessness is never given


@rule
def lean(state, box, seat, bias, parts):
    """Return by how much a seat overrates a position, as a part of the win."""
    if not HINTED:
        return 0.0
    points = 0.0
    value.hints(state, box, seat, parts)
    for part in range(HINTS):
        points += bias[part] * parts[part]
    return points / (POINTS_A_CHANCE * value.spread(state))


@rule
def pick(state, worth, count, carelessness, stream):
    """Return one of the best: each less often, the worse it seems."""
    best, total = -np.inf, 0.0
    for i in range(count):
        worth[i] += 1e-9 * random_below(stream, 1000)
        best = max(best, worth[i])
    for i in range(count):
        lost = (best - worth[i]) / max(carelessness, 1e-9)
        worth[i] = np.exp(-lost) if lost <= CUTOFF else 0.0
        total += worth[i]
    ticket, last = total * random_below(stream, 1 << 30) / (1 << 30), 0
    for i in range(count):
        if worth[i] > 0.0:
            last = i
            if ticket < worth[i]:
                break
            ticket -= worth[i]
    return last


@rule
def action_of(states, boxes, seat, stream, net, bias, carelessness, is_naive, look, words, actions, worth):
    """Return the answer of a seat. Who can finish the game sees the result as it is."""
    room, more, parts = network.room_for(states[0], net), np.empty_like(actions), np.zeros(max(1, HINTS))
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    evaluator.determinize(states[0], boxes[0], seat, stream)
    count = rules.legal_actions(states[0], boxes[0], seat, actions)
    if evaluator.is_exact(states[0]):
        evaluator.keep_best(states, boxes, seat, actions, count, stream, look, worth)
        return actions[0]
    if evaluator.is_decided(states[0]):
        return evaluator.most_points(states, boxes, seat, actions, count, look)
    if net_search.PRIOR_CUTOFF > 0.0 and not is_naive:
        count = net_search.keep_likely(states, boxes, net, room, look, words, actions, count, worth)
    for i in range(count):
        look[0] = states[0]
        rules.apply(look[0], boxes[0], seat, np.int64(actions[i]))
        left = network.foresee(look, words, boxes, stream, more, net, room, points, wins, utilities)
        worth[i] = utilities[seat]
        if left > 0:
            worth[i] += lean(look[0], boxes[0], seat, bias, parts)
    return actions[pick(states[0], worth, count, carelessness, stream)]


def bias_of(bot: Bot, seat: int, misjudgement: float) -> np.ndarray:
    """Return by what part of itself a seat overrates each source of points, the same all through a game."""
    stream = new_stream(f"character {bot.seed} seat {seat}")
    return np.array([misjudgement * (random_below(stream, 2001) / 1000 - 1) for _ in range(max(1, HINTS))])


class Character(Bot):
    def __init__(self, name: str, game: Any, seed: int | str, misjudgement: float, carelessness: float, is_naive: bool) -> None:
        super().__init__(name, game, seed)
        self.misjudgement, self.carelessness, self.is_naive = misjudgement, carelessness, is_naive

    def think(self, view: View) -> int:
        look = np.empty_like(view.states)
        return int(
            action_of(
                view.states.copy(),
                view.box.array,
                view.seat,
                self.stream(view),
                needed_network(view.box, self.network, view.options),
                bias_of(self, view.seat, self.misjudgement),
                self.carelessness,
                self.is_naive,
                look,
                as_int32(look),
                self.buffer(),
                np.empty(self.game.actions),
            )
        )
