"""Collusion detection: do two players help each other more than chance allows?

In a game, `did[j][i]` is the effect of the decisions of j on i, relative to the usual (attribution.py). Some players are hit by
all, because they lead; some hit hard, because they play well. Both are removed: the residual of `did[j][i]`, after the best fit
of one part for j and one for i over all pairs, is how j treated i in particular. The help of a pair adds both directions.

Without an agreement, chance decides which pair of a table has how much of it. So the help of two players over their games is
compared with that of a pair drawn at each of these tables: how often would it be as large? That is computed exactly (up to
rounding to a fifth of a percent of winning chance), and corrected for all pairs tested: of all pairs reported, one in a hundred
is expected to be a false alarm (Benjamini and Hochberg).

At a table of three no residual is left: sparing one of two means hitting the other. At a table of four the help of two players
equals that of the other two, so it takes games with different players to separate the pairs.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from inventorium.core.statistics import corrected

FEWEST_SEATS = 4
ENOUGH = 10  # games that two have played at one table
SURE = 0.01  # the chance, after correction, below which it is worth a look
GRID = 0.002  # of winning chance


@dataclass(frozen=True)
class Played:
    """The players of a table, and the effect of each one's decisions on each."""

    people: tuple[str, ...]
    did: Sequence[Sequence[float]]


@dataclass(frozen=True)
class SuspectPair:
    """Two who help each other: in so many games, by so much winning chance a game, which chance alone does so often."""

    people: tuple[str, str]
    games: int
    help: float
    chance: float  # corrected for all pairs


@cache
def alone_of(players: int) -> np.ndarray:
    """Return what takes from all pairs (in the order of `pairs_of`, both directions) what is of one alone."""
    ordered = [(one, other) for one in range(players) for other in range(players) if one != other]
    design = np.zeros((len(ordered), 2 * players))
    for row, (one, other) in enumerate(ordered):
        design[row, one] = design[row, players + other] = 1.0
    return np.asarray(np.eye(len(ordered)) - design @ np.linalg.pinv(design))


def helped(did: Sequence[Sequence[float]]) -> dict[tuple[int, int], float]:
    """Return how much more each pair of seats helped each other than others were helped there, in winning chance."""
    players = len(did)
    ordered = [(one, other) for one in range(players) for other in range(players) if one != other]
    left = dict(zip(ordered, alone_of(players) @ [did[one][other] for one, other in ordered], strict=True))
    return {(one, other): float(left[one, other] + left[other, one]) for one, other in combinations(range(players), 2)}


def can_tell(played: Played) -> bool:
    """Return whether a table says anything about pairs."""
    return len(played.people) == len({*played.people}) >= FEWEST_SEATS and any(value for row in played.did for value in row)


def suspect_pairs(games: Iterable[Played]) -> list[SuspectPair]:
    """Return the pairs that moderators should review, the least likely first."""
    tables: dict[tuple[str, str], list[tuple[float, list[float]]]] = defaultdict(list)
    for game in filter(can_tell, games):
        found = helped(game.did)
        for (one, other), much in found.items():
            pair = min(game.people[one], game.people[other]), max(game.people[one], game.people[other])
            tables[pair].append((much, list(found.values())))
    looked_at = {pair: found for pair, found in tables.items() if len(found) >= ENOUGH}
    chances = corrected([chance_of_more(found) for found in looked_at.values()])
    rows = [
        SuspectPair(pair, len(found), sum(much for much, _ in found) / len(found), chance)
        for (pair, found), chance in zip(looked_at.items(), chances, strict=True)
    ]
    return sorted((row for row in rows if row.chance < SURE), key=lambda row: (row.chance, row.people))


def chance_of_more(tables: Sequence[tuple[float, Sequence[float]]]) -> float:
    """Return how often pairs that are drawn, one at each table, help each other as much together as this pair did, or more."""
    odds, lowest, observed = np.ones(1), 0, 0
    for much, of_all in tables:
        steps = np.rint(np.asarray(of_all) / GRID).astype(int)
        observed += round(much / GRID)
        odds = np.convolve(odds, np.bincount(steps - steps.min()) / len(steps))
        lowest += int(steps.min())
    return float(min(1.0, odds[max(0, observed - lowest) :].sum()))
