"""The command line as a person or a script uses it."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer

import inventorium
from inventorium import cli
from inventorium.cli import examples
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.terminal.output import simulation_table
from inventorium.web import browser
from tests.command import run
from tests.patience import PATIENCE

GAME = "legendary-inventors"


def run_alone(*words: object, input: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own: five are enough."""
    return subprocess.run(
        [sys.executable, "-m", "inventorium", *map(str, words)], capture_output=True, text=True, check=False, input=input
    )


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    position = inventorium.load(GAME).new(players=3, seed=11)
    while not position.over:
        position.act(position.actions()[-1])
    file = tmp_path_factory.mktemp("records") / "game.record"
    file.write_text(position.record())
    return file


def test_help_is_light() -> None:
    """It imports nothing heavy; how long it takes is for the bench."""
    code = """
import sys
from inventorium import cli
sys.argv = ["inventorium", "--help"]
try:
    cli.main()
finally:
    print([name for name in ("numba", "numpy", "llvmlite") if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip().endswith("[]") and "simulate" in found


def commands() -> Any:
    return typer.main.get_command(cli.app)


def test_every_command_has_examples_and_nothing_else_has() -> None:
    assert {"", *commands().commands} == examples.examples().keys()
    assert all(examples.examples().values())


@pytest.mark.parametrize("line", [line for lines in examples.examples().values() for line, _ in lines])
def test_examples_can_be_typed(line: str) -> None:
    """The command and all its options exist, and take what is given to them."""
    group, words = commands(), shlex.split(line)[1:]
    outer = group.make_context("inventorium", list(words))
    named = [place for place, word in enumerate(words) if word in group.commands]
    if named:
        command = group.commands[words[named[0]]]
        command.make_context(command.name, words[named[0] + 1 :], parent=outer)  # or it says what is wrong
        assert line in command.epilog + group.epilog
    else:
        assert words == []


def test_examples_that_are_cheap_run(record: Path) -> None:
    for line, said in (
        ("inventorium games", GAME),
        ("inventorium rules legendary-inventors LI-48 --lang de", "LI-48"),
        ("inventorium replay game.record --to 40 --lang de", "Platz 1"),
    ):
        assert any(line == one for lines in examples.examples().values() for one, _ in lines), line
        assert said in run(*shlex.split(line)[1:], cwd=record.parent).stdout


def test_version_and_completion() -> None:
    assert run_alone("--version").stdout == run("--version").stdout == f"inventorium {inventorium.__version__}\n"
    typed = {"_INVENTORIUM_COMPLETE": "complete_bash", "COMP_WORDS": "inventorium play ", "COMP_CWORD": "2"}
    code = "import sys; sys.argv = ['inventorium']; from inventorium.cli import main; main()"
    ran = subprocess.run([sys.executable, "-c", code], env=os.environ | typed, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == library.names()


def test_without_a_command_the_table_opens_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the usual port, or at another if that is taken; the browser is opened when the server answers."""
    served, opened, ready = [], list[str](), threading.Event()

    def serve(host: str, port: int) -> None:
        with socket.create_server((host, port)):
            served.append(port)
            assert ready.wait(PATIENCE)

    def open_browser(address: str) -> None:
        opened.append(address)
        ready.set()

    monkeypatch.setattr(cli, "serve", serve)
    monkeypatch.setattr("sys.argv", ["inventorium"])
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", open_browser)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr("inventorium.web.browser.USUAL_PORT", taken.getsockname()[1])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert ended.value.code == 0 and served != [taken.getsockname()[1]] and opened == [f"http://localhost:{served[0]}/"]


def test_without_a_desktop_no_browser_takes_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not browser.has_desktop()
    monkeypatch.setattr("sys.platform", "darwin")
    assert browser.has_desktop()


def test_simulate_tells_how_it_went() -> None:
    result = json.loads(run("simulate", GAME, "--players", 4, "--games", 50, "--seed", 1, "--json").stdout)
    assert result["games"] == 50 and result["players"] == 4
    assert len(result["mean_scores"]) == len(result["wins"]) == 4
    assert sum(result["wins"]) == pytest.approx(50, abs=0.01)
    assert result["win_shares"] == pytest.approx([wins / 50 for wins in result["wins"]], abs=1e-4)
    assert result["decisions_per_second"] > 0 and result["decisions"] > 50 * 50
    again = json.loads(run("simulate", GAME, "--players", 4, "--games", 50, "--seed", 1, "--json").stdout)
    assert {key: again[key] for key in ("decisions", "mean_scores", "wins")} == {
        key: result[key] for key in ("decisions", "mean_scores", "wins")
    }


