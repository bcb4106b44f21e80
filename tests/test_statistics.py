"""Means, shares, differences and regressions: known values, and intervals that hold what they promise."""
import numpy as np
import pytest

from inventorium import statistics
from inventorium.statistics import explained, games_saved, mean, share, within_games, without_luck


def test_intervals() -> None:
    assert share(40, 40)["interval"] == [pytest.approx(0.912, abs=1e-3), 1]
    assert share(50, 100)["interval"] == pytest.approx([0.404, 0.596], abs=1e-3)
    assert mean([1.0, 2.0, 3.0])["interval"] == pytest.approx([-0.484, 4.484], abs=1e-3)
    assert mean([1.0])["interval"] is None


def test_an_interval_holds_nothing_that_cannot_be() -> None:
    """Two deals of a match with four bots: a mean rank of -0.18 to 6.18 is none."""
    assert mean([2.75, 3.25])["interval"] == pytest.approx([-0.1765, 6.1765], abs=1e-3)
    assert mean([2.75, 3.25], 1, 4)["interval"] == [1, 4]
    assert mean([0.0, 1.0, 1.0], 0, 1)["interval"] == [0, 1]
    apart = statistics.difference(np.array([0.0, 1.0]), np.array([1.0, 1.0]), span=1)
    assert apart is not None and apart.interval[1] == 1


def test_known_values() -> None:
    assert statistics.share(50, 100)["interval"] == [0.4038, 0.5962]                           # Wilson
    assert statistics.mean([1, 2, 3, 4])["interval"] == pytest.approx([0.4457, 4.5543], abs=1e-3)   # Student
    assert statistics.corrected([0.005, 0.011, 0.02, 0.04, 0.13]) == pytest.approx([0.025, 0.0275, 0.1 / 3, 0.05, 0.13])
    assert statistics.chance_of(2.575829) == pytest.approx(0.01, abs=1e-6)
    by, interval, chance = statistics.difference(np.array([1., 2, 3]), np.array([2., 4, 6])) or (0, [], 0)
    assert by == 2 and interval == pytest.approx([2 - 1.959964 * (5 / 3) ** .5, 2 + 1.959964 * (5 / 3) ** .5], abs=1e-3)
    assert chance == pytest.approx(0.1213, abs=1e-4)


def test_errors_of_a_regression_are_honest() -> None:
    """Of many regressions on pure chance, about one in twenty has an interval without the truth."""
    chance = np.random.default_rng(3)
    missed = 0
    for _ in range(400):
        columns = chance.integers(0, 2, (60, 4, 2)).astype(float)
        fit = statistics.within_games(columns @ [3.0, 0.0] + chance.normal(size=(60, 4)), columns)
        low, high = fit.interval(0)
        missed += not low <= 3 <= high
    assert 0.02 < missed / 400 < 0.09


def test_what_luck_explains_is_taken_away_and_nothing_else() -> None:
    """The mean stays, with luck that says nothing too; the share of the variance is what it was made with."""
    chance = np.random.default_rng(2)
    luck, skill = chance.normal(size=(2, 4000, 3))
    values = 0.6 * luck + 0.8 * skill + 5
    for column in range(3):
        rest = without_luck(values[:, column], luck[:, column])
        assert rest.mean() == pytest.approx(5, abs=0.05)
        assert games_saved(values[:, column], rest) == pytest.approx(1 / 0.64, abs=0.1)
        nonsense = chance.normal(size=4000)
        assert games_saved(values[:, column], without_luck(values[:, column], nonsense)) == pytest.approx(1, abs=0.01)
    found = explained(values, luck)
    assert found["interval"] and found["interval"][0] < 0.36 < found["interval"][1] and found["of"] == 4000
    assert explained(values, 0 * luck)["mean"] == 0
    assert games_saved([1.0], [1.0]) is None and explained(values[:1], luck[:1])["mean"] is None


def test_how_much_is_taken_away_is_not_learned_from_the_value_itself() -> None:
    """Two deals: what one of them was says nothing about itself."""
    assert without_luck([1.0, 0.0], [0.5, -0.5]).tolist() == [1.0, 0.0]
    assert without_luck([3.0], [0.5]).tolist() == [3.0]


def test_columns_that_say_nearly_the_same_share_the_effect() -> None:
    """Every seat has three cards, so the counts add up to the same. Rounding hides that from a machine, by its last bits."""
    chance = np.random.default_rng(1)
    cards = chance.multinomial(3, [1 / 6] * 6, size=(500, 4)) * (1 + 1e-7 * chance.standard_normal((500, 4, 6)))
    fit = within_games(cards[:, :, 0] + chance.standard_normal((500, 4)), cards)
    assert all(0.02 < error < 0.2 for error in fit.errors), fit.errors
    assert abs(fit.effect(0) - fit.effect(1) - 1) < 0.2
