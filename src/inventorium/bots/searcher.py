"""Shared by all searching bots: a budget, threads without the GIL, and the statistics of every action."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

import numpy as np

from inventorium.bots.bot import Bot, legal_count
from inventorium.core.chance import restart
from inventorium.core.game import Game
from inventorium.core.position import View

AT_ONCE = 100  # simulations between two readings of the clock


@dataclass(frozen=True)
class Budget:
    """How long a search may go on: a number of simulations or of seconds, on a number of threads."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1


@dataclass(frozen=True)
class Line:
    """The result of a search for one action."""

    action: int
    share: float  # of the simulations
    wins: tuple[float, ...]  # every seat's chance to win
    points: tuple[float, ...]  # every seat's points at the end, as expected


class Tree(NamedTuple):
    """A search tree in compiled code."""

    nodes: np.ndarray
    kept: np.ndarray  # positions at nodes that are reached without the dealer
    used: np.ndarray  # how many there are of both


class SearchThread:
    """One thread's search from a view, with its own random numbers. `tried` counts the visits of each action, or their weight;
    `wins` and `points` add up the results for every seat."""

    def __init__(self, bot: "Thinker", view: View, number: int) -> None:
        self.view, self.settings, self.stream, self.network = view, bot.settings, bot.stream(view), bot.network
        restart(self.stream, number)
        self.tried = np.zeros(bot.game.actions)
        self.wins, self.points = np.zeros((2, bot.game.actions, bot.game.seats))
        self.simulations = 0

    def simulate(self, number: int) -> int:
        """Run about `number` simulations and return the number actually run."""
        raise NotImplementedError

    def think(self, simulations: int | None, seconds: float | None, until_settled: bool = False) -> None:
        end = np.inf if seconds is None else monotonic() + seconds
        most = 1 << 62 if simulations is None else simulations
        while self.simulations < most and monotonic() < end:
            self.simulations += self.simulate(min(most - self.simulations, AT_ONCE))
            left = most - self.simulations
            if until_settled and left < self.simulations and self.is_settled(left):
                break

    def is_settled(self, left: int) -> bool:
        """Return whether the most visited action stays so, whatever the remaining simulations try."""
        second, first = np.partition(self.tried, -2)[-2:]
        return bool(first > second + left)


class Thinker(Bot):
    """A bot that runs simulations within a budget."""

    search_thread: type[SearchThread]

    def __init__(self, name: str, game: Game, seed: int | str, budget: Budget, settings: np.ndarray) -> None:
        super().__init__(name, game, seed)
        self.budget, self.settings = budget, settings

    def think(self, view: View) -> int:
        return self.study(view)[0].action

    def prepare(self, view: View) -> None:
        quick = type(self)(self.name, self.game, self.seed, Budget(simulations=1), self.settings)
        quick.network = self.network
        quick.study(view)

    def study(self, view: View) -> list[Line]:
        """Return the statistics of the actions, the best first."""
        return self.lines(view, self.ponder(view))

    def lines(self, view: View, threads: list[SearchThread]) -> list[Line]:
        """Return what the threads have found."""
        answers = legal_count(view)
        tried, wins, points = (
            np.sum([getattr(thread, what) for thread in threads], axis=0) for what in ("tried", "wins", "points")
        )
        rows = {action: [action] for action in np.flatnonzero(tried).tolist()}
        if len(answers) == 1:  # a search skips it and counts what comes next
            rows = {answers[0]: np.flatnonzero(tried).tolist()}
        lines = [
            Line(
                action,
                float(tried[row].sum() / tried.sum()),
                *(tuple((what[row].sum(0) / tried[row].sum())[: view.players].tolist()) for what in (wins, points)),
            )
            for action, row in rows.items()
        ]
        return sorted(lines, key=lambda line: (line.share, line.wins[view.seat]), reverse=True)

    def ponder(self, view: View, until_settled: bool = False) -> list[SearchThread]:
        """Spend the budget: run the threads and return them. One thread alone may stop as soon as it is settled what is best."""
        number, simulations = self.budget.threads, self.budget.simulations
        share = None if simulations is None else max(1, simulations // number)
        threads = [self.search_thread(self, view, i) for i in range(number)]
        if number == 1:
            threads[0].think(share, self.budget.seconds, until_settled)
        else:
            with ThreadPoolExecutor(number) as pool:
                for running in [pool.submit(thread.think, share, self.budget.seconds) for thread in threads]:
                    running.result()
        return threads
