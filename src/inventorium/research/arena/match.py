"""A match: the same bots play many games, each deal from every seat, so that luck cancels."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, TypedDict, TypeVar

from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.statistics import ENOUGH, Interval, Mean, games_saved, mean, share, without_luck
from inventorium.research.arena.game_task import PLAYOUT, FaultKind, Played, Player, Result, Task, fault_kinds, name_of
from inventorium.research.arena.variant import Variant
from inventorium.research.arena.workers import ON_THIS_MACHINE, Execution, results_of

P = TypeVar("P", bound=Player)


class Adjusted(TypedDict):
    """The same without luck (docs/review.md): as unbiased as the plain means, and mostly more precise. `saved` is the number of
    plain games with the precision of one of these, None where that is unknown."""

    win_share: float
    interval: Interval
    saved: float | None
    mean_score: float
    score_interval: Interval | None
    score_saved: float | None


class Entrant(TypedDict):
    """How one bot of a line-up fared."""

    bot: str
    games: int
    wins: float  # a shared win is a fraction
    win_share: float
    interval: Interval  # of the share of wins
    mean_rank: float
    rank_interval: Interval | None
    mean_score: float
    score_interval: Interval | None
    adjusted: Adjusted | None  # None: few deals, or nothing can be said of luck
    note: str  # that it plays as another bot; usually ""
    faults: int
    fault_kinds: list[FaultKind]


class Match(TypedDict):
    """The outcome of a match."""

    game: str
    edition: str
    options: dict[str, str]
    components: str
    players: int
    games: int
    seed: str
    deals: int
    seats: list[Entrant]


def play_match(
    game: str, line_up: Sequence[Player], games: int = 100, seed: int | str = 1, edition: str = "default", **changes: Any
) -> Match:
    """Play a match in this process, for Python programs and notebooks: with bots by name, and with classes of your own."""
    return run_match(Variant(game, edition, tuple(sorted(changes.items()))), line_up, games, str(seed), Execution(workers=1))


def run_match(
    variant: Variant, line_up: Sequence[Player], games: int, seed: str, execution: Execution = ON_THIS_MACHINE
) -> Match:
    """Play a match and sum it up."""
    players = load_game(variant.game).players
    if len(line_up) not in players:
        raise InventoriumError(f"{variant.game} is for {players[0]} to {players[-1]} players; --seats names {len(line_up)} bots")
    tasks = [Task(variant, seed, number // turns(line_up), turned(line_up, number % turns(line_up))) for number in range(games)]
    results = results_of(tasks, PLAYOUT, execution)
    return {
        "game": variant.game,
        "edition": variant.edition,
        "options": dict(variant.changes),
        "components": variant.box.components.set_name,
        "players": len(line_up),
        "games": len(results),
        "seed": seed,
        "deals": len({result["deal"] for result in results}),
        "seats": [entrant(line_up, entry, results) for entry in range(len(line_up))],
    }


def turns(line_up: Sequence[Player]) -> int:
    """The number of different ways to sit, everybody moving on by one seat; equal bots are not told apart.

    >>> turns(["search:100", "greedy", "greedy"]), turns(["random", "greedy", "random", "greedy"])
    (3, 2)
    """
    return next(turn for turn in range(1, len(line_up) + 1) if turned(line_up, turn) == tuple(line_up))


def turned(line_up: Sequence[P], turn: int) -> tuple[P, ...]:
    """Return the seating with all bots moved on by `turn` seats."""
    return tuple(line_up[(seat + turn) % len(line_up)] for seat in range(len(line_up)))


def entrant(line_up: Sequence[Player], entry: int, results: list[Result]) -> Entrant:
    """Return what the results say about one bot of the line-up. The games of one deal are correlated, so the intervals of
    ranks and scores are those of means over whole deals; Wilson's interval of the share of wins treats every game as
    independent, which errs on the wide side."""
    players = len(line_up)
    seats = [(entry - number % turns(line_up)) % players for number in range(len(results))]
    wins = sum(win_of(result, seat) for result, seat in zip(results, seats, strict=True))
    ranks = over_deals(results, [rank_of(result, seat) for result, seat in zip(results, seats, strict=True)], 1, players)
    scores = over_deals(results, [result["scores"][seat] for result, seat in zip(results, seats, strict=True)])
    faults = [fault for result, seat in zip(results, seats, strict=True) for fault in result["faults"] if fault["seat"] == seat]
    won = share(wins, len(results))
    assert won["share"] is not None and won["interval"] and ranks["mean"] is not None and scores["mean"] is not None
    return {
        "bot": name_of(line_up[entry]),
        "games": len(results),
        "wins": round(wins, 4),
        "win_share": won["share"],
        "interval": won["interval"],
        "mean_rank": ranks["mean"],
        "rank_interval": ranks["interval"],
        "mean_score": scores["mean"],
        "score_interval": scores["interval"],
        "adjusted": adjusted([*zip(results, seats, strict=True)]),
        "note": note_on(name_of(line_up[entry]), results),
        "faults": len(faults),
        "fault_kinds": fault_kinds(faults),
    }


def note_on(bot: str, results: Iterable[Result]) -> str:
    """Return what the results say about who played as a bot: in other tables it may have been another one."""
    return "; ".join(dict.fromkeys(note for result in results if (note := result.get("notes", {}).get(bot))))


def adjusted(played: list[tuple[Result, int]]) -> Adjusted | None:
    """Return a bot's luck-adjusted result on its seats; the games of one deal count together. The interval of the share of wins
    is Wilson's, for as many plain games as have the same precision."""
    results = [result for result, _ in played]
    luck = [(result["luck"]["wins"][seat], result["luck"]["points"][seat]) for result, seat in played if result["luck"]]
    if len(luck) < len(played) or len({(result["seed"], result["deal"]) for result in results}) < ENOUGH:
        return None
    plain = [(win_of(result, seat), float(result["scores"][seat])) for result, seat in played]
    found = []
    for unit in (0, 1):
        values = of_deals(results, [one[unit] for one in plain])
        rest = without_luck(values, of_deals(results, [one[unit] for one in luck]))
        found.append((mean(rest), games_saved(values, rest)))
    (wins, saved), (scores, score_saved) = found
    assert wins["mean"] is not None and scores["mean"] is not None
    worth = round(len(played) * (saved or 1))
    won = share(min(max(wins["mean"], 0), 1) * worth, worth)
    assert won["share"] is not None and won["interval"]
    return {
        "win_share": won["share"],
        "interval": won["interval"],
        "saved": saved,
        "mean_score": scores["mean"],
        "score_interval": scores["interval"],
        "score_saved": score_saved,
    }


def win_of(result: Played, seat: int) -> float:
    """Return 1 for the winner; the winners of one game share it."""
    return (result["places"][seat] == 1) / result["places"].count(1)


def rank_of(result: Played, seat: int) -> float:
    """Return the rank of a seat. A shared place counts as the mean of the places it covers: two seconds of three are 2.5
    each."""
    places = result["places"]
    return places[seat] + (places.count(places[seat]) - 1) / 2


def over_deals(results: list[Result], values: Sequence[float], *bounds: float) -> Mean:
    """Return the mean of one value per game, with the interval of a mean over whole deals."""
    return {**mean(of_deals(results, values), *bounds), "mean": round(fmean(values), 4)}


def of_deals(results: list[Result], values: Sequence[float]) -> list[float]:
    """Return the means over the games of each deal: they are independent."""
    by_deal: dict[tuple[str, int], list[float]] = {}
    for result, value in zip(results, values, strict=True):
        by_deal.setdefault((result["seed"], result["deal"]), []).append(value)
    return [fmean(some) for some in by_deal.values()]
