"""Many games between bots: how fast, how strong, what a game is like, and what can be learned from it."""

from pathlib import Path
from typing import Annotated

import typer

from inventorium.cli.arguments import (
    AS_JSON,
    CHANGES,
    COMPONENTS,
    EDITION,
    GAME,
    GAMES,
    LANGUAGE,
    PLAYERS,
    RAY,
    RESULTS,
    SEED,
    WORKERS,
    changes_of,
    names_of,
    numbers_of,
    print_json,
)


def simulate(
    game: GAME,
    players: PLAYERS = 4,
    games: GAMES = 1000,
    edition: EDITION = "default",
    change: CHANGES = [],  # noqa: B006
    seed: SEED = "1",
    components: COMPONENTS = None,
    json: AS_JSON = False,
) -> None:
    """Play random games: how fast, how long, who wins. In JSON, `wins` are counts and `win_shares` are shares."""
    import inventorium
    from inventorium.terminal.output import run_simulation, simulation_table

    loaded = inventorium.load(game)
    simulation = loaded.simulate(players, games, seed or "1", edition, components, **loaded.known_options(changes_of(change)))
    result = run_simulation(simulation)
    print_json(result) if json else simulation_table(result)


def match(
    game: GAME,
    seats: Annotated[
        str, typer.Option("--seats", metavar="BOT,BOT,...", help="one bot per seat, such as search:1000,greedy,random,random")
    ],
    games: GAMES = 100,
    seed: SEED = "1",
    edition: EDITION = "default",
    change: CHANGES = [],  # noqa: B006
    components: COMPONENTS = None,
    out: RESULTS = None,
    workers: WORKERS = None,
    ray: RAY = None,
    json: AS_JSON = False,
) -> None:
    """Play a match between bots, every deal from every seat: who wins how often."""
    from inventorium.research.arena.match import run_match
    from inventorium.research.arena.variant import variant_of
    from inventorium.research.arena.workers import Execution
    from inventorium.terminal.output import match_table, progress

    variant = variant_of(game, edition, changes_of(change), components)
    with progress(game) as show_progress:
        result = run_match(variant, names_of(seats), games, seed or "1", Execution(out, workers, ray, show_progress))
    print_json(result) if json else match_table(result)


def ladder(
    game: GAME,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="BOT,BOT,...", help="the bots to rate, such as easy,medium,hard")
    ] = None,
    players: PLAYERS = 4,
    games: GAMES = 200,
    seed: SEED = "1",
    edition: EDITION = "default",
    change: CHANGES = [],  # noqa: B006
    components: COMPONENTS = None,
    out: RESULTS = None,
    workers: WORKERS = None,
    ray: RAY = None,
    results: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="rate the games of a results file")] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="draw the ratings")] = None,
    json: AS_JSON = False,
) -> None:
    """Rate bots: they play in changing line-ups and get ratings with intervals."""
    from inventorium.core.errors import InventoriumError
    from inventorium.core.files import check_writable
    from inventorium.research.arena.ladder import drawing, from_file, run_ladder
    from inventorium.research.arena.variant import variant_of
    from inventorium.research.arena.workers import Execution
    from inventorium.terminal.output import ladder_table, progress

    if (bots is None) == (results is None):
        raise InventoriumError("give either --bots to play, or --from FILE to rate its games")
    check_writable(plot)
    if results is not None:
        result = from_file(results, game)
    else:
        variant = variant_of(game, edition, changes_of(change), components)
        with progress(game) as show_progress:
            result = run_ladder(
                variant, names_of(bots or ""), players, games, seed or "1", Execution(out, workers, ray, show_progress)
            )
    if plot is not None:
        plot.write_text(drawing(result), encoding="utf-8")
    print_json(result) if json else ladder_table(result)


def lab(
    game: GAME,
    players: PLAYERS = 4,
    games: GAMES = 2000,
    bot: Annotated[
        str, typer.Option("--bot", metavar="LEVEL", help="the bot at every seat: easy, medium, hard, or any other")
    ] = "medium",
    edition: EDITION = "default",
    change: CHANGES = [],  # noqa: B006
    components: COMPONENTS = None,
    seed: SEED = "1",
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare",
            metavar="WHAT=A,B,...",
            help="compare variants, such as edition=de,en,bn, components=a.toml,b.toml or an option: full_tie=last,first",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="the report (default: lab-GAME.html)")] = None,
    numbers: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="also write the numbers as JSON")] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            metavar="FILE",
            help="save games as JSON lines, so that you can interrupt and resume a run (default: beside the report)",
        ),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="FOLDER", help="also write the main plots as SVG files")
    ] = None,
    lang: LANGUAGE = "",
    workers: WORKERS = None,
    ray: RAY = None,
) -> None:
    """Measure a game: play many games between equal bots and write a report with plots and intervals."""
    from inventorium.research.arena.workers import Execution
    from inventorium.research.lab.runner import LabConfig, run_lab
    from inventorium.terminal.language import language_of
    from inventorium.terminal.output import progress

    config = LabConfig(game, players, bot, games, seed or "1", edition, changes_of(change), components, compare)
    page = out or Path(f"lab-{game}.html")
    kept = keep or page.with_suffix(".games.jsonl")
    with progress(game) as show_progress:
        run_lab(config, page, numbers, plots, language_of(lang), Execution(kept, workers, ray, show_progress))
    typer.echo(f"Report: {page}")


