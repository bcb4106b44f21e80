"""The bots that can sit at a table, by level."""
import random
from typing import Any

from inventorium.core.game import Game, View


class RandomBot:
    """Answers at random."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: View) -> int:
        return self.chance.choice(view.actions())


def levels() -> tuple[str, ...]:
    return ("random",)


def make(level: str, game: Game, seed: str) -> Any:
    return RandomBot(seed)
