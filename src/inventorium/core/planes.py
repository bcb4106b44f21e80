"""Observations: a row of numbers with named planes, from the view of one seat.

The planes follow the fields of the record (tables.FIELDS, in that order). Numbers are copied. A field that holds a piece
(tables.CATEGORICAL) is one number for each thing, 1 for the one it holds. Seats are counted from the viewer: 0 is
the seat itself, 1 the next player clockwise. So the same weights serve every seat, and every number of players has the same
length.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from inventorium.core.contract import number_of
from inventorium.core.game import Game

NUMBER, SEAT, THING = range(3)
NOT_SEEN = ("players",)  # the same all the time


@dataclass(frozen=True)
class Plane:
    """The numbers of one field: `observation[plane.start:plane.stop].reshape(plane.shape)`."""

    name: str
    axes: tuple[str, ...]  # by which it is counted; the last is `holds` where it holds a thing
    start: int
    shape: tuple[int, ...]

    @property
    def stop(self) -> int:
        return self.start + int(np.prod(self.shape, dtype=int))


class Planes:
    """The planes of one game, and what compiled code needs to fill them (batch/stepping.py)."""

    def __init__(self, game: Game) -> None:
        tables = game.tables
        self.planes: list[Plane] = []
        self.elements: list[tuple[str, tuple[int, ...], int, int]] = []  # field, place in it, kind, where it begins
        position = 0
        for name, axes in tables.FIELDS.items():
            if name in NOT_SEEN:
                continue
            kind, holds = self.kind(tables, name)
            shape = tuple(tables.SIZES[axis] for axis in axes)
            plane = Plane(name, axes + (("holds",) if holds else ()), position, shape + ((holds,) if holds else ()))
            for place in product(*map(range, shape)):
                self.elements.append((name, place, kind, position))
                position += holds or 1
            self.planes.append(plane)
        self.size = position
        self.game = game

    @staticmethod
    def kind(tables: Any, name: str) -> tuple[int, int]:
        """Return what a field holds, and over how many numbers it is spread."""
        one_of = tables.CATEGORICAL.get(name)
        if one_of is None:
            return NUMBER, 0
        return (SEAT, tables.SIZES["seat"]) if one_of == "seat" else (THING, number_of(one_of))

    @cache  # noqa: B019  (there are only a handful of games)
    def program(self, players: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For each seat and element the word of the record it is read from (-1: the seat is not in the game); kinds; places."""
        fields: Any = self.game.tables.STATE.fields
        sources = np.full((players, len(self.elements)), -1, np.int64)
        for viewer in range(players):
            for number, (name, place, _, _) in enumerate(self.elements):
                axes = self.game.tables.FIELDS[name]
                actual = [
                    (viewer + index) % players if axis == "seat" else index for axis, index in zip(axes, place, strict=True)
                ]
                if all(axis != "seat" or index < players for axis, index in zip(axes, place, strict=True)):
                    shape = fields[name][0].shape
                    offset = fields[name][1] // 4
                    sources[viewer, number] = offset + (int(np.ravel_multi_index(actual, shape)) if shape else 0)
        kinds = np.array([kind for _, _, kind, _ in self.elements], np.int64)
        starts = np.array([start for _, _, _, start in self.elements], np.int64)
        return sources, kinds, starts


@cache
def planes_of(game: Game) -> Planes:
    return Planes(game)
