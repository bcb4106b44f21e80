"""What opens over the table: moments that wait for the person, the legend, the rules, points, and leaving."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

from inventorium.core.rule_search import find_rules
from inventorium.core.words import Words
from inventorium.terminal.session import Session


class Page(ModalScreen[None]):
    """Something to read over the table. Enter, Escape and the key that opened it close it."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,space", "dismiss(None)", show=False)]

    def __init__(self, title: str, body: RenderableType, words: Words) -> None:
        super().__init__()
        self.heading, self.body, self.words = title, body, words

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Label(self.heading, classes="heading", markup=False)
            with VerticalScroll():
                yield Static(self.body, id="body")
            yield Label(self.foot(), classes="foot", markup=False)

    def foot(self) -> str:
        return self.words("terminal.screen.closes")


class Wait(Page):
    """A moment that waits for the person: a reveal, a scoring, the end of an age."""

    def foot(self) -> str:
        return self.words("terminal.screen.moment-on")


class End(Wait):
    """How the game ended."""


class Rules(Page):
    """All rules by number, those with certain words in them, or one."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter", "dismiss(None)", show=False)]

    def __init__(self, session: Session, rule: str = "") -> None:
        super().__init__(session.words("web.rules"), rules_found(session, rule), session.words)
        self.session = session
        self.rule = rule

    def compose(self) -> ComposeResult:
        with Vertical(classes="page long"):
            yield Label(self.heading, classes="heading", markup=False)
            yield Input(self.rule, placeholder=self.words("terminal.screen.find"), select_on_focus=True)
            with VerticalScroll(can_focus=True):
                yield Static(self.body, id="body")
            yield Label(self.foot(), classes="foot", markup=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one("#body", Static).update(rules_found(self.session, event.value))

    def on_input_submitted(self) -> None:
        self.dismiss()

    def on_key(self, event: object) -> None:
        """The arrows scroll what the field above has found."""
        key, page = getattr(event, "key", ""), self.query_one(VerticalScroll)
        moves = {"down": page.scroll_down, "up": page.scroll_up, "pagedown": page.scroll_page_down, "pageup": page.scroll_page_up}
        if key in moves:
            moves[key](animate=False)


class Leaving(ModalScreen[str | None]):
    """Asks before the table is left. Returns the file to save to, nothing to be saved (''), or None to stay."""

    AUTO_FOCUS = "#save"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.words, self.file = session.words, unused(session.table.game.name)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page small"):
            yield Label(self.words("terminal.screen.leave"), classes="heading", markup=False)
            yield Input(self.file)
            with Horizontal():
                yield Button(self.words("terminal.screen.leave-save"), id="save", compact=True)
                yield Button(self.words("terminal.screen.leave-only"), id="leave", compact=True)
                yield Button(self.words("terminal.screen.leave-not"), id="stay", compact=True)

    def on_input_submitted(self) -> None:
        self.dismiss(self.query_one(Input).value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss({"save": self.query_one(Input).value, "leave": ""}.get(str(event.button.id)))


def unused(game: str) -> str:
    """Return a name that no file has."""
    return next(name for number in range(1, 10_000) if not Path(name := f"{game}-{number}.record").exists())


def legend(words: Words, keys: Iterable[tuple[str, str]]) -> RenderableType:
    """Return what the signs mean, as the legend in the browser has it, the words of the game, and the keys."""
    signs, meanings, pressed = (pairs() for _ in range(3))
    short = words.get("board.short", {})
    for sign, text in words.get("legend", {}).items():
        signs.add_row(short.get(sign, "·"), text)
    for text in words.get("board.signs", {}).values():
        sign, _, meaning = text.partition(": ")
        signs.add_row(Text(sign), meaning)
    for one in words.get("glossary", {}).values():
        meanings.add_row(one["term"], one["meaning"])
    for key, text in keys:
        pressed.add_row(Text(key), text)
    return Group(signs, Text(f"\n{words('table.keys')}", "bold"), pressed, Text(f"\n{words('rules.glossary')}", "bold"), meanings)


def pairs() -> Table:
    """Return a table of short things and what they mean."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    return table


def rules_found(session: Session, wanted: str) -> RenderableType:
    """Return the rules that match a search, best first; without a search all of them, section by section."""
    table, texts = pairs(), session.rule_texts()
    if wanted.strip():
        for one in find_rules(session.table.game, session.words.language, wanted):
            table.add_row(one["id"], texts[one["id"]])
        return table
    for section in session.words.get("sections", {}).values():
        table.add_row("", Text(section["title"], "bold"))
        for rule in section["rules"]:
            table.add_row(rule, texts[rule])
    return table
