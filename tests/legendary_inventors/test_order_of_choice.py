"""The order of choice in a sharing (LI-70 to LI-80, catalogue 6.1), played out, against the formula."""

import pytest
from hypothesis import given, strategies as st

from inventorium.core.position import Position
from tests.legendary_inventors.positions import PHYSICISTS, first_turn

TABLES = {players: first_turn(players) for players in range(2, 6)}


def choosers(cubes: list[int], completed_by: int) -> list[int]:
    """Return who is asked for a reward, in order, when this player covers the last space and this many cubes lie there then."""
    position: Position = TABLES[len(cubes)].copy()
    position.state.free[0] = [1, 0, 0, 0]
    position.state.cubes[0, : len(cubes)] = cubes
    position.state.cubes[0, completed_by] -= 1
    position.state.active = completed_by
    position.arrange("asked", (), completed_by)
    position.play(f"send {PHYSICISTS[completed_by]} bow", completed_by)
    asked = []
    while position.game.notation.question(position.state) == "take":
        asked.append(position.to_act[0])
        position.play(position.moves()[0])
    return asked


def by_the_formula(cubes: list[int], owner: int) -> list[int]:
    """Contributors by number of cubes descending, then by (seat - holder's seat) modulo players; the first three."""
    contributors = [seat for seat in range(len(cubes)) if cubes[seat]]
    return sorted(contributors, key=lambda seat: (-cubes[seat], (seat - owner) % len(cubes)))[:3]


@st.composite
def sharings(draw: st.DrawFn) -> tuple[list[int], int]:
    players = draw(st.integers(2, 5))
    cubes = draw(st.lists(st.integers(0, 4), min_size=players, max_size=players))
    completer = draw(st.integers(0, players - 1))
    cubes[completer] = max(1, cubes[completer])
    return cubes, completer


@pytest.mark.rules("LI-65", "LI-66", "LI-70", "LI-72", "LI-74", "LI-75", "LI-76", "LI-79", "LI-80", "AM-16")
@given(sharings())
def test_the_order_is_that_of_the_formula(sharing: tuple[list[int], int]) -> None:
    cubes, completed_by = sharing
    assert choosers(cubes, completed_by) == by_the_formula(cubes, completed_by)


A, B, C, D, E = range(5)


@pytest.mark.rules("EX-10")
@pytest.mark.parametrize(
    ("cubes", "completed_by", "order"),
    [
        ([2, 4, 1], C, [B, A, C]),
        ([2, 2], A, [A, B]),
        ([2, 2, 2], B, [B, C, A]),
        ([3, 0, 3, 1], D, [A, C, D]),
        ([2, 2, 2, 2], C, [C, D, A]),
        ([3, 1, 1, 1, 1], D, [A, D, E]),
        ([0, 5], B, [B]),
    ],
)
@pytest.mark.parametrize("more_seats", range(4))
def test_the_table_of_the_catalogue(cubes: list[int], completed_by: int, order: list[int], more_seats: int) -> None:
    if len(cubes) + more_seats <= 5:
        assert choosers(cubes + [0] * more_seats, completed_by) == order
