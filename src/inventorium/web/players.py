"""The bots that can sit at a table, by level."""
import random
from collections.abc import Sequence
from typing import Any

from inventorium.core.game import Game, View
from inventorium.core.words import Words
from inventorium.table.seats import BOT, Seat


class RandomBot:
    """Answers at random."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: View) -> int:
        return self.chance.choice(view.actions())


def names(seats: Sequence[Seat], words: Words) -> list[str]:
    """What everybody at a table is called: by name, a bot after its trade, else by the seat."""
    trades: list[str] = words.get("bots.names")
    return [who.name or (trades[seat % len(trades)] if who.kind == BOT else words("seat", seat=seat + 1))
            for seat, who in enumerate(seats)]


def levels() -> tuple[str, ...]:
    """The levels, the weakest first; their names are `levels.<level>`."""
    return ("random",)


def default_level() -> str:
    return levels()[-1]


def make(level: str, game: Game, seed: str) -> Any:
    """A bot; `choose(view)` gives the number of its answer."""
    return RandomBot(seed)
