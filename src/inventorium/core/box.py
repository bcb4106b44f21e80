"""The box of a game: its components, as people and as rules read them."""

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from inventorium.core.components import Components
from inventorium.core.errors import ComponentsWarning

if TYPE_CHECKING:
    from inventorium.core.game import Game


class Box:
    """The components of one game, as people and as rules read them."""

    def __init__(self, game: "Game", path: Path) -> None:
        self.tables, self.notation, self.words = game.tables, game.notation, game.words
        self.components = Components(path, self.tables.COMPONENT_SCHEMA, game.name)
        self.tables.check(self.components)
        for doubt in self.components.doubts:
            warnings.warn(doubt, ComponentsWarning, stacklevel=4)
        self.array: np.ndarray = self.tables.fill_box(self.components)
        self._origin = (game.name, path)
        self._ids: dict[str, list[str]] = {}
        self._names: dict[tuple[str, str], str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as the path of its file."""
        return box_of, self._origin

    def ids(self, group: str) -> list[str]:
        """The ids of a group of components, in the order of the file."""
        if group not in self._ids:
            self._ids[group] = self.components.ids(group)
        return self._ids[group]

    def name(self, thing: str, language: str) -> str:
        """The name of a component in a language."""
        if (thing, language) not in self._names:
            record = self.components.find(thing)
            self._names[thing, language] = str(record["name"][language]) if record else thing
        return self._names[thing, language]


def box_of(game: str, path: Path) -> Box:
    from inventorium.core.game import load_game  # which imports this module

    return load_game(game).box(path)
