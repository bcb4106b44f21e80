"""The box of a game: its components, as people and as rules read them."""

import warnings
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from inventorium.core.components import Components, Names
from inventorium.core.errors import ComponentsWarning
from inventorium.core.words import ENGLISH, languages

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
        self.shipped = path == game.folder / "components.toml"
        self.game = game
        for key, name in self.components.names():
            name.translate = partial(self.translated, key, name)
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

    def translated(self, key: str, name: Names, language: str) -> str | None:
        """Return the name that the words of a language give (`[names]`), unless the player's own file names the thing."""
        found = self.words(language).get(f"names.{key}") if language in languages() else None
        return found if found and (self.shipped or self.game.box().english_names.get(key) == dict.get(name, ENGLISH)) else None

    @cached_property
    def english_names(self) -> dict[str, str]:
        return {key: dict.get(name, ENGLISH, "") for key, name in self.components.names()}

    def name(self, thing: str, language: str) -> str:
        """The name of a component in a language."""
        if (thing, language) not in self._names:
            record = self.components.find(thing)
            self._names[thing, language] = str(record["name"][language]) if record else thing
        return self._names[thing, language]


def box_of(game: str, path: Path) -> Box:
    from inventorium.core.game import load_game  # which imports this module

    return load_game(game).box(path)
