"""What the commands have in common: their options, and reading and writing what these name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from inventorium.core.position import Position


def game_names() -> list[str]:
    """Return the games, for the completion of the shell."""
    from inventorium.core import library

    return library.names()


GAME = Annotated[
    str, typer.Argument(metavar="GAME", help="which game; `inventorium games` lists them", autocompletion=game_names)
]
ANY_GAME = Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)]
PLAYERS = Annotated[int, typer.Option("--players", "-p", help="number of players")]
EDITION = Annotated[
    str,
    typer.Option(
        "--edition",
        "-e",
        help="which rules. default: recommended rules; some games also have "
        "de: German rulebook, en: English rulebook, bn: The bare naked rules (a player's "
        "summary). `inventorium rules GAME` shows the differences",
    ),
]
CHANGES = Annotated[list[str], typer.Option("--set", metavar="OPTION=VALUE", help="change an option of the rules")]
COMPONENTS = Annotated[Path | None, typer.Option("--components", metavar="FILE", help="your own component file")]
SEED = Annotated[str | None, typer.Option("--seed", "-s", help="the dealer's seed; the same seed deals the same")]
AS_JSON = Annotated[bool, typer.Option("--json", help="print the result as JSON")]
GAMES = Annotated[int, typer.Option("--games", "-g", min=1, help="number of games")]
RESULTS = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="save results as JSON lines; games that are already in the file are not played again"
    ),
]
WORKERS = Annotated[int | None, typer.Option("--workers", min=1, help="number of processes (default: one per core)")]
RAY = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help="play on a Ray cluster; local: a Ray of this machine")]
DATABASE = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://... (default: a file in your data folder)"),
]
LANGUAGE = Annotated[str, typer.Option("--lang", "-l", metavar="LANGUAGE", help="language of the texts, such as en or de")]


def changes_of(pairs: list[str]) -> dict[str, str]:
    """Return the options set on the command line."""
    from inventorium.core.errors import InventoriumError

    for pair in pairs:
        if "=" not in pair:
            raise InventoriumError(f"--set takes option=value, not '{pair}'")
    return dict(pair.split("=", 1) for pair in pairs)


def numbers_of(option: str, text: str) -> tuple[int, ...]:
    """Return whole numbers, separated by commas."""
    from inventorium.core.errors import InventoriumError

    if not all(part.strip().isdecimal() and int(part) > 0 for part in text.split(",")):
        raise InventoriumError(f"{option} takes whole numbers, separated by commas, not '{text}'")
    return tuple(int(part) for part in text.split(","))


def names_of(text: str) -> list[str]:
    """Return the bots of a line-up: separated by commas."""
    return [name.strip() for name in text.split(",")]


def read_text(file: Path) -> str:
    from inventorium.core.errors import InventoriumError

    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InventoriumError(f"{file}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InventoriumError(f"{file}: cannot be read as text ({getattr(error, 'strerror', None) or 'not UTF-8'})") from None


def write_text(file: Path, text: str) -> None:
    from inventorium.core.errors import InventoriumError

    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InventoriumError(f"{file}: cannot be written ({error.strerror})") from None


def read_record(file: Path, components: Path | None) -> "Position":
    """Return the position that a record leads to."""
    import inventorium
    from inventorium.core.errors import InventoriumError
    from inventorium.core.records import read_head

    text = read_text(file)
    try:
        head, _ = read_head(text)
        return inventorium.load(head["game"]).read(text, components)
    except InventoriumError as error:
        raise InventoriumError(f"{file}: {error}") from None


@contextmanager
def needed_for_the_web() -> Iterator[None]:
    """The server and the store need more than the games."""
    from inventorium.core.errors import InventoriumError

    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).startswith("inventorium."):  # the community may be left out
            raise InventoriumError(f"this command needs {error.name}, which is not installed here") from None
        raise InventoriumError(f"'{error.name}' is missing: pip install 'inventorium[web]'") from None


def print_json(value: object) -> None:
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
