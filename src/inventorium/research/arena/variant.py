"""A variant of a game: edition, options and components."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inventorium.core.box import Box
from inventorium.core.game import load_game
from inventorium.core.options import Value, chosen
from inventorium.core.position import Position


@dataclass(frozen=True)
class Variant:
    """A game, its edition, changed options, and a component file (none: the game's own)."""

    game: str
    edition: str = "default"
    changes: tuple[tuple[str, str], ...] = ()
    components: str | None = None

    @property
    def box(self) -> Box:
        return load_game(self.game).box(self.components)

    @property
    def options(self) -> dict[str, Value]:
        """All options, with their values."""
        game = load_game(self.game)
        return chosen(game.options, game.editions, self.edition, dict(self.changes), game.tables.check_options)

    @property
    def digest(self) -> str:
        """A digest of the content of the components."""
        return self.box.components.digest

    def new(self, players: int, seed: str) -> Position:
        game = load_game(self.game)
        return game.new(players, self.edition, seed, self.components, **game.known_options(dict(self.changes)))


def variant_of(
    game: str, edition: str = "default", changes: Mapping[str, str] | None = None, components: Path | None = None
) -> Variant:
    """Return a checked variant: a wrong edition, option or component file is refused before anything is played."""
    variant = Variant(game, edition, tuple(sorted((changes or {}).items())), str(components) if components else None)
    variant.new(load_game(game).players[0], "0")
    return variant
