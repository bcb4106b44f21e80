"""Many games at once: the same games as one by one, seen by the seat that is asked."""

import copy
import doctest
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import inventorium.research.batch
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.planes import planes_of
from inventorium.research.batch import Batch, observation
from inventorium.testing import load, some_positions


def choose(batch: Batch, chance: np.random.Generator) -> np.ndarray:
    return (batch.masks * chance.random(batch.masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("name", library.names())
def test_a_batch_plays_legal_games_to_the_end_and_begins_anew(name: str) -> None:
    players = load(name).players[-1]
    batch, chance, ended = Batch(name, players, 8, seed=3, threads=2), np.random.default_rng(1), 0
    for _ in range(700):
        assert (batch.masks.sum(axis=1) > 0).all() and ((batch.to_act >= 0) & (batch.to_act < players)).all()
        batch.step(choose(batch, chance))
        ended += int(batch.done.sum())
        assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-5)
        assert (np.abs(batch.rewards).sum(axis=1) > 0).sum() <= batch.done.sum()
    assert ended >= 8


@pytest.mark.parametrize("name", library.names())
def test_threads_do_not_change_the_games(name: str) -> None:
    one, two = (Batch(name, load(name).players[0], 6, seed=5, threads=threads) for threads in (1, 2))
    chance = np.random.default_rng(2)
    for _ in range(150):
        actions = choose(one, chance)
        one.step(actions)
        two.step(actions)
        assert (one.observations == two.observations).all() and (one.masks == two.masks).all()


@pytest.mark.parametrize("name", library.names())
def test_an_observation_is_the_view_of_the_seat(name: str) -> None:
    """The planes say what stands in the record, counted from the seat; a secret of another is not in them."""
    game = load(name)
    planes = planes_of(game)
    assert planes.planes[-1].stop == planes.size
    for position in some_positions(game, 12):
        for seat in range(position.players):
            row, state = observation(position, seat), position.view(seat).state
            for plane in planes.planes:
                found = row[plane.start : plane.stop].reshape(plane.shape)
                if plane.axes == ("seat",) and plane.name not in game.tables.CATEGORICAL:
                    expected = [
                        state[plane.name][(seat + k) % position.players] if k < position.players else 0
                        for k in range(plane.shape[0])
                    ]
                    assert found.tolist() == expected, plane.name
                if game.tables.CATEGORICAL.get(plane.name) == "seat" and not game.tables.FIELDS[plane.name]:
                    owner = int(state[plane.name])
                    assert found.tolist() == [
                        float(owner >= 0 and (owner - seat) % position.players == k) for k in range(plane.shape[0])
                    ]
            if game.type.secrets and not position.over:
                other = position.view(seat).determinize(seed=1)
                assert (observation(other, seat) == row).all()


@pytest.mark.parametrize("name", library.names())
def test_copies_play_on_independently_and_equally_and_redeals_keep_the_view(name: str) -> None:
    batch, chance = Batch(name, 3, 5, seed=3, threads=1), np.random.default_rng(1)
    for _ in range(40):
        batch.step(choose(batch, chance))
    before, twin, dealt_anew = batch.states.tobytes(), copy.deepcopy(batch), batch.determinize(seed=1)
    assert (dealt_anew.observations == batch.observations).all() and (dealt_anew.masks == batch.masks).all()
    assert batch.game.type.secrets == (dealt_anew.states.tobytes() != before)
    steps = []
    for _ in range(30):
        steps.append(choose(twin, chance))
        twin.step(steps[-1])
    assert batch.states.tobytes() == before
    for actions in steps:
        batch.step(actions)
    assert batch.states.tobytes() == twin.states.tobytes() and (batch.observations == twin.observations).all()
    future = batch.determinize(seed=2)
    for _ in range(60):
        batch.step(choose(batch, chance))
        future.step(choose(future, chance))
    assert (future.observations != batch.observations).any()


def test_bad_steps_are_refused_and_change_nothing() -> None:
    batch = Batch("legendary-inventors", 2, 3, seed=1)
    before = batch.states.tobytes()
    for actions, text in (
        ([0, 0, 0], "is not legal"),
        ([1], "one action for each"),
        ([999, 0, 0], "is not legal"),
        ([-1, -1, -1], "is not legal"),
    ):
        with pytest.raises(InventoriumError, match=text):
            batch.step(np.array(actions))
        assert batch.states.tobytes() == before
    for value, text in (([1.5, 1.5, 1.5], "whole numbers"), ("x", "whole numbers"), ([[1]] * 3, "one action for each")):
        with pytest.raises(InventoriumError, match=text):
            batch.step(value)  # type: ignore[arg-type]
    for number in (-1, 3, 10**9, 0.0, None):
        with pytest.raises(InventoriumError, match="the games are 0 to 2"):
            batch.view(number)  # type: ignore[arg-type]
        if number != 0.0:
            with pytest.raises(InventoriumError, match="the seats are 0 to 1"):
                observation(batch.view(0), number)  # type: ignore[arg-type]
    assert batch.states.tobytes() == before
    with pytest.raises(InventoriumError, match="2 to 5 players"):
        Batch("legendary-inventors", 9, 3)
    with pytest.raises(InventoriumError, match="at least one game"):
        Batch("legendary-inventors", 2, 0)


def test_the_example_in_the_documentation() -> None:
    assert doctest.testmod(inventorium.research.batch).failed == 0


PLAY_ON = """
import pickle, sys
import numpy as np
batch = pickle.load(open(sys.argv[1], "rb"))
for _ in range(int(sys.argv[2])):
    batch.step(batch.masks.argmax(axis=1))
open(sys.argv[1], "wb").write(batch.states.tobytes() + batch.observations.tobytes() + batch.rewards.tobytes())
"""


def test_a_batch_plays_on_in_another_process_as_it_would_have_here(tmp_path: Path) -> None:
    batch, chance, file = Batch("genies", 3, 6, seed=4, threads=2), np.random.default_rng(1), tmp_path / "batch"
    for _ in range(30):
        batch.step(choose(batch, chance))
    file.write_bytes(pickle.dumps(batch))
    subprocess.run([sys.executable, "-c", PLAY_ON, str(file), "400"], check=True)
    ended = 0
    for _ in range(400):
        batch.step(batch.masks.argmax(axis=1))
        ended += int(batch.done.sum())
    assert ended and file.read_bytes() == batch.states.tobytes() + batch.observations.tobytes() + batch.rewards.tobytes()
    assert repr(batch) == "<Batch of 6 games of genies, 3 players>"
