"""Levels for people: four opponents for every game, each clearly stronger than the one below (docs/bots.md has the numbers).

"""
from inventorium.bots.bot import Bot
from inventorium.bots.thinking import Budget
from inventorium.core.chance import random_below
from inventorium.core.game import Game, View

LEVELS = ("easy", "medium", "hard", "expert")
SLIPS = 3                                           # easy: one answer in so many is anything that is allowed
HARD = Budget(simulations=100)
EXPERT = Budget(simulations=2000, seconds=1.8)      # less where the machine is slow: nobody waits for more than 2 s


class Easy(Bot):
    """Greedy, with slips."""

    def __init__(self, name: str, game: Game, seed: int | str, greedy: Bot, random: Bot) -> None:
        super().__init__(name, game, seed)
        self.greedy, self.random = greedy, random

    def think(self, view: View) -> int:
        slips = random_below(self.stream(view), SLIPS) == 0
        return (self.random if slips else self.greedy).think(view)
