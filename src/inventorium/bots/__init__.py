"""Bots: one file per algorithm. `make` returns the bot of a name.

    random              every action equally likely
    greedy              one look ahead, with the game's own value of a position
    careless            the same, with mistakes
    search:1000         search with 1000 simulations a decision, the same every time
    search:1s           search for one second a decision
    net                 one look ahead with the trained network of the components
    net~80~40           the same, but it misjudges every source of points by up to 80 %, and moves less than 4 points of
                        chance apart seems nearly equal; ~naive: it passes over nothing that the network would not try
    net:3000, net:1s    search with that network
    net:400@FILE        the same with the network of a file, as `inventorium train` writes it
    easy ... master     a level for people
    a command line      a program in any language that speaks the line protocol (docs/bot-protocol.md)

A bot in Python is a subclass of `Bot`; wherever Python code names a bot, the class can be used in place of a name.
"""

import re
import shlex
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from inventorium.bots.bot import Bot, Fault as Fault
from inventorium.bots.levels import (
    LEVELS,
    OTHER_CARDS,
    Blundering,
    NetworkOrFallback,
    behind,
    with_network,
    without_network,
)
from inventorium.bots.networks import NO_OPTIONS, found_for, network_for, read
from inventorium.bots.random import Random
from inventorium.bots.searcher import Budget, Line, Thinker
from inventorium.bots.stdio import Program
from inventorium.core.box import Box
from inventorium.core.errors import InventoriumError, UnknownName, shown
from inventorium.core.game import Game
from inventorium.core.options import Value
from inventorium.core.position import View

BUILT_ON = {
    "evaluator": (),
    "net_search": ("evaluator", "inference"),
    "regret": ("evaluator", "inference"),
    "character": ("evaluator", "inference", "net_search"),
    "sealed_character": ("evaluator", "inference", "regret", "character"),
}  # every other on judging alone
FORMS = ("random", "careless", "greedy", "search:1000", "search:1s", "net", "net~80~40", "net:3000", "net:1s", *LEVELS)
ONE_LOOK = Budget(simulations=32)  # one of several sealed moves, which are planned together: twice every plan
HINTED = 3000  # simulations of a hint


def make(name: str | type[Bot], game: Game, seed: int | str = 0) -> Bot:
    """Return the bot of this name, or of your own class, for a game; its choices follow from the seed. A command line is
    executed and a file read, so pass only names typed by the person who runs the program; for all others there is `built_in`."""
    if isinstance(name, type):
        return name(name.__name__, game, seed)
    if not isinstance(name, str):
        raise UnknownName("bot", name, FORMS)
    if named := re.fullmatch(r"(net(?:[:~][^@]*)?)@(.+)", name):
        return play_with(built_in(named[1], game, seed), name, Path(named[2]))
    try:
        return built_in(name, game, seed)
    except UnknownName:
        if is_command(name):
            return Program(name, game, seed)
        raise


def built_in(name: str, game: Game, seed: int | str = 0) -> Bot:
    """Return the bot of this name, but only one of our own: no name makes this run a program."""
    if name == "random":
        return Random(name, game, seed)
    if name == "greedy":
        return compiled(game, "greedy").Greedy(name, game, seed)
    if name == "careless":
        return compiled(game, "greedy").Careless(name, game, seed)
    if name == "net":
        return (
            deep_searcher(name, game, seed, ONE_LOOK)
            if game.type.sealed
            else compiled(game, "net_search").NetGreedy(name, game, seed)
        )
    if traits := re.fullmatch(r"net~(\d+)(?:~(\d+))?(~naive)?", name):
        character = compiled(game, "sealed_character" if game.type.sealed else "character")
        return character.Character(name, game, seed, int(traits[1]) / 100, int(traits[2] or 0) / 1000, bool(traits[3]))
    if name in LEVELS:
        return level(name, game, seed)
    if budget := re.fullmatch(r"(search|net):(?:(\d+)|(\d+(?:\.\d+)?)s)", name):
        simulations, seconds = int(budget[2] or 0), float(budget[3] or 0)
        if not simulations and not seconds:
            raise InventoriumError(f"bot '{name}': a search needs at least one simulation, or some time")
        kind = searcher if budget[1] == "search" else deep_searcher
        return kind(name, game, seed, Budget(simulations or None, seconds or None))
    raise UnknownName("bot", name, FORMS)


