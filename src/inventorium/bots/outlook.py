"""Outlook: how a position stands at a glance, by the game's own value of it and without any search."""
import numpy as np

from inventorium.core.chance import new_stream
from inventorium.core.compiler import bound, rule
from inventorium.core.position import Position

tables, judging = bound(__name__, "tables", "judging")
SEATS, PARTS = tables.SIZES["seat"], len(tables.PART_NAMES)


@rule
def chances(states, boxes, stream, actions, look, parts, wins):
    """Write every seat's chance to win, by what can be expected of the position."""
    points, utilities = np.zeros((2, len(wins)))
    scores, places = np.zeros((2, len(wins)), np.int64)
    judging.settle(states, boxes, stream, actions, look)
    judging.judge(states[0], boxes[0], points, wins, utilities, parts, scores, places)


def outlook(position: Position) -> tuple[float, ...]:
    """Return every seat's chance to win."""
    wins = np.zeros(SEATS)
    chances(position.states.copy(), position.box.array, new_stream("outlook"), np.empty(position.game.actions, np.int64),
            np.empty_like(position.states), np.zeros((SEATS, PARTS), np.int64), wins)
    return tuple(wins[:position.players].tolist())
