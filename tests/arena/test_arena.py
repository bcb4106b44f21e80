"""Matches and ladders: fair seats, honest intervals, the same results everywhere, nothing played twice."""

import json
import os
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

import inventorium
from inventorium import bots, cli
from inventorium.core.errors import ComponentsWarning, InventoriumError
from inventorium.core.game import load_game
from inventorium.core.position import View
from inventorium.core.statistics import share
from inventorium.research.arena import match as matches
from inventorium.research.arena.game_task import PLAYOUT, Result, Task, play
from inventorium.research.arena.match import Entrant, Match, play_match, run_match, turned, turns
from inventorium.research.arena.variant import Variant, variant_of
from inventorium.research.arena.workers import Execution, on_ray, on_this_machine, read
from inventorium.review.evaluation import METHOD
from tests.command import run as command

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
    file.write_text("".join(lines[:3]) + lines[3][:20])  # interrupted in the middle of a line
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
    assert line.pop("format") == PLAYOUT.format and line.pop("components")  # older versions wrote neither
    for written in ("lab 2", "arena 99", None):
        file.write_text(json.dumps({**line, "format": written}) + "\n")
        with pytest.raises(InventoriumError, match=f"line 1: this result has the format '{written or 'unknown'}'"):
            match(games=1, file=file)


def test_own_components_are_played(tmp_path: Path) -> None:
    """Their games are told from those with other components, also in one file."""
    text = (load_game(VARIANT.game).folder / "components.toml").read_text(encoding="utf-8")
    own, file = tmp_path / "own.toml", tmp_path / "results"
    own.write_text(re.sub(r"^set *=.*$", 'set = "mine"', text, flags=re.M), encoding="utf-8")
    mine = match(games=2, variant=variant_of(VARIANT.game, components=own), file=file)
    usual = match(games=2, file=file)
    assert mine["components"].startswith("mine ") and not usual["components"].startswith("mine ")
    assert match(games=2, variant=variant_of(VARIANT.game, components=own), file=file) == mine  # nothing is played again
    assert len({result["components"] for result in read(file, PLAYOUT)}) == 2 and len(read(file, PLAYOUT)) == 4


@pytest.mark.parametrize(
    "command_line",
    [
        ["match", "legendary-inventors", "--seats", "greedy,random"],
        ["ladder", "legendary-inventors", "--bots", "greedy,random", "--players", "2"],
    ],
)
def test_commands_take_components(
    command_line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Task] = []

    def play_all(play: Callable[[Task], Any], tasks: list[Task], _: Execution) -> Iterator[tuple[Task, Any]]:
        played.extend(tasks)
        return ((task, play(task)) for task in tasks)

    monkeypatch.setattr("inventorium.research.arena.workers.play_all", play_all)
    own = load_game(VARIANT.game).folder / "components.toml"
    assert run(*command_line, "--games", "2", "--json", "--components", str(own), monkeypatch=monkeypatch) == 0
    assert [task.variant.components for task in played] == [str(own)] * 2
    capsys.readouterr()
    assert run(*command_line, "--components", str(tmp_path / "no.toml"), monkeypatch=monkeypatch) == 2
    assert capsys.readouterr().err.strip().endswith("no.toml: there is no such file")


