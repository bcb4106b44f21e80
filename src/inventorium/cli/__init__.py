"""The command line: its commands, and how errors are printed."""

import logging
import os
import sys
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from inventorium import __version__
from inventorium.cli import examples, experiments, games, hosting, play
from inventorium.cli.arguments import needed_for_the_web
from inventorium.cli.hosting import serve

COMMANDS = (
    play.play,
    play.daily,
    play.puzzles,
    play.games,
    play.rules,
    play.replay,
    play.analyse,
    play.verify,
    serve,
    hosting.export,
    hosting.import_,
    hosting.doctor,
    hosting.rate,
    hosting.prune,
    experiments.simulate,
    experiments.match,
    experiments.ladder,
    experiments.lab,
    experiments.luck,
    experiments.train,
    experiments.average,
    experiments.mine,
    games.new_game,
    games.compile,
    games.scenario,
)
PERSON = {"export": hosting.export_person, "delete": hosting.delete_person, "moderator": hosting.name_moderator}
app = typer.Typer(name="inventorium", pretty_exceptions_enable=False, rich_markup_mode=None, epilog=examples.epilog(""))
person = typer.Typer(
    no_args_is_help=True,
    epilog=examples.epilog("person"),
    help="Export or delete a person's data, and name moderators.",
)
app.add_typer(person, name="person")
words = typer.Typer(no_args_is_help=True, epilog=examples.epilog("words"), help="Check translations.")
app.add_typer(words, name="words")
words.command("check")(games.check)
for command in COMMANDS:
    name = command.__name__.rstrip("_").replace("_", "-")  # `import` is a word of Python
    app.command(name, epilog=examples.epilog(name))(command)
for name, about_a_person in PERSON.items():
    person.command(name)(about_a_person)
WITHOUT_SEEDS = ("new-game", "compile")  # what these write is code, and meant for others too
FOLDERS = Annotated[list[Path], typer.Option("--games", metavar="FOLDER", help="a folder with your own games")]


def print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"inventorium {__version__}")
        raise typer.Exit


VERSION = Annotated[bool, typer.Option("--version", callback=print_version, is_eager=True, help="print the version")]


@app.callback(invoke_without_command=True)
def begin(context: typer.Context, games: FOLDERS = [], version: VERSION = False) -> None:  # noqa: B006
    """A digital table for modern board games about invention. Without a command it opens in your browser."""
    from inventorium.core import library

    for folder in games:
        library.add_folder(folder)
    if context.invoked_subcommand not in WITHOUT_SEEDS:
        keep_files_private(context)
    if context.invoked_subcommand is None:
        open_table()


def keep_files_private(context: typer.Context) -> None:
    """Make new files readable by their owner only: databases, exports and results hold the seeds of games."""
    context.call_on_close(partial(os.umask, os.umask(0o077)))


def open_table() -> None:
    """Serve, and open the browser there."""
    with needed_for_the_web():
        import inventorium.web.server  # noqa: F401  (before the port is chosen: this takes seconds)
        from inventorium.web.browser import HOST, free_port, open_when_ready
    port = free_port()
    open_when_ready(port)
    serve(HOST, port)


def main() -> None:
    """Run a command. A mistake by the user is one line and exit status 2; a mistake of ours is a traceback."""
    from inventorium.core.errors import InventoriumError

    logging.getLogger("inventorium").addHandler(logging.NullHandler())  # commands print their errors themselves
    warn_in_one_line()
    write_what_can_be_written()
    try:
        status = app(standalone_mode=False)
    except typer.TyperException as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        status = complain(" ".join(text.split()))
    except InventoriumError as error:
        status = complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        status = 130
    except BrokenPipeError:  # the reader of our output went away, as `head` does
        sys.stderr.close()
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def complain(text: str) -> int:
    typer.echo(f"inventorium: {text}", err=True)
    return 2


def write_what_can_be_written() -> None:
    """Where a terminal or a pipe does not know a sign, as on Windows, something else is written in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def warn_in_one_line() -> None:
    """Show a doubt about a component file the way an error is shown; other warnings look as Python writes them."""
    import warnings

    from inventorium.core.errors import ComponentsWarning

    usual = warnings.formatwarning

    def written(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> str:
        return f"inventorium: {message}\n" if category is ComponentsWarning else usual(message, category, *where, **more)

    warnings.formatwarning = written
