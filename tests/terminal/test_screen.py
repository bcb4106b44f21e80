"""The table that fills the terminal, played with the keys that a person presses."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

import inventorium
from inventorium.table.table import Setup, Table
from inventorium.terminal.screen.app import PACES, TableApp
from inventorium.terminal.screen.dialogs import End, Leaving, Page, Rules, Wait
from inventorium.terminal.screen.moves import Answers, Question, Sheet
from inventorium.terminal.session import Session
from tests.patience import PATIENCE
from tests.tiers import in_tiers

LEGENDARY, ERA, GENIES = "legendary-inventors", "era-of-inventions", "genies"


def at_table(table: Table, language: str) -> TableApp:
    return TableApp(Session(table, 0, language, "random"), pace="once")


def in_a_terminal(app: TableApp, story: Callable[[Pilot[str]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await story(pilot)

    asyncio.run(run())


async def until(pilot: Pilot[str], what: Callable[[], object]) -> None:
    """Wait for something that comes by itself, however busy the machine is."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, pilot.app.screen
        await pilot.pause(0.01)


async def asked(pilot: Pilot[str]) -> Question | None:
    """Wait until the person is asked, or told that it is over; moments that wait for them on the way are closed."""

    def open_question() -> Question | None:
        return next((one for one in pilot.app.screen_stack[0].query(Question) if one.has_focus and not one.is_answered), None)

    while True:
        await until(pilot, lambda: isinstance(pilot.app.screen, Wait) or open_question())
        if not isinstance(pilot.app.screen, Wait):
            return open_question()
        if isinstance(pilot.app.screen, End):
            return None
        await pilot.press("enter")


def text_of(app: TableApp, pane: str) -> str:
    """What stands in a pane."""
    widget = app.query_one(pane)
    return str((widget if isinstance(widget, Static) else widget.query_one(Static)).content)


def prompts(question: Question) -> list[str]:
    return [str(question.get_option_at_index(place).prompt) for place in range(question.option_count)]


def near_the_end(game: str, players: int, answers: int) -> Table:
    """A game of bots that answer at random, these many answers before its end."""
    position, chance = inventorium.load(game).new(players, seed=5), random.Random(5)
    while not position.over:
        seat = chance.choice(position.to_act)
        position.act(chance.choice(position.actions(seat)), seat)
    return Table.going_on(position.at(position.actions_taken - answers))


@pytest.mark.parametrize(
    ("game", "language", "players", "answers"),
    in_tiers([(LEGENDARY, "de", 2, 10), (ERA, "en", 3, 30), (GENIES, "de", 2, 24)], (GENIES, "de", 2, 24)),
)
def test_a_game_is_played_to_its_end_by_keyboard(game: str, language: str, players: int, answers: int) -> None:
    """Whoever types numbers and presses Enter comes to the end, and is told how it ended."""
    app, chance = at_table(near_the_end(game, players, answers), language), random.Random(1)
    answered = 0

    async def play(pilot: Pilot[str]) -> None:
        nonlocal answered
        while (question := await asked(pilot)) is not None:
            answered += 1
            if isinstance(question, Sheet):
                for _ in question.open:
                    await pilot.press(chance.choice(("2", "right", "left", "4")), "enter")
                await pilot.press("enter")
            else:
                assert isinstance(question, Answers)
                await pilot.press(*str(chance.randrange(len(question.actions)) + 1), "enter")
            await until(pilot, lambda: question.is_answered)
        await pilot.press("enter")
        await pilot.press("q")

    in_a_terminal(app, play)
    assert answered >= 3 and app.session.table.over and app.return_value == app.session.result()
    assert inventorium.load(game).read(app.session.table.record()).scores == app.session.table.position.scores