@pytest.mark.parametrize(
    "command_line",
    [
        ["match", "legendary-inventors", "--seats", "greedy,random", "--out"],
        ["ladder", "legendary-inventors", "--bots", "greedy,random", "--players", "2", "--out"],
        ["ladder", "legendary-inventors", "--bots", "greedy,random", "--players", "2", "--plot"],
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_played(
    command_line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inventorium.research.arena.workers.play_all", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "file").touch()
    for path in (tmp_path / "nowhere" / "file", tmp_path, tmp_path / "file" / "file"):
        assert run(*command_line, str(path), monkeypatch=monkeypatch) == 2
        told = capsys.readouterr()
        assert told.out == "" and len(told.err.splitlines()) == 1 and f"{path}: cannot be written" in told.err
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_tables_fit_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interval is never broken, and a long bot takes lines of its own column."""
    from inventorium.terminal import output

    monkeypatch.setattr(output, "console", Console(width=80, file=(out := StringIO())))
    entrant: Entrant = {
        "bot": "python3 examples/first_bot.py",
        "games": 10_000,
        "wins": 9_876.5,
        "win_share": 0.98765,
        "interval": [0.98, 1],
        "mean_rank": 1.23,
        "rank_interval": [1.01, 1.44],
        "mean_score": 123.45,
        "score_interval": [-101.22, 123.55],
        "note": "",
        "faults": 0,
        "fault_kinds": [],
        "adjusted": {
            "win_share": 0.98765,
            "interval": [0.98, 1],
            "saved": 12.34,
            "mean_score": 123.45,
            "score_interval": [-101.22, 123.55],
            "score_saved": 12.34,
        },
    }
    output.match_table(
        {
            "game": "legendary-inventors",
            "edition": "default",
            "options": {},
            "components": "",
            "players": 2,
            "games": 10_000,
            "seed": "1",
            "deals": 5_000,
            "seats": [entrant] * 2,
        }
    )
    output.ladder_table(
        {
            "game": "legendary-inventors",
            "games": 10_000,
            "bots": [
                {
                    "bot": "search:1000",
                    "rating": 31.22,
                    "interval": [-29.11, 33.34],
                    "games": 10_000,
                    "wins": 9_876.5,
                    "win_share": 0.98765,
                    "win_interval": [0.98, 1],
                    "mean_rank": 1.23,
                    "adjusted": None,
                    "note": "",
                    "faults": 0,
                    "fault_kinds": [],
                }
            ],
        }
    )
    lines = out.getvalue().splitlines()
    assert all(len(line) <= 80 and line.count("(") == line.count(")") for line in lines)
    assert all(any(text in line for line in lines) for text in ("(-101.22 to 123.55)", "(98.0 to 100.0)", "share of wins"))


def test_luck_is_taken_away() -> None:
    """The same mean over many games, with an interval of its own; what luck was is kept with every game."""
    result = match(["greedy", "random"], games=40)
    for seat in result["seats"]:
        found = seat["adjusted"]
        assert found and found["interval"][0] <= found["win_share"] <= found["interval"][1]
        assert found["saved"] is None or found["saved"] > 0
    shares = [seat["adjusted"]["win_share"] for seat in result["seats"] if seat["adjusted"]]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    luck = play(Task(VARIANT, "1", 0, ("greedy", "random")))["luck"]
    assert luck and luck["evaluation"].startswith(f"{METHOD} network:")
    assert sum(luck["wins"]) == pytest.approx(0, abs=1e-5) and any(luck["points"])


def results(wins: list[list[int]], luck: list[list[float]]) -> list[tuple[Result, int]]:
    """The results of a bot on seat 0: the games of each deal, whether it won, and with what luck."""
    template: Result = {
        "game": "",
        "edition": "",
        "changes": [],
        "components": "",
        "seed": "1",
        "deal": 0,
        "seats": [],
        "scores": [],
        "places": [],
        "answers": 0,
        "luck": None,
        "faults": [],
    }
    return [
        (
            {
                **template,
                "deal": deal,
                "scores": [10 * win, 5],
                "places": [1, 2] if win else [2, 1],
                "luck": {"evaluation": "", "wins": [lucky, -lucky], "points": [lucky, -lucky]},
            },
            0,
        )
        for deal, (of_deal, lucks) in enumerate(zip(wins, luck, strict=True))
        for win, lucky in zip(of_deal, lucks, strict=True)
    ]


def test_without_luck_nothing_is_claimed_that_the_deals_do_not_tell() -> None:
    chance = random.Random(4)

    def luck(deals: int) -> list[list[float]]:
        return [[chance.gauss(0, 0.2), chance.gauss(0, 0.2)] for _ in range(deals)]

    for few in (1, 4, 19):
        assert matches.adjusted(results([[1, 0]] * few, luck(few))) is None
    all_won = matches.adjusted(results([[1, 1]] * 30, luck(30)))
    assert all_won and all_won["saved"] is None and all_won["interval"] == share(60, 60)["interval"] == [0.9398, 1]
    assert all_won["score_interval"] is None and all_won["score_saved"] is None
    nearly = matches.adjusted(results([[1, 1]] * 29 + [[1, 0]], luck(30)))
    assert nearly and nearly["interval"][0] < 0.93


def test_the_interval_without_luck_is_narrower_where_luck_explains_something_and_holds_the_truth() -> None:
    chance, missed, narrower = np.random.default_rng(8), 0, 0
    for _ in range(300):
        lucks = chance.normal(0, 0.35, (60, 1))
        wins = (chance.random((60, 1)) < 0.7 + lucks).astype(int)
        truth = float(np.clip(0.7 + np.random.default_rng(1).normal(0, 0.35, 100_000), 0, 1).mean())
        found = matches.adjusted(results(wins.tolist(), lucks.tolist()))
        plain = share(int(wins.sum()), 60)["interval"]
        assert found and plain
        missed += not found["interval"][0] <= truth <= found["interval"][1]
        narrower += found["interval"][1] - found["interval"][0] < plain[1] - plain[0]
    assert missed / 300 < 0.08 and narrower > 250


def test_a_match_of_few_deals_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        run("match", "legendary-inventors", "--seats", "greedy,random", "--games", "8", "--workers", "1", monkeypatch=monkeypatch)
        == 0
    )
    told = capsys.readouterr().out
    assert "games saved" not in told and "Means without luck: from 20 deals on" in told
    assert not re.search(r"\(([-0-9.]+) to \1\)", told)


def test_a_rank_lies_between_first_and_last() -> None:
    """Two deals only: Student's interval alone would reach far below the first place."""
    first, *others = match(games=6)["seats"]
    assert (first["mean_rank"], first["rank_interval"]) == (1, None)  # it won them all
    for seat in others:
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


FAILING = """
import sys
print('{"type": "hello"}', flush=True)
for line in sys.stdin:
    if "question" in line:
        raise ValueError("boom in my bot")
"""


def test_a_bot_that_fails_is_told_in_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each distinct fault once, with the end of the bot's error output: in the result, in the file and in the terminal."""
    (tmp_path / "bot.py").write_text(FAILING)
    bot, file = f"{sys.executable} {tmp_path / 'bot.py'}", tmp_path / "results"
    result = match([bot, "random"], 2, file=file)
    assert [seat["faults"] for seat in result["seats"]] == [2, 0]
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(2)
    (kind,) = result["seats"][0]["fault_kinds"]
    assert (kind["fault"], kind["times"], kind["errors"][-1]) == ("dead: ended with status 1", 2, "ValueError: boom in my bot")
    for line in read(file, PLAYOUT):
        assert [fault["errors"][-1] for fault in line["faults"]] == ["ValueError: boom in my bot"]
    assert (
        run(
            "match",
            "legendary-inventors",
            "--seats",
            f"{bot},random",
            "--games",
            "2",
            "--out",
            str(file),
            monkeypatch=monkeypatch,
        )
        == 0
    )
    told = capsys.readouterr().out
    assert told.count("boom in my bot") == 2  # the line of the program, and its error
    assert "2 faults; the bot random moved instead\n  2 x dead: ended with status 1\n    | Traceback" in told
    assert run("ladder", "legendary-inventors", "--from", str(file), monkeypatch=monkeypatch) == 0
    assert "2 x dead: ended with status 1\n    | Traceback" in capsys.readouterr().out


def test_a_bot_that_does_not_start_ends_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, file = f"{sys.executable} {tmp_path / 'nobody.py'}", tmp_path / "results"
    assert (
        run(
            "match",
            "legendary-inventors",
            "--seats",
            f"{bot},random",
            "--games",
            "2",
            "--out",
            str(file),
            monkeypatch=monkeypatch,
        )
        == 2
    )
    told = capsys.readouterr()
    first, *output = told.err.splitlines()
    assert first == f"inventorium: bot '{bot}' does not start: dead: ended with status 2"
    assert "can't open file" in " ".join(output) and told.out == "" and not file.exists()


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


@pytest.mark.parametrize(
    "words", [("--seats", "greedy,gready"), ("--seats", "greedy"), ("--seats", "greedy,random", "--games", "0")]
)
def test_mistakes_are_told_in_one_line(words: tuple[str, ...]) -> None:
    done = command("match", "legendary-inventors", *words)
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.long
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


@dataclass(frozen=True)
class Killing(Loading):
    """A task whose worker is killed so many times; each time leaves a file."""

    times: int = 0


def die_or_play(task: Killing) -> dict[str, Any]:
    if len([*Path(task.file).iterdir()]) < task.times:
        (Path(task.file) / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"times": task.times}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    tasks = [Killing(str(tmp_path), times) for times in (0, 2, 0)]
    assert dict(on_this_machine(die_or_play, tasks, 2)) == {task: {"times": task.times} for task in tasks}
    assert len([*tmp_path.iterdir()]) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_task_that_kills_every_worker_ends_the_run_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InventoriumError, match="killed 3 times in a row"):
        list(on_this_machine(die_or_play, [Killing(str(tmp_path), 100)], 2))
    assert len([*tmp_path.iterdir()]) == 3


def test_results_of_a_cluster_are_collected_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look at all the waiting tasks for each result takes ever longer the more there are."""
    looked_at = []

    class Ray:
        """Half of what waits is finished at every look."""

        def remote(self, **_: Any) -> Callable[[Any], Any]:
            return lambda play: SimpleNamespace(remote=lambda task: (task, play(task)["file"]))

        def wait(self, waiting: list[Any], num_returns: int, timeout: float | None = None) -> tuple[list[Any], list[Any]]:
            looked_at.append(len(waiting))
            done = min(num_returns, (len(waiting) + 1) // 2)
            return waiting[:done], waiting[done:]

        def get(self, one: Any) -> Any:
            return one[1]

        def shutdown(self) -> None:
            pass

    monkeypatch.setattr("inventorium.research.arena.workers.joined", lambda _: Ray())
    tasks = [Loading(str(number)) for number in range(1000)]
    found = dict(on_ray(lambda task: {"file": task.file}, tasks, "local"))
    assert len(found) == 1000 and all(found[task] == task.file for task in tasks)
    assert sum(looked_at) < 3000


def test_workers_do_not_repeat_what_there_is_to_doubt(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = (load_game("genies").folder / "components.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(re.sub(r'(id     = "ac1-09"(?:\n.+)*?\nn      = )2', r"\g<1>3", text), encoding="utf-8")
    with pytest.warns(ComponentsWarning):
        load_box(Loading(str(file)))
    capfd.readouterr()
    assert [result for _, result in on_this_machine(load_box, [Loading(str(file))] * 2, 2)] == [{}, {}]
    assert "reconstruction" not in capfd.readouterr().err