def play_with(bot: Bot, name: str, file: Path) -> Bot:
    """Return a bot that plays with the network of a file."""
    if (trained_for := read(file).sight.game) is not bot.game:
        raise InventoriumError(f"{file}: this network plays {trained_for.name}, not {bot.game.name}")
    bot.name, bot.network = name, file
    return bot


def level(name: str, game: Game, seed: int | str) -> Bot:
    """Return the bot behind a level for people: one for tables that a network fits, another for all others."""
    plain, one_in = without_network(name, game)
    bot = built_in(plain, game, seed)
    if one_in:
        blunder_bot = compiled(game, "greedy").Careless(name, game, f"careless {seed}")
        bot = Blundering(name, game, seed, bot, blunder_bot, one_in)
    return NetworkOrFallback(name, game, seed, built_in(with_network(name, game), game, seed), bot)


def is_command(name: str) -> bool:
    """Return whether a name begins with a program that is there."""
    try:
        words = shlex.split(name)
    except ValueError:
        return False
    return bool(words) and shutil.which(words[0]) is not None


def searcher(name: str, game: Game, seed: int | str, budget: Budget, settings: str = "usual") -> Thinker:
    """Return the search that fits the game: over turns, or over sealed moves of several seats. One that plays
    `to_the_end` at random is there to measure speed."""
    search = compiled(game, "regret" if game.type.sealed else "tree_search")
    return search.Search(name, game, seed, budget, search.SETTINGS[settings])


def deep_searcher(name: str, game: Game, seed: int | str, budget: Budget) -> Thinker:
    """Return the same with the trained network of the components on the table."""
    search = compiled(game, "regret" if game.type.sealed else "net_search")
    thinker: Thinker = search.DeepSearch(name, game, seed, budget, search.SETTINGS["network"])
    return thinker


def adviser(view: View, seed: int | str, budget: Budget) -> Thinker:
    """Return the strongest search there is: with a network where one fits the table."""
    return (deep_searcher if network_for(view.box, view.options) else searcher)("adviser", view.game, seed, budget)


def analyse(view: View, budget: Budget, seed: int | str = 0) -> list[Line]:
    """Return the analysis of each action open to the seat of a view, the best first: every seat's chance to win and the points
    it expects."""
    return adviser(view, seed, budget).study(view)


def hint(view: View, seconds: float = 1.0) -> int:
    """Return the action of a strong player after at most a second of search."""
    if not seconds > 0:
        raise InventoriumError(f"a hint needs more than 0 seconds to think, not {shown(seconds)}")
    return adviser(view, 0, Budget(simulations=HINTED, seconds=seconds)).choose(view)


def known_levels(game: Game) -> tuple[str, ...]:
    """Return the bots that can sit at a table of a game, the weakest first; `level_name` is what people call them."""
    return ("random", *LEVELS) if can_judge(game) else ("random",)


def levels_of(game: Game) -> tuple[str, ...]:
    """Return the levels that are offered: not those that would play as another one for want of a network."""
    return tuple(level for level in known_levels(game) if not behind(level, game.box()).plays_as)


def default_level(game: Game) -> str:
    """Return the level of the bots at a new table."""
    levels, wanted = levels_of(game), game.value.DEFAULT_LEVEL if game.value else ""
    return wanted if wanted in levels else levels[-1]


def note_on(name: str, box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> str:
    """Return what is to be said of a bot in results, in one line: a level that plays as another one, or a network that was
    trained on other card values. "" where a bot is what its name says."""
    if named := re.fullmatch(r"net(?:[:~][^@]*)?(?:@(.+))?", name):
        return OTHER_CARDS if found_for(box, Path(named[1]) if named[1] else None).is_elsewhere else ""
    return behind(name, box, options).note


def can_judge(game: Game) -> bool:
    """Return whether the game says what a position is worth: all bots but `random` need that."""
    return game.value is not None


@cache
def compiled(game: Game, algorithm: str) -> ModuleType:
    """Return a file of this folder, compiled with the rules of a game and with its `value.py`."""
    if not can_judge(game):
        raise InventoriumError(f"{game.name} has no value.py, so only the bot 'random' can play it")
    parts = {"engine": game.engine, **{name: compiled(game, name) for name in BUILT_ON.get(algorithm, ("evaluator",))}}
    return game.bind(f"inventorium.bots.{algorithm}", **parts)
