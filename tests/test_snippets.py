"""What one copies from README.md, from docs/ and from the page /api runs as it is printed.

Every fenced block is taken: Python and the shell are run, messages in JSON are compared with a real conversation. A block that
cannot run here is excused below, with the reason.
"""

import contextlib
import html
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from typer.testing import CliRunner

from inventorium import bots, load
from inventorium.cli import app
from inventorium.core.compiler import compiled_code_home
from inventorium.store.database_url import default_url
from inventorium.store.store import Store
from tests.command import run
from tests.patience import PATIENCE, wait_for
from tests.web.browser import serving

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# By its first words, and why it does not run.
EXCUSED = {
    "make play": "sets up the project from the package index",
    "useradd --system": "makes a user of the machine",
    "podman build": "needs a container engine",
    "upstream inventorium": "belongs to nginx",
    '"""my-game': "is a file of a game, which tests/test_new_game.py plays",
    "CREATE ROLE": "belongs to the superuser of a PostgreSQL server",
}
NEEDS = {
    "pettingzoo": "pettingzoo",
    "gymnasium": "gymnasium",
    "masked_ppo": "gymnasium",
    "pyspiel": "pyspiel",
    "inventorium ladder": "openskill",
}
SHORTER = (
    (r"(pytest my-games/tests)", r"\1 -k 'not all_ways_of_running'"),  # four processes: examples/games/tests has them
    (r"--games \d+", "--games 4 --workers 1"),
    (r"search:(\d+)000", r"search:\1"),
    (r"--minutes \d+", "--minutes 0.01 --games 20"),
)


class Block(NamedTuple):
    """A fenced block: where it stands, in which language, and what it says."""

    place: str
    language: str
    text: str


def blocks() -> list[Block]:
    found = []
    for file in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):  # docs/rules is notation, not code
        text = file.read_text(encoding="utf-8")
        for block in FENCED.finditer(text):
            line = text[: block.start()].count("\n") + 1
            found.append(Block(f"{file.relative_to(ROOT)}:{line}", block[1], block[2]))
        assert len(FENCED.findall(text)) * 2 == len(re.findall("^ *```", text, re.MULTILINE)), f"{file}: a block is not closed"
    return found


def excuse(block: Block) -> str:
    return next((why for beginning, why in EXCUSED.items() if block.text.startswith(beginning)), "")


def of_kind(language: str) -> list[Any]:
    return [pytest.param(block, id=block.place) for block in BLOCKS if block.language == language and not excuse(block)]


BLOCKS = blocks()


def test_every_block_is_run_or_excused() -> None:
    ways = {"python", "sh", "json", "ini", "text", "toml", "jinja"}  # `text` is a drawing
    assert [block.place for block in BLOCKS if block.language not in ways and not excuse(block)] == []
    assert [beginning for beginning in EXCUSED if not any(block.text.startswith(beginning) for block in BLOCKS)] == []
    assert sum(block.language == "python" for block in BLOCKS) >= 10


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place that looks like the project to whoever copies a command."""
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "docs").mkdir()
    return tmp_path


def library_for(text: str) -> None:
    """Skip where a library is missing that a snippet is about."""
    for sign, library in NEEDS.items():
        if sign in text:
            pytest.importorskip(library)


def environment(folder: Path) -> dict[str, str]:
    """As in a shell of somebody who has installed the project, with a home of its own but our compiled code."""
    return {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "INVENTORIUM_CACHE": str(compiled_code_home()),
    }


def at_home(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let this process be such a shell."""
    for name, value in environment(folder).items():
        patch.setenv(name, value)


# ---------------------------------------------------------------- Python


def stays_here(text: str) -> bool:
    """Whether this process can run it: importing everything anew takes longer. A game of one's own would stay loaded."""
    return "my-game" not in text


def printed_by(program: str, folder: Path) -> str:
    """Return what a program prints that is run in a folder."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(folder), contextlib.redirect_stdout(out):
        at_home(patch, folder)
        if not stays_here(program):
            return subprocess.run([sys.executable, "-c", program], input="", stdout=subprocess.PIPE, text=True, check=True).stdout
        patch.setattr(sys, "stdin", io.StringIO())
        exec(program, {"__name__": "__main__"})
    return out.getvalue()


@pytest.mark.parametrize("block", of_kind("python"))
def test_python_runs(block: Block, folder: Path) -> None:
    library_for(block.text)
    assert printed_by(block.text, folder) or "sys.stdin" in block.text, "it shows something"


def test_the_bot_of_ones_own_is_better_than_chance(folder: Path) -> None:
    block = next(block for block in BLOCKS if "class Collector(bots.Bot)" in block.text)
    wins = {line.split()[0]: float(line.split()[1]) for line in printed_by(block.text, folder).splitlines()}
    assert wins["Collector"] > 8 / 4


# ---------------------------------------------------------------- the shell


def commands(text: str) -> list[str]:
    """The commands of a block; a line that ends with a backslash goes on in the next one."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.strip().startswith("#")]


