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
    """The levels, the weakest first; their names are `levels.<level>`."""
    return ("random",)


def default_level() -> str:
    return levels()[-1]


def make(level: str, game: Game, seed: str) -> Any:
    """A bot; `choose(view)` gives the number of its answer."""
    return RandomBot(seed)
