"""The full-screen table: its content, the keys, and the turns of the others."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, Static

from inventorium.core.boards import rich_theme
from inventorium.core.errors import InventoriumError
from inventorium.core.pages import player_colours
from inventorium.core.position import View
from inventorium.table import turn_log
from inventorium.table.problems import message_of
from inventorium.terminal.screen.colours import COLOURS, DARK, LIGHT, THEMES
from inventorium.terminal.screen.dialogs import End, Leaving, Page, Rules, Wait, legend, unused
from inventorium.terminal.screen.moves import Answers, Asked, Given, Question, Refusal, Sheet
from inventorium.terminal.session import Session
from inventorium.terminal.tables import scores_of, statistics_of

T = TypeVar("T")
PACES = {"slow": 2.4, "normal": 1.2, "fast": 0.5, "once": 0.0}  # how long a step of the others is shown, in seconds
WIDE, BROAD = 110, 170  # columns for the moves beside the board, and the log too

# key, action, its words, and whether it is shown at the bottom of the screen
KEYS = (
    ("u", "undo", "undo", True),
    ("h", "hint", "hint", True),
    ("l", "log", "log", True),
    ("p", "score", "score", True),
    ("r", "rules", "rules", True),
    ("question_mark", "legend", "legend", True),
    ("plus", "pace(1)", "pace", True),
    ("minus", "pace(-1)", "pace", False),
    ("space", "skip", "skip", False),
    ("b", "board", "board", False),
    ("s", "save", "save", False),
    ("t", "theme", "theme", False),
    ("q", "leave", "quit", True),
    ("pageup,pagedown", "scroll_board", "scroll", False),
)
SHOWN = {"question_mark": "?", "plus": "+", "minus": "−", "space": "␣", "pageup,pagedown": "PgUp PgDn"}


def play_on_screen(session: Session) -> None:
    """Play to the end, or until the person leaves."""
    print(TableApp(session).run() or session.words("terminal.goodbye"))


class TableApp(App[str]):
    """One table. What it returns is said when the screen is given back."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide"), (BROAD, "-broad")]  # noqa: RUF012

    def __init__(self, session: Session, pace: str = "normal") -> None:
        super().__init__()
        self.session, self.words, self.pace = session, session.words, pace
        self.shown = 0  # actions that have been shown
        self.news: list[str] = []  # what happened since the person's last turn
        self.older: list[str] = []  # and since the one before, if it is taken back
        self.moved, self.skipped = asyncio.Event(), asyncio.Event()
        self.is_busy = False  # a bot computes a hint
        for theme in THEMES.values():
            self.register_theme(theme)
        self.use_theme(DARK)
        for key, action, word, is_seen in KEYS:
            for one in key.split(","):
                self.bind(
                    one,
                    f"{action}('{one}')" if action == "scroll_board" else action,
                    show=is_seen,
                    description=self.words(f"terminal.keys.{word}"),
                    key_display=SHOWN.get(key),
                )

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Container(id="main"):
            with Container(id="table"):
                with VerticalScroll(id="board", can_focus=False):
                    yield Static()
                with VerticalScroll(id="log", can_focus=False):
                    yield Static()
            with Container(id="side"):
                with VerticalScroll(id="news", can_focus=False):
                    yield Static()
                yield Static(id="question", markup=False)
                yield Static(id="said", markup=False)
                yield Container(id="answers")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.title = self.session.table.game.title(self.words.language)
        self.query_one("#news").border_title = self.words("table.since")
        self.query_one("#log").border_title = self.words("table.log")
        if opponents := self.session.opponents():
            self.notify(opponents)
        self.play()

    def use_theme(self, name: str) -> None:
        self.theme = name
        self.console.push_theme(rich_theme(COLOURS[name]))

    # ------------------------------------------------ the game

    @work(exclusive=True)
    async def play(self) -> None:
        """Play back the moves of others, and ask the player, until the game is over."""
        session = self.session
        while not session.table.over:
            await self.play_out()
            if session.is_asked:
                self.moved.clear()
                await self.ask()
                await self.moved.wait()
            else:
                await self.let_others_answer()
        await self.play_out()
        await self.end()

    async def play_out(self) -> None:
        """Show step by step what happened. What matters waits for the person, everything else for the pace."""
        table, seat = self.session.table, self.session.seat
        while self.session.table is table and (step := turn_log.step_after(table, seat, self.shown)):
            is_mine = all(table.history[place].entry.seat == seat for place in range(step.first, step.answers))
            self.shown = step.answers
            self.news += [clause.text for clause in self.session.narrator().clauses(step.events)]
            if step.moments or not (is_mine or self.is_hurried):
                self.show(table.at(step.answers).view(seat))
            for moment in step.moments:
                await self.push_screen_wait(self.moment(moment.name, moment.events))
            if not step.moments and not is_mine:
                await self.wait()
        if self.session.table is table:
            self.shown = len(table.history)
            self.show(self.session.view)

    def moment(self, name: str, events: list[turn_log.Event]) -> Wait:
        lines = [self.line(clause, text) for clause in self.session.narrator().clauses(events) for text in clause.texts]
        return Wait(self.words(f"moments.{name}.title"), Text("\n").join(lines), self.words)

    def line(self, clause: turn_log.LogLine, text: str) -> Text:
        """A line of the log, with its subject in the colour of its seat."""
        if not clause.subject:
            return Text(text)
        return Text.assemble((clause.subject, player_colours(self.session.view)[clause.seat]), " ", text)

    @property
    def is_hurried(self) -> bool:
        return self.skipped.is_set() or not PACES[self.pace]

    async def wait(self) -> None:
        """Wait as long as a step is shown, or until the person does not want to."""
        if self.is_hurried:
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self.skipped.wait(), PACES[self.pace])

    async def let_others_answer(self) -> None:
        """Run a bot in the background. Meanwhile the player may undo the move before."""
        session, table = self.session, self.session.table
        seat = table.asked[0]
        if table.may_undo(session.seat):
            await self.clear(self.words("terminal.screen.waits", who=session.who(seat)))
            await self.wait()
        else:
            await self.clear(self.words("terminal.screen.thinking", who=session.who(seat)))
        if session.table is table:
            action = await beside(lambda: session.opponent.choose(table.view(seat)))
            if session.table is table:  # otherwise the move was undone
                session.table = table.play(seat, action)

    async def ask(self) -> None:
        """Put the question to the person."""
        self.skipped.clear()
        is_sealed = len(self.session.table.sealed_views(self.session.seat)) > 1
        answers = Sheet(self.session) if is_sealed else Answers(self.session)
        with self.batch_update():
            await self.clear(self.session.question())
            if is_sealed:
                self.say(self.words("terminal.screen.sheet"))
            await self.query_one("#answers").mount(answers)
        answers.highlighted = 0
        answers.focus()

    async def clear(self, question: str) -> None:
        """Take the last question away."""
        self.query_one("#question", Static).update(question)
        self.say("")
        await self.query_one("#answers").remove_children()

    async def end(self) -> None:
        """Show how it ended; the table stays until the person leaves."""
        await self.clear(self.session.result())
        table, view = self.session.table, self.session.view
        counted = statistics_of(table.position, view, self.words) or ""
        points = Group(scores_of(view, self.words), "", counted)
        self.push_screen(End(self.session.result(), points, self.words))

    # ------------------------------------------------ display

    def show(self, view: View) -> None:
        self.fill("#board", view.game.board.board(view, self.words))
        self.query_one("#head", Static).update(self.head(view))
        self.fill("#news", self.news_text())
        self.query_one("#news").scroll_end(animate=False)
        if self.query_one("#log").display:
            self.show_log()

    def show_log(self) -> None:
        self.fill("#log", self.log_told())
        self.query_one("#log").scroll_end(animate=False)

    def fill(self, pane: str, what: RenderableType) -> None:
        self.query_one(pane).query_one(Static).update(what)

    def head(self, view: View) -> Text:
        """The points of all players, the pace, and the title."""
        scores, colours = view.scores, player_colours(view)
        seats = [Text(f"{self.session.who(seat)} {scores[seat]}", colours[seat]) for seat in range(view.players)]
        pace = self.words("terminal.screen.pace", name=self.words(f"table.pace-{self.pace}"))
        return Text("  ·  ").join([*seats, Text(pace, "dim"), Text(self.title, "dim")])

    def news_text(self) -> Text:
        return Text("\n".join(self.news or [self.words("terminal.screen.nothing-new")]))

    def log_told(self) -> RenderableType:
        """Everything that happened, turn by turn, as far as it has been played out."""
        session = self.session
        turns = turn_log.turns(session.table, session.seat, self.words, session.names, answers=self.shown)
        lines = [self.line(clause, clause.predicate) for turn in turns for clause in turn.clauses]
        return Text("\n").join(lines)

    def say(self, text: str) -> None:
        said = self.query_one("#said", Static)
        said.update(text)
        said.display = bool(text)

    # ------------------------------------------------ moves

    def on_given(self, message: Given) -> None:
        try:
            self.session.answer(*message.actions)
            self.older, self.news = self.news, []
            self.moved.set()
        except InventoriumError as error:
            self.say(message_of(error, self.words))

    def on_asked(self, message: Asked) -> None:
        self.push_screen(Rules(self.session, message.rule))

    def on_refusal(self, message: Refusal) -> None:
        self.say(f"{message.why} ({message.rule})" if message.why else self.words("terminal.screen.sheet"))

    # ------------------------------------------------ the keys

    def action_undo(self) -> None:
        before = self.session.table
        try:
            said = self.session.undo()
        except InventoriumError as error:
            said = message_of(error, self.words)
        self.notify(said)
        if self.session.table is not before:
            self.shown, self.news = min(self.shown, len(self.session.table.history)), self.older
            self.skipped.set()  # void steps need not be shown
            self.moved.set()

    @work(group="hint")
    async def action_hint(self) -> None:
        """Ask a strong player, and point at what it says."""
        session, table = self.session, self.session.table
        if not session.is_asked or self.is_busy:
            self.say(self.words("table.hint-comes" if self.is_busy else "terminal.screen.not-now"))
            return
        self.is_busy = True
        self.say(self.words("table.hint-comes"))
        try:
            actions = await beside(session.hint)
        finally:
            self.is_busy = False
        if session.table is table:
            sheet = zip(table.sealed_views(session.seat), actions, strict=True)
            meant = [session.meaning(action, view) for view, action in sheet if len(view.actions()) > 1]
            hint = self.words("terminal.hint", move=", ".join(meant))
            self.say(hint)
            self.query_one(Question).take(actions)
            why = await beside(lambda: session.reason(actions))  # the first time it is compiled, which takes a while
            if why and session.table is table:
                self.say(f"{hint} {why}")

    def action_log(self) -> None:
        """Show the log in the place of the board, or beside it where there is room for both."""
        self.query_one("#table").toggle_class("-log")
        self.show_log()

    def action_board(self) -> None:
        """Give the board the whole screen, or take it back."""
        self.query_one("#main").toggle_class("-board")

    def action_scroll_board(self, key: str) -> None:
        pane = next(pane for pane in self.query("#board, #log") if pane.display)
        (pane.scroll_page_up if key == "pageup" else pane.scroll_page_down)(animate=False)

    def action_score(self) -> None:
        self.push_screen(Page(self.words("terminal.score"), scores_of(self.session.view, self.words), self.words))

    def action_rules(self) -> None:
        self.push_screen(Rules(self.session))

    def action_legend(self) -> None:
        keys = [
            ("1 2 3 ↑ ↓", self.words("terminal.keys.answer")),
            *((SHOWN.get(key, key), self.words(f"terminal.keys.{word}")) for key, _, word, _ in KEYS),
        ]
        self.push_screen(Page(self.words("table.legend"), legend(self.words, keys), self.words))

    def action_pace(self, by: int) -> None:
        names = list(PACES)
        self.pace = names[max(0, min(len(names) - 1, names.index(self.pace) + by))]
        self.query_one("#head", Static).update(self.head(self.session.view))

    def action_skip(self) -> None:
        """Show the moves of others at once, until it is the player's turn."""
        if not self.session.is_asked:
            self.skipped.set()

    def action_theme(self) -> None:
        self.console.pop_theme()
        self.use_theme(LIGHT if self.theme == DARK else DARK)
        self.show(self.session.view)

    def action_save(self) -> None:
        self.notify(self.session.save(unused(self.session.table.game.name))[1])

    @work(group="leave")
    async def action_leave(self) -> None:
        """Ask whether to save the game, and leave."""
        session, words = self.session, self.words
        if session.table.over:
            self.exit(session.result())
            return
        file = await self.push_screen_wait(Leaving(session))
        if file is None:
            return
        is_saved, said = session.save(file) if file else (True, words("terminal.goodbye"))
        if is_saved:
            onward = words("terminal.screen.go-on", game=session.table.game.name, file=file)
            self.exit(f"{said} {onward}" if file else said)
        else:
            self.notify(said)


async def beside(function: Callable[[], T]) -> T:
    """Run something that takes a while beside the screen, in a thread that ends with the program, whatever it is at."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(set_it: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the screen is gone
            loop.call_soon_threadsafe(lambda: None if done.cancelled() else set_it())

    def run() -> None:
        try:
            result = function()
        except Exception as error:
            finish(lambda error=error: done.set_exception(error))  # type: ignore[misc]
        else:
            finish(lambda: done.set_result(result))

    threading.Thread(target=run, daemon=True).start()
    return await done
