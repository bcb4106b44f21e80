"""Shares, means, differences and regressions, each with a 95 % interval, in plain NumPy."""
from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from inventorium.arena.statistics import SURE, mean_interval, share_interval


def share(wins: float, games: int) -> dict[str, object]:
    """A share with Wilson's interval; a shared win counts as a fraction."""
    return {"share": round(wins / games, 4), "interval": rounded(share_interval(wins, games)), "of": games} if games else {
        "share": None, "interval": None, "of": 0}


def mean(values: Sequence[float] | np.ndarray) -> dict[str, object]:
    """A mean of independent values with Student's interval."""
    numbers = [float(value) for value in values]
    if not numbers:
        return {"mean": None, "interval": None, "of": 0}
    interval = mean_interval(numbers)
    return {"mean": round(float(np.mean(numbers)), 4), "interval": rounded(interval) if interval else None, "of": len(numbers)}


def gain(values: Sequence[float] | np.ndarray) -> dict[str, object]:
    """A mean of differences with its interval, and how likely chance alone does that; few values tell nothing about it."""
    numbers = np.asarray(values, float)
    error = numbers.std(ddof=1) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return {**mean(numbers), "chance": chance_of(numbers.mean() / error) if error > 0 else 1.0}


def rounded(interval: Sequence[float]) -> list[float]:
    return [round(float(end), 4) for end in interval]


def chance_of(z: float) -> float:
    """How likely chance alone gives so many standard errors or more, on either side.

    >>> round(chance_of(1.959964), 4)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def corrected(chances: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg: of all that is reported with a corrected chance of 5 % or less, one in twenty at most is expected
    to be a false alarm, however many comparisons were made.

    >>> [round(q, 3) for q in corrected([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.053, 0.053, 0.5]
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i], reverse=True)
    found, least = [0.0] * len(chances), 1.0
    for worse, i in enumerate(order):
        least = min(least, chances[i] * len(chances) / (len(chances) - worse))
        found[i] = least
    return found


def difference(one: np.ndarray, other: np.ndarray) -> tuple[float, list[float], float] | None:
    """By how much the mean of the other values is greater, with its interval, and how likely chance alone does that (Welch)."""
    if len(one) < 2 or len(other) < 2:
        return None
    by = float(other.mean() - one.mean())
    error = sqrt(one.var(ddof=1) / len(one) + other.var(ddof=1) / len(other))
    if error == 0:
        return by, rounded((by, by)), 1.0 if by == 0 else 0.0
    return by, rounded((by - SURE * error, by + SURE * error)), chance_of(by / error)


@dataclass(frozen=True)
class Fit:
    """What a regression found: for every column its effect, its standard error, and how likely chance alone does that."""

    effects: np.ndarray
    covariance: np.ndarray

    @property
    def errors(self) -> np.ndarray:
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0)))

    def beside(self, weights: np.ndarray) -> "Fit":
        """The same effects measured from their mean, weighted like this: what one column does instead of the others."""
        contrast = np.eye(len(self.effects)) - weights / weights.sum()
        return Fit(contrast @ self.effects, contrast @ self.covariance @ contrast.T)

    def interval(self, column: int) -> list[float]:
        effect, error = self.effects[column], self.errors[column]
        return rounded((effect - SURE * error, effect + SURE * error))

    def chance(self, column: int) -> float:
        return chance_of(self.effects[column] / self.errors[column]) if self.errors[column] > 0 else 1.0


def within_games(outcome: np.ndarray, columns: np.ndarray) -> Fit:
    """Least squares on what the seats of one game have more or less than the mean of that game. `outcome` is [game, seat],
    `columns` is [game, seat, column]. The seats of a game hang together, so the errors are those of whole games. Columns that
    say the same share the effect, so that what everybody has one of is measured from the mean of its kind."""
    games, seats, number = columns.shape
    y = (outcome - outcome.mean(axis=1, keepdims=True)).reshape(games * seats)
    x = (columns - columns.mean(axis=1, keepdims=True)).reshape(games * seats, number)
    inverse = np.linalg.pinv(x.T @ x)
    effects = inverse @ (x.T @ y)
    scores = (x * (y - x @ effects)[:, None]).reshape(games, seats, number).sum(axis=1)
    return Fit(effects, inverse @ (scores.T @ scores) @ inverse * games / max(1, games - 1))
