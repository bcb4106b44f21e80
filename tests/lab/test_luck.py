"""How much luck is in a game, by edition and number of players."""

import json
import sys
from pathlib import Path

import pytest

from inventorium import cli
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.research.arena.workers import Execution
from inventorium.research.lab.luck import luck_by_variant


def test_all_variants_stand_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, game = tmp_path / "games.jsonl", load_game("genies")
    rows = luck_by_variant("genies", "greedy", 10, "1", Execution(kept, 1))
    assert [(row["edition"], row["players"]) for row in rows] == [
        (edition, number) for edition in game.editions for number in game.players
    ]
    for row in rows:
        assert row["games"] == row["wins"]["of"] == row["points"]["of"] == 10 and row["wins"]["interval"]
    words = ["luck", "genies", "--games", "10", "--bot", "greedy", "--keep", str(kept), "--json"]
    monkeypatch.setattr(sys, "argv", ["inventorium", *words])
    monkeypatch.setattr("inventorium.research.arena.game_task.play_task", None)  # what is kept is not played again
    with pytest.raises(SystemExit, match="0"):
        cli.main()
    assert json.loads(capsys.readouterr().out) == rows


def test_a_game_without_a_value_has_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inventorium.bots.can_judge", lambda game: False)
    with pytest.raises(InventoriumError, match="luck in genies cannot be measured"):
        luck_by_variant("genies", "random", 2, "1")
