"""What the hand-written value of a position is made of, in points: `WORTH` in a game's inventory.py names the sources."""

from dataclasses import dataclass

import numpy as np

from inventorium.core.game import Game
from inventorium.core.position import Snapshot

PLANS, LEAST = "plans", 0.05  # what has no other name; what is less is not told


@dataclass(frozen=True)
class Source:
    """Where points come from: a name of `WORTH`, and the part of the value that most of them are, if it is one of several."""

    name: str
    points: float
    part: int | None = None


def parts_of(position: Snapshot, seat: int) -> np.ndarray:
    """Return what the value of a seat is made of: [the points that it can expect, then every part]."""
    game = position.game
    assert game.value is not None
    parts = np.zeros(max(1, game.value.HINTS))
    total = game.value.hints(position.state, position.box.array[0], np.int64(seat), parts) if game.value.hints else 0.0
    return np.concatenate([[total], parts])


def sources(game: Game, parts: np.ndarray) -> list[Source]:
    """Return where points come from, the most first. What is left is what the seat is about to do."""
    total, numbers = float(parts[0]), dict[str, list[int]]()
    for number, name in enumerate(game.inventory.WORTH):
        if name:
            numbers.setdefault(name, []).append(number)
    found = []
    for name, own in numbers.items():
        points = parts[1:][own]
        most = int(np.abs(points).argmax())
        is_one = len(own) > 1 and abs(points[most]) > np.abs(points).sum() / 2
        found.append(Source(name, float(points.sum()), own[most] if is_one else None))
    found.append(Source(PLANS, total - sum(one.points for one in found)))
    return sorted((one for one in found if abs(one.points) >= LEAST), key=lambda one: -one.points)


def by_source(game: Game, gains: np.ndarray) -> dict[str, float]:
    """Return how much more a better turn brings by the hand-written value, by source; `gains` is what a comparison found."""
    return {one.name: one.points for one in sources(game, gains[:, 2:].mean(axis=0))}
