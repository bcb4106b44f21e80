"""The example that takes luck out of OpenSpiel's games: over every way a game can go it changes nothing but the variance."""

import importlib.util
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="the example is about OpenSpiel: pip install inventorium[open-spiel]")

import pyspiel

EXAMPLE = Path(__file__).parents[2] / "examples" / "aivat_open_spiel.py"
spec = importlib.util.spec_from_file_location("aivat_open_spiel", EXAMPLE)
assert spec and spec.loader
aivat: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(aivat)


def whole_tree(state: Any, v: Callable[[Any], Any], chance: float = 1.0, luck: Any = 0.0) -> list[tuple[float, Any, Any]]:
    """Every way a game can go when everybody plays at random: its probability, its returns, and the same without luck."""
    if state.is_terminal():
        return [(chance, np.array(state.returns()), np.array(state.returns()) - luck)]
    found = []
    for action, odds in state.chance_outcomes() if state.is_chance_node() else uniform(state):
        more = aivat.correction(state, action, v) if state.is_chance_node() else 0.0
        found += whole_tree(state.child(action), v, chance * odds, luck + more)
    return found


def uniform(state: Any) -> list[tuple[int, float]]:
    return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]


def bent(state: Any) -> Any:
    """An evaluation that talks nonsense, but always the same."""
    return np.cos(np.arange(state.num_players()) + sum(1 + ord(letter) for letter in state.history_str()))


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker"])
def test_the_mean_is_the_same_with_any_evaluation(game: str) -> None:
    for v in (bent, lambda state: aivat.rollouts(state, 2)):
        ways = whole_tree(pyspiel.load_game(game).new_initial_state(), v)
        chances = np.array([chance for chance, _, _ in ways])
        plain, adjusted = (np.array([way[which] for way in ways]) for which in (1, 2))
        assert chances.sum() == pytest.approx(1)
        assert chances @ adjusted == pytest.approx(chances @ plain, abs=1e-12)
        assert not np.allclose(adjusted, plain)


@pytest.mark.parametrize("game", ["leduc_poker", "pig(players=2,winscore=15)"])
def test_a_sensible_evaluation_needs_fewer_games(game: str) -> None:
    loaded, chance = pyspiel.load_game(game), random.Random(1)
    players = [lambda state: aivat.drawn(state, chance)] * 2
    plain, adjusted = np.transpose([aivat.play(loaded, players, aivat.rollouts, chance) for _ in range(150)], (1, 0, 2))
    assert adjusted.var(axis=0).max() < plain.var(axis=0).min()
