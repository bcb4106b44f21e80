"""Answers in words (catalogue, section 7), the face for programs, and the terminal."""

import io
import json
import random
import re

import pytest
from rich.console import Console

from inventorium import testing as kit
from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.position import DEALER, Position
from inventorium.games.genies import board
from inventorium.games.genies.tables import Act
from inventorium.table.table import Table
from inventorium.terminal import play as terminal

game = kit.load("genies")

RECORD = """\
- deal ac1-07
- deal ac1-04
- deal ac1-09
- deal ac1-05
- deal ac1-10
- deal ac1-08
- deal darwin
- deal archimedes
- deal freud
- deal galilei
- deal smith
0 bid 6                           # position A
0 bid 12
0 bid 9
0 bid 11
0 bid 9
0 seal
1 bid 8
1 bid 12
1 bid 7
1 bid 8
1 bid 9
1 seal
0 hold
0 hold
0 hold
1 play ac1-04 e
1 hold
1 hold
"""


def the_record() -> Position:
    return game.read(f"inventorium record 1\ngame: genies\nplayers: 2\n\n{RECORD}")


@pytest.mark.rules("NO-01, NO-02, NO-03, NO-05")
def test_the_record_of_the_catalogue() -> None:
    """7.9: A to Urs for 8, B tied, C and D to Vreni for 9 and 11, E tied and won by Urs for nothing."""
    position = the_record()
    state = position.state
    assert state.winner[0].tolist() == [1, -1, 0, 0, 1]
    assert state.price[0].tolist() == [8, 0, 9, 11, 0]
    picture = position.picture()
    assert [one["id"] for one in picture["positions"][0]["geniuses"]] == ["archimedes"]
    assert all(not row["geniuses"] for row in picture["positions"][1:])
    assert [player["chips"] for player in picture["players"]] == [10 + 30, 22 + 30]
    written = position.record().partition("\n\n")[2].splitlines()
    assert written == [line.partition("#")[0].strip() for line in RECORD.splitlines()]


@pytest.mark.rules("NO-08, GE-A08")
def test_a_whole_sheet_in_one_line() -> None:
    position = the_record()
    for name in ("lavoisier", "homer", "plato", "aristotle", "kepler"):
        position.play(f"deal {name}", DEALER)
    before = position.states.tobytes()
    for sheet in ("bid 16 22 16 12 41", "bid 16 22 16 12", "bid 16 22 16 12 x", "bid 16 22 16 12 -", "bid 1 2 3 4 5 6"):
        with pytest.raises(IllegalMove):
            position.play(sheet, 0)
        assert position.states.tobytes() == before
    position.play("  BID 16  22 16 12 8 ", 0)
    assert position.to_act == (1,)
    assert position.moves(0) == ["reopen"]
    assert position.log[-1] == (0, Act.SEAL)
    assert position.record().count("\n0 seal") == 2
    position.play("reopen", 0)
    position.play("bid 16", 0)
    with pytest.raises(IllegalMove, match=r"empty sheet.*NO-08"):
        position.play("bid 16 22 16 12 8", 0)


@pytest.mark.rules("NO-09")
def test_where_several_are_asked_one_says_who_answers() -> None:
    position = game.new(3, seed=1)
    assert position.to_act == (0, 1, 2)
    for call in (position.moves, position.actions, lambda: position.play("bid 3"), lambda: position.act(3)):
        with pytest.raises(InventoriumError, match="seats 0, 1, 2 have to move at once; say which one moves"):
            call()
    position.act(3, seat=2)
    position.play("bid 4", seat=1)
    assert position.state.bids[0, :3, 0].tolist() == [-1, 4, 3]
    with pytest.raises(IllegalMove, match="not one of the moves possible"):
        position.act(int(Act.SEAL), seat=2)
    with pytest.raises(InventoriumError, match="there is no seat 3"):
        position.play("bid 1", seat=3)


def test_who_is_asked_reads_as_a_sentence() -> None:
    position = game.new(3, seed=1)
    for asked, english, german in (
        ((0, 1, 2), "it is the turn of seats 0, 1 and 2: how many", "Jetzt sind die Plätze 0, 1 und 2 dran: Wie viele"),
        ((1, 2), "it is the turn of seats 1 and 2: how many", "Jetzt sind die Plätze 1 und 2 dran: Wie viele"),
        ((2,), "it is the turn of seat 2: how many", "Jetzt ist Platz 2 dran: Wie viele"),
    ):
        assert position.to_act == asked
        refused = refusal(position, DEALER, "bid 3")
        assert english in str(refused) and german in refused.message(game.words("de"))
        position.play("bid 1 2 3 4 5", asked[0])
    refused = refusal(game.new(3, dealer=None), 0, "bid 3")
    assert "it is the dealer’s turn: which action card" in str(refused)
    assert "Jetzt ist der Geber dran: Welche Aktionskarte" in refused.message(game.words("de"))


