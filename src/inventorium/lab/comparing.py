"""Two or more ways to play a game side by side: what differs for certain, when so many things are compared at once."""
from itertools import combinations
from typing import Any

import numpy as np

from inventorium.core.game import load_game
from inventorium.lab.measuring import SIGNIFICANT, Results, close_of, had, leader_wins, margins_of, scores_of, wins_of
from inventorium.lab.playing import STEPS, Table
from inventorium.lab.statistics import corrected, difference, mean


def compare(tables: dict[str, Table], results: dict[str, Results]) -> dict[str, Any]:
    """Every measure of every way of playing, and every difference between two of them with its interval; those that are
    significant after the correction come first, the surest of them at the top."""
    measured = {label: measures(tables[label], results[label]) for label in tables}
    keys = [key for key in next(iter(measured.values())) if all(key in one for one in measured.values())]
    differences: list[dict[str, Any]] = []
    for key in keys:
        for one, other in combinations(tables, 2):
            found = difference(measured[one][key], measured[other][key])
            if found is not None:
                by, interval, chance = found
                differences.append({"measure": list(key), "of": [one, other], "by": round(by, 4), "interval": interval,
                                    "chance": chance})
    for entry, q in zip(differences, corrected([entry.pop("chance") for entry in differences]), strict=True):
        entry["corrected"] = round(q, 6)
        entry["significant"] = q <= SIGNIFICANT
    return {"labels": list(tables), "comparisons": len(differences),
            "measures": [{"measure": list(key), "values": [mean(measured[label][key]) for label in tables]} for key in keys],
            "differences": sorted(differences, key=lambda entry: entry["corrected"])}


def measures(table: Table, results: Results) -> dict[tuple[str, ...], np.ndarray]:
    """One number a game for everything that can be compared; a measure that says nothing of a game leaves it out."""
    points, wins = scores_of(results), wins_of(results)
    players = points.shape[1]
    game = load_game(table.game)
    first = np.array([result["first"] for result in results])
    half = leader_wins(results, STEPS // 2)
    found: dict[tuple[str, ...], np.ndarray] = {
        ("score",): points.mean(axis=1), ("winner",): points.max(axis=1), ("margin",): margins_of(results),
        ("close",): close_of(results).astype(float), ("drama",): half[~np.isnan(half)],
        ("turns",): np.array([result["turns"] for result in results], float),
        ("decisions",): np.array([sum(result["decisions"]) for result in results], float),
    }
    if not game.type.simultaneous:
        for place in range(players):
            found["order", str(place + 1)] = wins[np.arange(len(results)), (first + place) % players]
    parts = np.array([result["parts"] for result in results], float)
    for part, name in enumerate(game.tables.PART_NAMES):
        found["part", name] = parts[:, :, part].mean(axis=1)
    account = game.things
    if account is not None:
        for kind, names in account.things(game.box(table.components)).items():
            counts = had(results, kind, names)
            for i, name in enumerate(names):
                found["thing", kind, name] = counts[:, :, i].sum(axis=1)
                if kind == account.SIDES:
                    there = counts[:, :, i].any(axis=1)
                    found["side", kind, name] = (counts[:, :, i] * wins).sum(axis=1)[there]
    return found
