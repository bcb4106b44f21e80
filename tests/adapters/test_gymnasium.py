"""Gymnasium's own checks, for every game and player count; and that many games at once are the games one by one."""

import copy
import pickle
import sys
import tomllib
import warnings
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the door to Gymnasium is an extra: pip install inventorium[gymnasium]")

import gymnasium
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from inventorium import bots
from inventorium.core.chance import new_stream, random_below, restart
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.research.adapters.gymnasium import Environment, VectorEnvironment
from inventorium.research.adapters.spaces import GAMES
from inventorium.research.batch.versus import Versus


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


SETTINGS = [(name, players) for name, game in GAMES.items() for players in load_game(game).players]


def identity(name: str) -> str:
    return f"inventorium/{name}-v0"


def made(name: str, **settings: Any) -> Environment:
    env = gymnasium.make(name, **settings).unwrapped
    assert isinstance(env, Environment)
    return env


def made_many(name: str, number: int, **settings: Any) -> VectorEnvironment:
    envs = gymnasium.make_vec(name, num_envs=number, **settings)
    assert isinstance(envs, VectorEnvironment)
    return envs


def play(env: gymnasium.Env, steps: int) -> list[float]:
    """Take random steps; return the rewards at the ends of games."""
    ends = []
    for _ in range(steps):
        _, reward, over, _, _ = env.step(env.action_space.sample())
        if over:
            ends.append(float(reward))
            env.reset()
    return ends


@pytest.mark.parametrize(("name", "players"), SETTINGS)
def test_conformance(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(identity(name), players=players, opponents="random").unwrapped)


@pytest.mark.parametrize("opponents", ["random", "careless", "greedy", "search:5"])
def test_one_seat_against_bots_of_a_level(opponents: str) -> None:
    env = gymnasium.make(identity("Genies"), players=2, opponents=opponents, action_cards=False)
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space and info["action_mask"].any() and info["seat"] in (0, 1)
    ends = play(env, 45)
    assert len(ends) == 1 and -1 <= ends[0] <= 1


def test_the_bots_are_as_good_as_their_names() -> None:
    """A random learner has no chance against greedy bots, and wins half of its games against random ones."""
    for opponents, fewest, most in (("random", 0.35, 0.65), ("greedy", 0, 0.1)):
        envs, wins, ended = gymnasium.make_vec(identity("LegendaryInventors"), 32, players=2, opponents=opponents), 0, 0
        envs.reset(seed=3)
        envs.action_space.seed(3)
        while ended < 100:
            _, rewards, over, _, _ = envs.step(envs.action_space.sample())
            wins, ended = wins + int((rewards > 0).sum()), ended + int(over.sum())
        assert fewest <= wins / ended <= most, (opponents, wins / ended)


