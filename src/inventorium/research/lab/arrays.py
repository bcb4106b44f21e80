"""Samples as arrays: one row per game."""

import numpy as np

from inventorium.research.lab.sample import Sample

Samples = list[Sample]

CLOSE = 0.1  # close: the second has 90 % of the winner's points or more


def wins_of(samples: Samples) -> np.ndarray:
    """[game, seat]: 1 for the winner; winners of one game share it."""
    first = np.array([sample["places"] for sample in samples]) == 1
    return np.asarray(first / first.sum(axis=1, keepdims=True))


def scores_of(samples: Samples) -> np.ndarray:
    """[game, seat]"""
    return np.array([sample["scores"] for sample in samples], float)


def parts_of(samples: Samples) -> np.ndarray:
    """[game, seat, part]"""
    return np.array([sample["parts"] for sample in samples], float)


def luck_of(samples: Samples) -> np.ndarray:
    """[game, chance to win or points, seat]; no game where nothing can be said of luck."""
    return np.array([[sample["luck"]["wins"], sample["luck"]["points"]] for sample in samples if sample["luck"]])


def margins_of(samples: Samples) -> np.ndarray:
    """[game]: by how many points the winner is ahead of the runner-up."""
    points = np.sort(scores_of(samples), axis=1)
    return np.asarray(points[:, -1] - points[:, -2])


def close_of(samples: Samples) -> np.ndarray:
    """[game]: whether it was close."""
    return np.asarray(margins_of(samples) <= CLOSE * scores_of(samples).max(axis=1))


def leader_wins(samples: Samples, step: int) -> np.ndarray:
    """[game]: whether the leader after step/10 of the game went on to win; where several led, the share of them that did. NaN
    where all had the same points."""
    points = np.array([sample["curve"][step - 1] for sample in samples], float)
    leads = points == points.max(axis=1, keepdims=True)
    right = (leads * wins_of(samples)).sum(axis=1) / leads.sum(axis=1)
    return np.asarray(np.where(leads.all(axis=1), np.nan, right))


def tallied(samples: Samples, row: str) -> np.ndarray:
    """Return the mean of a row of the game's own table in every game that has a value of it."""
    totals = np.array([sample["tally"][row] for sample in samples], float).reshape(-1, 2)
    totals = totals[totals[:, 1] > 0]
    return np.asarray(totals[:, 0] / totals[:, 1])


def had(samples: Samples, kind: str, names: list[str]) -> np.ndarray:
    """[game, seat, item]: how many of each item every seat had."""
    counts = np.zeros((len(samples), len(samples[0]["seats"]), len(names)))
    column = {name: i for i, name in enumerate(names)}
    for game, sample in enumerate(samples):
        for thing, seat, _ in sample["gains"][kind]:
            if seat >= 0:
                counts[game, seat, column[thing]] += 1
    return counts


def shown(samples: Samples, kind: str, names: list[str]) -> np.ndarray | None:
    """[game, thing]: how often each thing was laid out; None where nothing of the kind ever is, because it is always there."""
    counts = np.zeros((len(samples), len(names)))
    column = {name: i for i, name in enumerate(names)}
    for game, sample in enumerate(samples):
        for thing, seat, _ in sample["gains"][kind]:
            if seat < 0:
                counts[game, column[thing]] += 1
    return counts if counts.any() else None
