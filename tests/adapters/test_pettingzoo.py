"""PettingZoo's own conformance tests, for every game and player count."""

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the door to PettingZoo is an extra: pip install inventorium[pettingzoo]")

import pettingzoo
from gymnasium.error import InvalidAction
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.research.adapters.pettingzoo import env, parallel_env
from inventorium.research.adapters.spaces import GAMES

SETTINGS = [(game, players) for game in library.names() for players in load_game(game).players]


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_conformance(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game, players=players), num_cycles=300)
        seed_test(lambda: env(game, players=players), num_cycles=40)
        parallel_api_test(parallel_env(game, players=players), num_cycles=120)


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_cycles_and_rendering(game: str, players: int) -> None:
    """Cycles in PettingZoo's sense, everybody once in each, are those of the parallel environment."""
    max_cycles_test(
        SimpleNamespace(
            parallel_env=lambda max_cycles: parallel_env(game, players=players, max_cycles=max_cycles),
            env=lambda max_cycles: parallel_to_aec(parallel_env(game, players=players, max_cycles=max_cycles)),
        )
    )
    render_test(lambda render_mode: env(game, players=players, render_mode=render_mode))


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_in_the_registry(name: str) -> None:
    most = load_game(GAMES[name]).players[-1]
    table, together = (pettingzoo.make(kind, f"inventorium/{name}-v0", players=most) for kind in ("aec", "parallel"))
    assert len(table.possible_agents) == len(together.possible_agents) == most


@pytest.mark.parametrize("game", library.names())
def test_redeals_keep_what_an_agent_sees(game: str) -> None:
    table, changed = env(game), 0
    table.reset(seed=4)
    for step in range(40):
        for agent in table.agents:
            twin = table.unwrapped.determinize(agent, seed=step)
            before, after = table.observe(agent), twin.observe(agent)
            assert (before["observation"] == after["observation"]).all() and (before["action_mask"] == after["action_mask"]).all()
            changed += twin.state().tolist() != table.unwrapped.state().tolist()
        table.step(table.action_space(table.agent_selection).sample())
    assert bool(changed) == load_game(game).type.secrets


@pytest.mark.parametrize("game", library.names())
def test_a_whole_game_ends_with_rewards_that_add_up_to_nothing(game: str) -> None:
    table = env(game)
    table.reset(seed=5)
    chance, rewards = np.random.default_rng(1), {}
    for agent in table.agent_iter():
        seen, reward, termination, truncation, _ = table.last()
        if termination or truncation:
            rewards[agent] = reward
            table.step(None)
        else:
            table.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert len(rewards) == len(table.possible_agents)
    assert sum(rewards.values()) == pytest.approx(0) and max(rewards.values()) > 0


def test_bad_input_is_the_librarys_own_error_and_changes_nothing() -> None:
    table = env("legendary-inventors", players=2)
    table.reset(seed=1)
    closed = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])
    before: Any = table.unwrapped.state().tolist()
    for action in (closed, 1.5, "x", 2**63, True):
        with pytest.raises(InvalidAction, match="not legal"):
            table.step(action)
    assert table.unwrapped.state().tolist() == before
    with pytest.raises(InventoriumError, match="2 to 5 players"):
        env("legendary-inventors", players=9)
    with pytest.raises(InventoriumError, match="unknown option"):
        env("legendary-inventors", players=2, nonsense=True)


def test_if_one_of_several_answers_is_not_open_none_is_given() -> None:
    together = parallel_env("genies", players=3)
    observations, _ = together.reset(seed=1)
    actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in together.agents}
    before = together.state().tolist()
    wrong: Any
    for wrong in (together.wait, 10_000, None):
        with pytest.raises(InvalidAction, match="not legal for seat 2"):
            together.step({**actions, "seat_2": wrong})
        assert together.state().tolist() == before
    together.step(actions)
    assert together.state().tolist() != before


def test_a_copied_environment_plays_on_independently_and_equally() -> None:
    import copy

    table = env("genies", players=3)
    table.reset(seed=2)
    for _ in range(20):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    twin = copy.deepcopy(table)
    before = table.unwrapped.state().tolist()
    for _ in range(10):
        twin.step(int(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[0]))
    assert table.unwrapped.state().tolist() == before
    for _ in range(10):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    assert table.unwrapped.state().tolist() == twin.unwrapped.state().tolist()