@pytest.mark.parametrize(
    ("game", "language", "rule", "why"),
    [(LEGENDARY, "en", "LI-60", "none of your inventors is busy"), (ERA, "de", "EI-073", "Du musst jede Scheibe setzen")],
)
def test_what_is_not_possible_names_its_rule(game: str, language: str, rule: str, why: str) -> None:
    """It stands under the answers; Enter opens the rule."""
    app = at_table(
        Table.new(Setup(game, 3, seed="3", options={"team_assignment": "random"} if game == LEGENDARY else {})), language
    )

    async def play(pilot: Pilot[str]) -> None:
        question = await asked(pilot)
        assert question is not None
        rows = prompts(question)
        place = next(place for place, row in enumerate(rows) if f"({rule})" in row)
        assert why in rows[place]
        question.highlighted = place
        number = app.session.table.number
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Rules))
        assert app.screen.query_one(Input).value == rule
        await pilot.press("escape")
        assert app.session.table.number == number and not question.is_answered

    in_a_terminal(app, play)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sheet_is_filled_in(language: str) -> None:
    """Digits and arrows change a bid, one that is too high is refused with its rule, and all are handed in together."""
    app = at_table(Table.new(Setup(GENIES, 2, seed="4")), language)

    async def play(pilot: Pilot[str]) -> None:
        sheet = await asked(pilot)
        assert isinstance(sheet, Sheet)
        await pilot.press("1", "2", "enter", "9", "9")
        assert "(GE-A03)" in text_of(app, "#said")
        await pilot.press("backspace", "7", "right", "enter", "up", "left", "down", "down", "4")
        shown = [row.strip("◂▸ ") for row in prompts(sheet)]
        words = app.session.words
        assert shown[:4] == [
            words("moves.bid", position="A", chips=12),
            words("moves.bid", position="B", chips=7),
            words("moves.bid-nothing", position="C"),
            words("moves.bid", position="D", chips=4),
        ]
        before = len(app.session.table.history)
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: len(app.session.table.history) > before)
        mine = [told.move for told in app.session.table.history[before:] if told.entry.seat == 0]
        assert mine[:6] == ["bid 12", "bid 7", "bid 0", "bid 4", "bid 0", "seal"]

    in_a_terminal(app, play)


@pytest.mark.parametrize(("language", "size"), in_tiers([("en", (80, 24)), ("de", (120, 40))], ("en", (80, 24))))
def test_the_keys(language: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Legend, rules, points, log, hint, undo, pace, and leaving with the game kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(PACES, "slow", 600)  # there is time to take an answer back
    app = at_table(Table.new(Setup(ERA, 3, seed="3")), language)
    words = app.session.words

    async def look_over(pilot: Pilot[str], key: str, heading: str) -> str:
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, Page))
        assert isinstance(app.screen, Page) and app.screen.heading == heading
        seen = app.export_screenshot()
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Page))
        return seen.replace("&#160;", " ")

    async def play(pilot: Pilot[str]) -> None:
        question = await asked(pilot)
        assert isinstance(question, Answers) and prompts(question)[0].startswith("1 ")
        assert words("seat", seat=1) in text_of(app, "#question") and words("seat", seat=2) in text_of(app, "#head")
        assert words("legend.coal") in await look_over(pilot, "question_mark", words("table.legend"))
        assert "EI-001" in await look_over(pilot, "r", words("web.rules"))
        assert words("parts.patents") in await look_over(pilot, "p", words("terminal.score"))
        await pilot.press("l")
        assert text_of(app, "#log").strip() and app.query_one("#log").display
        await pilot.press("l", "minus")
        assert app.pace == "fast" and words("table.pace-fast") in text_of(app, "#head")
        await pilot.press("h")
        await until(pilot, lambda: not app.is_busy and words("terminal.hint", move="") in text_of(app, "#said"))
        app.pace = "slow"
        before = app.session.table
        await pilot.press("enter", "u")
        await until(pilot, lambda: app.session.table is not before and app.session.is_asked)
        assert len(app.session.table.history) == len(before.history) and app.session.table.number == before.number + 2
        await asked(pilot)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Leaving))
        await pilot.press("enter")

    in_a_terminal(app, play, size)
    saved = tmp_path / "era-of-inventions-1.record"
    assert inventorium.load(ERA).read(saved.read_text()).actions_taken == len(app.session.table.history)
    assert str(saved.name) in (app.return_value or "")
