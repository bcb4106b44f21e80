"""What a guest has achieved, from the tables that are over."""

import random
from pathlib import Path

import pytest

from inventorium.server.achievements import Achievements
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table

GAME = "legendary-inventors"
MIRA, JONAS, EASY, HARD = Seat(PERSON, "Mira"), Seat(PERSON, "Jonas"), Seat(BOT, "", "easy"), Seat(BOT, "", "hard")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'tables.db'}")


def keep(store: Store, name: str, *seats: Seat, answers: int = 10_000) -> Table:
    """Keep a table that was played to the end, or so far; the holder of a seat is called as who sits there."""
    table, chance = Table.new(Setup(GAME, len(seats), seed=name)), random.Random(name)
    while not table.over and answers:
        table, answers = table.play(table.asked[0], chance.choice(list(table.view(table.asked[0]).actions()))), answers - 1
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


def test_after_a_win_a_stronger_bot_is_next(store: Store) -> None:
    """The last game decides; nothing is suggested after a loss, after the strongest, or where one went on from another game."""
    achievements, seen = Achievements(store), set[bool]()
    for number in range(6):
        table = keep(store, f"table{number}", MIRA, HARD)
        held = sorted(store.held_by("Mira"), key=lambda one: -int(one.id.removeprefix("table")))
        won = 0 in table.view(-1).winners
        assert achievements.stronger("Mira", held) == ((GAME, "expert") if won else None)
        seen.add(won)
    assert seen == {True, False}
    keep(store, "last", MIRA, Seat(BOT, "", "master"))
    assert achievements.stronger("Mira", [one for one in store.held_by("Mira") if one.id == "last"]) is None
    assert achievements.stronger("Jonas", []) is None
    found = achievements.of("Mira", store.held_by("Mira"))[GAME]
    assert found.played == {"hard": 6, "master": 1} and 0 < found.won["hard"] < 6


def test_a_game_from_the_middle_is_no_achievement(store: Store) -> None:
    table = keep(store, "whole", MIRA, EASY)
    onward = Table.going_on(table.position)
    store.create(
        TableRow("onward", onward.setup, *versions(onward.setup), (MIRA, EASY), ("Mira", None), (None, None), ""), onward
    )
    assert Achievements(store).of("Mira", store.held_by("Mira"))[GAME].games == 1
