"""Runs (LI-113 to LI-121, LI-158 to LI-161, catalogue 6.1): the engine's score against trying all arrangements."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, strategies as st

from inventorium.core.errors import InventoriumError
from inventorium.core.position import Position
from tests.legendary_inventors.positions import GAME, GONE, first_turn

NUMBERS = 6
Setting = tuple[bool, int | None, int, int]  # must start at zero, top limit, least length, least cards
SETTINGS: list[Setting] = [
    (zero, top, length, real)
    for zero in (True, False)
    for top in (None, 5)
    for length in (2, 1)
    for real in (1, 0, 2)
    if zero or (length == 2 and real > 0)
]


@cache
def table(setting: Setting) -> Position:
    zero, top, length, real = setting
    return first_turn(run_must_start_at_zero=zero, run_top_limit=top, run_min_length=length, run_min_real_cards=real)


def scored(setting: Setting, cards: tuple[int, ...], tokens: int) -> int:
    """Return the engine's score for this many cards of each number."""
    position = table(setting).copy()
    position.state.where[:] = GONE
    number_of = position.box.array[0].number
    for number, count in enumerate(cards):
        owned = [card for card in range(36) if number_of[card] == number][:count]
        assert len(owned) == count
        position.state.where[owned] = 0
    position.state.tokens[0, position.box.ids("tokens").index("classification")] = tokens
    return position.breakdown[0]["runs"]


@cache
def best(setting: Setting, cards: tuple[int, ...], tokens: int) -> int:
    """The most points, by trying every first run that can be made of these cards and tokens, and then every other."""
    zero, top, length, real = setting
    highest = NUMBERS - 1 if top else NUMBERS - 1 + tokens
    points = [0]
    for first in range(1 if zero else highest + 1):
        for last, members, real_cards, cards_left, tokens_left in runs(cards, tokens, first, highest):
            if members >= length and real_cards >= real:
                points.append(last + best(setting, cards_left, tokens_left))
    return max(points)


Run = tuple[int, int, int, tuple[int, ...], int]  # last number, members, real cards, cards and tokens left


def runs(cards: tuple[int, ...], tokens: int, number: int, highest: int) -> Iterator[Run]:
    """Every run from this number on, each member a card or a token."""
    ways = []
    if number <= highest and tokens:
        ways.append((0, cards, tokens - 1))
    if number < NUMBERS and cards[number]:
        ways.append((1, (*cards[:number], cards[number] - 1, *cards[number + 1 :]), tokens))
    for real, cards_left, tokens_left in ways:
        yield number, 1, real, cards_left, tokens_left
        for last, members, more, cards_unused, tokens_unused in runs(cards_left, tokens_left, number + 1, highest):
            yield last, members + 1, real + more, cards_unused, tokens_unused


@pytest.mark.rules(
    "LI-113",
    "LI-114",
    "LI-115",
    "LI-116",
    "LI-117",
    "LI-118",
    "LI-121",
    "LI-158",
    "LI-159",
    "LI-160",
    "LI-161",
    "AM-30",
    "AM-31",
    "AM-32",
)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@given(cards=st.tuples(*[st.integers(0, 3)] * NUMBERS), tokens=st.integers(0, 5))
def test_the_score_is_the_best_of_all_arrangements(setting: Setting, cards: tuple[int, ...], tokens: int) -> None:
    assert scored(setting, cards, tokens) == best(setting, cards, tokens)


@pytest.mark.rules("LI-113", "LI-115")
@given(cards=st.tuples(*[st.integers(0, 6)] * NUMBERS))
def test_without_tokens_there_is_a_formula(cards: tuple[int, ...]) -> None:
    expected = sum(min(cards[: number + 1]) for number in range(1, NUMBERS))
    assert scored((True, None, 2, 1), cards, 0) == expected


@given(cards=st.tuples(*[st.integers(0, 4)] * NUMBERS), tokens=st.integers(0, 5))
def test_many_cards_more_tokens_never_less(cards: tuple[int, ...], tokens: int) -> None:
    """The largest hands possible in a game: brute force is out of reach, but order must hold."""
    default, limited, strict, loose = (True, None, 2, 1), (True, 5, 2, 1), (True, None, 2, 2), (True, None, 2, 0)
    score = scored(default, cards, tokens)
    assert scored(default, cards, max(0, tokens - 1)) <= score
    assert scored(limited, cards, tokens) <= score
    assert scored(strict, cards, tokens) <= score <= scored(loose, cards, tokens)


# ---------------------------------------------------------------- EX-09

COLUMNS = {"default": (True, None, 2, 1), "5/1": (True, 5, 2, 1), "none/2": (True, None, 2, 2), "none/0": (True, None, 2, 0)}
EXAMPLE = [
    # cards, tokens, default, 5/1, none/2, none/0
    ("0123", 0, 3, 3, 3, 3),
    ("0", 0, 0, 0, 0, 0),
    ("02", 0, 0, 0, 0, 0),
    ("123", 0, 0, 0, 0, 0),
    ("123", 1, 3, 3, 3, 3),
    ("1", 1, 1, 1, 0, 1),
    ("0", 1, 1, 1, 0, 1),
    ("01", 1, 2, 2, 2, 2),
    ("013", 1, 3, 3, 3, 3),
    ("0122", 0, 2, 2, 2, 2),
    ("00112", 0, 3, 3, 3, 3),
    ("0022", 1, 2, 2, 2, 2),
    ("0022", 2, 4, 4, 4, 4),
    ("00123", 1, 4, 4, 4, 4),
    ("01245", 1, 5, 5, 5, 5),
    ("012345", 0, 5, 5, 5, 5),
    ("00112345", 0, 6, 6, 6, 6),
    ("012345", 1, 6, 5, 6, 6),
    ("012345", 2, 7, 6, 7, 7),
    ("5", 2, 0, 0, 0, 1),
    ("", 2, 0, 0, 0, 1),
    ("", 5, 0, 0, 0, 4),
]


@pytest.mark.rules("EX-09", "LI-113", "LI-117", "LI-158", "LI-159", "LI-160", "AM-30")
@pytest.mark.parametrize(("column", "place"), [(name, place) for place, name in enumerate(COLUMNS)])
@pytest.mark.parametrize("row", EXAMPLE, ids=lambda row: f"{row[0] or 'none'}+{row[1]}")
def test_the_table_of_the_catalogue(row: tuple[str, int, int, int, int, int], column: str, place: int) -> None:
    cards = tuple(row[0].count(str(number)) for number in range(NUMBERS))
    assert scored(COLUMNS[column], cards, row[1]) == row[2 + place]


# ---------------------------------------------------------------- settings that make nonsense


@pytest.mark.rules("LI-113")
@pytest.mark.parametrize(("length", "real"), [(1, 1), (1, 2), (1, 0), (2, 0)])
def test_runs_from_any_number_need_two_members_and_a_card(length: int, real: int) -> None:
    with pytest.raises(InventoriumError, match=r"LI-113"):
        GAME.new(2, run_must_start_at_zero=False, run_min_length=length, run_min_real_cards=real)
