"""Measure how often the intervals of ratings hold for a thousand simulated players, and how long rating takes.

Players of known strength play games whose places follow from strength and luck; then each interval is compared with the truth.
"""

import argparse
import time
from collections.abc import Sequence

import numpy as np

from inventorium.research.arena.rating import MEAN, PEOPLE, UNIT, Outcome, Pool, Strength, rate

HEAD_STARTS = (-20.0, -10.0, 0.0, 10.0, 20.0)  # what the seats of the simulated game are worth, last ones most


def simulated(
    people: int, rounds: int, sizes: Sequence[int], seed: int, spread: float = PEOPLE
) -> tuple[np.ndarray, list[Outcome]]:
    """Return true strengths, and games: in a round some people sit down at tables of one of the sizes, the keen more often."""
    chance = np.random.default_rng(seed)
    strengths, keenness = chance.normal(MEAN, spread, people), chance.uniform(0.1, 1, people)
    outcomes = []
    for _ in range(rounds):
        waiting = chance.permutation(np.flatnonzero(chance.random(people) < keenness)).tolist()
        while len(waiting) >= (players := int(chance.choice(sizes))):
            seats, waiting = waiting[:players], waiting[players:]
            played = strengths[seats] + HEAD_STARTS[:players] + chance.gumbel(0, UNIT, players)
            places = tuple(int(1 + (played > one).sum()) for one in played)
            outcomes.append(Outcome("game", tuple(map(str, seats)), places, (False,) * players, HEAD_STARTS[:players]))
    return strengths, outcomes


def share_within(strengths: np.ndarray, rated: dict[str, Strength]) -> float:
    """Return the share of people whose true strength lies in their interval."""
    held = [low <= strengths[int(one)] <= high for one, known in rated.items() for low, high in [known.interval]]
    return float(np.mean(held))


def measured(
    people: int, rounds: int, sizes: Sequence[int], seed: int, spread: float = PEOPLE
) -> tuple[float, float, int, float]:
    """Return the share within the intervals, the mean stated error, the number of games, and the seconds that rating took."""
    strengths, outcomes = simulated(people, rounds, sizes, seed, spread)
    began = time.perf_counter()
    pools: dict[Pool, dict[str, Strength]] = rate(outcomes)
    spent = time.perf_counter() - began
    [rated] = pools.values()
    return share_within(strengths, rated), float(np.mean([known.error for known in rated.values()])), len(outcomes), spent


def main(_: argparse.Namespace) -> None:
    print("spread  players  rounds  games   within 95 %   told error   rating took")
    for spread in (PEOPLE, PEOPLE / 2):
        for sizes in ((2,), (3, 4, 5), (4,), (5,)):
            for rounds in (20, 60, 180):
                share, error, games, spent = measured(1000, rounds, sizes, 1, spread)
                print(
                    f"{spread:6.0f}  {'-'.join(map(str, sizes)):7}  {rounds:6}  {games:6}  {share:10.1%}  {error:10.0f}  "
                    f"{spent:10.1f} s",
                    flush=True,
                )
    _share, _error, games, spent = measured(1000, 730, (4,), 2)
    print(f"{games} games of four: {spent:.1f} s, {spent / games * 1e6:.0f} µs a game")
