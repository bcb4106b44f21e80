"""Bots: one file an algorithm. `make` gives the bot of a name.

    random              every answer equally likely
    greedy              one look ahead, with the game's own value of a position
    search:1000         search with 1000 simulations a decision, the same every time
    search:1s           search for one second a decision
    net                 one look ahead with the trained network of the components
    net:3000, net:1s    search with that network
    easy ... master     a level for people
    a command line      a program in any language that speaks the line protocol (docs/bots.md)
"""
import re
import shlex
import shutil
from functools import cache
from types import ModuleType

from inventorium.bots.bot import Bot
from inventorium.bots.levels import INSTEAD, LEVELS, Slipping, WhereItFits, who_plays
from inventorium.bots.random import Random
from inventorium.bots.stdio import Program
from inventorium.bots.thinking import Budget, Line, Thinker
from inventorium.bots.weights import network_of
from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.game import Game, Position, View

BUILT_ON = {"judging": (), "deep": ("judging", "network"), "sealed": ("judging", "network")}      # every other on judging alone
FORMS = ("random", "greedy", "search:1000", "search:1s", "net", "net:3000", "net:1s", *LEVELS)
ONE_LOOK = Budget(simulations=160)                  # at sheets, which are planned as a whole: ten times every plan


def make(name: str, game: Game, seed: int | str = 0) -> Bot:
    """The bot of this name for a game; its choices follow from the seed."""
    if name == "random":
        return Random(name, game, seed)
    if name == "greedy":
        return compiled(game, "greedy").Greedy(name, game, seed)
    if name == "net":
        return deep_searcher(name, game, seed, ONE_LOOK) if game.type.sheets else compiled(game, "deep").Look(name, game, seed)
    if name in LEVELS:
        return level(name, game, seed)
    if budget := re.fullmatch(r"(search|net):(?:(\d+)|(\d+(?:\.\d+)?)s)", name):
        simulations, seconds = int(budget[2] or 0), float(budget[3] or 0)
        if not simulations and not seconds:
            raise InventoriumError(f"bot '{name}': a search needs at least one simulation, or some time")
        kind = searcher if budget[1] == "search" else deep_searcher
        return kind(name, game, seed, Budget(simulations or None, seconds or None))
    if is_command(name):
        return Program(name, game, seed)
    raise UnknownName("bot", name, FORMS)


def level(name: str, game: Game, seed: int | str) -> Bot:
    """The bot behind a level for people. One with a network has a stand-in for components that it was not trained for."""
    player, slips = who_plays(name, game)
    bot = make(player, game, seed)
    if player.startswith("net"):
        bot = WhereItFits(name, game, seed, bot, make(INSTEAD, game, seed))
    return Slipping(name, game, seed, bot, slips) if slips else bot


def is_command(name: str) -> bool:
    try:
        words = shlex.split(name)
    except ValueError:
        return False
    return bool(words) and shutil.which(words[0]) is not None


def searcher(name: str, game: Game, seed: int | str, budget: Budget, habits: str = "usual") -> Thinker:
    """The search that fits the game: over turns, or over sheets that several seats fill in at once. One that plays `to_the_end`
    at random is there to measure speed."""
    search = compiled(game, "sealed" if game.type.sheets else "search")
    return search.Search(name, game, seed, budget, search.HABITS[habits])


def deep_searcher(name: str, game: Game, seed: int | str, budget: Budget) -> Thinker:
    """The same with the trained network of the components on the table."""
    search = compiled(game, "sealed" if game.type.sheets else "deep")
    thinker: Thinker = search.DeepSearch(name, game, seed, budget, search.HABITS["usual"])
    return thinker


def strongest(name: str, view: View, seed: int | str, budget: Budget) -> Thinker:
    """The search with a network where one fits what lies on the table, the one with the hand-written value elsewhere."""
    return (deep_searcher if network_of(view.box) else searcher)(name, view.game, seed, budget)


def analyse(view: View, budget: Budget, seed: int | str = 0) -> list[Line]:
    """What a search thinks of the answers open to the seat of a view, the best first: the chance of every seat to win and the
    points it expects."""
    return strongest("analysis", view, seed, budget).study(view)


def hint(view: View, seconds: float = 1.0) -> int:
    """What a strong player would answer: a second's thought at most."""
    return strongest("hint", view, 0, Budget(simulations=2000, seconds=seconds)).choose(view)


def can_judge(game: Game) -> bool:
    """Whether the game says what a position is worth: all bots but `random` need that."""
    return game.value is not None


def outlook(position: Position) -> tuple[float, ...]:
    """Every seat's chance to win at a glance, without a search. It looks at the whole position, secrets and all, so it is for
    games that are over."""
    chances: tuple[float, ...] = compiled(position.game, "outlook").outlook(position)
    return chances


@cache
def compiled(game: Game, algorithm: str) -> ModuleType:
    """A file of this folder, compiled with the rules of a game and with what its `value.py` thinks of positions."""
    if not can_judge(game):
        raise InventoriumError(f"only the bot random plays {game.name} until its value.py says what a position is worth")
    parts = {"playing": game.playing, **{name: compiled(game, name) for name in BUILT_ON.get(algorithm, ("judging",))}}
    return game.bind(f"inventorium.bots.{algorithm}", **parts)
