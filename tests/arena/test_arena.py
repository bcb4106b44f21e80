"""Matches and ladders: fair seats, honest intervals, the same results everywhere, nothing played twice."""
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

import inventorium
from inventorium import bots, cli
from inventorium.analysis.evaluation import METHOD
from inventorium.arena import match as matches
from inventorium.arena.match import Entrant, Match, play_match, run_match, turned, turns
from inventorium.arena.playout import PLAYOUT, Result, Task, play
from inventorium.arena.spread import Execution, on_this_machine, read
from inventorium.arena.variant import Variant, variant_of
from inventorium.core.errors import ComponentsWarning, InventoriumError
from inventorium.core.game import load_game
from inventorium.core.position import View

VARIANT = Variant("legendary-inventors")
LINE_UP = ["greedy", "random", "random"]


def match(line_up: list[str] = LINE_UP, games: int = 6, variant: Variant = VARIANT, **how: Any) -> Match:
    return run_match(variant, line_up, games, "1", Execution(**{"workers": 1, **how}))


def run(*words: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """A command in this process; returns its exit status."""
    monkeypatch.setattr(sys, "argv", ["inventorium", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "inventorium", *words], capture_output=True, text=True, env=os.environ,
                          check=False)


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
    results = read(tmp_path / "results", PLAYOUT)
    assert [result["deal"] for result in results] == [0, 0, 0, 1, 1, 1]
    assert [result["seats"].index("greedy") for result in results] == [0, 2, 1] * 2


def test_equal_line_ups_are_not_played_twice() -> None:
    assert turns(["a", "b", "a", "b"]) == 2 and turns(["a", "a"]) == 1 and turns(["a", "b", "c"]) == 3
    assert turned(["a", "b", "c"], 1) == ("b", "c", "a")


def test_a_game_follows_from_its_task() -> None:
    task = Task(VARIANT, "seed", 3, ("search:20", "random"))
    assert play(task) == play(task)


def test_many_processes_give_the_same_results(tmp_path: Path) -> None:
    assert match(workers=2) == match(workers=1)


def test_finished_games_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results"
    whole = match(file=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:20])                 # interrupted in the middle of a line
    played: list[Task] = []

    def count(task: Task) -> Result:
        played.append(task)
        return play(task)

    monkeypatch.setattr(matches, "PLAYOUT", replace(PLAYOUT, play=count))
    assert match(file=file) == whole
    assert len(played) == 3
    match(file=file)
    assert len(played) == 3 and len(read(file, PLAYOUT)) == 6


def test_a_file_that_is_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("hello\nworld\n")
    with pytest.raises(InventoriumError, match="line 1"):
        read(tmp_path / "results", PLAYOUT)


def test_a_file_of_another_kind_or_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results"
    match(games=1, file=file)
    line = json.loads(file.read_text())
    assert line.pop("format") == PLAYOUT.format and line.pop("components")             # older versions wrote neither
    for written in ("lab 2", "arena 99", None):
        file.write_text(json.dumps({**line, "format": written}) + "\n")
        with pytest.raises(InventoriumError, match=f"line 1: a result of the format '{written or 'unknown'}'"):
            match(games=1, file=file)


def test_own_components_are_played(tmp_path: Path) -> None:
    """Their games are told from those with other components, also in one file."""
    text = (load_game(VARIANT.game).folder / "components.toml").read_text(encoding="utf-8")
    own, file = tmp_path / "own.toml", tmp_path / "results"
    own.write_text(re.sub(r'^set *=.*$', 'set = "mine"', text, flags=re.M), encoding="utf-8")
    mine = match(games=2, variant=variant_of(VARIANT.game, components=own), file=file)
    usual = match(games=2, file=file)
    assert mine["components"].startswith("mine ") and not usual["components"].startswith("mine ")
    assert match(games=2, variant=variant_of(VARIANT.game, components=own), file=file) == mine      # nothing is played again
    assert len({result["components"] for result in read(file, PLAYOUT)}) == 2 and len(read(file, PLAYOUT)) == 4


@pytest.mark.parametrize("command_line", [
    ["match", "legendary-inventors", "--seats", "greedy,random"],
    ["ladder", "legendary-inventors", "--bots", "greedy,random", "--players", "2"]])
def test_commands_take_components(command_line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                  monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Task] = []

    def play_all(play: Callable[[Task], Any], tasks: list[Task], _: Execution) -> Iterator[tuple[Task, Any]]:
        played.extend(tasks)
        return ((task, play(task)) for task in tasks)

    monkeypatch.setattr("inventorium.arena.spread.play_all", play_all)
    own = load_game(VARIANT.game).folder / "components.toml"
    assert run(*command_line, "--games", "2", "--json", "--components", str(own), monkeypatch=monkeypatch) == 0
    assert [task.variant.components for task in played] == [str(own)] * 2
    capsys.readouterr()
    assert run(*command_line, "--components", str(tmp_path / "no.toml"), monkeypatch=monkeypatch) == 2
    assert capsys.readouterr().err.strip().endswith("no.toml: there is no such file")


@pytest.mark.parametrize("command_line", [
    ["match", "legendary-inventors", "--seats", "greedy,random", "--out"],
    ["ladder", "legendary-inventors", "--bots", "greedy,random", "--players", "2", "--out"],
    ["ladder", "legendary-inventors", "--bots", "greedy,random", "--players", "2", "--plot"]])
