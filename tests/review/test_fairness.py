"""Pairs that help each other are found, others are not, however strong they are and whoever they sit with."""

from itertools import combinations

import numpy as np
import pytest

from inventorium import review
from inventorium.community.collusion import ENOUGH, Played, chance_of_more, helped, suspect_pairs
from inventorium.core.statistics import corrected
from inventorium.review.attribution import done_to, walk
from tests.review.test_attribution import played

SPREAD = 0.15  # of what the decisions of one do to another in a game, as at real tables
FAVOUR = 0.25  # that colluders do to each other on top of it, as bots who play for their sum


def game(
    chance: np.random.Generator, people: list[int], strength: dict[int, float], friends: dict[int, int], favour: float
) -> Played:
    """A table: everybody hits the strong; friends take `favour` from the others and give it to each other."""
    did = chance.normal(0, SPREAD, (len(people),) * 2)
    did += np.array([strength[one] for one in people])[:, None] - np.array([strength[one] for one in people])[None, :]
    for j, i in combinations(range(len(people)), 2):
        if friends.get(people[j]) == people[i]:
            did[j, i] += favour
            did[i, j] += favour
    np.fill_diagonal(did, 0.0)
    return Played(tuple(map(str, people)), did.tolist())


def season(seed: int, games: int = 60, favour: float = 0.0, players: int = 4) -> list[Played]:
    """Games of twelve people who are drawn; 1 and 2 are friends and try to sit together at every third table."""
    chance = np.random.default_rng(seed)
    strength = dict(enumerate(chance.normal(0, 0.05, 12)))
    found = []
    for number in range(games):
        people = chance.choice(12, players, replace=False).tolist()
        if number % 3 == 0:
            others = [one for one in people if one not in (1, 2)]
            people = chance.permutation([1, 2, *others[: players - 2]]).tolist()
        found.append(game(chance, people, strength, {1: 2, 2: 1}, favour))
    return found


def test_what_is_of_one_alone_is_taken_away() -> None:
    """Whoever is hit by all, and whoever hits all, has nothing of it with anybody; three cannot be told apart."""
    rows = [[0.3 * j - 0.5 * i for i in range(5)] for j in range(5)]
    assert max(map(abs, helped(rows).values())) < 1e-12
    rows[1][2] += 0.1
    rows[2][1] += 0.1
    found = helped(rows)
    assert max(found, key=lambda pair: found[pair]) == (1, 2) and found[1, 2] == pytest.approx(0.1)
    assert sum(found.values()) == pytest.approx(0)
    assert max(map(abs, helped(np.random.default_rng(1).normal(size=(3, 3)).tolist()).values())) < 1e-12


def test_colluders_are_found_and_honest_people_are_not() -> None:
    """At least twenty common games: found in at least 19 of 20 seasons, and nobody else. Of 50 honest seasons, with strong people
    and weak ones, at most two have a hint (a half is expected)."""
    friends = [suspect_pairs(season(seed, favour=FAVOUR)) for seed in range(20)]
    assert sum([one.people for one in found] == [("1", "2")] for found in friends) >= 19
    assert all(one.games >= 20 and one.help > FAVOUR / 4 for found in friends for one in found if one.people == ("1", "2"))
    assert sum(bool(suspect_pairs(season(seed))) for seed in range(50)) <= 2
    assert suspect_pairs(season(1, favour=FAVOUR, players=3)) == [], "at tables of three nobody can tell"
    assert suspect_pairs(season(1, favour=FAVOUR)[: 3 * (ENOUGH - 3)]) == [], "not enough games"


def test_the_chance_is_exact() -> None:
    """Beside a draw of many."""
    chance = np.random.default_rng(3)
    tables = [(values[0], values) for values in (chance.normal(0, 0.05, 6).round(3).tolist() for _ in range(12))]
    steps = [np.rint(np.array(values) / 0.002).astype(int) for _, values in tables]
    drawn = sum(chance.choice(values, 200_000) for values in steps)
    observed = sum(round(much / 0.002) for much, _ in tables)
    assert chance_of_more(tables) == pytest.approx((drawn >= observed).mean(), abs=0.005)
    assert corrected([chance_of_more(tables)]) == [pytest.approx(chance_of_more(tables))]


@pytest.mark.parametrize("name", ["legendary-inventors", "era-of-inventions", "genies"])
def test_what_was_done_takes_from_one_what_it_gives_to_others(name: str) -> None:
    """Nothing is said of sealed moves: what they do depends on those of others."""
    position = played(name, 1, "greedy")
    did = np.array(review.review_of(position).did)
    assert did.sum(axis=1) == pytest.approx(0, abs=1e-9) and did == pytest.approx(done_to(walk(position)))
    assert np.any(did) != position.game.type.sealed
