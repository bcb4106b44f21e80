"""How much luck is in a game: its editions and numbers of players side by side."""

from typing import TypedDict

import numpy as np

from inventorium import bots
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.statistics import Mean, explained, mean
from inventorium.research.arena.game_task import PLAYOUT, Result, Task
from inventorium.research.arena.match import win_of
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import ON_THIS_MACHINE, Execution, results_of


class LuckRow(TypedDict):
    """The share of the variance of who wins, and of points, that is due to deals, as an evaluation sees it."""

    game: str
    edition: str
    players: int
    games: int
    evaluation: str  # "" where nothing can be said of luck
    wins: Mean
    points: Mean


def luck_by_variant(name: str, bot: str, games: int, seed: str, execution: Execution = ON_THIS_MACHINE) -> list[LuckRow]:
    """Play games between equal bots in every edition and with every number of players, and say how much luck is in each."""
    game = load_game(name)
    if not bots.can_judge(game):
        raise InventoriumError(f"luck in {name} cannot be measured: the game has no value.py")
    plans = [
        [Task(variant_of(name, edition), seed, deal, (bot,) * players) for deal in range(games)]
        for edition in game.editions
        for players in game.players
    ]
    results = results_of([task for tasks in plans for task in tasks], PLAYOUT, execution)
    return [row_of(results[first : first + games]) for first in range(0, len(results), games)]


def row_of(results: list[Result]) -> LuckRow:
    seats = range(len(results[0]["seats"]))
    won = np.array([[win_of(result, seat) for seat in seats] for result in results])
    lucks = [luck for result in results if (luck := result["luck"])]
    row: LuckRow = {
        "game": results[0]["game"],
        "edition": results[0]["edition"],
        "players": len(seats),
        "games": len(results),
        "evaluation": "",
        "wins": mean([]),
        "points": mean([]),
    }
    if len(lucks) == len(results):
        scores = np.array([result["scores"] for result in results], float)
        row |= {
            "evaluation": lucks[0]["evaluation"],
            "wins": explained(won, np.array([luck["wins"] for luck in lucks])),
            "points": explained(scores, np.array([luck["points"] for luck in lucks])),
        }
    return row
