"""Bots that are programs: the example in the documentation, and programs that misbehave."""

import re
import sys
from pathlib import Path

import pytest

from inventorium import bots
from inventorium.bots.stdio import Program
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game, load_game
from inventorium.core.position import Position
from tests.patience import PATIENCE

HOME = Path(__file__).parents[2]
HELLO = 'print(\'{"type": "hello"}\', flush=True)'
MISBEHAVING = {
    "nonsense": f"import sys; {HELLO}\nfor line in sys.stdin: print('what?', flush=True)",
    "nonsense: 'win' is not among the moves": "import sys, json; "
    + HELLO
    + """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        print(json.dumps({"type": "answer", "number": message["number"], "move": "win"}), flush=True)""",
    "late": f"import sys, time; {HELLO}\nfor line in sys.stdin: time.sleep(60)",
    "dead": f"import sys; {HELLO}\nfor line in sys.stdin:\n    if 'question' in line: sys.exit('no more')",
    "dead: ended with status 3": "import sys; sys.exit(3)",
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("legendary-inventors")


def script(folder: Path, text: str) -> str:
    file = folder / "bot.py"
    file.write_text(text)
    return f"{sys.executable} {file}"


def play(game: Game, bot: bots.Bot, questions: int = 10_000) -> Position:
    """Play the bot on seat 0 against random on seat 1, until the bot has answered this many questions."""
    position, other = game.new(2, seed=5), bots.make("random", game, 5)
    while not position.over and questions > 0:
        seat = position.to_act[0]
        questions -= seat == 0
        position.act((bot if seat == 0 else other).choose(position.view(seat)), seat)
    return position


def test_the_example_plays_a_whole_game(game: Game) -> None:
    with bots.make(f"{sys.executable} {HOME / 'examples' / 'first_bot.py'}", game) as bot:
        position = play(game, bot)
        bot.end(position.view(0))
    assert position.over and bot.faults == []


def test_the_example_has_thirty_lines_and_stands_in_the_documentation() -> None:
    example = (HOME / "examples" / "first_bot.py").read_text()
    assert len(example.splitlines()) <= 30
    assert example in (HOME / "docs" / "bot-protocol.md").read_text()


@pytest.mark.parametrize("fault", MISBEHAVING)
def test_a_program_that_misbehaves_loses_its_move_and_the_game_goes_on(game: Game, tmp_path: Path, fault: str) -> None:
    answer_within = 0.2 if fault == "late" else PATIENCE  # else a busy machine would be late before it is wrong
    with Program(script(tmp_path, MISBEHAVING[fault]), game, 7, answer_within=answer_within) as bot:
        position = play(game, bot, 4)
    assert bot.faults and bot.faults[0]["fault"].startswith(fault)
    assert position.log == play(game, bots.make("random", game, 7), 4).log


def test_an_answer_that_is_too_late_is_not_taken_for_the_next_one(game: Game, tmp_path: Path) -> None:
    slow_once = """
import sys, json
print('{"type": "hello"}', flush=True)
answers = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        answers.append(json.dumps({"type": "answer", "number": message["number"], "move": message["moves"][0]}))
        if message["number"] > 1:
            print("\\n".join(answers), flush=True)
            answers = []
"""
    with Program(script(tmp_path, slow_once), game, 7, answer_within=0.2) as bot:  # the first answer comes with the second
        play(game, bot, 1)
        assert isinstance(bot, Program)
        bot.answer_within = PATIENCE
        play(game, bot, 5)
    assert len(bot.faults) == 1 and bot.faults[0]["fault"].startswith("late")


def test_a_dead_program_is_reported_once(game: Game, tmp_path: Path) -> None:
    with Program(script(tmp_path, MISBEHAVING["dead"]), game) as bot:
        play(game, bot)
    assert [(fault["question"], fault["fault"], fault["errors"]) for fault in bot.faults] == [
        (1, "dead: ended with status 1", ["no more"])
    ]


def test_the_end_of_the_error_output_comes_with_each_fault_once(game: Game, tmp_path: Path) -> None:
    """In node the last line is always the version: what went wrong stands above it."""
    wrong = (
        "import sys, json\n"
        + HELLO
        + """
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        if message["number"] == 3:
            for number in range(1, 30):
                print("line", number, "x" * 10_000 * (number == 12), file=sys.stderr, flush=True)
            sys.exit(1)
        print(json.dumps({"type": "answer", "number": message["number"], "move": "win"}), flush=True)"""
    )
    with Program(script(tmp_path, wrong), game, 7, answer_within=60) as bot:
        play(game, bot)
    nonsense, again, dead = bot.faults
    assert nonsense["fault"] == again["fault"] and (nonsense["question"], again["question"]) == (1, 2)
    assert dead["fault"] == "dead: ended with status 1"
    assert [line.split()[:2] for line in dead["errors"]] == [["line", str(number)] for number in range(10, 30)]
    assert max(map(len, dead["errors"])) == 500


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import sys; sys.exit('no such file')", "dead: ended with status 1\nno such file"),
        ("print('welcome', flush=True)\ninput()", "nonsense: 'welcome' is not a message of the protocol"),
    ],
)
def test_a_program_that_does_not_start_is_refused_with_its_error_output(game: Game, tmp_path: Path, text: str, why: str) -> None:
    position = game.new(2, seed=5)
    with pytest.raises(InventoriumError) as refused, Program(script(tmp_path, text), game) as bot:
        bot.prepare(position.view(0))
    assert str(refused.value) == f"bot '{script(tmp_path, text)}' does not start: {why}"


def test_a_program_that_was_tried_before_can_play(game: Game, tmp_path: Path) -> None:
    """`inventorium play` prepares the bot that then plays."""
    with bots.make(f"{sys.executable} {HOME / 'examples' / 'first_bot.py'}", game) as bot:
        bot.prepare(game.new(2, seed=5).view(0))
        play(game, bot, 3)
    assert bot.faults == []


def test_a_program_that_is_not_there_is_refused(game: Game) -> None:
    with pytest.raises(InventoriumError, match="unknown bot"):
        bots.make("no-such-program --fast", game)


def test_a_program_never_sees_what_its_seat_cannot_know(tmp_path: Path) -> None:
    genies = load_game("genies")
    notes = tmp_path / "heard"
    listener = f"""
import sys, json
print('{{"type": "hello"}}', flush=True)
for line in sys.stdin:
    open({str(notes)!r}, "a").write(line)
    message = json.loads(line)
    if message["type"] == "question":
        print(json.dumps({{"type": "answer", "number": message["number"], "move": message["moves"][-1]}}), flush=True)
"""
    position, other = genies.new(2, seed=1), bots.make("random", genies, 1)
    with Program(script(tmp_path, listener), genies) as bot:
        for _ in range(30):
            seat = position.to_act[0]
            held = [
                card
                for card, owner in enumerate(position.state.owner.tolist())
                if owner == 1 - seat and position.state.played_in[card] < 0
            ]
            position.act((bot if seat == 0 else other).choose(position.view(seat)), seat)
            if seat == 0:
                heard = notes.read_text().splitlines()[-1]
                assert not any(re.search(rf'"{genies.box().ids("action_cards")[card]}"', heard) for card in held)
    assert bot.faults == []
