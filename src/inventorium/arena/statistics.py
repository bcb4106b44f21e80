"""Means with 95 % intervals."""
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

SURE = 1.959964                                     # standard deviations on either side that hold 95 %
# the same for a mean of few values (Student's t), by degrees of freedom
FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
       2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042)


def share_interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share: honest near 0 and 1 too.

    >>> [round(end, 3) for end in share_interval(40, 40)]
    [0.912, 1.0]
    """
    share, z2 = wins / games, SURE * SURE
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = SURE * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The interval of the mean of independent values; one value tells nothing about it."""
    if len(values) < 2:
        return None
    freedom = len(values) - 1
    half = (FEW[freedom - 1] if freedom <= len(FEW) else SURE) * stdev(values) / sqrt(len(values))
    return fmean(values) - half, fmean(values) + half
