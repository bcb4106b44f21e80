"""Two or more variants of a game side by side: what differs for certain, when many things are compared at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import inf

import numpy as np

from inventorium.core.game import load_game
from inventorium.core.statistics import SIGNIFICANT, corrected, difference, mean
from inventorium.research.arena.variant import Variant
from inventorium.research.lab import schema
from inventorium.research.lab.arrays import Samples, close_of, had, leader_wins, margins_of, parts_of, scores_of, tallied, wins_of
from inventorium.research.lab.inventory import SHARE
from inventorium.research.lab.sample import STEPS

Key = tuple[str, ...]  # the measured quantity, in the words of the report: family, kind, item


@dataclass(frozen=True)
class Measure:
    """One number per game, and its range."""

    values: np.ndarray
    low: float = -inf
    high: float = inf


def compare(variants: Mapping[str, Variant], samples: Mapping[str, Samples]) -> schema.Comparison:
    """Return every measure of every variant, and every difference between two of them with its interval; those that are
    significant after the correction come first, the most certain at the top."""
    measured = {label: dict(measures(variants[label], samples[label])) for label in variants}
    keys = [key for key in next(iter(measured.values())) if all(key in one for one in measured.values())]
    found = []
    for key in keys:
        for one, other in combinations(variants, 2):
            first, second = measured[one][key], measured[other][key]
            apart = difference(first.values, second.values, first.high - first.low)
            if apart is not None:
                found.append((key, [one, other], apart))
    differences: list[schema.Differing] = [
        {
            "measure": list(key),
            "of": of,
            "by": round(apart.by, 4),
            "interval": apart.interval,
            "corrected": round(q, 6),
            "significant": q <= SIGNIFICANT,
        }
        for (key, of, apart), q in zip(found, corrected([apart.chance for _, _, apart in found]), strict=True)
    ]
    return {
        "labels": list(variants),
        "comparisons": len(differences),
        "measures": [
            {
                "measure": list(key),
                "values": [mean(one.values, one.low, one.high) for label in variants for one in [measured[label][key]]],
            }
            for key in keys
        ],
        "differences": sorted(differences, key=lambda entry: entry["corrected"]),
    }


def measures(variant: Variant, samples: Samples) -> Iterator[tuple[Key, Measure]]:
    """Yield everything that can be compared; a measure that says nothing about a game leaves it out."""
    game = load_game(variant.game)
    points, half = scores_of(samples), leader_wins(samples, STEPS // 2)
    yield ("score",), Measure(points.mean(axis=1))
    yield ("winner",), Measure(points.max(axis=1))
    yield ("margin",), Measure(margins_of(samples), 0)
    yield ("close",), Measure(close_of(samples).astype(float), 0, 1)
    yield ("drama",), Measure(half[~np.isnan(half)], 0, 1)
    yield ("turns",), Measure(np.array([sample["turns"] for sample in samples], float), 0)
    yield ("decisions",), Measure(np.array([sum(sample["decisions"]) for sample in samples], float), 0)
    if not game.type.simultaneous:
        wins, first, players = wins_of(samples), np.array([sample["first"] for sample in samples]), points.shape[1]
        for place in range(players):
            yield ("order", str(place + 1)), Measure(wins[np.arange(len(samples)), (first + place) % players], 0, 1)
    parts = parts_of(samples)
    for part, name in enumerate(game.tables.SCORE_PARTS):
        yield ("part", name), Measure(parts[:, :, part].mean(axis=1))
    for row, form in game.inventory.TALLY.items():
        yield ("tally", row), Measure(tallied(samples, row), 0, 1 if form == SHARE else inf)
    yield from measures_of_things(variant, samples)


def measures_of_things(variant: Variant, samples: Samples) -> Iterator[tuple[Key, Measure]]:
    """Yield how often everything is taken, and how often those who have a side win."""
    inventory, wins = load_game(variant.game).inventory, wins_of(samples)
    for kind, names in inventory.items(variant.box).items():
        counts = had(samples, kind, names)
        for i, name in enumerate(names):
            yield ("thing", kind, name), Measure(counts[:, :, i].sum(axis=1), 0)
            if kind == inventory.FACTIONS:
                there = counts[:, :, i].any(axis=1)
                yield ("side", kind, name), Measure((counts[:, :, i] * wins).sum(axis=1)[there], 0, 1)
