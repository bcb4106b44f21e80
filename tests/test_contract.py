"""The contract of a game: what is missing or misspelt is named at loading, and the flags of its type mean what they say."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from inventorium import bots
from inventorium.bots.levels import without_network
from inventorium.core import library, records
from inventorium.core.contract import FORMS, OLD_NAMES, BadGame, GameType, members
from inventorium.core.errors import InventoriumError, UnknownName
from inventorium.core.game import Game, load_game
from inventorium.games.template.writer import write_game
from inventorium.table.table import Setup, Table

EXAMPLES = Path(__file__).parents[1] / "examples" / "games"


@pytest.fixture(autouse=True)
def folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that a test adds are forgotten afterwards."""
    monkeypatch.setenv(library.FOLDERS, "")
    monkeypatch.setattr("inventorium.games.__path__", list(library.games.__path__))


@pytest.fixture
def examples() -> None:
    library.add_folder(EXAMPLES)


@pytest.fixture
def broken(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """Makes a copy of the skeleton, changed in one place, and loads it."""
    name = f"broken-{request.node.name.partition('[')[2].rstrip(']').replace('_', '-') or request.node.name.replace('_', '-')}"

    def load(file: str, old: str, new: str) -> Game:
        write_game(name, tmp_path)
        path = tmp_path / name.replace("-", "_") / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        library.add_folder(tmp_path)
        return load_game(name)

    return load


STAGE = "stage=DRAFT"
MISTAKES = {
    "misspelt": ("rules.py", "def weight", "def wieght", "no weight (a game with chance needs it); is wieght meant?"),
    "missing": ("rules.py", "def breakdown", "def parts_of", "rules.py has no breakdown"),
    "spread": ("value.py", "def spread", "def spraed", "value.py has no spread; is spraed meant?"),
    "optional": ("value.py", "GOAL / 4", "GOAL / 4\n\n\nROLOUT = 9, 9", "ROLOUT, which nothing asks for; is ROLLOUT meant?"),
    "secrets": ("tables.py", STAGE, f"secrets=True, {STAGE}", "rules.py has no conceal (a game with secrets needs it)"),
    "at-once": ("tables.py", STAGE, f"simultaneous=True, {STAGE}", "rules.py has no is_asked"),
    "stage": ("tables.py", STAGE, 'stage="drafty"', "the stage is finished or draft, not drafty"),
    "record": ("tables.py", "record_of((), FIELDS,", "record_of((), {},", "STATE is not record_of"),
    "field": ("rules.py", "state.pot += ", "state.pots += ", "rules.py:48: the position has no field 'pots'; is 'pot' meant?"),
    "field-read": (
        "value.py",
        "state.points[seat] +",
        "state.point[seat] +",
        "value.py:13: the position has no field 'point'; is 'points' meant?",
    ),
    "field-unlike": (
        "rules.py",
        "state.pot += ",
        "state.lantern += ",
        "rules.py:48: the position has no field 'lantern'; FIELDS in tables.py lists its fields",
    ),
    "box-field": (
        "rules.py",
        "PART[action] + 1",
        "box.pips[PART[action]]",
        "rules.py:48: the box has no field 'pips'; BOX in tables.py lists its fields",
    ),
    "players": ("components.toml", "[2, 4]", "[2, 9]", "components.toml allows 9 players, tables.py only 4"),
}


@pytest.mark.parametrize(("file", "old", "new", "told"), MISTAKES.values(), ids=MISTAKES)
def test_what_does_not_fit_is_named_when_a_game_is_loaded(broken: Any, file: str, old: str, new: str, told: str) -> None:
    with pytest.raises(BadGame) as refusal:
        broken(file, old, new)
    assert told in str(refusal.value) and "\n" not in str(refusal.value)


def test_all_mistakes_are_told_at_once(broken: Any) -> None:
    with pytest.raises(BadGame, match=r"no set_up.*no is_over.*no places"):
        broken("rules.py", "def ", "def the_game_")


def in_old_words(folder: Path) -> str:
    """Write the example game Tricks as a game was written before names of the contract changed; return its name."""
    home = folder / "tricks_of_old"
    shutil.copytree(EXAMPLES / "tricks", home)
    for file, changes in {
        "tables.py": {"SCORE_PARTS": "PART_NAMES", "CATEGORICAL": "ONE_OF"},
        "rules.py": {"def determinize": "def imagine"},
        "notation.py": {"moves_as_seen": "answers_as_seen", "RecordedMove": "Answer"},
    }.items():
        text = (home / file).read_text()
        for new, old in changes.items():
            assert new in text
            text = text.replace(new, old)
        (home / file).write_text(text)
    components = home / "components.toml"
    components.write_text(components.read_text().replace("tricks", "tricks-of-old", 1))
    with (home / "value.py").open("a") as value:
        value.write('\n\nLEVELS = {"easy": ("random", 0)}\n')
    (home / "things.py").write_text('INSTEAD = {"cards": ("one", "two")}\n\n\ndef things(box):\n    return {"cards": ["one"]}\n')
    library.add_folder(folder)
    return "tricks-of-old"


def test_a_game_with_old_names_of_the_contract_works_and_is_warned(tmp_path: Path) -> None:
    name = in_old_words(tmp_path)
    with pytest.warns(DeprecationWarning) as warned:
        game = load_game(name)
    told = {str(one.message).removesuffix("; the old name goes with version 0.3") for one in warned}
    assert {
        "PART_NAMES in inventorium.games.tricks_of_old.tables is now SCORE_PARTS",
        "imagine in inventorium.games.tricks_of_old.rules is now determinize",
        "LEVELS in inventorium.games.tricks_of_old.value is now LEVEL_OVERRIDES",
        "inventorium.games.tricks_of_old.things is now inventory",
        "things in inventorium.games.tricks_of_old.things is now items",
    } <= told
    assert game.inventory.items(game.box()) == {"cards": ["one"]} and game.inventory.ALTERNATIVES == {"cards": ("one", "two")}
    position = game.new(3, seed=7)
    with pytest.warns(DeprecationWarning, match="View.imagine is now determinize"):
        assert position.view(0).imagine(1) == position.view(0).determinize(1)
    with pytest.warns(DeprecationWarning, match="answers_given is now actions_taken"):
        assert position.answers_given == position.actions_taken == len(position.log)
    assert "deal ?" in records.write(position, 0) and without_network("easy", game) == ("random", 0)
    while not position.over:
        position.act(bots.make("greedy", game).choose(position.view(position.to_act[0])))
    assert set(position.breakdown[0]) == {"tricks"}


def test_old_flags_of_a_type_work() -> None:
    with pytest.warns(DeprecationWarning) as warned:
        kind = GameType(simultaneous=True, secrets=True, sheets=True, longest_sheet=6)  # type: ignore[call-arg]
    assert len(warned) == 2 and "GameType(sheets=...) is now sealed" in str(warned[0].message)
    assert kind == GameType(simultaneous=True, secrets=True, sealed=True, longest_sealed=6)
    with pytest.warns(DeprecationWarning, match="GameType.longest_sheet is now longest_sealed"):
        assert kind.longest_sheet == 6


def test_every_old_name_has_a_new_one() -> None:
    for part, names in OLD_NAMES.items():
        assert set(names.values()) <= set(members(part)) and not set(names) & set(members(part))


def test_the_protocols_say_what_every_name_is_for() -> None:
    for form in FORMS.values():
        for name, member in vars(form).items():
            if callable(getattr(member, "__func__", None)) and not name.startswith("_"):
                assert member.__func__.__doc__, f"{form.__name__}.{name}"


def test_a_name_of_no_game_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean genies"):
        load_game("genie")


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InventoriumError, match="no game in this folder"):
        library.add_folder(tmp_path)


