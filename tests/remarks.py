"""Positions of real games at which a coach has something to say."""

from collections.abc import Iterator
from functools import cache

from inventorium import bots
from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.core.remarks import Remark

Found = tuple[Position, int, Remark]


@cache
def remarked(name: str, games: int = 6, players: int = 3) -> dict[str, list[Found]]:
    """Return the positions of some games between weak bots with a remark, and whose it is, by the key of the remark."""
    game, found = load_game(name), dict[str, list[Found]]()
    for seed in range(games):
        position = game.new(players, seed=f"remarks {seed}")
        mind = bots.make("easy", game, seed)
        while not position.over:
            seat = position.to_act[0]
            for one in game.coach.remarks(position.view(seat)):
                found.setdefault(one.key, []).append((position.copy(), seat, one))
            position.act(mind.think(position.view(seat)), seat)
    return found


def cases(name: str, key: str, least: int = 2, most: int = 25) -> Iterator[Found]:
    """Yield positions with a remark of a kind; there must be some."""
    found = remarked(name)[key]
    assert len(found) >= least
    for position, seat, one in found[:most]:
        yield position.copy(), seat, one
