"""What the commands print: simulations, matches, ladders, positions, compiling, scenarios."""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from inventorium import bots
from inventorium.bots.compile_stages import compile_all
from inventorium.core import library, scenarios
from inventorium.core.boards import TERMINAL_THEME
from inventorium.core.compiler import PORTABLE
from inventorium.core.cpu import cores
from inventorium.core.game import load_game
from inventorium.core.position import DEALER, Position
from inventorium.core.simulation import Simulation, SimulationResult
from inventorium.core.statistics import ENOUGH, Interval
from inventorium.review import decisions
from inventorium.terminal.language import language_of
from inventorium.terminal.tables import scores_of

if TYPE_CHECKING:
    from inventorium.community.ratings import Row
    from inventorium.research.arena.ladder import Ladder, Rating
    from inventorium.research.arena.match import Entrant, Match
    from inventorium.research.lab.luck import LuckRow

console = Console()
PORTION = 1_000  # games at a time: an interrupt waits for no more than these
MOST_FAULTS = 10  # distinct faults of a bot that are shown
ROOMY = 100  # columns: an interval is beside its number, else below it


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar with the remaining time, on a terminal only, never where the result is printed. The yielded function
    takes the finished part and the whole."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda finished, total: bar.update(task, completed=finished, total=total)


# ---------------------------------------------------------------- random games


def run_simulation(simulation: Simulation) -> SimulationResult:
    """Play the games, a portion at a time."""
    position = simulation.position
    Simulation(position, 1).run()  # compiling is not playing
    with progress(position.game.name) as show_progress:
        while simulation.played < simulation.number:
            simulation.run(PORTION)
            show_progress(simulation.played, simulation.number)
    return simulation.result()


def simulation_table(result: SimulationResult) -> None:
    table = Table(title=f"{result['game']}, {result['games']} random games of {result['players']}", show_header=False)
    rows: dict[str, Any] = {key: value for key, value in result.items() if key not in ("wins", "win_shares")}
    for key, value in rows.items():
        table.add_row(key.replace("_", " "), ", ".join(map(str, value)) if isinstance(value, list) else str(value))
    table.add_row("share of wins", ", ".join(f"{100 * part:.1f} %" for part in result["win_shares"]))
    console.print(table)


# ---------------------------------------------------------------- matches and ladders


def match_table(match: "Match") -> None:
    title = f"{match['game']}, {match['players']} players, {match['games']} games, seed {match['seed']}"
    table = Table(title=title)
    table.add_column("bot", overflow="fold")
    for head in ("wins", "share of wins", "mean rank", "mean score"):
        table.add_column(head, justify="right", no_wrap=True)
    for seat in match["seats"]:
        table.add_row(
            seat["bot"],
            f"{seat['wins']:g}",
            percent(seat["win_share"], seat["interval"]),
            number(seat["mean_rank"], seat["rank_interval"]),
            number(seat["mean_score"], seat["score_interval"]),
        )
    console.print(table)
    show_adjusted(match["seats"])
    for seat in match["seats"]:
        print_note(seat)
        show_faults(seat)


