"""Which table somebody gets at a terminal, and how it looks line by line."""

import io
import random
import sys

import pytest
from rich.console import Console
from rich.text import Text

import inventorium
from inventorium import theme
from inventorium.core.boards import TERMINAL_THEME, rich_theme
from inventorium.core.pages import player_colours
from inventorium.table.table import Setup, Table
from inventorium.terminal import play
from inventorium.terminal.plain import Printer
from inventorium.terminal.session import Session
from inventorium.terminal.tables import scores_of

LEGENDARY, ERA, GENIES = "legendary-inventors", "era-of-inventions", "genies"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    screen = Terminal()
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, screen)
    monkeypatch.setenv("TERM", "xterm")
    return screen


def test_the_table_fills_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    assert play.is_fullscreen("en") and terminal.getvalue() == ""
    monkeypatch.setenv("TERM", "dumb")
    assert not play.is_fullscreen("en")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not play.is_fullscreen("en")


@pytest.mark.parametrize(("language", "said"), [("en", "needs one more package"), ("de", "braucht noch ein Paket")])
def test_without_textual_one_line_says_so(monkeypatch: pytest.MonkeyPatch, language: str, said: str) -> None:
    terminal = at_a_terminal(monkeypatch)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not play.is_fullscreen(language)
    assert said in terminal.getvalue() and "inventorium[terminal]" in terminal.getvalue() and terminal.getvalue().count("\n") == 1


@pytest.mark.parametrize("game", [LEGENDARY, ERA, GENIES])
def test_seats_have_the_numbers_and_colours_of_the_browser(game: str) -> None:
    """They count from 1, and what belongs to a seat is written with the pen that the page has for it."""
    table = Table.new(Setup(game, 3, seed="3", options={"team_assignment": "random"} if game == LEGENDARY else {}))
    view, words = table.view(0), inventorium.load(game).words("en")
    for name in theme.THEMES:
        colours = theme.colours(name)
        paper = Console(file=io.StringIO(), width=100, force_terminal=True, color_system="truecolor", theme=rich_theme(colours))
        board = view.game.board.board(view, words)
        heads = {
            segment.text.strip().partition(":")[0]: segment.style
            for segment in paper.render(board)
            if segment.text.strip().startswith("seat ")
        }
        for seat, ink in enumerate(player_colours(view)):
            style = heads["seat 1 (you)" if seat == 0 else f"seat {seat + 1}"]
            assert style is not None and style.color is not None and style.color.name == colours[ink]
        assert not any(name.startswith("seat 0") for name in heads)


def test_without_colour_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    view = Table.new(Setup(ERA, 3, seed="3")).view(0)
    paper = Console(file=io.StringIO(), width=80, force_terminal=True, theme=TERMINAL_THEME)
    paper.print(scores_of(view, view.game.words("en")))
    written = paper.file.getvalue()  # type: ignore[attr-defined]
    assert not {code for code in Text.from_ansi(written).spans if getattr(code.style, "color", None)}
    assert "seat 1 (you)" in Text.from_ansi(written).plain and "seat 3" in Text.from_ansi(written).plain


def test_what_is_forced_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """An answer to which there was no other is told by its event, like everything, and by nothing beside it."""
    session = Session(Table.new(Setup(LEGENDARY, 2, seed="3")), 0, "en", "random")
    printer = Printer(session)
    chance = random.Random(1)
    while not session.table.history[-1].entry.automatic:
        seat = session.table.asked[0]
        session.table = session.table.play(seat, chance.choice(session.table.view(seat).actions()))
    printer.show_changes()
    last = capsys.readouterr().out.splitlines()[-1]
    ways = ("no other choice", "can only refresh", "only one kind of reward to choose from", "the only answer")
    assert sum(way in last for way in ways) == 1
    assert session.new_lines() == []
