"""Positions for the Python tests: a table that is set, to be changed by hand."""

from typing import Any

from inventorium.core.game import load_game
from inventorium.core.position import Position

GAME = load_game("legendary-inventors")
TEAMS = ("antiquity", "modern", "industry", "early-modern", "middle-ages")
PHYSICISTS = ("archimedes", "edison", "watt", "newton", "oresme")  # one in each team, physics 1
PILE, TABLE, GONE = -1, -2, -3


def first_turn(players: int = 2, **changes: Any) -> Position:
    """Seat 0 has the first turn of age I; the cards are the first ones of the file, the bow among them."""
    position = GAME.new(players, dealer=None, **changes)
    position.play("start 0")
    for team in TEAMS[:players]:
        position.play(f"team {team}")
    while position.to_act == (-1,):
        position.act(position.actions()[0])
    return position