def ladder_table(ladder: "Ladder") -> None:
    table = Table(title=f"{ladder['game']}, {ladder['games']} games")
    table.add_column("bot", overflow="fold")
    for head in ("rating", "games", "share of wins", "mean rank"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in ladder["bots"]:
        table.add_row(
            row["bot"],
            number(row["rating"], row["interval"]),
            str(row["games"]),
            percent(row["win_share"], row["win_interval"]),
            f"{row['mean_rank']:.2f}",
        )
    console.print(table)
    show_adjusted(ladder["bots"])
    for row in ladder["bots"]:
        print_note(row)
        show_faults(row)


def ranking_table(rows: "Sequence[Row]") -> None:
    table = Table(title="ratings of people; ? means provisional")
    for head in ("game", "players", "name"):
        table.add_column(head, overflow="fold")
    for head in ("rating", "games"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        low, high = row["interval"]
        table.add_row(
            row["game"],
            row["players"],
            row["name"],
            f"{row['rating']:.0f}{'?' if row['provisional'] else ''} ({low:.0f} to {high:.0f})",
            str(row["games"]),
        )
    console.print(table)


def show_adjusted(bots: "Sequence[Entrant | Rating]") -> None:
    """Print the same means without luck, and how many plain games give the same precision."""
    table = Table(title="without the luck of the deals (docs/review.md)")
    table.add_column("bot", overflow="fold")
    for head in ("share of wins", "games saved", "mean score", "games saved"):
        table.add_column(head, justify="right", no_wrap=True)
    for bot in bots:
        if found := bot["adjusted"]:
            table.add_row(
                bot["bot"],
                percent(found["win_share"], found["interval"]),
                factor(found["saved"]),
                number(found["mean_score"], found["score_interval"]),
                factor(found["score_saved"]),
            )
    if table.row_count:
        console.print(table)
    else:
        console.print(f"Means without luck: from {ENOUGH} deals on, where a game has an evaluation", highlight=False)


def luck_table(rows: "list[LuckRow]", bot: str) -> None:
    """Print how much luck is in the variants of a game."""
    table = Table(title=f"{rows[0]['game']}, {rows[0]['games']} games of {bot} each: how much is due to deals")
    for head in ("edition", "players", "who wins", "points"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        shares = [
            "unknown" if one["mean"] is None else percent(one["mean"], one["interval"]) for one in (row["wins"], row["points"])
        ]
        table.add_row(row["edition"], str(row["players"]), *shares)
    console.print(table)
    console.print(f"evaluation: {rows[0]['evaluation'] or 'sees no difference between the deals'}", highlight=False)


def factor(saved: float | None) -> str:
    return "" if saved is None else f"x {saved:.2f}"


def print_note(bot: "Entrant | Rating") -> None:
    if bot["note"]:
        console.print(f"{bot['bot']}: {bot['note']}", highlight=False, markup=False, soft_wrap=True)


def show_faults(bot: "Entrant | Rating") -> None:
    """Print each distinct fault of a bot once, with the end of the bot's error output."""
    if not bot["faults"]:
        return
    lines = [f"{bot['bot']}: {bot['faults']} faults; the bot random moved instead"]
    for kind in bot["fault_kinds"][:MOST_FAULTS]:
        lines += [f"  {kind['times']} x {kind['fault']}", *(f"    | {line}" for line in kind["errors"])]
    if (more := len(bot["fault_kinds"]) - MOST_FAULTS) > 0:
        lines.append(f"  and {more} more kinds; a results file (--out) lists them all")
    console.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)


def percent(share: float, interval: Interval | None) -> str:
    return between(f"{100 * share:.1f} %", f"({100 * interval[0]:.1f} to {100 * interval[1]:.1f})" if interval else "")


def number(mean: float, interval: Interval | None) -> str:
    return between(f"{mean:.2f}", f"({interval[0]:.2f} to {interval[1]:.2f})" if interval else "")


def between(number: str, interval: str) -> str:
    return f"{number}{' ' if console.width >= ROOMY else chr(10)}{interval}".strip()


# ---------------------------------------------------------------- positions, compiling, scenarios


def position_as_json(position: Position) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "players": position.players,
        "edition": position.edition,
        "options": position.options,
        "answers": position.actions_taken,
        "over": position.over,
        "to_act": list(position.to_act),
        "scores": list(position.scores),
        "breakdown": list(position.breakdown),
        "places": list(position.places),
        "winners": list(position.winners),
        "position": position.picture(),
    }


def show_position(position: Position, language: str) -> None:
    view, words = position.view(DEALER), position.game.words(language_of(language))
    paper = Console(theme=TERMINAL_THEME)
    paper.print(position.game.board.board(view, words))
    paper.print(scores_of(view, words))


class GameRow(TypedDict):
    name: str
    title: str
    players: list[int]


class CompileTime(TypedDict):
    game: str
    seconds: float


def list_games() -> list[GameRow]:
    """List the games there are, with what people ask first."""
    return [
        {"name": game.name, "title": game.title("en"), "players": [game.players[0], game.players[-1]]}
        for game in map(load_game, library.names())
    ]


def compile_games(name: str | None, quiet: bool = False) -> list[CompileTime]:
    """Compile everything that a table and a review need into the cache, one game per core at a time."""
    names, done = [load_game(name).name] if name else library.names(), list[CompileTime]()
    with ProcessPoolExecutor(min(cores(), len(names)), multiprocessing.get_context("spawn")) as pool:
        for each, seconds in zip(names, pool.map(seconds_to_compile, names), strict=True):
            done.append({"game": each, "seconds": seconds})
            if not quiet:
                console.print(f"{each}: compiled in {seconds} s")
    return done


def compile_portable(folder: Path, quiet: bool = False) -> list[CompileTime]:
    """Compile all games into a folder, for any processor of this kind: what a wheel can carry as `inventorium/compiled`."""
    os.environ.update({"INVENTORIUM_CACHE": str(folder), PORTABLE: "yes"})  # of the processes that compile
    return compile_games(None, quiet)


def seconds_to_compile(name: str) -> float:
    begun, game = time.perf_counter(), load_game(name)
    compile_all(game)
    if bots.can_judge(game):
        decisions.compile_all(game)
    return round(time.perf_counter() - begun, 2)


def run_scenarios(paths: list[Path], quiet: bool = False) -> dict[str, Any]:
    passed, failures = 0, []
    stories = [story for file in scenarios.files(paths) for story in scenarios.read(file)]
    with progress("scenarios") as show_progress:
        for finished, story in enumerate(stories, 1):
            try:
                story.run()
                passed += 1
            except scenarios.Failed as error:
                failures.append(str(error))
            show_progress(finished, len(stories))
    if not quiet:
        for failure in failures:
            print(failure)
        print(f"{passed} passed, {len(failures)} failed")
    return {"passed": passed, "failed": len(failures), "failures": failures}
