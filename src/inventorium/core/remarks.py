"""Remarks of a coach: something on the board that a seat can change now. Each game finds its own, in its coach.py."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from inventorium.core.events import named
from inventorium.core.words import Words

if TYPE_CHECKING:
    from inventorium.core.box import Box


@dataclass(frozen=True)
class Remark:
    """A fact of the position. `remarks.<key>` in the game's words is its sentence; its gaps are `values` and `points`."""

    key: str
    about: str  # the id of a thing, of which the coach speaks once in a game
    points: int  # that a seat can win or lose by it
    values: Mapping[str, Any] = field(default_factory=dict)  # numbers, ids of components (shown by name), seats (as `Seat`)

    def text(self, box: "Box", words: Words, names: Sequence[str], seat: int) -> str:
        """Return the sentence as the player of a seat reads it."""
        values = {name: named(value, box, words, names, seat) for name, value in self.values.items()}
        return words(f"remarks.{self.key}", points=self.points, **values)
