"""Levels for people: five opponents for every game, each stronger than the one below, as far as it is measured: docs/bots.md
has the numbers. With four players in Genies master is a smaller step above expert than elsewhere."""

from collections.abc import Mapping
from typing import NamedTuple

from inventorium.bots.bot import Bot
from inventorium.bots.networks import NO_OPTIONS, found_for, network_for, why_not
from inventorium.core.box import Box
from inventorium.core.chance import random_below
from inventorium.core.game import Game, load_game
from inventorium.core.options import Value
from inventorium.core.position import View
from inventorium.core.words import Words

LEVELS = ("easy", "medium", "hard", "expert", "master")

# the bot behind a level; one in how many of its answers is a slip (0: none); a game's value.py may override it
USUAL = {
    "easy": ("greedy", 1),
    "medium": ("greedy", 0),
    "hard": ("search:100", 0),
    "expert": ("search:2000", 0),
    "master": ("net:4000", 0),
}
FALLBACK_LEVEL = "expert"  # plays where no network fits the table
OTHER_CARDS = "its network was trained on other card values"


def who_plays(level: str, game: Game) -> tuple[str, int]:
    """Return the bot behind a level, and its slips."""
    return {**USUAL, **(game.value.LEVEL_OVERRIDES if game.value else {})}[level]


class Behind(NamedTuple):
    """Who plays behind a level at a table."""

    has_network: bool
    plays_as: str = ""  # the level that plays instead, where no network fits
    why: str = ""  # in one line: why not, or that the network knows other card values

    @property
    def note(self) -> str:
        """Return what is to be said of it; "" where the level is what its name says."""
        return f"plays as {self.plays_as}: {self.why}" if self.plays_as else self.why


def behind(level: str, box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> Behind:
    """Return who plays behind a level with these components and options; options that are not named have their default."""
    game = load_game(box.components.game)
    if level not in LEVELS or not who_plays(level, game)[0].startswith("net"):
        return Behind(False)
    if refusal := why_not(box, options):
        return Behind(False, FALLBACK_LEVEL, refusal)
    return Behind(True, why=OTHER_CARDS if found_for(box).is_elsewhere else "")


def level_name(level: str, words: Words, box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> str:
    """Return what people call a level, and who plays behind it where that is a network or ought to be one."""
    found, name = behind(level, box, options), str(words(f"levels.{level}"))
    if found.plays_as:
        return str(words("level.stand-in", level=name, other=words(f"levels.{found.plays_as}")))
    if found.has_network:
        return str(words("level.other-cards" if found.why else "level.network", level=name))
    return name


class NetworkOrFallback(Bot):
    """A bot with a network where one fits the table, elsewhere its stand-in. `behind` says which."""

    def __init__(self, name: str, game: Game, seed: int | str, deep: Bot, stand_in: Bot) -> None:
        super().__init__(name, game, seed)
        self.deep, self.stand_in = deep, stand_in

    def think(self, view: View) -> int:
        return self.player(view).think(view)

    def prepare(self, view: View) -> None:
        self.player(view).prepare(view)

    def player(self, view: View) -> Bot:
        return self.deep if network_for(view.box, view.options) else self.stand_in


class Blundering(Bot):
    """A bot that makes mistakes: now and then it does not look closely."""

    def __init__(self, name: str, game: Game, seed: int | str, bot: Bot, blunder_bot: Bot, one_in: int) -> None:
        super().__init__(name, game, seed)
        self.bot, self.blunder_bot, self.one_in = bot, blunder_bot, one_in

    def think(self, view: View) -> int:
        is_blunder = random_below(self.stream(view), self.one_in) == 0
        return (self.blunder_bot if is_blunder else self.bot).think(view)