def luck(
    game: GAME,
    games: GAMES = 200,
    bot: Annotated[
        str, typer.Option("--bot", metavar="LEVEL", help="the bot at every seat: easy, medium, hard, or any other")
    ] = "medium",
    seed: SEED = "1",
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="save games as JSON lines, so that you can interrupt and resume a run"),
    ] = None,
    workers: WORKERS = None,
    ray: RAY = None,
    json: AS_JSON = False,
) -> None:
    """Measure the luck in a game, for each edition and number of players."""
    from inventorium.research.arena.workers import Execution
    from inventorium.research.lab.luck import luck_by_variant
    from inventorium.terminal.output import luck_table, progress

    with progress(game) as show_progress:
        rows = luck_by_variant(game, bot, games, seed or "1", Execution(keep, workers, ray, show_progress))
    print_json(rows) if json else luck_table(rows, bot)


def train(
    game: GAME,
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="how long to train, without compiling")],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FILE.network",
            help="the network; FILE.checkpoint (for --resume), FILE.log and FILE.league are written beside it",
        ),
    ],
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            "-p",
            metavar="N,N,...",
            help="numbers of players; one that you repeat is played more often (default: all equally)",
        ),
    ] = None,
    components: COMPONENTS = None,
    seed: SEED = "1",
    resume: Annotated[bool, typer.Option("--resume", help="continue a training that was stopped or killed")] = False,
    search: Annotated[
        float,
        typer.Option(
            "--search",
            min=0,
            max=1,
            help="share of the time, at the end, in which the search plays instead of looking one move ahead",
        ),
    ] = 0.3,
    simulations: Annotated[int, typer.Option("--simulations", min=16, help="simulations of that search")] = 100,
    size: Annotated[str, typer.Option("--size", metavar="N,N", help="units of the two hidden layers")] = "256,128",
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="threads that play (default: cores - 1)")] = None,
    ray: RAY = None,
    init_from: Annotated[
        Path | None,
        typer.Option(
            "--init-from",
            "--begin",
            metavar="FILE.network",
            help="start from this network; it may have been trained with other components",
        ),
    ] = None,
) -> None:
    """Train a network by self-play, on a GPU if there is one. A network beside a component file plays with those components."""
    from inventorium.core.errors import InventoriumError

    try:
        from inventorium.research.training.trainer import TrainingConfig, train as train_network
    except ModuleNotFoundError as error:
        raise InventoriumError(f"'{error.name}' is missing: pip install 'inventorium[learn]'") from None
    sizes = numbers_of("--size", size)
    if len(sizes) != 2:
        raise InventoriumError(f"--size takes two numbers, such as 256,128, not '{size}'")
    train_network(
        TrainingConfig(
            game,
            minutes,
            out,
            numbers_of("--players", players) if players else (),
            components,
            resume,
            seed or "1",
            (sizes[0], sizes[1]),
            search,
            simulations,
            threads,
            ray,
            init_from,
        )
    )


def average(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE.network",
            help="networks of one training, from its league; one that you name twice counts twice",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE.network", help="where to write the mean")],
) -> None:
    """Average networks of one training: the mean often plays better than any of them."""
    from inventorium.research.training.averages import average as average_networks

    average_networks(files, out)
    typer.echo(f"{out}: the mean of {len(files)} networks")


def mine(
    game: GAME,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FILE",
            help="the puzzles; FILE.games.jsonl beside it remembers which games were searched",
        ),
    ],
    count: Annotated[int, typer.Option("--count", min=1, help="find at least this many")] = 300,
    seed: SEED = "1",
    workers: WORKERS = None,
    ray: RAY = None,
) -> None:
    """Find puzzles in games between strong bots: one move clearly beats all others, and a search ten times as long agrees."""
    from inventorium.research.arena.workers import Execution
    from inventorium.teaching.puzzle_mining import mine as mine_puzzles
    from inventorium.terminal.output import progress

    with progress(game) as show_progress:
        found = mine_puzzles(game, out, count, seed or "1", Execution(None, workers, ray, show_progress))
    grades = ", ".join(f"{sum(one.grade == grade for one in found)} of grade {grade}" for grade in (1, 2, 3))
    typer.echo(f"{out}: {len(found)} puzzles, {grades}")