def test_simulate_in_python_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The result is the same for everybody; the table tells shares, not counts."""
    simulation = inventorium.load(GAME).simulate(2, 30, "1")
    with pytest.raises(InventoriumError, match="call run"):
        simulation.result()
    simulation.run(10)
    assert simulation.result()["games"] == 10
    simulation.run()
    result = simulation.result()
    assert result["games"] == 30 and sum(result["win_shares"]) == pytest.approx(1, abs=1e-3)
    simulation_table(result)
    shown = capsys.readouterr().out
    assert f"{100 * result['win_shares'][0]:.1f} %" in shown and "share of wins" in shown
    assert not re.search(r"\bwins +│ \d", shown.replace("share of wins", ""))


def with_other_stars(folder: Path) -> Path:
    """A component file of Genies that only our reconstruction would have otherwise."""
    text = (inventorium.load("genies").folder / "components.toml").read_text(encoding="utf-8")
    record = 'id         = "homer"'
    before, _, after = text.partition(record)
    file = folder / "own.toml"
    file.write_text(before + record + after.replace("stars      = 1", "stars      = 9", 1), encoding="utf-8")
    return file


def test_a_doubt_about_components_is_one_line_told_once(tmp_path: Path) -> None:
    ran = run_alone("play", "genies", "--lang", "en", "--components", with_other_stars(tmp_path), input="quit\n")
    assert ran.returncode == 0
    told = [line for line in ran.stderr.splitlines() if line]
    assert len(told) == 1 and told[0].startswith(f"inventorium: {tmp_path / 'own.toml'}, line ") and "homer: " in told[0]
    assert told[0].endswith("(a rule of our reconstruction, not of the rulebook; it is played all the same)")


def test_replay_and_verify(record: Path) -> None:
    whole = json.loads(run("replay", record, "--json").stdout)
    assert whole["game"] == GAME and whole["over"] and len(whole["scores"]) == 3 and whole["winners"]
    part = json.loads(run("replay", record, "--to", 40, "--json").stdout)
    assert part["answers"] == 40 and not part["over"]
    assert "deals came from the seed" in run("verify", record).stdout
    assert "Leonardo" in run("replay", record, "--lang", "de").stdout


def test_rules_and_scenarios(tmp_path: Path) -> None:
    assert "Achtung" not in run("rules", GAME, "LI-48").stdout
    english, german = (json.loads(run("rules", GAME, "li-48", "--lang", lang, "--json").stdout) for lang in ("en", "de"))
    assert english[0]["id"] == german[0]["id"] == "LI-48" and english[0]["text"] != german[0]["text"]
    good = tmp_path / "good.scenario"
    good.write_text(
        f"scenario: the dealer names the start player\nrules: NO-11\ngame: {GAME}\nplayers: 2\n"
        "when\n  - start 1\nthen\n  asked = 1\nrefused\n  1 start 0\n"
    )
    ran = run("scenario", good)
    assert ran.returncode == 0 and ran.stdout.splitlines()[-1] == "1 passed, 0 failed"
    good.write_text(good.read_text().replace("asked = 1", "asked = 0"))
    ran = run("scenario", good)
    assert ran.returncode == 1 and ran.stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert f"{good}:8" in ran.stdout


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["simulate", "legendary-inventor"], "did you mean legendary-inventors"),
        (["simulate", GAME, "--players", "9"], "2 to 5 players"),
        (["simulate", GAME, "--edition", "english"], "unknown edition"),
        (["simulate", GAME, "--set", "placement=up_to"], "did you mean placement_mode"),
        (["simulate", GAME, "--set", "placement_mode"], "option=value"),
        (["simulate", GAME, "--set", "players=3"], "unknown option 'players'"),
        (["simulate", GAME, "--games", "many"], "'--games' / '-g'"),
        (["rules", GAME, "LI-999"], "unknown rule 'LI-999'"),
        (["rules"], "say which game"),
        (["replay", "nowhere.record"], "no such file"),
        (["scenario", "nowhere"], "no such file"),
        (["play", GAME, "--seat", "7"], "there is no seat 7"),
        (["play", GAME, "--lang", "fr"], "unknown language"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: list[str], text: str) -> None:
    ran = run(*words)
    assert ran.returncode == 2, ran
    assert text in ran.stderr and len(ran.stderr.strip().splitlines()) == 1 and "Traceback" not in ran.stderr
    assert ran.stdout == ""


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (lambda text: text[: len(text) // 2], "line"),  # cut off in the middle of a line
        (lambda text: "\n".join(text.splitlines()[:-3]) + "\n", "cut off or edited"),
        (lambda text: text.replace("rules: 1", "rules: 99"), "version 99 of the rules"),
        (lambda text: text.replace("inventorium record 1", "inventorium record 2"), "this program reads"),
        (lambda text: text.replace("result: ", "result: 1"), "edited"),
        (lambda text: text.replace("players: 3", "players: three"), "not a number"),
        (lambda text: text.replace("players: 3", "players: 7"), "2 to 5 players"),
        (lambda text: text.replace("players: 3", "players: ³"), "not a number"),
        (lambda text: text.replace("players: 3", "players: " + "3" * 5000), "not a number"),
        (lambda text: text.replace("players: 3", "players: 3\noptions: seed=1"), "unknown option 'seed'"),
        (lambda text: text.replace("\n0 ", "\n⁰ ", 1), "is not a move"),
        (lambda text: text.replace("game: legendary", "game: legendery"), "did you mean"),
        (lambda text: text.replace("edition: default", "colour: red"), "unknown header 'colour'"),
        (lambda text: text.replace("- start", "nobody start"), "is not a move"),
        (lambda text: text.replace("- deal ", "- deal x", 1), "line"),
        (lambda text: "Once upon a time", "not a game record"),
        (lambda text: "", "not a game record"),
        (lambda text: "\x00\x01\x02", "not a game record"),
    ],
)
def test_damaged_records_are_refused_with_their_place(record: Path, tmp_path: Path, damage, text: str) -> None:  # type: ignore
    file = tmp_path / "damaged.record"
    file.write_text(damage(record.read_text()))
    before = file.read_bytes()
    ran = run("replay", file, "--json")
    assert ran.returncode == 2 and text in ran.stderr and str(file) in ran.stderr, ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert file.read_bytes() == before


def test_an_edited_answer_names_the_line_and_the_rule(record: Path, tmp_path: Path) -> None:
    lines = record.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if " send " in line)
    lines[at] = lines[at].split()[0] + " refresh"
    file = tmp_path / "edited.record"
    file.write_text("\n".join(lines))
    ran = run("replay", file)
    assert ran.returncode == 2 and f"line {at + 1}:" in ran.stderr and "(LI-60)" in ran.stderr


def test_a_whole_game_in_the_terminal(tmp_path: Path) -> None:
    """Answering 1 to every question ends the game; save, undo and why work on the way."""
    saved = tmp_path / "saved.record"
    lines = ["help", "help LI-48", "why refresh", "board", "moves", "hint", f"save {saved}", f"save {saved}", "bla", "99999"]
    ran = run("play", GAME, "--players", 2, "--seed", 3, "--lang", "en", input="\n".join(lines + ["1"] * 600))
    assert ran.returncode == 0, ran.stderr
    assert "The game is over." in ran.stdout and "LI-48" in ran.stdout and "already exists" in ran.stdout
    assert inventorium.load(GAME).read(saved.read_text()).actions_taken == 2  # who begins, and the first team
    german = run("play", GAME, "--players", 2, "--seed", 3, "--lang", "de", input="quit\n")
    assert "Auf Wiedersehen" in german.stdout


def test_interrupting_is_quiet() -> None:
    """Also where whoever started the tests ignores interrupts, as a shell does for jobs in the background."""
    code = """
