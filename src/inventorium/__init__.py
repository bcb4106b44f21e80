"""Inventorium: a digital table for modern board games.

>>> import inventorium
>>> game = inventorium.load("legendary-inventors")
>>> position = game.new(players=2, seed=7)
>>> position.to_act
(0,)
>>> seat = position.to_act[0]
>>> position.play(position.moves(seat)[0], seat)

What is named in `__all__` is public; everything else may change. docs/api.md tells more.
"""

import importlib
from typing import TYPE_CHECKING, Any

from inventorium import moved

if TYPE_CHECKING:
    from inventorium import bots, review
    from inventorium.core import errors
    from inventorium.core.game import Game
    from inventorium.core.position import Position, View
    from inventorium.research.batch import Batch

__version__ = "0.1.0"
__all__ = ["Batch", "Game", "Position", "View", "bots", "errors", "load", "review"]

MODULES = {
    "bots": "inventorium.bots",
    "errors": "inventorium.core.errors",
    "review": "inventorium.review",
}
PLACES = {
    "Batch": "inventorium.research.batch",
    "Game": "inventorium.core.game",
    "Position": "inventorium.core.position",
    "View": "inventorium.core.position",
}

moved.install()


def load(name: str) -> "Game":
    """Return the game of this name; `inventorium games` lists them."""
    from inventorium.core.game import load_game  # numpy and numba are imported only where a game is needed

    return load_game(name)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `import inventorium` alone is quick."""
    if name in MODULES:
        return importlib.import_module(MODULES[name])
    if name in PLACES:
        return getattr(importlib.import_module(PLACES[name]), name)
    if f"inventorium.{name}" in moved.MOVED:
        return importlib.import_module(f"inventorium.{name}")  # which warns
    raise AttributeError(f"module 'inventorium' has no attribute '{name}'")


def __dir__() -> list[str]:
    """Return the public names, for completion in a shell or a notebook."""
    return [*__all__, "__version__"]
