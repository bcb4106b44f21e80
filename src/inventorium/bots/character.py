"""A player with a character: greedy with the trained network, and the same misjudgement throughout a game.

Strong bots that blunder at random play like a master who forgets the rules for one move. This one misjudges instead: it over-
or underrates each source of points (the numbers that a game's `hints` writes) by a factor drawn once per game and seat. And it
does not separate close alternatives: actions that seem nearly as good as the best are chosen nearly as often.
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
CUTOFF = 3.0  # an action worse than the best by this many times the carelessness is never chosen


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
def action_of(states, boxes, seat, stream, net, bias, carelessness, is_naive, ahead, words, actions, worth):
    """Return the action of a seat. Where it can finish the game, it sees the result exactly."""
    scratch, more, parts = network.new_scratch(states[0], net), np.empty_like(actions), np.zeros(max(1, HINTS))
    points, wins, utilities = np.empty(SEATS), np.empty(SEATS), np.empty(SEATS)
    count = evaluator.list_candidates(states, boxes, seat, stream, actions, ahead, worth)
    if count == 1:
        return actions[0]
    if net_search.PRIOR_CUTOFF > 0.0 and not is_naive:
        count = net_search.keep_likely(states, boxes, net, scratch, ahead, words, actions, count, worth)
    for i in range(count):
        ahead[0] = states[0]
        rules.apply(ahead[0], boxes[0], seat, np.int64(actions[i]))
        left = network.foresee(ahead, words, boxes, stream, more, net, scratch, points, wins, utilities)
        worth[i] = utilities[seat]
        if left > 0:
            worth[i] += lean(ahead[0], boxes[0], seat, bias, parts)
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
        ahead = np.empty_like(view.states)
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
                ahead,
                as_int32(ahead),
                self.buffer(),
                np.empty(self.game.actions),
            )
        )
