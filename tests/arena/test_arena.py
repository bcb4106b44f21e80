"""Matches and ladders: fair seats, honest intervals, the same results everywhere, nothing played twice."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from inventorium import bots
from inventorium.arena.match import play_match, run_match, turned, turns
from inventorium.arena.playing import Task, Terms, play
from inventorium.arena.spread import on_this_machine, read
from inventorium.arena.statistics import mean_interval, share_interval
from inventorium.core.errors import ComponentsWarning, InventoriumError
from inventorium.core.game import View, load_game
from inventorium.terminal.reports import progress

TERMS = Terms("legendary-inventors")
LINE_UP = ["greedy", "random", "random"]


def match(line_up: list[str] = LINE_UP, games: int = 6, **how: Any) -> dict[str, Any]:
    with progress() as bar:
        return run_match(TERMS, line_up, games, "1", bar, **{"workers": 1, **how})


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "inventorium", *words], capture_output=True, text=True, env=os.environ,
                          check=False)


class Hasty(bots.Bot):
    """A bot of somebody's own: the first answer there is."""

    def think(self, view: View) -> int:
        return view.actions()[0]


def test_a_class_of_ones_own_plays_like_a_bot_with_a_name() -> None:
    line_up = [Hasty, "random", "greedy"]
    result = play_match("legendary-inventors", line_up, games=6, seed=3, team_assignment="random")
    assert [seat["bot"] for seat in result["seats"]] == ["Hasty", "random", "greedy"]
    assert (result["games"], result["deals"], result["options"]) == (6, 2, {"team_assignment": "random"})
    assert result == play_match("legendary-inventors", line_up, games=6, seed=3, team_assignment="random")
    assert bots.make(Hasty, load_game("genies"), 7).name == "Hasty"


def test_no_name_loads_a_class() -> None:
    """Code is handed over as an object, never named: what comes over the network is only text."""
    for name in ("Hasty", "tests.arena.test_arena:Hasty", "inventorium.bots.random:Random"):
        with pytest.raises(InventoriumError, match="unknown bot"):
            bots.make(name, load_game("legendary-inventors"))


def load_box(file: str) -> dict[str, Any]:
    load_game("genies").box(file)
    return {}


def test_workers_do_not_repeat_what_there_is_to_doubt(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = (load_game("genies").folder / "components.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(re.sub(r'(id     = "ac1-09"(?:\n.+)*?\nn      = )2', r"\g<1>3", text), encoding="utf-8")
    with pytest.warns(ComponentsWarning):
        load_box(str(file))
    capfd.readouterr()
    assert list(on_this_machine(load_box, [str(file)] * 2, 2)) == [{}, {}]
    assert "reconstruction" not in capfd.readouterr().err


def test_the_result_of_a_match() -> None:
    result = match()
    assert (result["game"], result["players"], result["games"], result["deals"]) == ("legendary-inventors", 3, 6, 2)
    assert [seat["bot"] for seat in result["seats"]] == LINE_UP
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(6)
    assert sum(seat["mean_rank"] for seat in result["seats"]) == pytest.approx(6)
    for seat in result["seats"]:
        assert seat["games"] == 6 and seat["win_share"] == pytest.approx(seat["wins"] / 6, abs=1e-4)
        assert seat["interval"][0] <= seat["win_share"] <= seat["interval"][1]
    assert result["seats"][0]["win_share"] > 0.6


def test_everybody_sits_everywhere_with_the_same_deals(tmp_path: Path) -> None:
    match(file=tmp_path / "results")
    results = read(tmp_path / "results")
    assert [result["deal"] for result in results] == [0, 0, 0, 1, 1, 1]
    assert [result["seats"].index("greedy") for result in results] == [0, 2, 1] * 2


def test_equal_line_ups_are_not_played_twice() -> None:
    assert turns(["a", "b", "a", "b"]) == 2 and turns(["a", "a"]) == 1 and turns(["a", "b", "c"]) == 3
    assert turned(["a", "b", "c"], 1) == ("b", "c", "a")


def test_a_game_follows_from_its_task() -> None:
    task = Task(TERMS, "seed", 3, ("search:20", "random"))
    assert play(task) == play(task)


def test_many_processes_give_the_same_results(tmp_path: Path) -> None:
    assert match(workers=2) == match(workers=1)


def test_finished_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results"
    whole = match(file=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:20])                 # interrupted in the middle of a line
    played: list[Task] = []

    def count(task: Task) -> dict[str, Any]:
        played.append(task)
        return play(task)

    monkeypatch.setattr("inventorium.arena.playing.play", count)
    assert match(file=file) == whole
    assert len(played) == 3
    match(file=file)
    assert len(played) == 3 and len(read(file)) == 6


def test_a_file_that_is_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("hello\nworld\n")
    with pytest.raises(InventoriumError, match="line 1"):
        read(tmp_path / "results")


@pytest.mark.parametrize("line_up", [["greedy"], ["greedy"] * 6])
def test_too_few_and_too_many_bots_are_refused(line_up: list[str]) -> None:
    with pytest.raises(InventoriumError, match="2 to 5 players"):
        match(line_up)


def test_intervals() -> None:
    assert share_interval(40, 40) == (pytest.approx(0.912, abs=1e-3), pytest.approx(1))
    assert share_interval(50, 100) == (pytest.approx(0.404, abs=1e-3), pytest.approx(0.596, abs=1e-3))
    assert mean_interval([1.0, 2.0, 3.0]) == (pytest.approx(-0.484, abs=1e-3), pytest.approx(4.484, abs=1e-3))
    assert mean_interval([1.0]) is None


def test_a_bot_that_fails_is_told_in_the_results(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys; sys.exit(1)")
    result = match([f"{sys.executable} {bot}", "random"], 2)
    assert [seat["faults"] for seat in result["seats"]] == [2, 0]
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(2)


def test_the_commands(tmp_path: Path) -> None:
    file, plot = tmp_path / "results", tmp_path / "ladder.svg"
    done = command("match", "legendary-inventors", "--seats", "greedy,random", "--games", "4", "--json", "--out", str(file))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["seats"][0]["games"] == 4
    done = command("ladder", "legendary-inventors", "--from", str(file), "--json", "--plot", str(plot))
    assert done.returncode == 0, done.stderr
    ladder = json.loads(done.stdout)
    assert [row["bot"] for row in ladder["bots"]] == ["greedy", "random"]
    for row in ladder["bots"]:
        assert row["interval"][0] < row["rating"] < row["interval"][1] and row["games"] == 4
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")


def test_a_ladder_is_played_and_reproduces() -> None:
    words = ("ladder", "legendary-inventors", "--bots", "greedy,random,easy", "--players", "2", "--games", "6", "--json")
    one, other = command(*words), command(*words, "--workers", "1")
    assert one.returncode == 0, one.stderr
    assert one.stdout == other.stdout
    assert json.loads(one.stdout)["games"] == 6


@pytest.mark.parametrize("words", [("--seats", "greedy,gready"), ("--seats", "greedy"),
                                   ("--seats", "greedy,random", "--games", "0")])
def test_mistakes_are_told_in_one_line(words: tuple[str, ...]) -> None:
    done = command("match", "legendary-inventors", *words)
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.strip().splitlines()) == 1


def test_ray_gives_the_same_results() -> None:
    pytest.importorskip("ray")
    assert match(ray="local") == match()
