"""What a guest has achieved, from the tables that are over."""

import random
from pathlib import Path

import pytest

from inventorium.server.achievements import CLEAR_WIN, Achievements, Result, next_level
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.entries import HINTED
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table

GAME = "legendary-inventors"
MIRA, JONAS, EASY, HARD = Seat(PERSON, "Mira"), Seat(PERSON, "Jonas"), Seat(BOT, "", "easy"), Seat(BOT, "", "hard")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'tables.db'}")


def keep(store: Store, name: str, *seats: Seat, answers: int = 10_000, text: str = "") -> Table:
    """Keep a table that was played to the end, or so far; the holder of a seat is called as who sits there. The answers of the
    first seat are marked with a text."""
    table, chance = Table.new(Setup(GAME, len(seats), seed=name)), random.Random(name)
    while not table.over and answers:
        seat = table.asked[0]
        action = chance.choice(list(table.view(seat).actions()))
        table, answers = table.play(seat, action, text=text if seat == 0 else ""), answers - 1
    store.create(
        TableRow(
            name, table.setup, *versions(table.setup), seats, tuple(who.name or None for who in seats), (None,) * len(seats), ""
        ),
        table,
    )
    return table


def test_wins_count_by_the_strongest_bot_and_the_best_score_of_all_games(store: Store) -> None:
    achievements, best, won = Achievements(store), 0, {"easy": 0, "hard": 0}
    for number in range(12):
        level, rivals = ("hard", (EASY, HARD)) if number % 2 else ("easy", (EASY, EASY))
        view = keep(store, f"table{number}", MIRA, *rivals).view(-1)
        best = max(best, view.scores[0])
        won[level] += 0 in view.winners
    found = achievements.of("Mira", store.held_by("Mira"))[GAME]
    assert (found.games, found.best) == (12, best) and all(won.values()) and found.won == won
    assert achievements.of("Jonas", store.held_by("Jonas")) == {}


def test_what_is_not_one_s_own_game_does_not_count(store: Store) -> None:
    """Neither a running one, nor one in which a bot stood in at the end, nor one that was played for two."""
    keep(store, "running", MIRA, EASY, answers=5)
    keep(store, "both", MIRA, MIRA)
    keep(store, "stood-in", Seat(BOT, "Mira", "hard"), EASY)
    assert Achievements(store).of("Mira", store.held_by("Mira")) == {}
    table = keep(store, "people", MIRA, JONAS)
    found = Achievements(store).of("Mira", store.held_by("Mira"))[GAME]
    assert (found.games, found.best, found.won) == (1, table.view(-1).scores[0], {}), "nobody there had a level"


def test_a_table_is_replayed_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, "one", MIRA, EASY)
    achievements = Achievements(store)
    first = achievements.of("Mira", store.held_by("Mira"))
    monkeypatch.setattr(store, "entries", None)
    assert achievements.of("Mira", store.held_by("Mira")) == first


def test_after_a_clear_win_a_stronger_bot_is_next(store: Store) -> None:
    """The last game decides; nothing is suggested after a loss, after the strongest, or where one went on from another game."""
    achievements, seen = Achievements(store), set[bool]()
    for number in range(12):
        table = keep(store, f"table{number}", MIRA, HARD)
        held = sorted(store.held_by("Mira"), key=lambda one: -int(one.id.removeprefix("table")))
        mine, theirs = table.view(-1).scores
        won = mine - theirs >= CLEAR_WIN * mine
        assert achievements.stronger("Mira", held) == ((GAME, "tough") if won else None)
        seen.add(won)
    assert seen == {True, False}
    keep(store, "last", MIRA, Seat(BOT, "", "master"))
    assert achievements.stronger("Mira", [one for one in store.held_by("Mira") if one.id == "last"]) is None
    assert achievements.stronger("Jonas", []) is None
    found = achievements.of("Mira", store.held_by("Mira"))[GAME]
    assert found.played == {"hard": 12, "master": 1} and 0 < found.won["hard"] < 12


def test_a_game_with_hints_is_no_win_over_a_bot(store: Store) -> None:
    """It counts as a game, and its score; nothing follows from its result."""
    achievements = Achievements(store)
    for number in range(6):
        keep(store, f"hinted{number}", MIRA, HARD, text=HINTED)
    found = achievements.of("Mira", store.held_by("Mira"))[GAME]
    assert (found.games, found.hinted, found.played, found.won) == (6, 6, {}, {}) and found.best > 0
    assert all(achievements.stronger("Mira", [one]) is None for one in store.held_by("Mira"))


@pytest.mark.parametrize(
    ("level", "scores", "is_up", "other"),
    [
        ("medium", (20, 18, 10), True, "tricky"),
        ("medium", (20, 19, 10), False, ""),  # a narrow win
        ("medium", (14, 20, 16), False, "casual"),
        ("medium", (14, 20, 12), False, ""),  # not the last
        ("easy", (10, 20, 16), False, ""),  # there is none below
        ("master", (20, 10, 10), True, ""),  # there is none above
    ],
)
def test_a_clear_result_suggests_another_level(
    store: Store, level: str, scores: tuple[int, ...], is_up: bool, other: str
) -> None:
    bot = Seat(BOT, "", level)
    keep(store, "one", MIRA, bot, bot, answers=1)
    (stored,) = store.held_by("Mira")
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    assert next_level(stored, 0, Result(scores, winners)) == (is_up, other)
    assert next_level(stored, 0, Result(scores, winners, frozenset([0]))) == (False, "")


def test_a_game_from_the_middle_is_no_achievement(store: Store) -> None:
    table = keep(store, "whole", MIRA, EASY)
    onward = Table.going_on(table.position)
    store.create(
        TableRow("onward", onward.setup, *versions(onward.setup), (MIRA, EASY), ("Mira", None), (None, None), ""), onward
    )
    assert Achievements(store).of("Mira", store.held_by("Mira"))[GAME].games == 1