@pytest.mark.rules("NO-08, GE-A03")
def test_a_whole_sheet_is_judged_number_by_number() -> None:
    position = game.new(3, seed=1)
    assert game.rulings.why_not(position, 0, "bid 20 0 20 0 20") is None
    assert game.rulings.why_not(position.view(0), 0, "bid 20 0 20 0 20") is None
    for sheet, rule in (
        ("bid 20 0 99 0 20", "GE-A03"),
        ("bid 20 - 9 0 20", "GE-A01"),
        ("bid 1 2 x 4 5", "GE-A02"),
        ("bid 1 2 3 4 " + "9" * 5000, "GE-A02"),
    ):
        assert refusal(position, 0, sheet).ruling == game.rulings.why_not(position, 0, sheet)
        assert refusal(position, 0, sheet).ruling.rule == rule
    position.play("bid 3", 0)
    ruling = game.rulings.why_not(position, 0, "bid 1 2 3 4 5")
    assert ruling is not None and ruling.rule == "NO-08"


def refusal(position: Position, seat: int, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        position.play(move, seat)
    return refused.value


def test_one_actor_at_a_time_is_the_lowest_seat_still_asked() -> None:
    """7.6: whoever plays so never needs `reopen`, and the order of actors of a window is known when it opens."""
    position, chance = game.new(4, seed=2), random.Random(2)
    order = []
    while position.state.round_now == 0 and not position.over:
        seat = position.to_act[0]
        assert seat == min(position.to_act) == game.rules.to_act(position.state)
        order.append(seat)
        position.act(chance.choice(position.actions(seat)), seat)
    assert order[:24] == [0] * 6 + [1] * 6 + [2] * 6 + [3] * 6
    assert order[24:] == sorted(order[24:])
    written = [(answer.seat, answer.text) for answer in position.moves_played()]
    assert written == [(answer.seat, answer.text) for answer in game.notation.in_record_order(position.moves_played())]


@pytest.mark.rules("NO-04, NO-10")
def test_single_answers_are_asked_for() -> None:
    """The seal, `hold` where it is the only answer, the last card of a stack: all of them stand in the record."""
    position, chance = game.new(2, dealer=None), random.Random(3)
    alone = set()
    while not position.over:
        seat = position.to_act[0]
        moves = position.moves(seat)
        if len(moves) == 1:
            alone.add(moves[0].split()[0])
        position.play(chance.choice(moves), seat)
    assert {"seal", "hold", "deal"} <= alone


@pytest.mark.rules("NO-06, NO-07")
def test_answers_are_sorted_as_text_and_deals_are_equally_likely() -> None:
    position = game.new(2, dealer=None)
    moves = position.moves(DEALER)
    assert moves == sorted(moves) and len(moves) == 10
    assert all(game.rules.weight(position.state, position.box.array[0], action) == 1 for action in position.actions(DEALER))


def test_pictures_are_plain_data() -> None:
    for position in kit.some_positions(game, 30):
        for seat in range(DEALER, position.players):
            picture = position.view(seat).picture()
            assert json.loads(json.dumps(picture)) == picture
            assert picture["asked"] == list(position.to_act)


# ---------------------------------------------------------------- the terminal


def drawn(position: Position, seat: int, language: str) -> str:
    console = Console(file=io.StringIO(), width=200)
    console.print(board.board(position.view(seat), game.words(language)))
    return console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_board_is_drawn_at_every_time_and_in_both_languages() -> None:
    for position in kit.some_positions(game, 15, seed=2):
        for language, sheet in (("en", "Stars and geniuses"), ("de", "Sterne und Genies")):
            for seat in range(DEALER, position.players):
                assert sheet in drawn(position, seat, language)


def test_the_bid_sheet_shows_ones_own_row() -> None:
    position = game.new(2, seed=4)
    position.play("bid 17", 0)
    position.play("bid 23", 0)
    position.play("bid 19", 1)
    mine, theirs = drawn(position, 0, "de"), drawn(position, 1, "de")
    assert "Gebotsblatt" in mine and "17" in mine and "23" in mine and "19" not in mine
    assert "19" in theirs and "17" not in theirs


def test_a_game_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A typed number is the bid, not a place in a list; the sheet in one line works; what is wrong is told with its rule."""
    table = Table.going_on(game.new(2, dealer=None), "4", dealt=True)
    lines = iter(["12", "7", "undo", "8", "99", "0", "0", "0", "1", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    terminal.play_in_terminal(lambda: table, 0, "random", "en")
    told = capsys.readouterr().out
    assert "type a bid from 0 to 30" in told
    assert "'bid 99' is not possible" in told and "GE-A03" in told
    assert re.search(r"Round 1, seat 1 +12 +8 +0 +0 +0", told)
