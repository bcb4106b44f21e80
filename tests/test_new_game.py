"""The game that `new-game` writes: what its author reads, and what its tests ask for when it is to be finished."""

from pathlib import Path

import pytest
import rich

from inventorium.core import library, scenarios
from inventorium.core.game import Game, load_game
from inventorium.core.position import DEALER
from inventorium.games.template.writer import write_game
from inventorium.research.arena.variant import variant_of
from inventorium.research.arena.workers import Execution
from inventorium.research.lab.collection import collect, plan
from inventorium.research.lab.measurements import measure
from inventorium.table import turn_log
from inventorium.table.table import Setup, Table
from inventorium.testing import GameTests, golden
from tests.languages import LANGUAGES

NAME, UNFINISHED = "my-game", "hardly-finished"  # the first is called as in the docs, whose commands share what is compiled
DOCS = Path(__file__).parents[1] / "docs" / "finish-a-game.md"


@pytest.fixture(autouse=True)
def folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.FOLDERS, "")
    monkeypatch.setattr("inventorium.games.__path__", list(library.games.__path__))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game as it is written, and beside it the files of the page that finishes it."""
    folder, page = tmp_path_factory.mktemp("games"), DOCS.read_text(encoding="utf-8")
    home = write_game(NAME, folder)[0].parent
    for name, first in (("board.py", '"""my-game in a terminal'), ("inventory.py", '"""my-game: what a player')):
        (home / name).write_text(first + page.split(first)[1].split("```")[0])
    with (home / "words" / "en" / "main.toml").open("a") as words:
        words.write("\n[things]" + page.split("```toml\n[things]")[1].split("```")[0])
    return folder


@pytest.fixture
def written(folder: Path) -> Game:
    library.add_folder(folder)
    return load_game(NAME)


@pytest.fixture
def unfinished(tmp_path: Path) -> GameTests:
    """The tests of a game that is no draft any more, although nothing was written for it."""
    write_game(UNFINISHED, tmp_path)
    tables = tmp_path / UNFINISHED.replace("-", "_") / "tables.py"
    tables.write_text(tables.read_text().replace(", stage=DRAFT", "").replace("DRAFT, ", ""))
    library.add_folder(tmp_path)

    class Tests(GameTests):
        game = UNFINISHED
        home = tmp_path / "tests"

    return Tests()


def test_a_four_is_a_four_in_the_notation_the_log_and_the_points(written: Game) -> None:
    for pips in (2, 3, 4, 5, 6):
        position = written.new(2, dealer=None)
        position.play("roll")
        assert position.moves(DEALER) == [f"fall {face}" for face in (1, 2, 3, 4, 5, 6)]
        fall = position.actions(DEALER)[pips - 1]
        for language in LANGUAGES:
            said = written.notation.say(position.box, position.fields, DEALER, fall, written.words(language))
            assert said.endswith(f"shows a {pips}"), said
        position.play(f"fall {pips}")
        assert position.log[-1] == (DEALER, fall) and position.picture()["pot"] == pips
    position = written.new(2, dealer=None)
    for move in ("roll", "fall 1"):
        position.play(move)
    assert position.picture()["pot"] == 0 and position.to_act == (1,)


def test_the_scenario_of_the_docs_says_what_falls(written: Game, tmp_path: Path) -> None:
    text = next(block for block in DOCS.read_text(encoding="utf-8").split("```text\n")[1:] if "fall 4" in block).split("```")[0]
    file = tmp_path / "holding.scenario"
    file.write_text(text.replace("game: my-game", f"game: {NAME}"), encoding="utf-8")
    assert "points 0 = 4" in text
    for scenario in scenarios.read(file):
        scenario.run()


def test_every_line_of_the_log_begins_with_a_capital_and_says_what_fell(written: Game) -> None:
    for language in LANGUAGES:
        table = Table.new(Setup(NAME, 2, seed="7"))
        for _ in range(4):
            table = table.play(table.asked[0], "roll")
        turns = turn_log.turns(table, 0, written.words(language))
        falls = [line.move for turn in turns for line in turn.lines if turn.seat == DEALER]
        told = [clause.text for turn in turns for clause in turn.clauses]
        assert falls and all(text[0].isupper() for text in told), told
        assert [text for text in told if "die" in text] == [f"The die shows a {fall.split()[1]}" for fall in falls]
        assert any(text.startswith({"en": "You choose: ", "de": "Du wählst: "}[language]) for text in told)


def test_only_seats_with_a_player_are_shown(written: Game) -> None:
    assert written.new(3, seed=1).picture()["points"] == [0, 0, 0]


# ---------------------------------------------------------------- from a draft to a finished game


@pytest.mark.parametrize(
    ("check", "what"),
    [
        (
            "test_golden_records",
            r"not for .2, 3, 4.; write them: python -m inventorium\.testing\.golden hardly-finished --folder ",
        ),
        ("test_nonsense_is_refused_and_changes_nothing", "the refusal of '.*' names no rule: write rulings.py"),
        ("test_why_not_refuses_exactly_what_is_not_legal", "names no rule: write rulings.py"),
        ("test_events_can_be_told_in_every_language_to_everybody", "the event answer names no rule: write events.py"),
        ("test_every_rule_has_a_test", r"write the numbered rules: words/en/rules\.toml"),
    ],
)
def test_the_kit_says_what_a_finished_game_still_needs(unfinished: GameTests, check: str, what: str) -> None:
    with pytest.raises(AssertionError, match=what):
        getattr(unfinished, check)()


def test_the_writer_of_golden_records_writes_what_the_kit_reads(
    unfinished: GameTests, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = golden.command_for(UNFINISHED, tmp_path / "tests" / "golden").split()
    golden.main(command[3:])
    assert sorted(file.name for file in (tmp_path / "tests" / "golden").iterdir()) == [
        "default-2.record",
        "default-3.record",
        "default-4.record",
    ]
    unfinished.test_golden_records()
    with pytest.raises(SystemExit, match=r"default-2.record already exists; remove it"):
        golden.main(command[3:])
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_no_two_golden_records_are_of_the_same_game(tmp_path: Path) -> None:
    """Editions that play alike at random have one record: those that differ in the name of the edition only test the head."""
    root = Path(__file__).parent
    for home in (tmp_path, *root.glob("*/golden")):
        if home == tmp_path:
            golden.write_records(load_game("legendary-inventors"), tmp_path)
        bodies = [[line for line in file.read_text().splitlines() if not line.startswith("edition:")] for file in home.iterdir()]
        assert bodies and all(bodies.count(body) == 1 for body in bodies), home


# ---------------------------------------------------------------- what the page shows


def test_the_files_of_the_page_belong_to_a_game(written: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """The board and the things of docs/finish-a-game.md, with their words, in the game that is written."""
    position = written.new(3, seed=1)
    rich.print(written.board.board(position.view(0), written.words("en")))
    shown = capsys.readouterr().out
    assert shown.count("seat") == 3 and "points" in shown
    ((main, _),) = collect([plan(variant_of(NAME), 2, "random", 20, "tests", skill=False)], Execution(workers=1))
    ends = {one["thing"]: one["taken"]["share"] for one in measure(variant_of(NAME), "random", main)["things"]["ends"]}
    assert ends.keys() == {"held", "lost"} and ends["lost"]
