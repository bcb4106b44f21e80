"""Inventorium: a digital table for modern board games.

>>> import inventorium
>>> game = inventorium.load("legendary-inventors")
>>> position = game.new(players=2, seed=7)
>>> position.to_act
(0,)
>>> position.play(position.moves()[0])
"""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inventorium.core.game import Game

__version__ = "0.1.0"


def load(name: str) -> "Game":
    """The game of this name: `legendary-inventors`, `era-of-inventions` or `genies`."""
    from inventorium.core.game import load_game  # numpy and numba are imported only where a game is needed
    return load_game(name)
