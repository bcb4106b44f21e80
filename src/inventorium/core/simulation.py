"""Random games by the thousand, in compiled code."""

import time
from typing import TypedDict

import numpy as np

from inventorium.core.argument_checks import count_of
from inventorium.core.errors import InventoriumError
from inventorium.core.position import Position


class SimulationResult(TypedDict):
    """What random games came to."""

    game: str
    players: int
    edition: str
    games: int
    decisions: int
    deals: int
    seconds: float
    decisions_per_second: int
    games_per_second: float
    decisions_per_game: float
    mean_scores: list[float]  # of every seat
    wins: list[float]  # of every seat; a shared win is a fraction
    win_shares: list[float]


class Simulation:
    """Random games of one seed, played in compiled code, a portion at a time."""

    def __init__(self, position: Position, number: int) -> None:
        self.position, self.number, self.played, self.seconds = position, count_of("random games", number), 0, 0.0
        players = position.players
        self.counts, self.total_scores, self.wins = np.zeros(2, np.int64), np.zeros(players, np.int64), np.zeros(players)

    def run(self, games_now: int | None = None) -> None:
        """Play the next games, or all that are left."""
        left = self.number - self.played
        games_now = left if games_now is None else min(count_of("random games", games_now), left)
        position = self.position
        states, template, buffer = position.states.copy(), position.states, np.empty(position.game.actions, np.int64)
        begun = time.perf_counter()
        position.game.engine.simulate(
            states,
            position.box.array,
            template,
            position._stream,
            self.played,
            games_now,
            buffer,
            self.counts,
            self.total_scores,
            self.wins,
        )
        self.seconds += time.perf_counter() - begun
        self.played += games_now

    def result(self) -> SimulationResult:
        """Return what the games played so far came to: how long and how fast they were, and how every seat fared. The first
        call of `run` may compile, which counts as time."""
        if not self.played:
            raise InventoriumError("no games have been played yet: call run() first")
        position, games, (decisions, deals) = self.position, self.played, self.counts.tolist()
        return {
            "game": position.game.name,
            "players": position.players,
            "edition": position.edition,
            "games": games,
            "decisions": decisions,
            "deals": deals,
            "seconds": round(self.seconds, 6),
            "decisions_per_second": round(decisions / self.seconds),
            "games_per_second": round(games / self.seconds, 1),
            "decisions_per_game": round(decisions / games, 2),
            "mean_scores": [round(total / games, 4) for total in self.total_scores.tolist()],
            "wins": [round(wins, 4) for wins in self.wins.tolist()],
            "win_shares": [round(wins / games, 4) for wins in self.wins.tolist()],
        }