def shortened(command: str) -> str:
    """The same with fewer games, fewer simulations, less time."""
    for pattern, shorter in SHORTER:
        command = re.sub(pattern, shorter, command)
    return command


@pytest.mark.parametrize("block", of_kind("sh"))
def test_commands_run(block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other in one folder, with fewer games where many are played."""
    library_for(block.text)
    at_home(monkeypatch, folder)
    Store(default_url()).close()  # somebody has served tables here before
    for command in map(shortened, commands(block.text)):
        words = shlex.split(command, comments=True)
        if serves(words):
            assert_serves(words, folder)
        elif words[0].endswith("inventorium") and stays_here(command):
            assert_ran(command, run(*words[1:], input="quit\n", cwd=folder))
        else:
            shell = ["bash", "-c", command]
            assert_ran(command, subprocess.run(shell, cwd=folder, input="quit\n", capture_output=True, text=True, check=False))


def assert_ran(command: str, ran: subprocess.CompletedProcess[str]) -> None:
    assert ran.returncode == 0, f"{command}: {ran.stderr}"
    assert "the bot random moved instead" not in ran.stdout, ran.stdout


def serves(words: list[str]) -> bool:
    """Whether it is a server: it is one without a command, too, at a port that is free."""
    return "serve" in words or (len(words) == 1 and words[0].endswith("inventorium"))


def assert_serves(words: list[str], folder: Path) -> None:
    """A server prints its address, and answers there until it is stopped."""
    words = [*words, "--port", "0"] if "serve" in words else words
    begun = subprocess.Popen(
        words, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert begun.stdout
        address = next(found[0] for line in begun.stdout if (found := re.search(r"http://[\w.:]+", line)))
        assert httpx.get(address).status_code == 200
    finally:
        begun.terminate()
        begun.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("block", of_kind("ini"))
def test_a_unit_starts_what_there_is(block: Block) -> None:
    """A unit of systemd is not started here, but its command has only options that the command has."""
    line = re.search(r"^ExecStart=\S+/inventorium (\w+) (.*)$", block.text, re.MULTILINE)
    assert line
    said = CliRunner().invoke(app, [line[1], "--help"]).output
    assert all(option in said for option in re.findall(r"--\w+", line[2]))


# ---------------------------------------------------------------- the line protocol

LISTENER = """
import json, sys
heard = open(sys.argv[1], "w")
def say(message):
    for text in (heard, sys.stdout):
        print(json.dumps(message), file=text, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    print(line, end="", file=heard, flush=True)
    if message["type"] == "hello":
        say({"type": "hello", "name": "first bot"})
    elif message["type"] == "question":
        say({"type": "answer", "number": message["number"], "move": message["moves"][0]})
"""


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Everything that a program heard and said in a game of three."""
    folder = tmp_path_factory.mktemp("conversation")
    program, heard = folder / "listener.py", folder / "heard.jsonl"
    program.write_text(LISTENER)
    game = load("era-of-inventions")
    position, other = game.new(3, seed=7), bots.make("random", game, 1)
    with bots.make(f"{sys.executable} {program} {heard}", game) as bot:
        while not position.over:
            seat = position.to_act[0]
            position.act((bot if seat == 0 else other).choose(position.view(seat)), seat)
        bot.end(position.view(0))
    return [json.loads(line) for line in heard.read_text().splitlines()]


def is_part(example: Any, whole: Any) -> bool:
    """Whether an example says only what is there: fewer keys and fewer entries, but no others."""
    if isinstance(example, dict):
        return isinstance(whole, dict) and all(key in whole and is_part(value, whole[key]) for key, value in example.items())
    if isinstance(example, list):
        return isinstance(whole, list) and all(any(is_part(part, other) for other in whole) for part in example)
    return bool(example == whole)


@pytest.mark.parametrize("block", of_kind("json"))
def test_messages_are_those_of_the_protocol(block: Block, conversation: list[dict[str, Any]]) -> None:
    """In the order of a real conversation, each with all its keys."""
    real = iter(conversation)
    for line in block.text.splitlines():
        example = json.loads(line)
        message = next(message for message in real if message["type"] == example["type"])
        assert message.keys() == example.keys()
        if example["type"] != "result":
            assert is_part(example, message), f"{example} is not a part of {message}"


def test_a_program_gets_the_components(conversation: list[dict[str, Any]]) -> None:
    components = next(message for message in conversation if message["type"] == "game")["components"]
    view = next(message for message in conversation if message["type"] == "question")["view"]
    factories = {factory["id"]: factory for factory in components["factories"]}
    assert all({"cost", "output", "influence"} <= factories[name].keys() for name in view["factories"])
    cards = {card["id"]: card for card in components["start_inventions"]}
    assert all(card in cards and {"cost", "yield"} <= cards[card].keys() for card in view["cards"])
    assert all(set(record["name"]) == {"en", "de"} for record in (*factories.values(), *cards.values()))
    assert "__line__" not in json.dumps(components)


# ---------------------------------------------------------------- the page /api


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('store') / 'tables.db'}") as found:
        yield found


def examples_of(page: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page, re.DOTALL)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_examples_of_the_interface_run(address: str, language: str, folder: Path) -> None:
    """Each line as it is printed, with what earlier answers told in place of the words in capitals."""
    page = httpx.get(f"{address}/api", headers={"accept-language": language}).text
    known: dict[str, str] = {}
    lines = [line for text in examples_of(page) if text.startswith("curl") for line in commands(text)]
    assert len(lines) == 9
    for line in lines:
        command = filled(line, known)
        if "/stream" in command:
            first = first_line_with(command, "data: ", folder)
            assert json.loads(first.removeprefix("data: "))["number"] == 1
        else:
            known |= told(answer_to(command, folder), command)


def test_the_program_of_the_interface_plays_a_game(address: str, folder: Path) -> None:
    """Of every kind: with sealed sheets, and beside bots that answer while it thinks."""
    page = httpx.get(f"{address}/api", headers={"accept-language": "en"}).text
    program = next(text for text in examples_of(page) if text.startswith("import httpx"))
    for game in ("legendary-inventors", "genies"):
        created = httpx.post(f"{address}/api/tables", json={"game": game, "seats": ["me", "random", "me"]}).json()
        known = {"TABLE": created["table"], "SECRET": created["secret"]}
        done = subprocess.run(
            [sys.executable, "-c", filled(program, known)], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert len(json.loads(done.stdout)) == 3


def filled(line: str, known: dict[str, str]) -> str:
    return re.sub("TABLE|SECRET|NUMBER|ACTION", lambda word: known[word[0]], line)


def answer_to(command: str, folder: Path) -> Any:
    """What the server says; who looks at a table looks again until it is his turn."""
    answers = list[Any]()

    def is_my_turn() -> bool:
        said = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True).stdout
        answers.append(json.loads(said))
        return "moves" not in answers[-1] or bool(answers[-1]["moves"])

    wait_for(is_my_turn)
    return answers[-1]


def told(answer: Any, command: str) -> dict[str, str]:
    """What later commands need of an answer."""
    assert "problem" not in answer, f"{command}: {answer}"
    if "secret" in answer:
        return {"TABLE": answer["table"], "SECRET": answer["secret"]}
    if "sheet" in answer:
        return {"NUMBER": str(answer["number"]), "ACTION": str(answer["moves"][0]["action"])}
    return {}


def first_line_with(command: str, sign: str, folder: Path) -> str:
    """What a stream says first; then it is left."""
    with subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=folder, stdout=subprocess.PIPE, text=True) as begun:
        assert begun.stdout
        try:
            return next(line for line in begun.stdout if line.startswith(sign))
        finally:
            begun.terminate()


