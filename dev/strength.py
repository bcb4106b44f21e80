"""Measure how strong the bots are: the tables of docs/how-strong.md. Hours on one core.

The rows are numbers of this table, names of levels (their steps in every game), or GAME,PLAYERS,BOT,OTHERS,GAMES; --list
prints them. They are played in this order; --games is the most games of a row. All cores play. Every finished game is kept in
the folder (`strength` if none is named), in a file of its own for every set of shipped networks, and is not played again;
--kept plays nothing and prints what is there. Every row is what `inventorium match GAME --seats ... --games N --seed SEED` says
of its first bot. Times are CPU time of an answer, of the bot and of the others. SEED is 5; FRESH is for networks: no training
and no tuning has seen these deals; CLIMB is for the levels: they were tuned on others.
"""

import argparse
import hashlib
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from dev.timed import TIMED, TimedResult, milliseconds
from inventorium.bots.levels import LEVELS
from inventorium.bots.networks import path_of
from inventorium.core.game import load_game
from inventorium.core.statistics import share
from inventorium.research.arena.game_task import Task, key_of
from inventorium.research.arena.match import turned, turns, win_of
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import Execution, read, results_of
from inventorium.terminal.output import progress

SEED, FRESH, CLIMB = "5", "fresh 8", "climb 2"
INVENTORS, ERA, GENIES = "legendary-inventors", "era-of-inventions", "genies"
WEAKEST, STRONGEST = 0.65, 0.80  # a level should win so many of its games one to one against the one below


class Row(NamedTuple):
    """A bot on one seat, others on all the rest; what percentage of wins is wanted of it."""

    game: str
    bot: str
    others: str
    players: int
    games: int
    wanted: str
    seed: str = SEED

    @property
    def line_up(self) -> list[str]:
        return [self.bot] + [self.others] * (self.players - 1)

    def tasks(self, most: int) -> list[Task]:
        line_up, variant = self.line_up, variant_of(self.game)
        return [
            Task(variant, self.seed, number // turns(line_up), turned(line_up, number % turns(line_up)))
            for number in range(min(self.games, most))
        ]


BOTS = (
    Row(INVENTORS, "greedy", "random", 4, 200, "80"),
    Row(ERA, "greedy", "random", 4, 200, "80"),
    Row(GENIES, "greedy", "random", 4, 200, "80"),
    Row(INVENTORS, "search:1000", "random", 4, 132, "97"),
    Row(ERA, "search:1000", "random", 4, 80, "95"),
    Row(GENIES, "search:1000", "random", 4, 80, "95"),
    Row(INVENTORS, "search:1000", "greedy", 4, 40, "55"),
    Row(ERA, "search:1000", "greedy", 4, 100, "45"),
    Row(GENIES, "search:1000", "greedy", 4, 200, "45"),
)

NETWORKS = (  # as many simulations as take no longer than those of the others
    Row(INVENTORS, "net", "greedy", 4, 400, "78", FRESH),
    Row(ERA, "net", "greedy", 4, 400, "94", FRESH),
    Row(INVENTORS, "net:4000", "search:2000", 4, 400, "50", FRESH),
    Row(INVENTORS, "net:2900", "search:2000", 2, 400, "68", FRESH),
    Row(ERA, "net:17000", "search:2000", 4, 100, "65", FRESH),
    Row(ERA, "net:17000", "search:2000", 3, 99, "73", FRESH),
    Row(ERA, "net:17000", "search:2000", 5, 100, "60", FRESH),
    Row(GENIES, "net:1450", "search:2000", 2, 400, "70", FRESH),
    Row(GENIES, "net:3200", "search:2000", 4, 400, "35", FRESH),
)


def step_wanted(players: int) -> str:
    """Return what a level should win against so many of the one below, as percents. A player who wins a share of p one to one
    is p / (1 - p) times as likely to win as each of the others."""
    odds = [share / (1 - share) for share in (WEAKEST, STRONGEST)]
    return " to ".join(f"{100 * one / (one + players - 1):.0f}" for one in odds)


STEPS = tuple(
    Row(game, level, below, players, 400, step_wanted(players), CLIMB)
    for below, level in pairwise(LEVELS)
    for game, players in ((INVENTORS, 2), (GENIES, 2), (ERA, 3), (INVENTORS, 4), (ERA, 4), (GENIES, 4))
)

ROWS = BOTS + NETWORKS + STEPS


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=Path("strength"))
    parser.add_argument("rows", nargs="*", type=row_of, metavar="ROW")
    parser.add_argument("--list", action="store_true", help="print the rows with their numbers")
    parser.add_argument("--games", type=int, default=1 << 30)
    parser.add_argument("--kept", action="store_true")


def row_of(text: str) -> list[Row]:
    """Return the rows that an argument names."""
    if text.isdecimal():
        return [ROWS[int(text)]]
    if text in LEVELS:
        return [row for row in STEPS if row.bot == text]
    game, players, bot, others, games = text.split(",")
    return [Row(game, bot, others, int(players), int(games), "", CLIMB)]


def main(arguments: argparse.Namespace) -> None:
    if arguments.list:
        for number, row in enumerate(ROWS):
            print(number, row.game, row.players, row.bot, row.others, row.games)
        return
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rows = [row for some in arguments.rows for row in some] or list(ROWS)
    file, tasks = arguments.folder / f"games-{networks()}.jsonl", [row.tasks(arguments.games) for row in rows]
    if not arguments.kept:
        with progress("strength") as show:  # all rows in one go, so that no core waits for the last game of a row
            results_of([task for some in tasks for task in some], TIMED, Execution(file, progress=show))
    kept = {key_of(result): result for result in read(file, TIMED)} if file.exists() else {}
    print("| game | players | bot | against | games | wins | 95 % interval | wanted | ms an answer |")
    print("| --- " * 9 + "|")
    for row, some in zip(rows, tasks, strict=True):
        if results := [kept[task.key()] for task in some if task.key() in kept]:
            print("|", " | ".join(cells(row, results)), "|", flush=True)


def networks() -> str:
    """Return a digest of the shipped networks: results with others do not count for these."""
    files = [path_of(load_game(game).box()).read_bytes() for game in (INVENTORS, ERA, GENIES)]
    return hashlib.sha256(b"".join(files)).hexdigest()[:8]


def cells(row: Row, results: list[TimedResult]) -> list[str]:
    won = share(sum(win_of(result, result["seats"].index(row.bot)) for result in results), len(results))
    assert won["share"] is not None and won["interval"]
    wins, low, high = (f"{100 * part:.1f}" for part in (won["share"], *won["interval"]))
    times = " / ".join(f"{milliseconds(results, name):.2f}" for name in (row.bot, row.others))
    return [
        row.game,
        str(row.players),
        f"`{row.bot}`",
        f"`{row.others}`",
        str(len(results)),
        f"{wins} %",
        f"{low} to {high}",
        f"{row.wanted} %" if row.wanted else "",
        times,
    ]
