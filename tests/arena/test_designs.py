"""Cups: a proof that every design is balanced, by counting; and standings with their tie-breaks."""

from collections import Counter
from itertools import combinations

import pytest

from inventorium.community.block_designs import SIZES, design, fair_rounds, rounds, standings

# people, seats: tables, how often each pair meets, rounds until seats are exactly fair
KNOWN = {
    (7, 4): (7, 2, 1),
    (13, 4): (13, 1, 1),
    (16, 4): (20, 1, 4),
    (9, 3): (12, 1, 3),
    (15, 3): (35, 1, 3),
    (21, 5): (21, 1, 1),
    (25, 5): (30, 1, 5),
}


def seats_of(tables: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    return Counter((person, seat) for table in tables for seat, person in enumerate(table))


@pytest.mark.parametrize(("people", "seats"), KNOWN)
def test_everybody_meets_everybody_and_sits_everywhere_equally_often(people: int, seats: int) -> None:
    number, meetings, turns = KNOWN[people, seats]
    tables = design(people, seats)
    assert len(tables) == number and all(len(set(table)) == seats for table in tables)
    pairs = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert pairs == dict.fromkeys(combinations(range(people), 2), meetings)
    assert fair_rounds(people, seats) == turns
    all_of_them = seats_of(rounds(people, seats, turns))
    assert len(all_of_them) == people * seats and len(set(all_of_them.values())) == 1, "exactly, after those rounds"
    once = seats_of(tables)
    assert max(once.values()) - min(once.values()) <= (turns > 1), "and as near as can be after each"
    assert all(once[person, seat] for person in range(people) for seat in range(seats))


def test_all_sizes_are_proven() -> None:
    assert sorted(KNOWN) == SIZES


def test_standings_break_ties_by_whom_one_has_beaten() -> None:
    """Two with the same points: the one who beat the stronger is ahead; equals in everything share a place."""
    results = [((0, 1, 2), (1, 2, 3)), ((3, 4, 5), (1, 2, 3)), ((1, 4, 2), (1, 2, 3))]
    found = {row.person: row for row in standings(6, results)}
    assert [found[person].points for person in range(6)] == [2, 3, 0, 2, 2, 0]
    assert found[1].place == 1 and found[0].berger == 3 and found[3].berger == 2 and found[4].berger == 0
    assert [found[person].place for person in (0, 3, 4)] == [2, 3, 4] and found[2].place == found[5].place == 5
    shared = standings(2, [((0, 1), (1, 1))])
    assert [(row.place, row.points, row.wins, row.tables) for row in shared] == [(1, 0.5, 0.5, 1)] * 2
