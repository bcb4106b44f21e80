"""Levels for people: eight opponents for every game, each of which wins most games against the one below it. docs/how-strong.md
has the numbers, docs/bots.md says how they play."""

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

LEVELS = ("easy", "casual", "medium", "tricky", "hard", "tough", "expert", "master")

# the bot behind a level where a network fits the table; a game's value.py may override it (NETWORK_LEVELS)
WITH_NETWORK = {
    "easy": "net~100~100",
    "casual": "net~80~30",
    "medium": "net~15~8",
    "tricky": "net:12",
    "hard": "net:32",
    "tough": "net:100",
    "expert": "net:300",
    "master": "net:1000",
}
# the bot behind a level where none fits, and one in how many of its moves is a blunder (0: none); a game's value.py may
# override it (LEVEL_OVERRIDES); the levels that are not here play as the next one below that is
WITHOUT_NETWORK = {
    "easy": ("greedy", 1),
    "medium": ("greedy", 0),
    "hard": ("search:100", 0),
    "expert": ("search:2000", 0),
}
OTHER_CARDS = "its network was trained on other card values"


def with_network(level: str, game: Game) -> str:
    """Return the bot behind a level where a network fits the table."""
    return {**WITH_NETWORK, **(game.value.NETWORK_LEVELS if game.value else {})}[level]


def without_network(level: str, game: Game) -> tuple[str, int]:
    """Return the bot behind a level where none does, and one in how many of its moves is a blunder."""
    return {**WITHOUT_NETWORK, **(game.value.LEVEL_OVERRIDES if game.value else {})}[stand_in(level)]


def who_plays(level: str, box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> tuple[str, int]:
    """Return the bot behind a level with these components and options, and one in how many of its moves is a blunder."""
    game = load_game(box.components.game)
    return (with_network(level, game), 0) if network_for(box, options) else without_network(level, game)


def stand_in(level: str) -> str:
    """Return the level that plays where no network fits: the same, or the next below that needs none."""
    return next(one for one in reversed(LEVELS[: LEVELS.index(level) + 1]) if one in WITHOUT_NETWORK)


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
    if level not in LEVELS:
        return Behind(False)
    if refusal := why_not(box, options):
        if stand_in(level) != level:
            return Behind(False, stand_in(level), refusal)
        return Behind(False, why=refusal if found_for(load_game(box.components.game).box()).net else "")
    return Behind(True, why=OTHER_CARDS if found_for(box).is_elsewhere else "")


def level_name(level: str, words: Words, box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> str:
    """Return what people call a level, and what has to be said of it at a table with these components and options."""
    found, name = behind(level, box, options), str(words(f"levels.{level}"))
    if found.plays_as:
        return str(words("level.stand-in", level=name, other=words(f"levels.{found.plays_as}")))
    if found.why:
        return str(words("level.other-cards" if found.has_network else "level.no-network", level=name))
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
    """Plays as `bot`, but one move in `one_in` as `blunder_bot`."""

    def __init__(self, name: str, game: Game, seed: int | str, bot: Bot, blunder_bot: Bot, one_in: int) -> None:
        super().__init__(name, game, seed)
        self.bot, self.blunder_bot, self.one_in = bot, blunder_bot, one_in

    def think(self, view: View) -> int:
        is_blunder = random_below(self.stream(view), self.one_in) == 0
        return (self.blunder_bot if is_blunder else self.bot).think(view)