def test_what_cannot_be_written_is_refused_before_anything_is_played(
        command_line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inventorium.arena.spread.play_all", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "file").touch()
    for path in (tmp_path / "nowhere" / "file", tmp_path, tmp_path / "file" / "file"):
        assert run(*command_line, str(path), monkeypatch=monkeypatch) == 2
        told = capsys.readouterr()
        assert told.out == "" and len(told.err.splitlines()) == 1 and f"{path}: cannot be written" in told.err
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_tables_fit_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interval is never broken, and a long bot takes lines of its own column."""
    from inventorium.terminal import reports
    monkeypatch.setattr(reports, "console", Console(width=80, file=(out := StringIO())))
    entrant: Entrant = {"bot": "python3 examples/first_bot.py", "games": 10_000, "wins": 9_876.5, "win_share": .98765,
                        "interval": [.98, 1], "mean_rank": 1.23, "rank_interval": [1.01, 1.44], "mean_score": 123.45,
                        "score_interval": [-101.22, 123.55], "note": "", "faults": 0, "adjusted": {
                            "win_share": .98765, "interval": [.98, 1], "saved": 12.34, "mean_score": 123.45,
                            "score_interval": [-101.22, 123.55], "score_saved": 12.34}}
    reports.match_table({"game": "legendary-inventors", "edition": "default", "options": {}, "components": "", "players": 2,
                         "games": 10_000, "seed": "1", "deals": 5_000, "seats": [entrant] * 2})
    reports.ladder_table({"game": "legendary-inventors", "games": 10_000, "bots": [
        {"bot": "search:1000", "rating": 31.22, "interval": [-29.11, 33.34], "games": 10_000, "wins": 9_876.5,
         "win_share": .98765, "win_interval": [.98, 1], "mean_rank": 1.23, "adjusted": None, "note": "", "faults": 0}]})
    lines = out.getvalue().splitlines()
    assert all(len(line) <= 80 and line.count("(") == line.count(")") for line in lines)
    assert all(any(text in line for line in lines) for text in ("(-101.22 to 123.55)", "(98.0 to 100.0)", "share of wins"))


def test_luck_is_taken_away() -> None:
    """The same mean over many games, with an interval of its own; what luck was is kept with every game."""
    result = match(["greedy", "random"], games=8)
    for seat in result["seats"]:
        found = seat["adjusted"]
        assert found and found["interval"] and found["interval"][0] <= found["win_share"] <= found["interval"][1]
        assert found["saved"] is None or found["saved"] > 0
    shares = [seat["adjusted"]["win_share"] for seat in result["seats"] if seat["adjusted"]]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    luck = play(Task(VARIANT, "1", 0, ("greedy", "random")))["luck"]
    assert luck and luck["evaluation"].startswith(f"{METHOD} network:")
    assert sum(luck["wins"]) == pytest.approx(0, abs=1e-5) and any(luck["points"])


def test_a_rank_lies_between_first_and_last() -> None:
    """Two deals only: Student's interval alone would reach far below the first place."""
    for seat in match(games=6)["seats"]:
        assert seat["rank_interval"] is not None
        low, high = seat["rank_interval"]
        assert 1 <= low <= seat["mean_rank"] <= high <= 3


def test_nobody_prints_in_the_domain() -> None:
    """Arena and lab tell their progress to whoever asks; only the terminal draws it."""
    for room in ("arena", "lab", "look"):
        for file in (Path(inventorium.__file__).parent / room).glob("*.py"):
            assert not re.search(r"^\s*(from|import) rich\b|\bprint\(", file.read_text(encoding="utf-8"), re.M), file
    told: list[tuple[int, int]] = []
    match(games=3, progress=lambda finished, games: told.append((finished, games)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("line_up", [["greedy"], ["greedy"] * 6])
def test_too_few_and_too_many_bots_are_refused(line_up: list[str]) -> None:
    with pytest.raises(InventoriumError, match="2 to 5 players"):
        match(line_up)


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


class Hasty(bots.Bot):
    """A bot of somebody's own: the first answer there is."""

    def think(self, view: View) -> int:
        return view.actions()[0]


def test_a_class_of_ones_own_plays_like_a_bot_with_a_name() -> None:
    line_up: list[str | type[bots.Bot]] = [Hasty, "random", "greedy"]
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


@dataclass(frozen=True)
class Loading:
    """A task that plays nothing, but reads a file of components."""

    file: str

    def key(self) -> str:
        return self.file


def load_box(task: Loading) -> dict[str, Any]:
    load_game("genies").box(task.file)
    return {}


def test_workers_do_not_repeat_what_there_is_to_doubt(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = (load_game("genies").folder / "components.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(re.sub(r'(id     = "ac1-09"(?:\n.+)*?\nn      = )2', r"\g<1>3", text), encoding="utf-8")
    with pytest.warns(ComponentsWarning):
        load_box(Loading(str(file)))
    capfd.readouterr()
    assert [result for _, result in on_this_machine(load_box, [Loading(str(file))] * 2, 2)] == [{}, {}]
    assert "reconstruction" not in capfd.readouterr().err
