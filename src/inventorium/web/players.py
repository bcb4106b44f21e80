"""The bots that can sit at a table, by the level that people choose."""
from collections.abc import Sequence

from inventorium import bots
from inventorium.core.game import Game, View
from inventorium.core.words import Words
from inventorium.table.seats import BOT, Seat

ANYTHING = "random"                                 # plays whatever is allowed: for trying a table out
QUICK = "medium"                                    # strong enough for most, and nobody waits


def names(seats: Sequence[Seat], words: Words) -> list[str]:
    """What everybody at a table is called: by name, a bot after its trade, else by the seat."""
    trades: list[str] = words.get("bots.names")
    return [who.name or (trades[seat % len(trades)] if who.kind == BOT else words("web.seat", seat=seat + 1))
            for seat, who in enumerate(seats)]


def levels(game: Game) -> tuple[str, ...]:
    """The levels that there are for a game, the weakest first; their names in words are `levels.<level>`."""
    return (ANYTHING, *bots.LEVELS) if bots.can_judge(game) else (ANYTHING,)


def compile_for(game: Game, view: View) -> None:
    """Compile the bots of a game, by letting each kind think as little as it can."""
    kinds = ["greedy", "search:1"] if bots.can_judge(game) else []
    if bots.can_judge(game) and bots.network_of(view.box):
        kinds.append("net:1")
    for name in kinds:
        bots.make(name, game).choose(view)


def default_level(game: Game) -> str:
    return QUICK if QUICK in levels(game) else levels(game)[-1]
