"""Commands for game authors."""

from pathlib import Path
from typing import Annotated

import typer

from inventorium.cli.arguments import ANY_GAME, AS_JSON, print_json


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="the name of the game, such as my-game")],
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="the folder to write it to")] = Path("games"),
) -> None:
    """Write a small game that runs, with tests, as a start for your own."""
    from inventorium.games.template.writer import write_game

    for file in write_game(name, folder):
        typer.echo(file)
    typer.echo(f"Play it: inventorium --games {folder} play {name} --players 2")


def compile(
    game: ANY_GAME = None,
    json: AS_JSON = False,
    portable: Annotated[
        Path | None,
        typer.Option(
            "--portable", metavar="FOLDER", help="compile all games for any processor of this kind, into a folder for a wheel"
        ),
    ] = None,
) -> None:
    """Compile a game, or all games, ahead of time."""
    from inventorium.terminal.output import compile_games, compile_portable

    result = compile_portable(portable, quiet=json) if portable else compile_games(game, quiet=json)
    if json:
        print_json(result)


def check(
    language: Annotated[str, typer.Argument(metavar="LANGUAGE", help="the language, such as fr or pt-BR")],
    game: ANY_GAME = None,
    stale: Annotated[
        bool, typer.Option("--stale", help="also list texts whose English changed later (needs a git checkout)")
    ] = False,
    json: AS_JSON = False,
) -> None:
    """List what a translation lacks and where it does not match the English texts. Missing texts appear in English."""
    from inventorium.terminal import translation

    found = translation.check_words(language, game, stale)
    print_json({name: one.plain() for name, one in found.items()}) if json else translation.show_check(found, language)
    raise typer.Exit(0 if translation.fits(found) else 1)


def scenario(paths: Annotated[list[Path], typer.Argument(metavar="PATH...")], json: AS_JSON = False) -> None:
    """Run scenario files; the last line counts the passed ones."""
    from inventorium.terminal.output import run_scenarios

    result = run_scenarios(paths, quiet=json)
    if json:
        print_json(result)
    raise typer.Exit(0 if result["failed"] == 0 else 1)
