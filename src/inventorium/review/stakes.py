"""Returns how much a difference between two turns counts: chances to win, or points where a game is as good as decided.

Who wins less than one game in twenty from a position, or loses less than one, sees nothing in chances. There all goes by the
points at the end: the review, "Think", hints, the warning before a blunder and "Try it".
"""

from dataclasses import dataclass

import numpy as np

from inventorium.core.position import View
from inventorium.core.statistics import standard_error
from inventorium.review import evaluation
from inventorium.review.turns import start_of

DECIDED = 0.05  # a chance to win below which, or as near to certainty, a game is as good as decided for a seat
POINT = 0.025  # what a point counts there, as a chance to win: four points are a blunder
SURE = 1.96  # standard errors from 0: then a difference is certain
IMAGINED = 8  # times that what a seat cannot see is imagined, to say what its chance is
WINS, POINTS = 0, 1


@dataclass(frozen=True)
class Margin:
    """How much one turn is better than another."""

    wins: float
    error: float  # its standard error
    points: float
    points_error: float
    in_points: bool  # it counts by the points: the game is as good as decided for the seat

    @property
    def counts(self) -> float:
        """What it counts, as a chance to win."""
        return POINT * self.points if self.in_points else self.wins

    @property
    def counts_error(self) -> float:
        return POINT * self.points_error if self.in_points else self.error

    @property
    def is_certain(self) -> bool:
        return self.counts > 0 and self.counts >= SURE * self.counts_error


def margin_of(gains: np.ndarray, is_decided: bool) -> Margin:
    """Return what a comparison of two turns has found: [time, chance to win and points]. Points count where the game is decided
    and stays so whichever of them is played."""
    wins, points = gains[:, WINS], gains[:, POINTS]
    by = float(wins.mean())
    in_points = is_decided and abs(by) < DECIDED
    return Margin(by, standard_error(wins), float(points.mean()), standard_error(points), in_points)


def is_decided(view: View) -> bool:
    """Return whether the game is as good as decided for the seat that looks, as far as it can see."""
    return not DECIDED <= chance_of(view) <= 1 - DECIDED


def chance_of(view: View) -> float:
    """Return the chance to win of the seat that looks, as far as it can see."""
    number = IMAGINED if view.game.type.secrets else 1
    return float(np.mean([evaluation.expected(start_of(view, one))[WINS, view.seat] for one in range(number)]))
