"""Means, shares, differences and regressions, each with a 95 % interval, in plain NumPy."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, erfc, exp, gamma, inf, log1p, sqrt
from typing import NamedTuple, TypedDict

import numpy as np

Z95 = 1.959964  # standard errors on either side that hold 95 %
# the same for a mean of few values (Student's t), by degrees of freedom
T95 = (
    12.706,
    4.303,
    3.182,
    2.776,
    2.571,
    2.447,
    2.365,
    2.306,
    2.262,
    2.228,
    2.201,
    2.179,
    2.16,
    2.145,
    2.131,
    2.12,
    2.11,
    2.101,
    2.093,
    2.086,
    2.08,
    2.074,
    2.069,
    2.064,
    2.06,
    2.056,
    2.052,
    2.048,
    2.045,
    2.042,
)
SIGNIFICANT = 0.05
FEW = 10  # fewer values say nothing about how much they vary by chance
ENOUGH = 20  # pairs of values that show which of the two vary less

Values = Sequence[float] | np.ndarray
Interval = list[float]


class Share(TypedDict):
    """A share of `of` cases. Without a case nothing is known."""

    share: float | None
    interval: Interval | None
    of: int


class Mean(TypedDict):
    """A mean of `of` values. There is no interval of one value alone, nor of values that are all equal."""

    mean: float | None
    interval: Interval | None
    of: int


class Effect(Mean):
    """A mean of differences: the probability that chance alone does as much, the same corrected for all comparisons that were
    made together, and whether that makes it certain."""

    chance: float
    corrected: float
    sure: bool


class Difference(NamedTuple):
    """By how much means differ. There is no interval where neither of them varies."""

    by: float
    interval: Interval | None
    chance: float


# ---------------------------------------------------------------- shares and means


def share(wins: float, cases: int) -> Share:
    """A share with Wilson's interval, which is honest near 0 and 1 too; a shared win counts as a fraction.

    >>> share(40, 40)["interval"]
    [0.9124, 1.0]
    """
    if not cases:
        return {"share": None, "interval": None, "of": 0}
    part, z2 = wins / cases, Z95 * Z95
    middle = (part + z2 / (2 * cases)) / (1 + z2 / cases)
    half = Z95 * sqrt(part * (1 - part) / cases + z2 / (4 * cases * cases)) / (1 + z2 / cases)
    return {"share": round(part, 4), "interval": bounded((middle - half, middle + half), 0, 1), "of": cases}


def mean(values: Values, low: float = -inf, high: float = inf) -> Mean:
    """A mean of independent values with Student's interval. `low` and `high` bound what a value can be, and so the interval.

    >>> mean([3, 3, 4], 1, 4)["interval"]
    [1.899, 4.0]
    """
    numbers = np.asarray(values, float)
    if not len(numbers):
        return {"mean": None, "interval": None, "of": 0}
    centre, interval = float(numbers.mean()), None
    if varies(numbers):
        half = student(len(numbers) - 1) * standard_error(numbers)
        interval = bounded((centre - half, centre + half), low, high)
    return {"mean": round(centre, 4), "interval": interval, "of": len(numbers)}


def without_luck(values: Values, luck: Values) -> np.ndarray:
    """Return independent values less as much of their luck as makes them vary least. How much, from nothing to all of it, is
    learned for each value from the others alone; so, where luck is nothing on average, the mean stays what it is.

    >>> without_luck([1, 0] * 200, [0.4, -0.4] * 200).round(1).tolist()[:4]
    [0.6, 0.4, 0.6, 0.4]
    """
    y, x, others = np.asarray(values, float), np.asarray(luck, float), max(1, len(values) - 1)
    means = (y.sum() - y) / others
    together, alone = ((x * y).sum() - x * y) - means * (x.sum() - x), (x * x).sum() - x * x
    return np.asarray(y - np.clip(np.divide(together, alone, out=np.zeros_like(y), where=alone > 0), 0, 1) * x)


def games_saved(plain: Values, adjusted: Values) -> float | None:
    """Return how many plain values are as precise as one adjusted value that has the same mean: the factor between the games that
    it takes. None where there are few values, or one of the two does not vary.

    >>> games_saved([0, 2, 4] * 7, [1, 2, 3] * 7)
    4.0
    """
    if len(plain) < ENOUGH or not varies(plain) or not varies(adjusted):
        return None
    return round(float(np.var(plain) / np.var(adjusted)), 2)


def explained(values: np.ndarray, luck: np.ndarray) -> Mean:
    """Return the share of the variance of the values that is due to their luck, with its interval. Both are [game, seat]; the
    seats of a game are correlated, so the interval is that of games. From few games nothing follows."""
    rests = np.stack([without_luck(one, lucky) for one, lucky in zip(values.T, luck.T, strict=True)], axis=1)
    whole, left = (np.asarray((one - one.mean(axis=0)) ** 2).sum(axis=1) for one in (values, rests))
    if len(whole) < FEW or not whole.any():
        return {"mean": None, "interval": None, "of": len(whole)}
    ratio = left.mean() / whole.mean()
    errors = (left - ratio * whole) / whole.mean()
    half, gone = student(len(whole) - 1) * standard_error(errors), float(1 - ratio)
    return {
        "mean": round(gone, 4),
        "interval": bounded((gone - half, gone + half), -inf, 1) if varies(errors) else None,
        "of": len(whole),
    }


def bounded(interval: Sequence[float], low: float = -inf, high: float = inf) -> Interval:
    """Return an interval, rounded, without what cannot be."""
    return [round(float(min(max(end, low), high)), 4) for end in interval]


def varies(values: Values) -> bool:
    """Return whether not all values are equal, but for rounding."""
    return len(values) > 1 and float(np.ptp(values)) > 1e-9 * float(np.abs(values).max())


def student(freedom: float) -> float:
    """Return how many standard errors on either side of a mean hold 95 %."""
    return T95[int(freedom) - 1] if freedom < len(T95) + 1 else Z95


def as_normal(t: float, freedom: float) -> float:
    """Return the deviation of a normal distribution that is as probable as Student's t (Wallace's approximation).

    >>> round(as_normal(2.228, 10), 2)
    1.96
    """
    size = sqrt(freedom * log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return size if t > 0 else -size


def standard_error(values: np.ndarray) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values))


# ---------------------------------------------------------------- effects and differences


def effect(values: Values) -> Effect:
    """Return a mean of differences; few values allow no statement, equal ones none about chance. `correct` corrects it together
    with the others."""
    numbers = np.asarray(values, float)
    if len(numbers) < FEW:
        return uncorrected({"mean": None, "interval": None, "of": len(numbers)}, 1.0)
    if not varies(numbers):
        return uncorrected(mean(numbers), 1.0)
    t = float(numbers.mean()) / standard_error(numbers)
    return uncorrected(mean(numbers), chance_of(as_normal(t, len(numbers) - 1)))


def uncorrected(found: Mean, chance: float) -> Effect:
    return {**found, "chance": chance, "corrected": 1.0, "sure": False}


def correct(effects: Sequence[Effect]) -> None:
    """Mark the effects that are significant after correction for the number of tests."""
    for one, q in zip(effects, corrected([one["chance"] for one in effects]), strict=True):
        one["corrected"] = round(q, 4)
        one["sure"] = q <= SIGNIFICANT


def chance_of(z: float) -> float:
    """The probability that chance alone is `z` standard errors or more off, on either side.

    >>> round(chance_of(1.959964), 4)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def chance_of_square(square: float, freedom: int) -> float:
    """The probability that chance alone makes a sum of `freedom` squares (chi-squared) as large or larger.

    >>> round(chance_of_square(7.815, 3), 3), round(chance_of_square(9.488, 4), 3)
    (0.05, 0.05)
    """
    half, odd = square / 2, freedom % 2
    found = erfc(sqrt(half)) if odd else exp(-half)
    for step in range(1 if odd else 2, freedom, 2):
        found += half ** (step / 2) * exp(-half) / gamma(step / 2 + 1)
    return found


