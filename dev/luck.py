"""Measure the luck in thousands of games of bots: the tables of docs/how-much-luck.md. Hours.

Of each game GAMES games of four between `random` bots, and a tenth of that between `greedy` and between `net` bots, are walked
through. Does every account add up? Is the mean luck of every seat nothing, also with an evaluation that is wrong on purpose?
What decides who wins, how many games are saved, how long does it take? Every game is kept in the folder (`luck` if none is
named) and is not played again; --kept plays nothing and prints the stored games.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from inventorium import load, review
from inventorium.core import library
from inventorium.core.game import Game
from inventorium.core.position import Position
from inventorium.core.statistics import Z95, chance_of_square, explained
from inventorium.research.arena.game_task import Played, Task, key_of, play_out, play_task, played, prepare
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import Execution, Procedure, read, results_of
from inventorium.review.evaluation import evaluation_of

PLAYERS = 4
SEED = "luck"
EXACT = 1e-9  # so far the sum of an account may be off
PARTS = ("luck", "own", "others")
SHARES = {"random": 1, "greedy": 10, "net": 10}  # one in how many of the games is played by these bots


class Walked(Played):
    """What a walk through a game says of it."""

    luck: list[float]  # of every seat, in chances to win
    own: list[float]
    others: list[float]
    bent: list[float]  # the same by an evaluation that is wrong on purpose
    gap: float  # by how much the account is off, at most
    seconds: float  # of computing the account


@cache
def bent(game: Game) -> review.Evaluation:
    """An evaluation that is wrong on purpose."""
    net = evaluation_of(game, game.box()).net
    assert net is not None
    noise = np.random.default_rng(1).normal(size=net.heads.shape).astype(np.float32)
    return review.Evaluation("bent", net._replace(heads=net.heads + noise, heads_bias=net.heads_bias + noise[0]))


def play(task: Task) -> Walked:
    """Play one game and walk through it."""
    position, _ = play_task(task)
    began = time.process_time()
    account = review.review_of(position)
    seconds = time.process_time() - began
    luck, own, others = ([round(getattr(seat.wins, part), 6) for seat in account.seats] for part in PARTS)
    return {
        **played(task, position),
        "luck": luck,
        "own": own,
        "others": others,
        "bent": review.luck_of(position, bent(position.game))[0].round(6).tolist(),
        "gap": gap(account),
        "seconds": round(seconds, 4),
    }


def gap(account: review.Review) -> float:
    return max(
        abs(one.start + (one.luck or 0) + one.own + one.others - one.result)
        for seat in account.seats
        for one in (seat.wins, seat.points)
    )


WALKED = Procedure("luck 2", play, prepare, key_of)


def tasks_of(game: str, bot: str, games: int) -> list[Task]:
    return [Task(variant_of(game), SEED, number, (bot,) * PLAYERS) for number in range(games // SHARES[bot])]


# ---------------------------------------------------------------- results


def print_result(game: str, bot: str, results: list[Walked]) -> tuple[int, int]:
    """Print what the games of one kind of bot say; returns how many intervals hold nothing, with either evaluation."""
    won = np.array([[(place == 1) / result["places"].count(1) for place in result["places"]] for result in results])
    lucky, wrong = (np.array([result[what] for result in results]) for what in ("luck", "bent"))
    worst, seconds = max(result["gap"] for result in results), np.mean([result["seconds"] for result in results])
    off = sum(result["gap"] > EXACT for result in results)
    print(
        f"{game}, {len(results)} games of {PLAYERS} {bot}: {off} accounts are off, by {worst:.1e} at most; "
        f"{1000 * seconds:.0f} ms a game"
    )
    for name, found in (("luck", lucky), ("bent", wrong)):
        print(f"  mean {name} of the seats in %: {means(found)}")
    sources = {part: source(won, np.array([result[part] for result in results])) for part in PARTS}  # type: ignore[literal-required]
    print("  who wins varies by", ", ".join(f"{part} {100 * share:.1f} %" for part, share in sources.items()))
    share = explained(won, lucky)
    assert share["mean"] is not None and share["interval"]
    print(
        f"  share of who wins that is due to deals: {100 * share['mean']:.1f} % ({100 * share['interval'][0]:.1f} to "
        f"{100 * share['interval'][1]:.1f}), games saved: x {1 / (1 - share['mean']):.2f}",
        flush=True,
    )
    return holding(lucky), holding(wrong)


def means(found: np.ndarray) -> str:
    """Return the mean of every seat with its 95 % interval, and the chance that all of them together are as far from nothing
    by chance alone (Hotelling): luck adds up to nothing over the seats, so the last of them follows from the others."""
    half, centre, free = halves(found), found.mean(axis=0), slice(PLAYERS - 1)
    square = len(found) * centre[free] @ np.linalg.solve(np.cov(found[:, free].T), centre[free])
    return (
        " ".join(f"{100 * mean:+.3f} ± {100 * width:.3f}" for mean, width in zip(centre, half, strict=True))
        + f"; {holding(found)} of {PLAYERS} hold 0; together chi² {square:.1f} of {PLAYERS - 1}, "
        f"as far by chance alone: {100 * chance_of_square(square, PLAYERS - 1):.0f} %"
    )


def source(won: np.ndarray, part: np.ndarray) -> float:
    """Return how much of the variance of who wins is that of one part of the account: the parts add up to all of it."""
    one, other = won - won.mean(axis=0), part - part.mean(axis=0)
    return float((one * other).sum() / (one * one).sum())


def halves(found: np.ndarray) -> np.ndarray:
    return np.asarray(Z95 * found.std(axis=0, ddof=1) / np.sqrt(len(found)))


def holding(found: np.ndarray) -> int:
    """Return how many intervals hold 0."""
    return int((np.abs(found.mean(axis=0)) <= halves(found)).sum())


def errors(game: Game) -> None:
    """How long the errors of one seat take, with a search of 1000 at every question."""
    position: Position = game.new(PLAYERS, seed="errors")
    play_out(position, ("greedy",) * PLAYERS, "errors")
    review.errors(position, 0, 16)
    began = time.process_time()
    found = review.errors(position, 0)
    print(
        f"{game.name}: errors of one seat in {time.process_time() - began:.1f} s, {len(found.counted)} decisions count, "
        f"mean loss {100 * found.mean_loss:.2f} %, {len(found.worst)} certain",
        flush=True,
    )


def progress(finished: int, games: int) -> None:
    if finished % 500 == 0 or finished == games:
        print(f"{finished} of {games} games", file=sys.stderr, flush=True)


def found_in(file: Path, game: str, games: int) -> Iterator[tuple[str, list[Walked]]]:
    """Yield every kind of bot with the results of its games that are there."""
    kept = {key_of(result): result for result in read(file, WALKED)}
    for bot in SHARES:
        if results := [kept[task.key()] for task in tasks_of(game, bot, games) if task.key() in kept]:
            yield bot, results


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=Path("luck"))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--game", nargs="*", default=library.names())
    parser.add_argument("--kept", action="store_true")


def main(arguments: argparse.Namespace) -> None:
    arguments.folder.mkdir(parents=True, exist_ok=True)
    straight, crooked, intervals = 0, 0, 0
    for name in arguments.game:
        evaluation = evaluation_of(load(name), load(name).box()).name.split(":")[1]
        file = arguments.folder / f"{name}-{evaluation}.jsonl"  # another evaluation, other luck
        if not arguments.kept:
            tasks = [task for bot in SHARES for task in tasks_of(name, bot, arguments.games)]
            results_of(tasks, WALKED, Execution(file, progress=progress))
            errors(load(name))
        for bot, results in found_in(file, name, arguments.games):
            holds, still = print_result(name, bot, results)
            straight, crooked, intervals = straight + holds, crooked + still, intervals + PLAYERS
    print(
        f"all: {straight} of {intervals} intervals of luck hold 0, {crooked} of {intervals} with the bent evaluation; "
        f"19 in 20 are expected to"
    )
