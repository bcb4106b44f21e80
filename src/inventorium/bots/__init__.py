"""Bots: one file an algorithm. `make` gives the bot of a name.

    random              every answer equally likely
    greedy              one look ahead, with the game's own value of a position
    search:1000         tree search with 1000 simulations a decision, the same every time
    search:1s           tree search for one second a decision
"""
import importlib
import re
from functools import cache
from types import ModuleType

from inventorium.bots.bot import Bot
from inventorium.bots.random import Random
from inventorium.core import compiler
from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.game import Game

FORMS = ("random", "greedy", "search:1000", "search:1s")


def make(name: str, game: Game, seed: int | str = 0) -> Bot:
    """The bot of this name for a game; its choices follow from the seed."""
    if name == "random":
        return Random(name, game, seed)
    if name == "greedy":
        return compiled(game, "greedy").Greedy(name, game, seed)
    if budget := re.fullmatch(r"search:(?:(\d+)|(\d+(?:\.\d+)?)s)", name):
        search, simulations, seconds = compiled(game, "search"), int(budget[1] or 0), float(budget[2] or 0)
        if not simulations and not seconds:
            raise InventoriumError(f"bot '{name}': a search needs at least one simulation, or some time")
        return search.Search(name, game, seed, search.Budget(simulations or None, seconds or None))
    raise UnknownName("bot", name, FORMS)


@cache
def compiled(game: Game, algorithm: str) -> ModuleType:
    """A file of this folder, compiled with the rules of a game and with what its `value.py` thinks of positions."""
    if not (game.folder / "value.py").exists():
        raise InventoriumError(f"only the bot random plays {game.name} until its value.py says what a position is worth")
    parts = {"playing": game.playing, "value": importlib.import_module(f"{game.rules.__package__}.value")}
    if algorithm != "judging":
        parts["judging"] = compiled(game, "judging")
    return compiler.bind(f"inventorium.bots.{algorithm}", game.rules, **parts)