from inventorium import cli
from inventorium.terminal import output

def told(simulation, run=output.run_simulation):
    play = simulation.run

    def once(games):
        play(games)
        simulation.run = play
        print("in the middle", flush=True)
    simulation.run = once
    return run(simulation)
output.run_simulation = told
cli.main()
"""
    begun = subprocess.Popen(
        [sys.executable, "-c", code, "simulate", GAME, "--games", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    try:
        assert begun.stdout and begun.stdout.readline() == "in the middle\n"
        begun.send_signal(signal.SIGINT)
        out, err = begun.communicate()
    finally:
        begun.kill()
    assert begun.returncode == 130 and "Traceback" not in err and out == ""


def test_puzzles_in_the_terminal() -> None:
    """A wrong answer says what it costs; the solution is told on request, and one leaves by a letter, in both languages."""
    for language, key in (("en", "s"), ("de", "l")):
        words = inventorium.load(GAME).words(language)
        done = run("puzzles", GAME, "--lang", language, input=f"nonsense\n1\n{key}\nq\n")
        assert done.returncode == 0 and words("puzzles.task") in done.stdout and "NO-02" in done.stdout
        assert words("puzzles.wrong") in done.stdout or words("puzzles.right") in done.stdout
        assert words("terminal.goodbye") in done.stdout


def test_no_puzzles_to_check(tmp_path: Path) -> None:
    (tmp_path / "puzzles.jsonl").write_text("nothing\n")
    done = run("puzzles", GAME, "--check", 5, "--file", tmp_path / "puzzles.jsonl")
    assert done.returncode == 2 and "not a puzzle file" in done.stderr and done.stderr.count("\n") == 1


def test_the_deal_of_the_day_in_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the same all day long: somebody's first question, whatever the date makes of it, and a way out."""
    monkeypatch.setattr("inventorium.teaching.daily.today", partial(date, 2026, 11, 19))  # also when midnight comes
    first, again = run("daily", GAME, input="quit\n"), run("daily", GAME, input="quit\n")
    assert first.returncode == 0 and first.stdout == again.stdout
    assert re.match(r"Legendary Inventors: you are seat \d\.", first.stdout)
    assert all(re.search(rf"^ *{number}  \S", first.stdout, re.M) for number in (1, 2)), "answers to choose from"
    assert first.stdout.endswith("> Goodbye.\n")
