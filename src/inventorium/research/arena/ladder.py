"""A ladder: bots of a pool play in changing line-ups; their places become ratings (rating.py)."""

import random
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import fmean
from typing import TypedDict

from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.statistics import Interval, share
from inventorium.research.arena.game_task import PLAYOUT, FaultKind, Result, Task, fault_kinds
from inventorium.research.arena.match import Adjusted, adjusted, note_on, rank_of, turned, turns, win_of
from inventorium.research.arena.rating import BOTS, Scale, Strength
from inventorium.research.arena.variant import Variant
from inventorium.research.arena.workers import ON_THIS_MACHINE, Execution, read, results_of
from inventorium.theme import charts


class Rating(TypedDict):
    """One bot of a ladder."""

    bot: str
    rating: float
    interval: Interval
    games: int
    wins: float  # a shared win is a fraction
    win_share: float
    win_interval: Interval
    mean_rank: float
    adjusted: Adjusted | None
    note: str  # as in a match
    faults: int
    fault_kinds: list[FaultKind]


class Ladder(TypedDict):
    """The bots of a pool, the best first."""

    game: str
    games: int
    bots: list[Rating]


def run_ladder(
    variant: Variant, pool: list[str], players: int, games: int, seed: str, execution: Execution = ON_THIS_MACHINE
) -> Ladder:
    """Play the games of a ladder and rate the bots."""
    allowed = load_game(variant.game).players
    if players not in allowed:
        raise InventoriumError(f"{variant.game} is for {allowed[0]} to {allowed[-1]} players, not {players}")
    if len(set(pool)) < 2 or len(set(pool)) < len(pool):
        raise InventoriumError("a ladder needs at least two bots, each of them named once")
    return rate(results_of(schedule(variant, pool, players, games, seed), PLAYOUT, execution))


def schedule(variant: Variant, pool: list[str], players: int, games: int, seed: str) -> list[Task]:
    """Return line-ups of different bots (in a small pool a bot may sit there more than once, but never on every seat),
    shuffled by the seed; each line-up plays its deal from every seat."""
    line_ups = [list(bots) for bots in combinations_with_replacement(pool, players) if len(set(bots)) == min(players, len(pool))]
    chance = random.Random(f"{seed} ladder")
    tasks: list[Task] = []
    deal = 0
    while len(tasks) < games:
        chance.shuffle(line_ups)
        for line_up in line_ups:
            seats = chance.sample(line_up, players)
            tasks += [Task(variant, seed, deal, turned(seats, turn)) for turn in range(turns(seats))]
            deal += 1
    return tasks[:games]


def from_file(file: Path, game: str) -> Ladder:
    """Return the ladder of the games in a file of results, whichever matches and ladders they come from."""
    results = [result for result in read(file, PLAYOUT) if result["game"] == game]
    if not results:
        raise InventoriumError(f"{file}: this file has no games of {game}")
    return rate(sorted(results, key=lambda result: (result["seed"], result["deal"], result["seats"])))


def rate(results: list[Result]) -> Ladder:
    """Return ratings with 95 % intervals. Copies of one bot at a table do not play against each other."""
    scale = Scale(BOTS)
    bots = sorted({bot for result in results for bot in result["seats"]})
    strengths = dict.fromkeys(bots, scale.start)
    for result in results:
        ranks: dict[str, list[float]] = {}
        for seat, bot in enumerate(result["seats"]):
            ranks.setdefault(bot, []).append(rank_of(result, seat))
        after = scale.compared([strengths[bot] for bot in ranks], [fmean(of_bot) for of_bot in ranks.values()], [0] * len(ranks))
        strengths.update(zip(ranks, after, strict=True))
    rows = [rating_of(bot, strengths[bot], results) for bot in bots]
    return {"game": results[0]["game"], "games": len(results), "bots": sorted(rows, key=lambda row: -row["rating"])}


def rating_of(bot: str, strength: Strength, results: list[Result]) -> Rating:
    """A bot's rating, and how often it has played and won."""
    played = [(result, seat) for result in results for seat, name in enumerate(result["seats"]) if name == bot]
    wins = sum(win_of(result, seat) for result, seat in played)
    faults = [fault for result, seat in played for fault in result["faults"] if fault["seat"] == seat]
    won = share(wins, len(played))
    assert won["share"] is not None and won["interval"]
    return {
        "bot": bot,
        "rating": round(strength.mean, 1),
        "interval": [round(end, 1) for end in strength.interval],
        "games": len(played),
        "wins": round(wins, 4),
        "win_share": won["share"],
        "win_interval": won["interval"],
        "mean_rank": round(fmean(rank_of(result, seat) for result, seat in played), 4),
        "adjusted": adjusted(played),
        "note": note_on(bot, results),
        "faults": len(faults),
        "fault_kinds": fault_kinds(faults),
    }


def drawing(ladder: Ladder) -> str:
    """Return every bot's rating with its interval, as an SVG file."""
    bots = ladder["bots"]
    rows = [
        (bot["bot"], bot["rating"], bot["interval"], f"{bot['rating']:.0f} ({low:.0f} to {high:.0f})")
        for bot in bots
        for low, high in [bot["interval"]]
    ]
    return charts.forest(
        rows,
        min(bot["interval"][0] for bot in bots),
        max(bot["interval"][1] for bot in bots),
        heading=f"{ladder['game']}, {ladder['games']} games: rating with 95 % interval",
    ).alone()
