"""Pieces of a board that many pages show, rendered once: the macros of a game's pieces.html."""

from collections.abc import Callable
from functools import cache, lru_cache

from jinja2 import Environment

from inventorium.core.game import Game
from inventorium.core.words import Words

MOST_DRAWN = 2_000  # of each macro


class Pieces:
    """The macros of a pieces.html as cached functions. They know only the game and the words of a language, so their output
    depends on their arguments alone, and any guest may get it."""

    def __init__(self, environment: Environment, game: Game, words: Words) -> None:
        self.module = environment.get_template(f"games/{game.name}:pieces.html").make_module({"words": words, "game": game})

    def __getattr__(self, name: str) -> Callable[..., str]:
        macro: Callable[..., str] = getattr(self.module, name)
        self.__dict__[name] = drawn = lru_cache(MOST_DRAWN)(macro)
        return drawn


@cache
def pieces_of(environment: Environment, game: Game, words: Words) -> Pieces:
    return Pieces(environment, game, words)
