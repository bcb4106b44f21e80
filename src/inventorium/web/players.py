"""The bots that can sit at a table, by the level that people choose."""
from collections.abc import Sequence
from functools import cache

from inventorium import bots
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, View
from inventorium.core.words import Words
from inventorium.table.seats import BOT, Seat

# The level, its name in words being `levels.<level>`, and the bot behind it; the weakest first.
LEVELS = {"random": "random", "beginner": "greedy", "careful": "search:0.3s", "master": "search:1.5s"}
QUICK = "careful"                                   # strong enough for most, and nobody waits


def names(seats: Sequence[Seat], words: Words) -> list[str]:
    """What everybody at a table is called: by name, a bot after its trade, else by the seat."""
    trades: list[str] = words.get("bots.names")
    return [who.name or (trades[seat % len(trades)] if who.kind == BOT else words("web.seat", seat=seat + 1))
            for seat, who in enumerate(seats)]


@cache
def levels(game: Game) -> tuple[str, ...]:
    """The levels that there are for a game."""
    return tuple(level for level in LEVELS if is_there(level, game))


def is_there(level: str, game: Game) -> bool:
    try:
        make(level, game, "")
    except InventoriumError:
        return False
    return True


def compile_for(game: Game, view: View) -> None:
    """Compile the bots of a game, by letting each kind think as little as it can."""
    for name in ("greedy", "search:1") if len(levels(game)) > 1 else ():
        bots.make(name, game).choose(view)


def default_level(game: Game) -> str:
    return QUICK if QUICK in levels(game) else levels(game)[-1]


def make(level: str, game: Game, seed: str) -> bots.Bot:
    """The bot of a level; `choose(view)` gives the number of its answer."""
    return bots.make(LEVELS[level], game, seed)
