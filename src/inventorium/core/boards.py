"""A position as plain text: the terminal board of a game, for programs, pages and notebooks."""
import importlib
import io

from rich.console import Console

from inventorium.core.game import View

WIDTH = 110


def text_of(view: View, language: str = "en") -> str:
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=False)
    board = importlib.import_module(f"{view.game.tables.__package__}.board")
    console.print(board.board(view, view.game.words(language)))
    return console.export_text()