def test_the_interface_says_who_can_sit_and_how_a_sheet_is_handed_in(address: str) -> None:
    page = httpx.get(f"{address}/api", headers={"accept-language": "en"}).text
    for kind in ("me", "open", "random", "easy", "medium", "hard", "expert", "master"):
        assert f"<code>{kind}</code>" in page
    created = httpx.post(f"{address}/api/tables", json={"game": "genies", "seats": ["me", "medium"]}).json()
    mine = {"authorization": f"Bearer {created['secret']}"}
    shown = httpx.get(f"{address}/api/tables/{created['table']}", headers=mine).json()
    printed = json.loads(next(text for text in examples_of(page) if text.startswith("[[")))
    assert len(printed) == len(shown["sheet"]) and is_part(printed, shown["sheet"])
    assert printed[-1] == shown["sheet"][-1] == [{"action": 101, "move": "seal", "text": "Seal the bids"}]
    actions = [moves[0]["action"] for moves in shown["sheet"]]
    half = httpx.post(
        f"{address}/api/tables/{created['table']}/answers",
        headers=mine,
        json={"number": shown["number"], "actions": actions[:-1]},
    )
    assert half.status_code == 409 and half.json()["problem"] == "whole-sheet"
    whole = httpx.post(
        f"{address}/api/tables/{created['table']}/answers", headers=mine, json={"number": shown["number"], "actions": actions}
    )
    assert whole.status_code == 200


@pytest.mark.parametrize("game", ["legendary-inventors", "era-of-inventions", "genies"])
def test_the_components_have_an_address(address: str, game: str) -> None:
    found = httpx.get(f"{address}/api/games/{game}/components")
    assert found.status_code == 200 and found.headers["content-type"] == "application/json"
    loaded = load(game)
    assert found.json() == loaded.describe(loaded.box())
    if game == "genies":
        texts = {card["id"]: card["text"] for card in found.json()["action_cards"]}
        assert texts["ac1-01"] == {"en": "Take 10 chips from the bank.", "de": "Nimm 10 Chips aus der Bank."}
        assert not any("{" in text for both in texts.values() for text in both.values())
    missing = httpx.get(f"{address}/api/games/chess/components")
    assert missing.status_code == 404 and missing.json()["problem"] == "no-game"
