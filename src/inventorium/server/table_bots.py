"""The bots that can sit at a table, by level."""

from collections.abc import Sequence

from inventorium import bots
from inventorium.bots.bot import Bot
from inventorium.core.errors import UnknownName
from inventorium.core.game import Game, load_game
from inventorium.core.words import Words
from inventorium.table.names import called
from inventorium.table.seats import BOT, Seat

STRONG = "expert"  # strong in every game, and fast


def names(seats: Sequence[Seat], words: Words) -> list[str]:
    """Return the names at a table: of people, of bots by their profession, else of the seats."""
    trades: list[str] = words.get("bots.names")
    return [
        called(who.name, words) or (trades[seat % len(trades)] if who.kind == BOT else words("web.seat", seat=seat + 1))
        for seat, who in enumerate(seats)
    ]


def make(level: str, game: Game, seed: str) -> Bot:
    """Return the bot of a level. Nothing else plays here, whatever the database says."""
    known = bots.known_levels(game)
    if level not in known:
        raise UnknownName("bot level", level, known)
    return bots.built_in(level, game, seed)


def level_of(game: str) -> str:
    """Return the level that continues for a person whose data was deleted."""
    return bots.default_level(load_game(game))


def default_number(game: Game) -> int:
    """Return the default number of players: three, if the game allows it."""
    return min(max(3, game.players[0]), game.players[-1])


def strong_level(game: Game) -> str:
    """Return the level that plays for a player who is overdue."""
    levels = bots.levels_of(game)
    return STRONG if STRONG in levels else levels[-1]
