"""What the commands print: simulations, positions, compiling, scenarios."""
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from inventorium.core import library, scenarios
from inventorium.core.game import Position, Simulation, load_game
from inventorium.terminal.language import language_of

console = Console()
PORTION = 1_000                                             # games at a time: an interrupt waits for no more than these


def progress() -> Progress:
    """A bar with the time left, on a terminal only, and never where the result goes."""
    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                    console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty())


def run_simulation(simulation: Simulation) -> dict[str, Any]:
    """Play the games, a portion at a time, and tell how it went."""
    position = simulation.position
    Simulation(position, 1).run(1)                          # compiling is not playing
    seconds = 0.0
    with progress() as bar:
        task = bar.add_task(position.game.name, total=simulation.number)
        while simulation.played < simulation.number:
            begun, before = time.perf_counter(), simulation.played
            simulation.run(PORTION)
            seconds += time.perf_counter() - begun
            bar.advance(task, simulation.played - before)
    decisions, deals = simulation.counts.tolist()
    number = simulation.number
    return {
        "game": position.game.name, "players": position.players, "edition": position.edition,
        "games": number, "decisions": decisions, "deals": deals, "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds), "games_per_second": round(number / seconds, 1),
        "decisions_per_game": round(decisions / number, 2),
        "mean_scores": [round(total / number, 4) for total in simulation.total_scores.tolist()],
        "wins": [round(wins, 4) for wins in simulation.wins.tolist()],
    }


def simulation_table(result: dict[str, Any]) -> None:
    table = Table(title=f"{result['game']}, {result['games']} random games of {result['players']}", show_header=False)
    for key, value in result.items():
        table.add_row(key.replace("_", " "), ", ".join(map(str, value)) if isinstance(value, list) else str(value))
    console.print(table)


def position_as_json(position: Position) -> dict[str, Any]:
    return {
        "game": position.game.name, "players": position.players, "edition": position.edition,
        "options": position.options, "answers": position.answers_given, "over": position.over,
        "to_act": list(position.to_act), "scores": list(position.scores), "breakdown": list(position.breakdown),
        "places": list(position.places), "winners": list(position.winners), "position": position.picture(),
    }


def show_position(position: Position, language: str) -> None:
    from inventorium.terminal.play import Screen
    screen = Screen(position, seat=-1, language=language_of(language))
    screen.board()
    screen.scores()


def compile_games(name: str | None, quiet: bool = False) -> list[dict[str, Any]]:
    """Fill the compile cache: play one game each way that programs play."""
    done = []
    for each in [name] if name else library.names():
        begun = time.perf_counter()
        game = load_game(each)
        position = game.new(game.players[0], seed=0)
        game.simulate(game.players[0], 1, 0).run(1)
        while not position.over:
            seat = position.to_act[0]
            position.act(position.actions(seat)[0], seat)
        position.at(1).view(0)
        assert position.scores and position.to_act == ()
        done.append({"game": each, "seconds": round(time.perf_counter() - begun, 2)})
        if not quiet:
            console.print(f"{each}: compiled in {done[-1]['seconds']} s")
    return done


def run_scenarios(paths: list[Path], quiet: bool = False) -> dict[str, Any]:
    passed, failures = 0, []
    with progress() as bar:
        stories = [story for file in scenarios.files(paths) for story in scenarios.read(file)]
        task = bar.add_task("scenarios", total=len(stories))
        for story in stories:
            try:
                story.run()
                passed += 1
            except scenarios.Failed as error:
                failures.append(str(error))
            bar.advance(task)
    if not quiet:
        for failure in failures:
            print(failure)
        print(f"{passed} passed, {len(failures)} failed")
    return {"passed": passed, "failed": len(failures), "failures": failures}
