"""What the page shows of the rules is what the rules do."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from starlette.requests import Request

from inventorium.games.genies.page import GeniesPage, page
from inventorium.games.genies.tables import Act, Question
from inventorium.table import turn_log
from inventorium.table.table import Table
from inventorium.web.routes import play
from inventorium.web.routes.hints import Advice
from tests.languages import LANGUAGES
from tests.scenes import asking, begun, played, scene_of
from tests.web.test_scene import GUEST, SITE, board_view, room_of

GAME = "genies"


@cache
def table_asking(question: str, players: int = 4, **options: bool) -> Table:
    return asking(begun(GAME, players, **options), question, random.Random(1))


def test_the_disciplines_foretell_the_scoring() -> None:
    """GE-120 to GE-140: what would be scored now is what is scored then, when nobody can change it any more."""
    *_, table = played(begun(GAME, 4), random.Random(3))
    shown, scoring = page(scene_of(table, 0)), table.view(0).picture()["scorings"][-1]
    assert {d.id: [one.points for one in d.strengths] for d in shown.disciplines} == scoring["disciplines"]
    for d in shown.disciplines:
        assert [one.style for one in d.strengths] == [
            "best" if one.points == d.points[0] else "some" if one.points else "" for one in d.strengths
        ]
        assert all(one.points in (0, *d.points, sum(d.points)) for one in d.strengths)
    assert any(one.style == "best" for d in shown.disciplines for one in d.strengths)


def test_a_bid_sheet_knows_what_patrons_bring_and_what_can_be_bid() -> None:
    """GE-142, GE-A03: chips of a patron for every position with a genius of the field, which later bids can use."""
    table = table_asking("bids")

    def change(state: Any) -> None:
        state.patron[:], state.purse[:] = 0, 20
        state.patron[0, 0] = 3

    box = table.position.box
    bays = page(scene_of(table, 0, change=change)).bays
    fits = [any(one.field == box.ids("fields")[0] for one in bay.geniuses) for bay in bays]
    assert [bay.gain for bay in bays] == [3 * fit for fit in fits] and any(fits) and not all(fits)
    assert [bay.bid.highest for bay in bays if bay.bid] == [20 + 3 * sum(fits[:place]) for place in range(5)]


@pytest.mark.parametrize(("zero_bids", "text"), [(False, "–"), (True, "0")])
def test_a_bid_of_nothing(zero_bids: bool, text: str) -> None:
    """GE-A01: 0 is no bid, unless the game is played with bids of 0."""
    table = table_asking("bids", 4, zero_bids=zero_bids)
    for seat in range(4):
        for move in (f"bid {seat}", *["bid 0"] * 4, "seal"):
            table = table.play(seat, move)
        if seat < 3:
            assert [bay.written for bay in page(scene_of(table, seat)).bays] == written(seat, text)
    last = page(scene_of(table, 0)).last
    assert last is not None
    assert [[one.bid for one in bids] for _, bids in last.rows] == [written(seat, text) for seat in range(4)]


def written(first: int, nothing: str) -> list[str]:
    return [str(first) if first else nothing, *[nothing] * 4]


def test_open_bids_stand_highest_first() -> None:
    for table in played(begun(GAME, 4), random.Random(5)):
        if not table.over and table.game.notation.question(table.position.state) == "cards":
            bids = table.view(0).picture()["rounds"][-1]["bids"]
            for place, bay in enumerate(page(scene_of(table)).bays):
                order = [seat for _, seat in sorted((-(bids[seat][place] or 0), seat) for seat in range(4))]
                assert [one.who.seat for one in bay.open_bids] == order


# ---------------------------------------------------------------- who would win, and the moments


def card_windows() -> Iterator[Table]:
    """Tables at whose card windows nobody has decided yet, in rounds in which every card may be held."""
    for seed in range(4):
        asked = -1
        for table in played(begun(GAME, 4), random.Random(seed)):
            state = table.position.state
            if state.question == Question.CARDS and not state.round_now % 2 and state.round_now != asked:
                asked = int(state.round_now)
                yield table


@pytest.mark.rules("GE-82, GE-89, GE-92")
def test_the_marks_beside_open_bids_foretell_the_settling() -> None:
    """As the bids stand, if nobody plays a card: who wins, which bids are tied, which cannot be paid any more."""
    found: set[str] = set()
    for table in card_windows():
        bays = page(scene_of(table)).bays
        after = table
        while after.position.state.question == Question.CARDS:
            after = after.play(after.asked[0], "hold")
        for bay, result in zip(bays, after.view(0).picture()["rounds"][-1]["results"], strict=True):
            winners = [one.who.seat for one in bay.open_bids if one.style == "wins"]
            assert winners == [seat for seat in (result["winner"],) if seat is not None]
        found |= {one.style for bay in bays for one in bay.open_bids}
    assert found == {"", "wins", "tied", "void"}


@pytest.mark.rules("GE-A34")
def test_a_card_is_offered_where_it_does_something_as_the_bids_stand() -> None:
    """If nobody else plays a card: where it is offered it is played there, and the winner is who it says; elsewhere it is not."""
    seen: set[bool] = set()
    for table in card_windows():
        seat = table.asked[0]
        for choice in page(scene_of(table, seat)).choices:
            assert choice.hold and not choice.must, "in the first round of a phase every card may be kept"
            for answer in (*choice.answers, *choice.idle):
                after = played_alone(table, seat, int(answer.field.removeprefix("move.")), answer.move)
                letter, picture = answer.move.split()[-1], after.view(0).picture()
                places = [one["at"] for one in picture["played"] if one["card"] == choice.card.id]
                assert (places == [letter]) == bool(answer.comes), (answer, places)
                if "You" in answer.comes:
                    assert picture["rounds"][-1]["results"]["abcde".index(letter)]["winner"] == seat
                seen.add(bool(answer.comes))
    assert seen == {True, False}


def played_alone(table: Table, seat: int, place: int, move: str) -> Table:
    """The table after one card was played, and every other one held."""
    moves = ["hold"] * len(table.sealed_views(seat))
    moves[place] = move
    table = table.play(seat, *moves)
    while table.position.state.question == Question.CARDS:
        table = table.play(table.asked[0], "hold")
    return table


def test_a_card_that_must_be_played_says_so_first() -> None:
    """GE-A36: in the second round of a phase."""
    for table in played(begun(GAME, 3), random.Random(6)):
        state = table.position.state
        if table.over or state.question != Question.CARDS or not state.round_now % 2:
            continue
        shown = page(scene_of(table))
        if musts := [choice for choice in shown.choices if choice.must]:
            assert all(choice.card.name in shown.ask and choice.hold is None for choice in musts)
            return
    raise AssertionError("no card had to be played")


@pytest.mark.rules("GE-A10")
def test_nobody_foretells_anything_where_chips_are_hidden() -> None:
    table = asking(begun(GAME, 3, chips="hidden"), "cards", random.Random(2))
    assert not any(one.style for bay in page(scene_of(table)).bays for one in bay.open_bids)


@cache
def moments(name: str) -> list[tuple[Table, GeniesPage]]:
    """Every moment of this name in a game played at random, as seat 0 sees it, with the table after it."""
    found: list[tuple[Table, GeniesPage]] = []
    seen = 0
    for table in played(begun(GAME, 4), random.Random(9)):
        while step := turn_log.step_after(table, 0, seen):
            seen = step.answers
            for moment in step.moments:
                if moment.name == name:
                    scene = scene_of(table, 0)
                    scene.moment, scene.after = moment, scene_of(table, 0)
                    found.append((table, page(scene)))
    return found


def test_the_reveal_shows_every_bid_as_it_stands() -> None:
    """Six times a game, from A to E; cards can still change who wins. Those who listen hear every bid."""
    for number, (table, shown) in enumerate(moments("reveal")):
        bids = table.view(0).picture()["rounds"][number]["bids"]
        assert [column.letter for column in shown.reveal] == list("ABCDE")
        for place, column in enumerate(shown.reveal):
            assert {one.who.seat: one.bid for one in column.bids} == {
                seat: str(row[place]) if row[place] else "–" for seat, row in enumerate(bids)
            }
            assert all(str(row[place]) in column.said for row in bids if row[place]), column.said
            assert column.winner or column.lines, "who leads, or why nobody does"
    assert number == 5


def test_the_settling_shows_what_came_of_every_bid() -> None:
    """Six times a game, from A to E, with the winner that the record has, void bids and ties, and a rule for every line."""
    styles = set()
    for number, (table, shown) in enumerate(moments("settling")):
        came = table.view(0).picture()["rounds"][number]
        assert [column.letter for column in shown.reveal] == list("ABCDE")
        for place, (column, result) in enumerate(zip(shown.reveal, came["results"], strict=True)):
            assert (column.winner.seat if column.winner else None) == result["winner"]
            assert {one.who.seat: one.bid for one in column.bids} == {
                seat: str(row[place]) if row[place] else "–" for seat, row in enumerate(came["bids"])
            }
            assert column.geniuses and all(line.text and line.rule for line in column.lines)
            styles |= {one.style for one in column.bids}
    assert number == 5 and styles == {"", "wins", "tied", "void"}


def test_the_scoring_shows_who_got_what_and_why() -> None:
    """Three times a game: the points of every discipline as the record has them, and what they add up to."""
    totals = [0] * 4
    for number, (table, shown) in enumerate(moments("scoring")):
        scoring, came = shown.scoring, table.view(0).picture()["scorings"][number]
        assert scoring is not None
        assert {d.id: [cell.points for cell in d.cells] for d in scoring.disciplines} == came["disciplines"]
        assert list(scoring.bonus) == came["bonus"]
        totals = [sum(both) for both in zip(totals, scoring.sums, strict=True)]
        assert totals == list(scoring.totals)
        assert bool(scoring.end) == table.over
    assert number == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_income_is_said_and_that_chips_are_worth_nothing_in_the_end(language: str) -> None:
    """GE-46, GE-109."""
    table = table_asking("bids", action_cards=False)
    words = table.game.words(language)
    assert "15" in page(scene_of(table, 0, language)).chips_note

    def last(state: Any) -> None:
        state.round_now = 5

    shown = page(scene_of(table, 0, language, last))
    assert shown.chips_note == words("page.chips-end") and shown.chips_note in shown.holdings[1].chips_tip


@pytest.mark.rules("GE-134")
def test_a_tie_in_stars_says_what_decides() -> None:
    """Archimedes and Kepler against Bernoulli: 3 stars each, but more geniuses."""
    table = table_asking("bids", action_cards=False)
    ids = table.position.box.ids("geniuses")

    def change(state: Any) -> None:
        state.round_now = 3
        state.where[[ids.index("archimedes"), ids.index("kepler")]], state.where[ids.index("bernoulli")] = 1, 2

    row = next(d for d in page(scene_of(table, 0, change=change)).disciplines if d.id == "mathematics")
    assert [one.is_tie for one in row.strengths] == [False, True, False, False]
    assert "GE-134" in row.strengths[1].label and "Ines" in row.strengths[1].label


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_moments_are_drawn_one_step_after_the_other(language: str) -> None:
    """`?at=N&moment=...`: five columns, a row for every discipline, each with its step and the rule of what is said there."""
    *_, table = played(begun(GAME, 4), random.Random(9))
    guest = replace(GUEST, language=language)
    found = {name: answers for turn in turn_log.turns(table, 0, table.game.words(language)) for name, answers in turn.moments}
    reveal, scoring = (board_view(room_of(table), f"at={found[name]}&moment={name}", guest) for name in ("settling", "scoring"))
    assert [int(step) for step in re.findall(r'<li data-step="(\d+)"', reveal)] == [1, 2, 3, 4, 5]
    assert re.search(r"#GE-\d+", reveal) and re.search(r"#GE-\d+", scoring)
    steps = {int(step) for step in re.findall(r'data-step="(\d+)"', scoring)}
    assert steps >= set(range(2, 10)) | {11} and "style=" not in reveal + scoring
    assert all(table.game.words(language)(f"parts.{name}") in scoring for name in table.position.box.ids("disciplines"))


def test_a_hint_fills_the_sheet_in_pencil() -> None:
    """Every bid of it stands beside its field, and one press takes all of them over."""
    table = table_asking("bids", 3)
    bids = [7, 0, 3, 12, 1]
    request = Request(
        {
            "type": "http",
            "method": "GET",
            "path": "/table/table",
            "query_string": b"",
            "scheme": "http",
            "headers": [(b"x-fragment", b"1")],
            "server": ("localhost", 80),
        }
    )
    text = bytes(play.table_page(request, SITE, GUEST, room_of(table), advice=Advice([*bids, Act.SEAL])).body).decode()
    assert [int(bid) for bid in re.findall(r'data-hint="(\d+)"', text)] == bids and 'id="take-hint"' in text
    assert "data-hint" not in board_view(room_of(table)) and "take-hint" not in board_view(room_of(table))


def test_what_events_touch_and_change_can_be_found_on_the_sheet() -> None:
    """Everything that an event names is marked with `data-thing`, the numbers that it changes with `data-holding`."""
    table = table_asking("bids")
    text = board_view(room_of(table))
    things, holdings = set(re.findall(r'data-thing="([^"]+)"', text)), set(re.findall(r'data-holding="([^"]+)"', text))
    assert things >= {*"abcde", *(f"seat-{seat}" for seat in range(4)), *table.position.box.ids("disciplines")}
    assert holdings >= {f"{seat}:chips" for seat in range(4)}
    laid_out = {event.values["thing"] for one in table.history for event in one.events if event.key == "laid-out"}
    assert len(laid_out) == 5 and laid_out <= things
