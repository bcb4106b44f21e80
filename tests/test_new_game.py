"""The game that `new-game` writes: what its author reads, and what its tests ask for when it is to be finished."""
from pathlib import Path

import pytest

from inventorium.core import library, scenarios
from inventorium.core.game import Game, load_game
from inventorium.core.position import DEALER
from inventorium.core.words import LANGUAGES
from inventorium.skeleton.writing import write_game
from inventorium.table import story
from inventorium.table.table import Setup, Table

NAME = "just-written"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Game:
    monkeypatch.setenv(library.FOLDERS, "")
    monkeypatch.setattr("inventorium.games.__path__", list(library.games.__path__))
    write_game(NAME, tmp_path)
    library.add_folder(tmp_path)
    return load_game(NAME)


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
    page = (Path(__file__).parents[1] / "docs" / "your-own-game.md").read_text(encoding="utf-8")
    text = next(block for block in page.split("```text\n")[1:] if "fall 4" in block).split("```")[0]
    file = tmp_path / "holding.scenario"
    file.write_text(text.replace("game: my-game", f"game: {NAME}"), encoding="utf-8")
    assert "points 0 = 4" in text
    for scenario in scenarios.read(file):
        scenario.run()


def test_every_line_of_the_log_begins_with_a_capital_and_says_what_fell(written: Game) -> None:
    for language in LANGUAGES:
        table = Table.new(Setup(NAME, 2, seed="7"))
        for _ in range(4):
            table = table.answer(table.asked[0], "roll")
        turns = story.turns(table, 0, written.words(language))
        falls = [line.move for turn in turns for line in turn.lines if turn.seat == DEALER]
        told = [clause.text for turn in turns for clause in turn.clauses]
        assert falls and all(text[0].isupper() for text in told), told
        assert [text for text in told if "die" in text] == [f"The die shows a {fall.split()[1]}" for fall in falls]
        assert any(text.startswith({"en": "You choose: ", "de": "Du wählst: "}[language]) for text in told)


def test_only_seats_with_a_player_are_shown(written: Game) -> None:
    assert written.new(3, seed=1).picture()["points"] == [0, 0, 0]