def corrected(chances: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg: of all that is reported with a corrected probability of 5 % or less, one in twenty at most is
    expected to be a false alarm, however many comparisons were made.

    >>> [round(q, 3) for q in corrected([0.01, 0.04, 0.03, 0.5])]
    [0.04, 0.053, 0.053, 0.5]
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i], reverse=True)
    found, least = [0.0] * len(chances), 1.0
    for worse, i in enumerate(order):
        least = min(least, chances[i] * len(chances) / (len(chances) - worse))
        found[i] = least
    return found


def difference(one: np.ndarray, other: np.ndarray, span: float = inf) -> Difference | None:
    """Return by how much the mean of the other values is greater (Welch); few values allow no statement. `span` is the most that
    two values can differ by. Where neither of them varies, the chance is that of dealing the same values out like this."""
    if len(one) < FEW or len(other) < FEW:
        return None
    by = float(other.mean() - one.mean())
    if not varies(one) and not varies(other):
        return Difference(by, None, 2 / comb(len(one) + len(other), len(one)) if by else 1.0)
    first, second = one.var(ddof=1) / len(one), other.var(ddof=1) / len(other)
    error, freedom = sqrt(first + second), (first + second) ** 2 / (first**2 / (len(one) - 1) + second**2 / (len(other) - 1))
    half = student(freedom) * error
    return Difference(by, bounded((by - half, by + half), -span, span), chance_of(as_normal(by / error, freedom)))


