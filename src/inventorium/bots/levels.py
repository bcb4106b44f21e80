"""Levels for people: five opponents for every game, each stronger than the one below, as far as it is measured: docs/bots.md
has the numbers. With four players in Genies master is a smaller step above expert than elsewhere."""
from inventorium.bots.bot import Bot
from inventorium.bots.weights import network_of
from inventorium.core.chance import random_below
from inventorium.core.game import Game
from inventorium.core.position import View

LEVELS = ("easy", "medium", "hard", "expert", "master")

# the bot behind a level; one in how many of its answers is a slip (0: none); a game's value.py may override it
USUAL = {"easy": ("greedy", 1), "medium": ("greedy", 0), "hard": ("search:100", 0), "expert": ("search:2000", 0),
         "master": ("net:4000", 0)}
STAND_IN = "expert"                                 # plays where no network fits the components on the table


def who_plays(level: str, game: Game) -> tuple[str, int]:
    """Return the bot behind a level, and its slips."""
    return {**USUAL, **(game.value.LEVELS if game.value else {})}[level]


class WhereItFits(Bot):
    """A bot with a network where one fits the components on the table, elsewhere its stand-in."""

    def __init__(self, name: str, game: Game, seed: int | str, deep: Bot, stand_in: Bot) -> None:
        super().__init__(name, game, seed)
        self.deep, self.stand_in = deep, stand_in

    def think(self, view: View) -> int:
        return self.player(view).think(view)

    def prepare(self, view: View) -> None:
        self.player(view).prepare(view)

    def player(self, view: View) -> Bot:
        return self.deep if network_of(view.box) else self.stand_in


class Slipping(Bot):
    """A bot that makes mistakes: now and then it does not look closely."""

    def __init__(self, name: str, game: Game, seed: int | str, sober: Bot, careless: Bot, slips: int) -> None:
        super().__init__(name, game, seed)
        self.sober, self.careless, self.slips = sober, careless, slips

    def think(self, view: View) -> int:
        is_slip = random_below(self.stream(view), self.slips) == 0
        return (self.careless if is_slip else self.sober).think(view)
