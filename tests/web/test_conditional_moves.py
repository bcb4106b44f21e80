"""Conditional moves: played while their player is away, void when they no longer fit, seen by no one else."""

import random
import re
import time
from pathlib import Path

import pytest

from inventorium.store.conditional_moves import (
    commit_conditional_moves,
    conditional_moves_of,
    drop_conditional_moves,
    save_conditional_moves,
    waiting_conditional_moves,
)
from inventorium.store.store import NewEntries, Store
from inventorium.table import turn_log
from inventorium.table.conditional_moves import ConditionalMove, follow, foreseen, next_moves, read, written
from inventorium.table.problems import Stale
from inventorium.table.table import Setup, Table
from tests.web.browser import Visitor, serving
from tests.web.test_store import ONE, answered, keep_new

GAME = "legendary-inventors"
PASS, TAKE = ConditionalMove("turn", "pass"), ConditionalMove("turn", "take")


def turn_of(table: Table, seat: int, chance: random.Random) -> Table:
    while table.asked != (seat,):
        table = answered(table, chance)
    return table


def moves_at(table: Table, seat: int) -> tuple[str, list[str]]:
    """The question that is put to a seat, and the answers open to it."""
    view = table.view(seat)
    return view.game.notation.question(view.fields), view.moves()


def test_a_conditional_move_is_played_only_where_it_fits() -> None:
    table = turn_of(Table.new(Setup(GAME, 3, seed="1")), 1, random.Random(1))
    view, (question, [first, second, *_]) = table.view(1), moves_at(table, 1)
    once, every = ConditionalMove(question, first), ConditionalMove(question, second, every=True)
    later, never = ConditionalMove("another", first), ConditionalMove(question, "nothing of the kind")
    assert follow((later, once, every), view) == (first, (later, every)), "the first that is meant for the question"
    assert follow((every,), view) == (second, (every,)), "stays until it is taken back"
    assert follow((never, once), view) == (None, ()), "void, and with it what was to come after it once"
    assert follow((later, never, once, every), view) == (second, (later, every)), "but not what is to be done every time"
    assert follow((later,), view) == (None, (later,)), "its question has not come yet"
    for guard, holds in ((second, True), ("taken", False)):
        assert (follow((ConditionalMove(question, first, while_open=guard),), view)[0] == first) == holds
        assert (follow((ConditionalMove(question, first, until_open=guard),), view)[0] == first) != holds
    assert next_moves(table, 1, (once,)) == ([first], ()) and read(written((once, every))) == (once, every)


@pytest.mark.parametrize("game", [GAME, "era-of-inventions", "genies"])
def test_what_may_be_asked_is_foreseen_from_the_view_alone(game: str) -> None:
    """Positions that look the same to a seat are foreseen the same, whatever lies hidden; and what comes is mostly among it."""
    from inventorium.core.game import load_game

    words, chance, hits, tries = load_game(game).words("en"), random.Random(3), 0, 0
    table = Table.new(Setup(game, 3, seed="3"))
    for _ in range(6):
        seat = next((one for one in range(3) if one not in table.asked), None)
        if seat is not None:
            may_be = foreseen(table.view(seat), words)
            assert may_be == foreseen(table.view(seat).determinize("other").view(seat), words)
            after = table
            while seat not in after.asked and not after.over:
                after = answered(after, chance)
            question, moves = moves_at(after, seat)
            known = {move for one in may_be if one.question == question for move in one.answers}
            hits, tries = hits + len(known & set(moves)), tries + len(moves)
        for _ in range(5):
            table = answered(table, chance)
    assert hits > tries / 2


