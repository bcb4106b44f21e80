"""A ladder: bots of a pool play in changing line-ups; openskill makes ratings of the places."""
import random
from itertools import combinations_with_replacement
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.progress import Progress

from inventorium.arena.match import mean_rank, turned, turns
from inventorium.arena.playing import Task, Terms
from inventorium.arena.spread import read, results_of
from inventorium.arena.statistics import SURE, share_interval
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game


def run_ladder(terms: Terms, pool: list[str], players: int, games: int, seed: str, progress: Progress,
               file: Path | None = None, workers: int | None = None, ray: str | None = None) -> dict[str, Any]:
    """Play the games of a ladder and rate the bots."""
    if players not in load_game(terms.game).players:
        fewest, *_, most = load_game(terms.game).players
        raise InventoriumError(f"{terms.game} is for {fewest} to {most} players, not {players}")
    if len(set(pool)) < 2 or len(set(pool)) < len(pool):
        raise InventoriumError("a ladder needs at least two bots, each of them named once")
    tasks = schedule(terms, pool, players, games, seed)
    return rate(results_of(tasks, progress, terms.game, file, workers, ray))


def schedule(terms: Terms, pool: list[str], players: int, games: int, seed: str) -> list[Task]:
    """Line-ups of different bots (or, in a small pool, of bots that sit there more than once, but never all alike), in an order
    that the seed shuffles; each of them plays its deal from every seat."""
    line_ups = [list(bots) for bots in combinations_with_replacement(pool, players)
                if len(set(bots)) == min(players, len(pool))]
    chance = random.Random(f"{seed} ladder")
    tasks: list[Task] = []
    deal = 0
    while len(tasks) < games:
        chance.shuffle(line_ups)
        for line_up in line_ups:
            seats = chance.sample(line_up, players)
            tasks += [Task(terms, seed, deal, turned(seats, turn)) for turn in range(turns(seats))]
            deal += 1
    return tasks[:games]


def from_file(file: Path, game: str) -> dict[str, Any]:
    """A ladder of the games in a file of results, of whatever matches and ladders."""
    results = [result for result in read(file) if result["game"] == game]
    if not results:
        raise InventoriumError(f"{file}: there are no games of {game} in it")
    return rate(sorted(results, key=lambda result: (result["seed"], result["deal"], result["seats"])))


def rate(results: list[dict[str, Any]]) -> dict[str, Any]:
    """Ratings with 95 % intervals, the best first. Where a bot sits more than once, it does not play against itself."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError:
        raise InventoriumError("a ladder needs openskill: pip install 'inventorium[arena]'") from None
    model = PlackettLuce()
    bots = sorted({bot for result in results for bot in result["seats"]})
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for result in results:
        ranks: dict[str, list[float]] = {}
        for seat, bot in enumerate(result["seats"]):
            ranks.setdefault(bot, []).append(mean_rank(result["places"], seat))
        teams = model.rate([[ratings[bot]] for bot in ranks], ranks=[fmean(of_bot) for of_bot in ranks.values()])
        ratings.update(zip(ranks, (team[0] for team in teams), strict=True))
    table = [{"bot": bot, "rating": round(ratings[bot].mu, 3),
              "interval": [round(ratings[bot].mu + side * SURE * ratings[bot].sigma, 3) for side in (-1, 1)],
              **record(bot, results)} for bot in bots]
    table.sort(key=lambda row: -row["rating"])
    return {"game": results[0]["game"], "games": len(results), "bots": table}


def record(bot: str, results: list[dict[str, Any]]) -> dict[str, Any]:
    """How often a bot has played and won, a shared win as a fraction."""
    played, wins, ranks, faults = 0, 0.0, [], 0
    for result in results:
        for seat, name in enumerate(result["seats"]):
            if name == bot:
                played += 1
                wins += (result["places"][seat] == 1) / result["places"].count(1)
                ranks.append(mean_rank(result["places"], seat))
                faults += sum(fault["seat"] == seat for fault in result["faults"])
    return {"games": played, "wins": round(wins, 4), "win_share": round(wins / played, 4),
            "win_interval": [round(end, 4) for end in share_interval(wins, played)],
            "mean_rank": round(fmean(ranks), 4), "faults": faults}