def test_a_game_of_the_package_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "genies").mkdir()
    shutil.copy(EXAMPLES / "fields" / "rules.py", tmp_path / "genies")
    library.add_folder(tmp_path)
    assert library.folder_of("genies") != tmp_path / "genies"


# ---------------------------------------------------------------- what the flags mean


@pytest.mark.parametrize(
    "name, kind",
    [
        ("legendary-inventors", GameType()),
        ("era-of-inventions", GameType(longest=1_500)),
        ("genies", GameType(simultaneous=True, secrets=True, sealed=True, longest=303, longest_sealed=6)),
        ("tricks", GameType(secrets=True, longest=32, stage="draft")),
        ("fields", GameType(chance=False, simultaneous=True, longest=24, stage="draft")),
    ],
)
def test_the_types_of_the_games(examples: None, name: str, kind: GameType) -> None:
    assert load_game(name).type == kind


def test_hidden_hands_are_played_in_turn(examples: None) -> None:
    """One seat is asked at a time, a view hides the others' cards, what others saw is not taken back, the rest is imagined."""
    table = Table.new(Setup("tricks", 3, seed="7"))
    hand = {card for card, owner in enumerate(table.position.picture()["holder"]) if owner == 0}
    seen = table.view(0).picture()["holder"]
    assert {card for card, owner in enumerate(seen) if owner == 0} == hand and 1 not in seen and 2 not in seen
    assert 0 not in table.view(-1).picture()["holder"]
    assert len(table.sealed_views(0)) == 1 and table.asked == (0,)
    after = table.play(0, table.view(0).moves()[0])
    assert after.asked == (1,) and after.may_undo(0) is None
    assert set(after.view(2).determinize(1).picture()["holder"]) >= {0, 1, 2}
    assert "deal ?" in after.record(0) and "deal ?" not in after.position.record()
    with pytest.raises(InventoriumError, match=r"secret|hidden"):
        after.view(1).after(after.view(1).actions()[0], 1)


def test_open_answers_at_once(examples: None) -> None:
    """All are asked together, everybody sees everything, answers come in any order, and are single answers, not sheets."""
    table = Table.new(Setup("fields", 3, seed="7"))
    assert table.asked == (0, 1, 2) and len(table.sealed_views(1)) == 1
    after = table.play(2, "go 4")
    assert after.asked == (0, 1) and after.view(0).picture()["on"][2] == 4
    done = after.play(0, "go 4").play(1, "go 3")
    assert done.position.scores == (0, 4, 0) and done.asked == (0, 1, 2)
    with pytest.raises(InventoriumError, match="say which one moves"):
        done.position.act(0)


@pytest.mark.parametrize("name", ["tricks", "fields"])
def test_bots_play_the_tiny_games(examples: None, name: str) -> None:
    game = load_game(name)
    position, seats = game.new(3, seed=4), [bots.make(bot, game) for bot in ("random", "greedy", "search:20")]
    while not position.over:
        seat = position.to_act[0]
        position.act(seats[seat].choose(position.view(seat)), seat)
    assert sorted(position.places)[0] == 1