def test_conditional_moves_are_committed_with_the_action(database: str) -> None:
    """Played and used up in one transaction; one that was taken back meanwhile is not played; undo and another person end it."""
    store = Store(database)
    table = keep_new(store)
    save_conditional_moves(store, ONE, 0, (PASS, TAKE))
    assert conditional_moves_of(store, ONE, 0) == (PASS, TAKE) and conditional_moves_of(store, ONE, 1) == ()
    assert waiting_conditional_moves(store) == ([(ONE, 0)] if 0 in table.asked else [])
    after = answered(table, random.Random(1))
    with pytest.raises(Stale):
        commit_conditional_moves(store, NewEntries(ONE, table.number, after), 0, (PASS,), ())
    assert store.entries(ONE) == table.entries and conditional_moves_of(store, ONE, 0) == (PASS, TAKE)
    commit_conditional_moves(store, NewEntries(ONE, table.number, after), 0, (PASS, TAKE), (TAKE,))
    assert store.entries(ONE) == after.entries and conditional_moves_of(store, ONE, 0) == (TAKE,)
    drop_conditional_moves(store, NewEntries(ONE, after.number, last := answered(after, random.Random(1))), 0)
    assert conditional_moves_of(store, ONE, 0) == ()
    save_conditional_moves(store, ONE, 0, (PASS,))
    store.sit(NewEntries(ONE, last.number, last.with_seat(0, "Else")), 0, store.load(ONE).seats[0], "else")  # type: ignore[union-attr]
    assert conditional_moves_of(store, ONE, 0) == () and store.remove(time.time() + 1) == [ONE]
    store.close()


def test_a_planned_answer_is_marked_and_changes_nothing_else() -> None:
    table = turn_of(Table.new(Setup(GAME, 3, seed="5")), 2, random.Random(5))
    move = moves_at(table, 2)[1][0]
    plain, planned = table.play(2, move, now=1), table.play(2, move, now=1, text="planned")
    assert plain.position.log == planned.position.log and plain.record() == planned.record(), "the deals do not depend on it"
    words = table.game.words("en")
    marks = [[turn.planned for turn in turn_log.turns(one, 0, words)] for one in (plain, planned)]
    assert not any(marks[0]) and sum(marks[1]) == 1
    assert Table.load(table.setup, planned.entries).entries == planned.entries


def test_a_conditional_move_is_played_while_its_player_is_away(tmp_path: Path) -> None:
    """Ben plans while Anna thinks; as soon as he is asked his answer is there, marked. Anna never sees anything of the plan."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        anna, ben = Visitor(address), Visitor(address)
        path = anna.new_table(GAME, ["me", "open"], name="Anna", open="yes")
        ben.post(f"{path}/sit", {"seat": 1, "name": "Ben"})
        asked, waits = next((one, two) for one, two in ((anna, ben), (ben, anna)) if 'data-asked="yes"' in one.get(path).text)
        assert "/planned-moves?seat=" in waits.get(path).text and "/planned-moves?seat=" not in asked.page
        seat = waits.seat
        page = waits.get(f"{path}/planned-moves?seat={seat}").text
        assert asked.get(f"{path}/planned-moves?seat={seat}").status_code == 403, "nobody else's business"
        options = re.findall(r'<option value="([^"]+: [^"]+)"', page)[:3]  # one of them will fit
        for move in options:
            waits.post(f"{path}/planned-moves", {"seat": seat, "move": move, "often": "every"})
        assert waits.page.count('name="drop"') == 3
        assert waits.post(f"{path}/planned-moves", {"seat": seat, "drop": 2}).text.count('name="drop"') == 2
        assert waits.post(f"{path}/planned-moves", {"seat": seat, "move": "turn: no such thing"}).status_code == 409
        chance = random.Random(1)
        assert "drop" not in asked.get(path).text
        while "as planned" not in asked.get(path).text:
            if actions := asked.actions():
                asked.answer(path, chance.choice(actions))
            assert 'id="result-heading"' not in asked.page, "no move has fitted"
        copy = waits.post(f"{path}/what-if", {"seat": seat})
        assert copy.status_code == 200 and copy.url.path != path and "data-asked" in copy.text
