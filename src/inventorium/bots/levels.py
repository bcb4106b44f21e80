"""Levels for people: five opponents for every game, each clearly stronger than the one below (docs/bots.md has the numbers)."""
from inventorium.bots.bot import Bot
from inventorium.bots.random import Random
from inventorium.bots.weights import network_of
from inventorium.core.chance import random_below
from inventorium.core.game import Game, View

LEVELS = ("easy", "medium", "hard", "expert", "master")

# who plays a level, and one in how many of his answers is a slip (0: none); a game's value.py may know better
USUAL = {"easy": ("greedy", 2), "medium": ("greedy", 0), "hard": ("search:100", 0), "expert": ("search:2000", 0),
         "master": ("net:3000", 0)}
INSTEAD = "search:2000"                             # of a network that was not trained for the components on the table


def who_plays(level: str, game: Game) -> tuple[str, int]:
    """Return the bot behind a level, and its slips."""
    return {**USUAL, **(game.value.LEVELS if game.value else {})}[level]


class WhereItFits(Bot):
    """A bot with a network where one fits the components on the table, elsewhere its stand-in."""

    def __init__(self, name: str, game: Game, seed: int | str, deep: Bot, instead: Bot) -> None:
        super().__init__(name, game, seed)
        self.deep, self.instead = deep, instead

    def think(self, view: View) -> int:
        return self.who_plays(view).think(view)

    def prepare(self, view: View) -> None:
        self.who_plays(view).prepare(view)

    def who_plays(self, view: View) -> Bot:
        return self.deep if network_of(view.box) else self.instead


class Slipping(Bot):
    """A bot that makes mistakes: now and then its answer is anything that is allowed."""

    def __init__(self, name: str, game: Game, seed: int | str, sober: Bot, slips: int) -> None:
        super().__init__(name, game, seed)
        self.sober, self.random, self.slips = sober, Random(name, game, seed), slips

    def think(self, view: View) -> int:
        is_slip = random_below(self.stream(view), self.slips) == 0
        return (self.random if is_slip else self.sober).think(view)
