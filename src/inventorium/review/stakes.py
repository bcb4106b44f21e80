"""What somebody should look at before they answer: where their answers differ most, and where they trail or lead most.

It is read off the parts of the hand-written value, without a search: a coach says where to look, never what to do."""

from dataclasses import dataclass

import numpy as np

from inventorium.core.position import Snapshot, View
from inventorium.review.value_parts import Source, parts_of, sources

NOTHING = 0.3  # points; less is not worth looking at


@dataclass(frozen=True)
class Standing:
    """By how much a seat trails another at one source of points, or, where `points` is less than nothing, leads."""

    source: Source
    seat: int  # the best of the others there


def at_stake(view: View) -> Source | None:
    """Return the source of points in which the answers open to a seat differ most; None where they hardly differ, or where
    they say nothing before others have answered, too."""
    if view.game.type.sealed:
        return None
    parts = np.array([parts_of(view.after(action, view.seat), view.seat) for action in view.actions()])
    found = sources(view.game, parts.max(axis=0) - parts.min(axis=0)) if len(parts) > 1 else []
    named = [one for one in found if one.name in view.game.inventory.WORTH and one.points >= NOTHING]
    return named[0] if named else None


def standing(view: View) -> Standing | None:
    """Return where a seat trails most, or, where it trails nowhere, leads most; None where all have the same."""
    position = view.determinize("coach")
    own = by_name(position, view.seat)
    found = []
    for name, points in own.items():
        best, seat = max((by_name(position, other)[name], other) for other in range(view.players) if other != view.seat)
        found.append(Standing(Source(name, best - points), seat))
    found = [one for one in found if abs(one.source.points) >= NOTHING]
    behind = max(found, key=lambda one: one.source.points, default=None)
    return behind if behind is None or behind.source.points > 0 else min(found, key=lambda one: one.source.points)


def by_name(position: Snapshot, seat: int) -> dict[str, float]:
    """Return the points of a seat by their source."""
    found: dict[str, float] = {}
    for name, points in zip(position.game.inventory.WORTH, parts_of(position, seat)[1:].tolist(), strict=False):
        if name:
            found[name] = found.get(name, 0.0) + points
    return found
