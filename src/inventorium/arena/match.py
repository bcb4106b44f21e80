"""A match: the same bots play many games, each deal from every seat, so that luck cancels."""
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.progress import Progress

from inventorium.arena import playing
from inventorium.arena.playing import Task, Terms
from inventorium.arena.spread import results_of
from inventorium.arena.statistics import mean_interval, share_interval
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game


def run_match(terms: Terms, line_up: list[str], games: int, seed: str, progress: Progress, file: Path | None = None,
              workers: int | None = None, ray: str | None = None, player: Any = playing) -> dict[str, Any]:
    """Play a match and sum it up. `player` is the module that plays a game (arena/spread.py)."""
    players = load_game(terms.game).players
    if len(line_up) not in players:
        raise InventoriumError(f"{terms.game} is for {players[0]} to {players[-1]} players; --seats names {len(line_up)} bots")
    tasks = [Task(terms, seed, number // turns(line_up), turned(line_up, number % turns(line_up))) for number in range(games)]
    return summary(terms, line_up, results_of(tasks, progress, terms.game, file, workers, ray, player))


def turns(line_up: list[str]) -> int:
    """How many ways of sitting there are, everybody moving on by one seat; equal bots are not told apart.

    >>> turns(["search:100", "greedy", "greedy"]), turns(["random", "greedy", "random", "greedy"])
    (3, 2)
    """
    return next(turn for turn in range(1, len(line_up) + 1) if turned(line_up, turn) == tuple(line_up))


def turned(line_up: list[str], turn: int) -> tuple[str, ...]:
    """Who sits where when everybody has moved on by so many seats."""
    return tuple(line_up[(seat + turn) % len(line_up)] for seat in range(len(line_up)))


def summary(terms: Terms, line_up: list[str], results: list[dict[str, Any]]) -> dict[str, Any]:
    """What the results say of each bot of the line-up. The games of one deal hang together, so the intervals of ranks and
    scores are those of means of whole deals; Wilson's interval of the share of wins takes every game for itself, which is
    rather too wide than too narrow."""
    players, games = len(line_up), len(results)
    seats = []
    for entry, bot in enumerate(line_up):
        wins, ranks, scores = 0.0, [], []
        by_deal: dict[int, list[int]] = {}
        for number, result in enumerate(results):
            seat = (entry - number % turns(line_up)) % players
            wins += (result["places"][seat] == 1) / result["places"].count(1)
            ranks.append(mean_rank(result["places"], seat))
            scores.append(result["scores"][seat])
            by_deal.setdefault(result["deal"], []).append(number)
        seats.append({
            "bot": bot, "games": games, "wins": round(wins, 4), "win_share": round(wins / games, 4),
            "interval": rounded(share_interval(wins, games)),
            "mean_rank": round(fmean(ranks), 4), "rank_interval": over_deals(ranks, by_deal),
            "mean_score": round(fmean(scores), 4), "score_interval": over_deals(scores, by_deal),
            "faults": sum(fault["seat"] == (entry - number % turns(line_up)) % players
                          for number, result in enumerate(results) for fault in result["faults"]),
        })
    return {"game": terms.game, "edition": terms.edition, "options": dict(terms.changes), "players": players, "games": games,
            "seed": results[0]["seed"], "deals": len({result["deal"] for result in results}), "seats": seats}


def mean_rank(places: list[int], seat: int) -> float:
    """A shared place is the mean of the places it stands for: two seconds of three are 2.5 each."""
    return places[seat] + (places.count(places[seat]) - 1) / 2


def over_deals(values: list[float], by_deal: dict[int, list[int]]) -> list[float] | None:
    interval = mean_interval([fmean(values[number] for number in numbers) for numbers in by_deal.values()])
    return interval and rounded(interval)


def rounded(interval: tuple[float, float]) -> list[float]:
    return [round(end, 4) for end in interval]