# ---------------------------------------------------------------- regression


@dataclass(frozen=True)
class Fit:
    """What a regression found: the effect of every column, and the covariance of the effects."""

    effects: np.ndarray
    covariance: np.ndarray

    @property
    def errors(self) -> np.ndarray:
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0)))

    def beside(self, weights: np.ndarray) -> "Fit":
        """Return the same effects measured from their weighted mean: what one column does instead of the others."""
        contrast = np.eye(len(self.effects)) - weights / weights.sum()
        return Fit(contrast @ self.effects, contrast @ self.covariance @ contrast.T)

    def effect(self, column: int) -> float:
        return round(float(self.effects[column]), 4)

    def interval(self, column: int, low: float = -inf, high: float = inf) -> Interval:
        effect, error = self.effects[column], self.errors[column]
        return bounded((effect - Z95 * error, effect + Z95 * error), low, high)

    def chance(self, column: int) -> float:
        return chance_of(self.effects[column] / self.errors[column]) if self.errors[column] > 0 else 1.0


NO_INFORMATION = 1e-9  # of the largest singular value: below it columns say the same, whatever the last bits of a sum say


def within_games(outcome: np.ndarray, columns: np.ndarray) -> Fit:
    """Fit least squares on what the seats of one game have more or less than the mean of that game. `outcome` is [game,
    seat], `columns` is [game, seat, column]. The seats of a game are correlated, so the errors are clustered by game. Columns
    that say the same share the effect, so that the effect of a kind of which each seat has one is measured from its mean."""
    games, seats, number = columns.shape
    y = (outcome - outcome.mean(axis=1, keepdims=True)).reshape(games * seats)
    x = (columns - columns.mean(axis=1, keepdims=True)).reshape(games * seats, number)
    inverse = np.linalg.pinv(x.T @ x, rcond=NO_INFORMATION, hermitian=True)
    effects = inverse @ (x.T @ y)
    scores = (x * (y - x @ effects)[:, None]).reshape(games, seats, number).sum(axis=1)
    return Fit(effects, inverse @ (scores.T @ scores) @ inverse * games / max(1, games - 1))
