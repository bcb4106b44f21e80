"""The table: answers, undo, numbers, replay."""

import random

import pytest

from inventorium.core.errors import IllegalMove
from inventorium.core.position import DEALER
from inventorium.table.entries import CHAT, UNDO, Entry
from inventorium.table.problems import DoesNotReplay, Refused, Stale
from inventorium.table.table import Setup, Table

GAME = "legendary-inventors"


def play_on(table: Table, chance: random.Random, answers: int = 10_000) -> Table:
    while not table.over and answers:
        seat = chance.choice(table.asked)
        table = table.play(seat, chance.choice(table.position.actions(seat)))
        answers -= 1
    return table


def new_table(seed: str = "7", players: int = 3) -> Table:
    return Table.new(Setup(GAME, players, seed=seed))


def test_numbers_have_no_gaps_and_a_log_replays() -> None:
    table = play_on(new_table(), random.Random(1))
    assert [entry.number for entry in table.entries] == list(range(1, table.number + 1))
    again = Table.load(table.setup, table.entries)
    assert again.position.states.tobytes() == table.position.states.tobytes()
    assert again.history == table.history
    assert table.game.read(table.record()).scores == table.position.scores


def test_a_table_is_a_value() -> None:
    table = new_table()
    before = table.position.states.tobytes()
    table.play(table.asked[0], table.position.actions()[0])
    assert table.position.states.tobytes() == before and table.number == len(table.history)


def test_an_illegal_answer_changes_nothing() -> None:
    table = new_table()
    seat = table.asked[0]
    for who, action in ((seat, 10_000), (seat, -1), ((seat + 1) % 3, table.position.actions()[0])):
        with pytest.raises(IllegalMove):
            table.play(who, action)
    assert table.entries == new_table().entries[:0] + table.entries and table.asked == (seat,)


def test_undo_goes_back_to_the_last_news_and_never_further() -> None:
    """In random games with undo tried at every step: only the last own answer, never over a deal or another's answer."""
    chance = random.Random(3)
    table, taken_back = new_table(), 0
    while not table.over:
        seat = table.asked[0]
        after = table.play(seat, chance.choice(table.position.actions(seat)))
        new = after.history[len(table.history) :]
        informed = any(told.entry.seat == DEALER for told in new)
        for other in range(3):
            undone = after.may_undo(other)
            if other == seat and not informed:
                assert undone == new[0].entry
                back = after.undo(seat)
                assert back.position.states.tobytes() == table.position.states.tobytes()
                assert back.asked == table.asked and back.history == table.history
                assert back.entries[-1].kind == UNDO and back.number == after.number + 1
                taken_back += 1
            else:
                assert undone is None
                with pytest.raises(Refused):
                    after.undo(other)
        table = after
    assert taken_back > 50


def test_undo_stays_in_the_log_and_replays() -> None:
    chance = random.Random(4)
    table = new_table()
    while not table.over:
        seat = table.asked[0]
        table = play_on(table, chance, 1)
        if chance.random() < 0.4 and table.may_undo(seat):
            table = table.undo(seat)
    assert sum(entry.kind == UNDO for entry in table.entries) > 10
    again = Table.load(table.setup, table.entries)
    assert again.position.states.tobytes() == table.position.states.tobytes()


def test_single_answers_are_given_by_the_table() -> None:
    """Nobody is ever left with only one answer, and what the table gave is marked."""
    chance, automatic = random.Random(5), 0
    for seed in range(20):
        table = new_table(str(seed))
        while not table.over:
            assert len(table.position.actions()) > 1
            table = play_on(table, chance, 1)
        automatic += sum(entry.automatic for entry in table.entries)
    assert automatic > 0


def test_a_stale_answer_is_refused_and_a_doubled_one_known() -> None:
    table = new_table()
    seat, action = table.asked[0], table.position.actions()[0]
    after = table.play(seat, action)
    table.check_fresh(seat, table.number)
    with pytest.raises(Stale):
        after.check_fresh(seat, table.number)
    for number in (-1, after.number + 1):
        with pytest.raises(Stale):
            after.check_fresh(seat, number)
    assert after.already_done(seat, [action], table.number)
    assert not after.already_done(seat, [action + 1], table.number)
    assert not after.already_done(seat, [action], after.number)


def test_a_sheet_is_handed_in_as_a_whole_and_known_when_it_comes_twice() -> None:
    table = Table.new(Setup("genies", 3, seed="7"))
    questions = table.sealed_views(1)
    assert [len(view.actions()) > 1 for view in questions] == [True] * 5 + [False], "five bids and the seal"
    moves = ["bid 3", "bid 0", "bid 5", "bid 0", "bid 1", "seal"]
    after = table.play(1, *moves)
    assert after.number == table.number + 6 and 1 not in after.asked
    assert after.play(1, "reopen").sealed_views(1)[0].actions() == questions[0].actions()
    assert [entry.action for entry in table.play(1, "bid 3 0 5 0 1").entries] == [entry.action for entry in after.entries]
    assert after.already_done(1, moves, table.number)
    assert after.already_done(1, [entry.action for entry in after.entries[table.number :]], table.number)
    assert not after.already_done(1, [*moves[:5], "bid 0"], table.number)
    assert not after.already_done(0, moves, table.number)
    assert table.looks_like(table.play(1, *moves[:5]).position) and not table.looks_like(after.position)


def test_a_changed_log_is_not_guessed_at() -> None:
    table = play_on(new_table(), random.Random(6), 30)
    deal = next(i for i, entry in enumerate(table.entries) if entry.seat == DEALER and i > 3)
    from dataclasses import replace

    wrong_deal = [*table.entries]
    wrong_deal[deal] = replace(wrong_deal[deal], action=wrong_deal[deal].action + 1)
    gap = [entry for entry in table.entries if entry.number != 5]
    illegal = [*table.entries, replace(table.entries[-1], number=table.number + 1, seat=0, action=9_999, kind="answer")]
    nothing_undone = [*table.entries, Entry(table.number + 1, UNDO, 0, table.number + 1)]
    not_the_only = [*table.entries]
    free = next(i for i, entry in enumerate(table.entries) if entry.seat >= 0 and not entry.automatic)
    not_the_only[free] = replace(not_the_only[free], automatic=True)
    unknown = [*table.entries, Entry(table.number + 1, "rumour", 0)]
    nobody = [*table.entries, Entry(table.number + 1, CHAT, 3, text="x")]
    for entries in (wrong_deal, gap, illegal, nothing_undone, not_the_only, unknown, nobody):
        with pytest.raises(DoesNotReplay):
            Table.load(table.setup, entries)
    for setup in (Setup(GAME, 3, seed="8"), replace(table.setup, given=table.number + 1), replace(table.setup, given=-1)):
        with pytest.raises(DoesNotReplay):
            Table.load(setup, table.entries)


def test_what_another_seat_takes_back_unseen_does_not_make_a_sheet_stale() -> None:
    """Nobody saw it, so nobody's question has changed; a refusal would even tell that something was taken back."""
    table = Table.new(Setup("genies", 3, seed="friends", options={"action_cards": False}))
    sheet = [view.actions()[0] for view in table.sealed_views(0)]
    after = table.play(1, table.position.actions(1)[0]).undo(1)
    with_actions = after.with_actions(0, sheet, table.number)
    assert with_actions is not None and 0 not in with_actions.asked
