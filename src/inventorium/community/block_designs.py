"""Seatings of cups: designs in which all pairs of players meet equally often, and each player sits in every seat equally often.

Where the number of a player's tables is no multiple of the seats, one round cannot be fair to seats: each player has one seat
once more than the others. As many rounds as there are seats, each rotated by one, are exactly fair (`fair_rounds`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Table = tuple[int, ...]  # the people at a table, by seat

# A player's tables are the base blocks plus the player's number, modulo the number of players.
DIFFERENCES: dict[tuple[int, int], list[Table]] = {
    (7, 4): [(0, 3, 5, 6)],  # all pairs twice
    (13, 4): [(0, 1, 3, 9)],  # the lines of the projective plane of order 3
    (15, 3): [(0, 1, 4), (0, 2, 8), (0, 5, 10)],  # a triple system; the last block repeats after a third of the way
    (21, 5): [(3, 6, 7, 12, 14)],  # the projective plane of order 4
}
PLANES = {(9, 3): 3, (16, 4): 4, (25, 5): 5}  # lines of an affine plane: people by order
SIZES = sorted([*DIFFERENCES, *PLANES])  # people, and seats at a table


def design(people: int, seats: int) -> list[Table]:
    """Return the tables of one round: everybody meets everybody once (of seven, twice).

    >>> design(7, 4)[:2]
    [(0, 3, 5, 6), (1, 4, 6, 0)]
    """
    if (people, seats) in PLANES:
        return plane(PLANES[people, seats])
    found: dict[frozenset[int], Table] = {}
    for block in DIFFERENCES[people, seats]:
        for step in range(people):
            table = tuple((one + step) % people for one in block)
            found.setdefault(frozenset(table), table)
    return list(found.values())


def plane(order: int) -> list[Table]:
    """Return the lines of an affine plane. On the line y = mx + b the point x has seat x + m, so each player has each seat
    once; the vertical lines are added to that."""
    field = range(order)
    slanted = [
        tuple(point(order, x, plus(order, times(order, m, x), b)) for seat in field for x in field if plus(order, x, m) == seat)
        for m in field
        for b in field
    ]
    return slanted + [tuple(point(order, x, y) for y in field) for x in field]


def point(order: int, x: int, y: int) -> int:
    return x * order + y


def plus(order: int, one: int, other: int) -> int:
    """Add in the field of 3, 4 or 5 elements; that of 4 adds bit by bit."""
    return one ^ other if order == 4 else (one + other) % order


def times(order: int, one: int, other: int) -> int:
    """Multiply in the same field; the two elements of that of 4 which are neither 0 nor 1 are each other's squares."""
    if order != 4:
        return one * other % order
    return (one + other - 2) % 3 + 1 if one and other else 0


def fair_rounds(people: int, seats: int) -> int:
    """Return how many rounds it takes until all players have had every seat equally often."""
    tables = len(design(people, seats)) * seats // people  # of each player
    return 1 if tables % seats == 0 else seats


def rounds(people: int, seats: int, number: int = 1) -> list[Table]:
    """Return the tables of several rounds, turned by one seat from each to the next."""
    return [(*table[turn % seats :], *table[: turn % seats]) for turn in range(number) for table in design(people, seats)]


# ---------------------------------------------------------------- standings


@dataclass(frozen=True)
class Standing:
    """The standing of a player in a cup."""

    person: int
    place: int  # equals share one
    points: float  # one for each player who came in behind, half for each who shared the place
    berger: float  # the points of those, added up in the same way: Sonneborn and Berger
    wins: float  # a shared win is a fraction
    tables: int


def standings(people: int, results: Sequence[tuple[Table, Sequence[int]]]) -> list[Standing]:
    """Return the standings after some tables, each with the places of its seats: by points, then by the points of those beaten
    (Sonneborn-Berger), then by wins."""
    points, berger, wins, tables = ([Fraction(0)] * people for _ in range(4))
    duels = [
        (one, other, Fraction(1 if place < rival else 0) + Fraction(int(place == rival), 2))
        for table, places in results
        for one, place in zip(table, places, strict=True)
        for other, rival in zip(table, places, strict=True)
        if one != other
    ]
    for one, _, score in duels:
        points[one] += score
    for one, other, score in duels:
        berger[one] += score * points[other]
    for table, places in results:
        for one, place in zip(table, places, strict=True):
            tables[one] += 1
            wins[one] += Fraction(int(place == min(places)), list(places).count(min(places)))
    keys = [(points[one], berger[one], wins[one]) for one in range(people)]
    ranked = sorted(range(people), key=lambda one: keys[one], reverse=True)
    return [
        Standing(
            one,
            1 + sum(key > keys[one] for key in keys),
            float(points[one]),
            float(berger[one]),
            float(wins[one]),
            int(tables[one]),
        )
        for one in ranked
    ]
