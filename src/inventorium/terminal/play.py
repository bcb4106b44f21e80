"""Playing at a terminal: one person, bots on the other seats. The table fills the screen where it can, else it is plain."""

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from inventorium.core.errors import InventoriumError
from inventorium.core.words import words_of
from inventorium.table.table import Table
from inventorium.terminal.language import language_of
from inventorium.terminal.plain import play_plainly
from inventorium.terminal.session import Session


def play_in_terminal(begin: Callable[[], Table], seat: int, bot: str, language: str, plain: bool = False) -> None:
    """Set up a table and play to the end, or until the person leaves."""
    language = language_of(language)
    with setting_up(language):
        table = begin()
        if seat not in range(table.position.players):
            raise InventoriumError(f"there is no seat {seat}; the seats are 0 to {table.position.players - 1}")
        session = Session(table, seat, language, bot)
        if not table.over:
            session.opponent.prepare(table.view(table.asked[0]))
    if plain or not is_fullscreen(language):
        play_plainly(session)
    else:
        from inventorium.terminal.screen.app import play_on_screen

        play_on_screen(session)


def is_fullscreen(language: str) -> bool:
    """Return whether there is a screen to fill, and the library for it; where only that is missing, say so."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)) or os.environ.get("TERM") == "dumb":
        return False
    if importlib.util.find_spec("textual") is None:
        print(words_of(None, language)("terminal.screen.no-textual"), file=sys.stderr)
        return False
    return True


@contextmanager
def setting_up(language: str) -> Iterator[None]:
    """Say that it takes a while, and how long it has been, on a terminal only: rules that are new are compiled."""
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        transient=True,
        console=Console(file=sys.stderr),
        disable=not sys.stderr.isatty(),
    ) as bar:
        bar.add_task(words_of(None, language)("terminal.screen.setting-up"), total=None)
        yield
