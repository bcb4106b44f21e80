"""Playing, learning and looking back at the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from inventorium.cli.arguments import (
    ANY_GAME,
    AS_JSON,
    CHANGES,
    COMPONENTS,
    EDITION,
    GAME,
    LANGUAGE,
    PLAYERS,
    SEED,
    WORKERS,
    changes_of,
    print_json,
    read_record,
    read_text,
)


def play(
    game: GAME,
    players: PLAYERS = 3,
    edition: EDITION = "default",
    change: CHANGES = [],  # noqa: B006
    lang: LANGUAGE = "",
    seed: SEED = None,
    components: COMPONENTS = None,
    seat: Annotated[int, typer.Option("--seat", help="where you sit; 0 is seat 1")] = 0,
    bots: Annotated[str, typer.Option("--bots", help="the bots at the other seats: easy ... expert, master")] = "",
    record: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="continue a saved game")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="print line by line instead of filling the screen")] = False,
) -> None:
    """Play in the terminal; bots fill the other seats."""
    import inventorium
    from inventorium.core.dealer import Dealer
    from inventorium.table.table import Table
    from inventorium.terminal.play import play_in_terminal

    def begin() -> Table:
        if record is not None:
            position = read_record(record, components)
        else:
            loaded = inventorium.load(game)
            position = loaded.new(players, edition, None, components, dealer=None, **loaded.known_options(changes_of(change)))
        return Table.going_on(position, Dealer(seed).seed, dealt=record is None)

    play_in_terminal(begin, seat, bots, lang, plain)


def daily(game: ANY_GAME = None, lang: LANGUAGE = "") -> None:
    """Play the deal of the day: seat, number of players and bots are the same for everyone."""
    import inventorium
    from inventorium.core import library
    from inventorium.teaching.daily import deal_on, today
    from inventorium.terminal.play import play_in_terminal

    names = library.names()
    deal = deal_on(inventorium.load(game or names[today().toordinal() % len(names)]), today())
    play_in_terminal(lambda: deal.table(deal.own_seed), deal.seat, deal.level, lang)


def puzzles(
    game: GAME,
    lang: LANGUAGE = "",
    check: Annotated[
        int | None,
        typer.Option("--check", metavar="N", min=1, help="do not play; check N random puzzles with a search ten times as long"),
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="check the puzzles in a file")] = None,
    seed: SEED = "1",
    workers: WORKERS = None,
    json: AS_JSON = False,
) -> None:
    """Solve puzzles in the terminal. With --check, see how many of them a longer search confirms."""
    import inventorium
    from inventorium.teaching.puzzle_criteria import from_text
    from inventorium.teaching.puzzles import puzzles_of
    from inventorium.terminal.output import progress
    from inventorium.terminal.puzzles import solve_in_terminal

    loaded = inventorium.load(game)
    if check is None:
        solve_in_terminal(loaded, lang)
        return
    from inventorium.research.arena.workers import Execution
    from inventorium.teaching.puzzle_mining import check as check_puzzles

    found = from_text(loaded, read_text(file)) if file else list(puzzles_of(loaded).values())
    with progress(game) as show_progress:
        result = check_puzzles(game, found, check, seed or "1", Execution(None, workers, None, show_progress))
    if json:
        print_json(result)
    elif result["share"] is None or result["interval"] is None:
        typer.echo(f"{game} has no puzzles")
    else:
        typer.echo(
            f"{game}: {100 * result['share']:.0f} % of {result['of']} puzzles confirmed "
            f"(95 % interval {100 * result['interval'][0]:.1f} to {100 * result['interval'][1]:.1f} %)"
        )


def replay(
    file: Path,
    to: Annotated[int | None, typer.Option("--to", help="only the first N moves")] = None,
    components: COMPONENTS = None,
    lang: LANGUAGE = "",
    json: AS_JSON = False,
) -> None:
    """Replay a record and show the position it leads to."""
    from inventorium.terminal.output import position_as_json, show_position

    position = read_record(file, components)
    if to is not None:
        position = position.at(to)
    print_json(position_as_json(position)) if json else show_position(position, lang)


def analyse(
    file: Path,
    components: COMPONENTS = None,
    seat: Annotated[int | None, typer.Option("--seat", help="also the mistakes of this seat; 0 is seat 1")] = None,
    simulations: Annotated[int, typer.Option("--simulations", min=16, help="simulations per decision")] = 1000,
    json: AS_JSON = False,
) -> None:
    """Review a finished game: luck, decisions, and with --seat the mistakes of a seat."""
    from inventorium import review
    from inventorium.review.report import as_json
    from inventorium.terminal.output import progress
    from inventorium.terminal.review import print_review, show_errors

    position = read_record(file, components)
    found = review.review_of(position)
    errors = None
    if seat is not None:
        with progress(file.name) as show_progress:
            errors = review.errors(position, seat, simulations, show_progress)
    if json:
        print_json(as_json(found, errors))
    else:
        print_review(found)
        if errors:
            show_errors(position.game, errors)


def verify(file: Path, components: COMPONENTS = None, json: AS_JSON = False) -> None:
    """Check that the deals of a finished game came from the seed that the dealer committed to."""
    from inventorium.core.records import check_deals

    position = read_record(file, components)
    deals = check_deals(position)
    if json:
        print_json({"game": position.game.name, "deals": deals, "commitment": position.commitment, "fair": True})
    else:
        typer.echo(f"{file}: all {deals} deals came from the seed, and the seed matches the commitment")


def rules(
    game: ANY_GAME = None,
    asked: Annotated[
        list[str] | None, typer.Argument(metavar="[RULE-ID | WORDS...]", help="a rule number, or words to search for")
    ] = None,
    lang: LANGUAGE = "",
    coverage: Annotated[
        Path | None, typer.Option("--coverage", metavar="TESTS", help="list the rules without a test in this folder")
    ] = None,
    json: AS_JSON = False,
) -> None:
    """Print all rules of a game, one rule, or the rules that answer a question, best first."""
    from inventorium.terminal import rulebook

    if coverage is not None:
        report = rulebook.coverage(coverage, game)
        print_json(report) if json else rulebook.show_coverage(report)
        raise typer.Exit(0 if all(not entry["missing"] for entry in report.values()) else 1)
    found = rulebook.rules_of(game, " ".join(asked) if asked else None, lang)
    print_json(found) if json else rulebook.show_rules(str(game), found, lang)


def games(json: AS_JSON = False) -> None:
    """List the games."""
    from inventorium.terminal.output import list_games

    found = list_games()
    if json:
        print_json(found)
    else:
        for game in found:
            typer.echo(f"{game['name']:24} {game['title']}, {game['players'][0]} to {game['players'][1]} players")
