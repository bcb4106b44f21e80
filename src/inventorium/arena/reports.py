"""What the commands of the arena print."""
from typing import Any

from rich.console import Console
from rich.table import Table

console = Console()


def match_table(match: dict[str, Any]) -> None:
    table = Table(title=f"{match['game']}, {match['players']} players, {match['games']} games, seed {match['seed']}")
    for head in ("bot", "wins", "share of wins", "mean rank", "mean score"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for seat in match["seats"]:
        table.add_row(seat["bot"], f"{seat['wins']:g}", percent(seat["win_share"], seat["interval"]),
                      number(seat["mean_rank"], seat["rank_interval"]), number(seat["mean_score"], seat["score_interval"]))
    console.print(table)
    for seat in match["seats"]:
        tell_faults(seat)


def ladder_table(ladder: dict[str, Any]) -> None:
    table = Table(title=f"{ladder['game']}, {ladder['games']} games")
    for head in ("bot", "rating", "games", "share of wins", "mean rank"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for row in ladder["bots"]:
        table.add_row(row["bot"], number(row["rating"], row["interval"]), str(row["games"]),
                      percent(row["win_share"], row["win_interval"]), f"{row['mean_rank']:.2f}")
    console.print(table)
    for row in ladder["bots"]:
        tell_faults(row)


def tell_faults(bot: dict[str, Any]) -> None:
    if bot["faults"]:
        console.print(f"{bot['bot']}: {bot['faults']} faults; random answered instead", highlight=False, markup=False)


def percent(share: float, interval: list[float]) -> str:
    return f"{100 * share:.1f} % ({100 * interval[0]:.1f} to {100 * interval[1]:.1f})"


def number(mean: float, interval: list[float] | None) -> str:
    return f"{mean:.2f} ({interval[0]:.2f} to {interval[1]:.2f})" if interval else f"{mean:.2f}"
