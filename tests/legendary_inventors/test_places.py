"""Winner and tie-break (LI-122 to LI-125, catalogue 6.1)."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, strategies as st

from inventorium.core.position import Position
from tests.legendary_inventors.positions import GONE, first_turn


@cache
def table(players: int, tie_break: str, scope: str) -> Position:
    return first_turn(players, tie_break=tie_break, tie_break_scope=scope)


def places(points: list[int], patents: list[int], tie_break: str, scope: str) -> list[int]:
    """The engine's places for players with these points and numbers of patents."""
    position = table(len(points), tie_break, scope).copy()
    position.state.where[:] = GONE
    card = 0
    for seat, number in enumerate(patents):
        position.state.where[card : card + number] = seat
        card += number
    found = np.zeros(len(points), np.int64)
    position.game.rules.places(position.state, position.box.array[0], np.array(points, np.int64), found)
    return found.tolist()


def by_the_definition(points: list[int], patents: list[int], tie_break: str, scope: str) -> list[int]:
    """A place is 1 + the number of players ranked above."""
    most = max(points)
    champion = max(number for score, number in zip(points, patents, strict=True) if score == most)

    def rank(seat: int) -> tuple[int, int]:
        if tie_break == "none":
            return points[seat], 0
        if scope == "all_places":
            return points[seat], patents[seat]
        return points[seat], int(points[seat] == most and patents[seat] == champion)

    seats = range(len(points))
    return [1 + sum(rank(other) > rank(seat) for other in seats) for seat in seats]


TIE_BREAKS = [
    (tie_break, scope) for tie_break in ("patents_then_shared", "patents", "none") for scope in ("all_places", "winner_only")
]


@pytest.mark.rules("LI-122", "LI-123", "LI-124", "LI-125", "AM-35", "AM-44")
@pytest.mark.parametrize(("tie_break", "scope"), TIE_BREAKS)
@given(players=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=5))
def test_places_are_those_of_the_definition(tie_break: str, scope: str, players: list[tuple[int, int]]) -> None:
    points, patents = map(list, zip(*players, strict=True))
    assert places(points, patents, tie_break, scope) == by_the_definition(points, patents, tie_break, scope)


@pytest.mark.rules("LI-123", "LI-125", "AM-44")
def test_the_example_of_the_catalogue() -> None:
    points, patents = [9, 9, 9, 5, 5], [3, 2, 1, 1, 4]
    assert places(points, patents, "patents_then_shared", "all_places") == [1, 2, 3, 5, 4]
    assert places(points, patents, "patents_then_shared", "winner_only") == [1, 2, 2, 4, 4]
    assert places(points, patents, "none", "all_places") == [1, 1, 1, 4, 4]
