"""What the page shows of the rules is what the rules do."""
import random
from functools import cache
from typing import Any

import pytest

from inventorium.games.genies.page import page
from inventorium.table.table import Table
from tests.scenes import asking, begun, played, scene_of

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
            "best" if one.points == d.points[0] else "some" if one.points else "" for one in d.strengths]
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
            table = table.answer(seat, move)
        if seat < 3:
            assert [bay.written for bay in page(scene_of(table, seat)).bays] == written(seat, text)
    last = page(scene_of(table, 0)).last
    assert last is not None
    assert [[bid for bid, _ in bids] for _, bids in last.rows] == [written(seat, text) for seat in range(4)]


def written(first: int, nothing: str) -> list[str]:
    return [str(first) if first else nothing, *[nothing] * 4]


def test_open_bids_stand_highest_first() -> None:
    for table in played(begun(GAME, 4), random.Random(5)):
        if not table.over and table.game.notation.question(table.position.state) == "cards":
            bids = table.view(0).picture()["rounds"][-1]["bids"]
            for place, bay in enumerate(page(scene_of(table)).bays):
                order = [seat for _, seat in sorted((-(bids[seat][place] or 0), seat) for seat in range(4))]
                assert [who["seat"] for who, _ in bay.open_bids] == order


def test_a_card_can_be_played_or_says_why_not() -> None:
    """Every position answers with a move of the sheet or with a rule."""
    seen: set[bool] = set()
    for table in played(begun(GAME, 3), random.Random(6)):
        if not table.over and table.game.notation.question(table.position.state) == "cards":
            scene = scene_of(table)
            for bay in page(scene).bays:
                for one in bay.cards:
                    seen.add(one.answer is not None)
                    if one.answer:
                        assert scene.sheet[int(one.answer.field.removeprefix("move."))].get(one.answer.move)
                    else:
                        assert one.reason is not None and one.reason.rule
    assert seen == {True, False}