@pytest.mark.parametrize(("name", "players"), SETTINGS)
def test_a_vector_environment_as_the_library_expects_it(name: str, players: int) -> None:
    envs = gymnasium.make_vec(identity(name), num_envs=4, players=players, opponents="random")
    assert isinstance(envs, VectorEnv) and envs.unwrapped.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    actions_there = load_game(GAMES[name]).actions
    assert envs.single_action_space == Discrete(actions_there)
    envs = RecordEpisodeStatistics(envs)
    seen, infos = envs.reset(seed=1)
    envs.action_space.seed(1)
    assert seen in envs.observation_space and infos["action_mask"].shape == (4, actions_there)
    before, episodes = np.zeros(4, bool), 0
    for _ in range(250):
        masks = infos["action_mask"]
        assert masks.any(axis=1).all() and (masks.all(axis=1) == before).all()  # all ones where the action is ignored
        actions = envs.action_space.sample(tuple(masks))
        last, (seen, rewards, over, cut, infos) = seen, envs.step(actions)
        assert seen in envs.observation_space and not cut.any() and not np.shares_memory(last, seen)
        assert (rewards[~over] == 0).all() and (np.abs(rewards) <= 1).all() and not over[before].any()
        episodes += int(over.sum())
        before = over
    assert episodes > 0 and envs.episode_count == episodes


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED])
def test_other_ways_to_begin_anew(mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(
        identity("Genies"), num_envs=3, players=2, opponents="random", action_cards=False, autoreset_mode=mode
    )
    _, infos = envs.reset(seed=1)
    for _ in range(200):
        seen, _, over, _, infos = envs.step(envs.action_space.sample())
        if over.any():
            break
    ended = int(over.argmax())
    if mode == AutoresetMode.SAME_STEP:
        assert infos["action_mask"].any(axis=1).all() and (infos["_final_obs"] == over).all()
        assert infos["final_info"]["action_mask"][ended].all() and infos["final_obs"][ended].shape == seen[ended].shape
        return
    assert (infos["action_mask"].all(axis=1) == over).all()
    with pytest.raises(ResetNeeded, match=f"game {ended} is over"):
        envs.step(envs.action_space.sample())
    untouched = seen[~over].tolist()
    seen, infos = envs.reset(options={"reset_mask": over})
    assert infos["action_mask"].any(axis=1).all() and seen[~over].tolist() == untouched
    envs.step(envs.action_space.sample())


@pytest.mark.parametrize(("name", "players"), [("legendary-inventors", 3), ("era-of-inventions", 3), ("genies", 3)])
@pytest.mark.parametrize("opponents", ["careless", "greedy"])
def test_the_compiled_games_are_those_of_the_bots_played_one_by_one(name: str, players: int, opponents: str) -> None:
    """The same deals, the same luck of the bots, asked one after the other in Python: the same position after every step."""
    many, chance = Versus(name, players, 2, seed=7, opponents=opponents, seat=1, threads=1), np.random.default_rng(4)
    game = many.game
    greedy = bots.compiled(game, "greedy")
    luck = new_stream("opponents 7")
    restart(luck, 1)  # the second of the games
    position = game.new(players, seed="7")
    assert position.dealer is not None
    position.dealer.stream[:] = new_stream("7", 1)
    position.states[:] = many._template
    game.engine.begin(position.states, position.box.array, position._log)
    position._ask_dealer()

    def others_answer() -> None:
        while not position.over and (seat := position.to_act[0]) != 1:
            actions = position.actions(seat)
            action = actions[0]
            if len(actions) > 1:
                if many._slips and random_below(luck, many._slips) == 0:
                    answer = greedy.careless_action
                else:
                    answer = greedy.best_action
                action = answer(
                    position.states.copy(),
                    position.box.array,
                    seat,
                    luck,
                    np.empty(game.actions, np.int64),
                    position.states.copy(),
                    np.zeros(game.actions),
                )
            position.act(int(action), seat)

    others_answer()
    for _ in range(40):
        assert position.states.tobytes() == many.states[1:].tobytes()
        assert np.flatnonzero(many.masks[1]).tolist() == sorted(position.actions(1))
        actions = (many.masks * chance.random(many.masks.shape)).argmax(axis=1)
        many.step(actions)
        position.act(int(actions[1]), 1)
        others_answer()


def test_a_seed_decides_everything() -> None:
    for make in (
        lambda: gymnasium.make(identity("Genies"), players=3, opponents="careless"),
        lambda: gymnasium.make_vec(identity("Genies"), num_envs=3, players=3, opponents="careless"),
    ):
        runs = []
        for _ in range(2):
            env = make()
            trace = [env.reset(seed=9)[0].tolist()]
            env.action_space.seed(9)
            for _ in range(60):
                seen, _, over, _, _ = env.step(env.action_space.sample())
                trace.append(seen.tolist())
                if np.ndim(over) == 0 and over:
                    trace.append(env.reset()[0].tolist())
            runs.append(trace)
        assert runs[0] == runs[1]


def test_a_mask_is_never_empty() -> None:
    """A softmax over an empty mask is no number."""
    env = made(identity("Genies"), players=2, opponents="random")
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample())
        assert info["action_mask"].any()
    assert info["action_mask"].all()


@pytest.mark.parametrize("way", [copy.deepcopy, pickled])
@pytest.mark.parametrize("name", GAMES)
def test_copies_play_on_independently_and_equally(name: str, way: Callable[[Any], Any]) -> None:
    """Also beyond the end of a game: those that follow are the same."""
    for env in (
        gymnasium.make(identity(name), opponents="greedy").unwrapped,
        gymnasium.make_vec(identity(name), num_envs=3, opponents="greedy", threads=2),
    ):
        many = isinstance(env, VectorEnv)
        env.reset(seed=2)
        for _ in range(5):
            env.step(env.action_space.sample())
        twin, done, ahead, ended = way(env), [], [], 0
        for _ in range(200 if many else 10):
            done.append(twin.action_space.sample())
            seen, rewards, over, *_ = twin.step(done[-1])
            ahead.append((seen.tolist(), np.asarray(rewards).tolist()))
            ended += int(np.sum(over))
        assert ended or not many
        for action, (then, rewarded) in zip(done, ahead, strict=True):
            seen, rewards, *_ = env.step(action)
            assert seen.tolist() == then and np.asarray(rewards).tolist() == rewarded


