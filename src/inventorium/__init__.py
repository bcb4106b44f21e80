"""Inventorium: a digital table for modern board games.

>>> import inventorium
>>> game = inventorium.load("legendary-inventors")
>>> position = game.new(players=2, seed=7)
>>> position.to_act
(0,)
>>> position.play(position.moves()[0])

What is named in `__all__`, and `inventorium.bots`, is public; everything else may change. docs/api.md tells more.
"""
import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inventorium.batch import Batch
    from inventorium.core import errors
    from inventorium.core.game import Game
    from inventorium.core.position import Position, View

__version__ = "0.1.0"
__all__ = ["Batch", "Game", "Position", "View", "errors", "load"]

PLACES = {"Batch": "inventorium.batch", "Game": "inventorium.core.game", "Position": "inventorium.core.position",
          "View": "inventorium.core.position"}


def load(name: str) -> "Game":
    """Return the game of this name; `inventorium games` lists them."""
    from inventorium.core.game import load_game  # numpy and numba are imported only where a game is needed
    return load_game(name)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `import inventorium` alone is quick."""
    if name == "errors":
        return importlib.import_module("inventorium.core.errors")
    if name in PLACES:
        return getattr(importlib.import_module(PLACES[name]), name)
    raise AttributeError(f"module 'inventorium' has no attribute '{name}'")
