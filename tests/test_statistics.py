"""Means, shares, differences and regressions: known values, and intervals that hold what they promise."""

import numpy as np
import pytest

from inventorium.core import statistics
from inventorium.core.statistics import explained, games_saved, mean, share, within_games, without_luck


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
    apart = statistics.difference(np.array([0.0, 1.0] * 5), np.array([1.0] * 10), span=0.8)
    assert apart is not None and apart.interval and apart.interval[1] == 0.8


def test_known_values() -> None:
    assert statistics.share(50, 100)["interval"] == [0.4038, 0.5962]  # Wilson
    assert statistics.mean([1, 2, 3, 4])["interval"] == pytest.approx([0.4457, 4.5543], abs=1e-3)  # Student
    assert statistics.corrected([0.005, 0.011, 0.02, 0.04, 0.13]) == pytest.approx([0.025, 0.0275, 0.1 / 3, 0.05, 0.13])
    assert statistics.chance_of(2.575829) == pytest.approx(0.01, abs=1e-6)
    one, other = np.arange(10.0), 2 * np.arange(10.0)  # Welch: t = 2.1019 with 13.24 degrees of freedom
    by, interval, chance = statistics.difference(one, other) or (0, [], 0)
    error = (55 / 12) ** 0.5
    assert by == 4.5 and interval == pytest.approx([4.5 - 2.16 * error, 4.5 + 2.16 * error], abs=1e-3)
    assert chance == pytest.approx(0.05525, abs=1e-4)


def test_nothing_is_claimed_of_values_that_are_few_or_equal() -> None:
    """Eight games that were all won are not `100.0 to 100.0`."""
    assert mean([1.0] * 8) == {"mean": 1.0, "interval": None, "of": 8}
    assert mean([0.1 + 0.2, 0.3, 0.3])["interval"] is None  # rounding is no variation
    assert games_saved([0.0, 2.0, 4.0], [1.0, 2.0, 3.0]) is None  # three deals
    assert games_saved([1.0] * 30, [1.0] * 30) is None and games_saved([0.0, 1.0] * 15, [0.5] * 30) is None
    few, equal = statistics.effect([9.0, -84.0]), statistics.effect([2.0] * 12)
    assert few["mean"] is None and few["chance"] == 1
    assert (equal["mean"], equal["interval"], equal["chance"]) == (2, None, 1)
    assert statistics.difference(np.zeros(2), np.ones(2)) is None
    rules = statistics.difference(np.full(10, 5.0), np.full(10, 6.0))
    assert rules and rules.interval is None and rules.chance == pytest.approx(2 / 184_756)
    assert explained(np.eye(3), np.eye(3) / 2)["mean"] is None


def test_intervals_of_few_values_hold_what_they_promise() -> None:
    chance = np.random.default_rng(5)
    missed = 0
    for _ in range(1000):
        found = statistics.difference(chance.normal(0, 1, 10), chance.normal(0, 3, 10))
        assert found and found.interval
        missed += not found.interval[0] <= 0 <= found.interval[1]
    assert 0.03 < missed / 1000 < 0.065  # with 1.96 it is 0.07


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
    assert (nothing := explained(values, 0 * luck))["mean"] == 0 and nothing["interval"] is None
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
