"""Training, as short as can be: it learns, goes on after a kill, and begins the same every time."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training is an extra with PyTorch: `make .venv/learn.ready` installs it")

from inventorium.bots import networks
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.research.training import trainer
from tests.training.kit import SIZES, own_box, untrained


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"BATCH": 64, "BEGIN": 200, "NOTES_ON_CPU": 5_000, "GAMES_OF_CURVE": 4}.items():
        monkeypatch.setattr(trainer, name, value)


class BySteps(trainer.Training):
    """Ends after so many steps instead of minutes, however busy the machine is."""

    elapsed_share = property(lambda self: self.progress.steps / self.wish.minutes)


def wish(folder: Path, **changes: Any) -> trainer.TrainingConfig:
    usual: dict[str, Any] = {
        "game": "fields",
        "minutes": 30,
        "out": folder / "own.network",
        "sizes": SIZES,
        "simulations": 16,
        "threads": 1,
    }
    return trainer.TrainingConfig(**usual | changes)


def test_a_training_learns_and_writes_a_network(tmp_path: Path) -> None:
    BySteps(wish(tmp_path)).run()
    record = networks.read(tmp_path / "own.network").record
    assert record["steps"] == 30 and record["games"] > 0 and record["positions"] >= 200
    assert "own.network is written" in (tmp_path / "own.log").read_text()
    checkpoints = sorted((tmp_path / "own.league").iterdir())
    assert checkpoints and all(networks.read(path).record["steps"] <= 30 for path in checkpoints)


def test_a_training_goes_on_where_it_was(tmp_path: Path) -> None:
    BySteps(wish(tmp_path)).run()
    with pytest.raises(InventoriumError, match="continue it with --resume"):
        trainer.Training(wish(tmp_path))
    again = BySteps(wish(tmp_path, resume=True, minutes=40))
    kept = networks.read(tmp_path / "own.network")
    assert again.progress.steps == kept.record["steps"] == 30 and again.progress.games == kept.record["games"]
    for name, layer in again.average.arrays().items():
        assert np.array_equal(layer.astype(np.float16).astype(np.float32), kept.layers[name])
    again.run()
    record = networks.read(tmp_path / "own.network").record
    assert record["starts"] == 2 and record["steps"] == 40


def test_a_training_goes_on_with_what_it_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where a survey would see something else by now, because the rules or the value have changed a little."""
    begun = trainer.Training(wish(tmp_path))
    begun.save()
    wider = networks.InputSpec(begun.game, begun.sight.lows, begun.sight.highs + 1, begun.sight.scales)
    monkeypatch.setattr(trainer, "survey", lambda *about: wider)
    again = trainer.Training(wish(tmp_path, resume=True))
    assert again.sight.inputs == begun.sight.inputs != wider.inputs


def test_a_spoilt_checkpoint_is_refused_in_one_line(tmp_path: Path) -> None:
    trainer.Training(wish(tmp_path)).save()
    checkpoint = tmp_path / "own.checkpoint"
    checkpoint.write_bytes(checkpoint.read_bytes()[:-100])
    with pytest.raises(InventoriumError, match="cannot be gone on with") as refusal:
        trainer.Training(wish(tmp_path, resume=True))
    assert "\n" not in str(refusal.value)


def test_the_same_seed_begins_the_same(tmp_path: Path) -> None:
    one, other, third = (trainer.Training(wish(tmp_path, seed=seed)).network() for seed in ("7", "7", "8"))
    assert all(np.array_equal(one.layers[name], other.layers[name]) for name in networks.LAYERS)
    assert not np.array_equal(one.layers["first"], third.layers["first"])
    assert np.array_equal(one.sight.lows, other.sight.lows) and np.array_equal(one.sight.highs, other.sight.highs)


def test_a_number_of_players_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InventoriumError, match="--players 9: fields is for 2 to 4 players"):
        trainer.Training(wish(tmp_path, players=(9,)))


def test_a_training_begins_with_a_network_that_there_is(tmp_path: Path) -> None:
    known = untrained(own_box(tmp_path))
    networks.write(known, tmp_path / "known.network")
    begun = BySteps(wish(tmp_path, init_from=tmp_path / "known.network", sizes=(32, 32)))
    kept = networks.read(tmp_path / "known.network")
    for name, layer in begun.network().layers.items():
        assert np.array_equal(layer, kept.layers[name])
    assert begun.self_play_settings()[0].heuristic == 0
    begun.run()
    assert not np.array_equal(networks.read(tmp_path / "own.network").layers["first"], kept.layers["first"])


def test_a_training_does_not_begin_with_the_network_of_another_game(tmp_path: Path) -> None:
    other = networks.path_of(load_game("genies").box())
    with pytest.raises(InventoriumError, match="this network plays genies, not fields"):
        trainer.Training(wish(tmp_path, init_from=other))