@pytest.mark.parametrize("name", GAMES)
def test_redeals_keep_the_view_of_the_learner(name: str) -> None:
    env, envs = made(identity(name)), made_many(identity(name), 3)
    env.reset(seed=2)
    seen, _ = envs.reset(seed=2)
    for _ in range(8):
        env.step(env.action_space.sample())
        seen = envs.step(envs.action_space.sample())[0]
    other, others = env.determinize(seed=5), envs.determinize(seed=5)
    assert other.position.view(env.seat).states.tobytes() == env.position.view(env.seat).states.tobytes()
    assert (others.games.observations == seen).all() and (others.masks() == envs.masks()).all()
    if load_game(GAMES[name]).type.secrets:
        assert others.games.states.tobytes() != envs.games.states.tobytes()


def test_bad_input_is_the_librarys_own_error_and_changes_nothing() -> None:
    env = made(identity("Genies"), players=2)
    env.reset(seed=1)
    before = env.position.states.tobytes()
    action: Any
    for action in (int(np.flatnonzero(env.mask() == 0)[0]), 10_000, -1, None, 2**63, 1.5, "x", True, np.array([1])):
        with pytest.raises(InvalidAction, match="not legal"):
            env.step(action)
        assert env.position.states.tobytes() == before
    envs = made_many(identity("Genies"), 3, players=2)
    envs.reset(seed=1)
    before = envs.games.states.tobytes()
    good = envs.action_space.sample()
    for actions, text in (
        ([good[0], 10_000, good[2]], "action 10000 is not legal for seat"),
        (good[:2], "one action for each"),
        (good + 0.5, "whole numbers"),
        (["x"] * 3, "whole numbers"),
    ):
        with pytest.raises(InvalidAction, match=text):
            envs.step(np.array(actions))
        assert envs.games.states.tobytes() == before
    for mask in (np.ones(1, bool), np.ones(4, bool), np.ones(3), True, "x"):
        with pytest.raises(InventoriumError, match="one truth value for each of 3 games"):
            envs.reset(options={"reset_mask": mask})
        assert envs.games.states.tobytes() == before
    for arguments, text in (
        ({"players": 9}, "2 to 5 players"),
        ({"nonsense": 1}, "unknown option"),
        ({"seat": 2}, "0 to 1"),
        ({"seat": 0.5}, "0 to 1, or None for any, not 0.5"),
        ({"players": "2"}, "2 to 5 players"),
        ({"edition": "xx"}, "unknown edition"),
        ({"bundles": "no"}, "split, keep"),
        ({"opponents": "gready"}, "greedy"),
    ):
        for make in (gymnasium.make, gymnasium.make_vec):
            with pytest.raises(InventoriumError, match=text):
                make(identity("Genies"), **arguments)
    with pytest.raises(InventoriumError, match=r"opponents must be .*greedy, not 'expert'"):
        gymnasium.make_vec(identity("Genies"), opponents="expert")


def test_bots_that_search_play_in_the_librarys_own_vector_environment() -> None:
    envs = gymnasium.make_vec(identity("LegendaryInventors"), 2, vectorization_mode="sync", players=2, opponents="search:3")
    _, infos = envs.reset(seed=1)
    for _ in range(3):
        _, _, _, _, infos = envs.step(envs.action_space.sample(tuple(infos["action_mask"])))
    assert infos["action_mask"].any(axis=1).all()


def test_the_games_are_registered_by_entry_point() -> None:
    """The one that the package declares; and by naming the module, which is how Gymnasium finds them since 1.0."""
    declared = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]["entry-points"]
    register = EntryPoint("inventorium", declared["gymnasium.envs"]["inventorium"], "gymnasium.envs").load()
    for name in GAMES:
        gymnasium.registry.pop(identity(name))
    register()
    for name in GAMES:
        assert made(f"inventorium.research.adapters.gymnasium:{identity(name)}").position.game.name == GAMES[name]


def test_an_opponent_can_be_a_program_of_its_own() -> None:
    program = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'first_bot.py'}"
    env = made(identity("Genies"), players=2, opponents=program, action_cards=False)
    for seed in range(2):
        env.reset(seed=seed)
        play(env, 8)
    assert env._bot.faults == []
    env.close()
