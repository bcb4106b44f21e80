"""Ratings of people: honest intervals, nobody is rated by a bot, the same outcomes give the same ratings."""

import pytest

import inventorium
from dev.ratings import measured
from inventorium.research.arena.rating import MEAN, PEOPLE, Outcome, Scale, Strength, rate

EVEN = (0.0,) * 3


def outcome(*places: int, people: str = "abc", left: str = "", head_starts: tuple[float, ...] = EVEN) -> Outcome:
    return Outcome("game", tuple(people), places, tuple(one in left for one in people), head_starts[: len(people)])


@pytest.mark.parametrize("sizes", [(2,), (3, 4, 5)])
def test_intervals_are_honest(sizes: tuple[int, ...]) -> None:
    """Of 1,000 people the true strength of 93 to 97 % lies in their interval; openskill as it comes holds 82 to 91 % of those at
    tables of three and more. `python -m dev ratings` tries other spreads and numbers of games."""
    share, error, *_ = measured(1000, 60, sizes, 1)
    assert 0.93 <= share <= 0.97 and error < PEOPLE / 2


def test_the_same_outcomes_give_the_same_ratings() -> None:
    played = [outcome(1, 2, 3), outcome(2, 1, 2), outcome(1, 2, people="ab"), outcome(3, 1, 2, left="c")]
    first, again = rate(played), rate(iter(played))
    assert first == again and first.keys() == {("game", "two"), ("game", "more")}
    assert first["game", "more"]["a"].games == 3 and first["game", "two"]["a"].games == 1
    assert rate([outcome(1, 2, 3), outcome(3, 2, 1)]) != rate([outcome(3, 2, 1), outcome(1, 2, 3)]), "the last counts most"


def test_a_leaver_is_last_and_the_others_are_rated_among_themselves() -> None:
    """The bot came in first; neither does that help who left, nor do the others suffer from it."""
    found = rate([outcome(1, 2, 3, left="a")])["game", "more"]
    alone = Scale().compared([Strength(), Strength()], [2, 3], [0, 0])
    assert [found["b"], found["c"]] == alone
    assert found["a"].mean < found["c"].mean < MEAN < found["b"].mean
    both = rate([outcome(1, 2, 3, left="ab")])["game", "more"]
    assert both.keys() == {"a", "b"} and both["a"] == both["b"], "who is left alone has nobody to be compared with"


def test_a_seat_that_is_worth_something_makes_nobody_stronger() -> None:
    plain = rate([outcome(1, 2, people="ab")])["game", "two"]
    ahead = rate([outcome(1, 2, people="ab", head_starts=(50, 0))])["game", "two"]
    assert MEAN < ahead["a"].mean < plain["a"].mean
    assert ahead["a"].mean + ahead["b"].mean == pytest.approx(2 * MEAN)


def test_a_rating_is_provisional_until_its_error_is_a_third() -> None:
    known, games = Strength(), 0
    while not known.is_sure:
        known, games = Scale().compared([known] + [Strength(MEAN, 50)] * 3, [1 + games % 4, 1, 2, 3], [0] * 4)[0], games + 1
    assert 10 < games < 30 and known.error < PEOPLE / 3


def test_what_the_lab_found_of_seats_is_no_strength() -> None:
    """Order of play in one game, teams that were dealt in another; a team that was chosen is a decision."""

    def head_starts(name: str, **changes: str) -> list[float]:
        game = inventorium.load(name)
        return list(game.things.head_starts(game.new(4, seed=1, **changes)))

    assert sum(head_starts("era-of-inventions")) == 0 and any(head_starts("era-of-inventions"))
    assert any(head_starts("legendary-inventors", team_assignment="random"))
    assert not any(head_starts("legendary-inventors", team_assignment="choose") + head_starts("genies"))
