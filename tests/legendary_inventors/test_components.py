"""The components: what the catalogue says of them (2.1), and what a file of them must satisfy (4.4). The shipped set meets
every constraint; a file that breaks one of a rulebook or of the notation is refused with its name, the line and the constraint,
and one that only differs from our reconstruction is played, with a warning."""

import random
import re
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from inventorium import testing as kit
from inventorium.core.components import NEEDED, OURS, PRINTED
from inventorium.core.errors import BadComponents, ComponentsWarning
from inventorium.core.game import load_game

GAME = load_game("legendary-inventors")
SHIPPED = (GAME.folder / "components.toml").read_text(encoding="utf-8")
DISCIPLINES = ["physics", "chemistry", "mechanics", "mathematics"]


@pytest.fixture
def parts() -> Any:
    return GAME.box().components


# ---------------------------------------------------------------- 2.1, the shipped set


@pytest.mark.rules("LI-01", "LI-02", "LI-03", "LI-04", "DC-01", "DC-02", "DC-07", "DC-16")
def test_numbers_of_components(parts: Any) -> None:
    assert len(parts["inventors"]) == 20
    assert sum(level > 0 for inventor in parts["inventors"] for level in inventor["start"]) == 33
    assert len(parts["inventions"]) == 36
    assert Counter(card["age"] for card in parts["inventions"]) == {1: 12, 2: 12, 3: 12}
    assert sum(token["count"] for token in parts["tokens"]) == 52


@pytest.mark.rules("LI-05", "LI-06", "DC-16")
def test_the_52_tokens(parts: Any) -> None:
    assert {(token["kind"], token.get("value")): token["count"] for token in parts["tokens"]} == {
        ("progress", 2): 12,
        ("progress", 3): 8,
        ("progress", 4): 6,
        ("points", 1): 4,
        ("points", 2): 4,
        ("points", 3): 4,
        ("availability", None): 4,
        ("knowledge", None): 5,
        ("classification", None): 5,
    }


@pytest.mark.rules("LI-08")
def test_disciplines_are_listed_in_the_order_of_the_rulebook(parts: Any) -> None:
    assert [discipline["id"] for discipline in parts["disciplines"]] == DISCIPLINES


@pytest.mark.rules("LI-09", "LI-10", "DC-03", "DC-04", "DC-05")
def test_a_tile_has_a_name_levels_a_target_and_its_points(parts: Any) -> None:
    for tile in parts["inventors"]:
        assert tile["name"]["en"] and tile["name"]["de"]
        assert len(tile["start"]) == len(tile["target"]) == 4
        assert all(0 <= level <= 4 for level in tile["start"] + tile["target"])
        assert any(tile["start"]) and any(tile["target"]) and tile["points"] > 0
        assert all(goal == 0 or goal >= level for level, goal in zip(tile["start"], tile["target"], strict=True))
        assert any(level < goal for level, goal in zip(tile["start"], tile["target"], strict=True))


@pytest.mark.rules("LI-11", "LI-12", "DC-01", "DC-06")
def test_five_teams_of_four_from_one_period(parts: Any) -> None:
    assert sorted(team["colour"] for team in parts["teams"]) == ["blue", "green", "purple", "red", "yellow"]
    for team in parts["teams"]:
        members = [inventor for inventor in parts["inventors"] if inventor["team"] == team["id"]]
        assert len(members) == 4
        first, last = team["period"]
        for inventor in members:
            born, died = inventor["lived"]
            assert first <= born and died <= last, f"{inventor['id']} did not live in {team['id']}"
        assert all(any(inventor["start"][d] for inventor in members) for d in range(4))


@pytest.mark.rules("LI-13", "LI-14", "LI-15", "LI-16", "DC-08", "DC-09", "DC-11", "DC-19")
def test_a_card_has_a_name_spaces_a_number_a_value_and_an_age(parts: Any) -> None:
    assert {entry["number"]: entry["name"]["en"] for entry in parts["classes"]} == {
        0: "Weaponry",
        1: "Transportation",
        2: "Communication",
        3: "Recreation",
        4: "Time",
        5: "Energy",
    }
    for card in parts["inventions"]:
        assert card["name"]["en"] and card["name"]["de"]
        assert any(card["spaces"]) and all(0 <= spaces <= 9 for spaces in card["spaces"])
        assert card["class"] in range(6) and card["points"] >= 1 and card["age"] in (1, 2, 3)
    assert any(0 in card["spaces"] for card in parts["inventions"])  # not all need all four disciplines
    assert Counter((card["age"], card["class"]) for card in parts["inventions"]) == {
        (age, number): 2 for age in (1, 2, 3) for number in range(6)
    }
    assert {card["points"] for card in parts["inventions"]} == {1, 2, 3}


@pytest.mark.rules("LI-17", "LI-18", "DC-10")
def test_value_and_work_rise_from_age_to_age(parts: Any) -> None:
    ages = [[card for card in parts["inventions"] if card["age"] == age] for age in (1, 2, 3)]
    for number in (lambda card: card["points"], lambda card: sum(card["spaces"])):
        first, second, third = (sum(map(number, cards)) / len(cards) for cards in ages)
        assert first < second < third


@pytest.mark.rules("DC-12", "DC-13", "DC-14", "DC-15")
def test_what_the_rulebooks_name(parts: Any) -> None:
    einstein, archimedes, bow = (parts.find(name) for name in ("einstein", "archimedes", "bow"))
    assert (einstein["start"], einstein["target"], einstein["points"]) == ([1, 0, 0, 1], [3, 0, 0, 3], 9)
    assert {inventor["id"] for inventor in parts["inventors"] if inventor["team"] == "antiquity"} == {
        "hypatia",
        "archimedes",
        "aristotle",
        "hippocrates",
    }
    assert bow["spaces"][0] >= 1 and bow["spaces"][2] >= 2
    assert archimedes["start"][0] <= 1 and archimedes["start"][2] <= 2
    assert all(archimedes["start"][d] == 0 or bow["spaces"][d] == 0 for d in (1, 3))


@pytest.mark.rules("DC-17")
def test_there_are_tokens_enough_for_every_target_that_a_file_can_set(parts: Any) -> None:
    """From 0 to 4 in all four disciplines takes four tokens of each level: no file with the 52 tokens can break DC-17."""
    of_level = {token["value"]: token["count"] for token in parts["tokens"] if token["kind"] == "progress"}
    assert min(of_level.values()) >= 4 and set(of_level) == {2, 3, 4}
    for tile in parts["inventors"]:
        needed = Counter(
            level + 1 for start, goal in zip(tile["start"], tile["target"], strict=True) for level in range(start, goal)
        )
        assert all(needed[level] <= of_level[level] for level in of_level)


@pytest.mark.rules("DC-18", "DC-20")
def test_names_and_ids(parts: Any) -> None:
    for language in ("en", "de"):
        for group in ("inventors", "inventions"):
            names = [thing["name"][language] for thing in parts[group]]
            assert len(set(names)) == len(names)
    ids = [thing["id"] for group in ("teams", "inventors", "inventions", "tokens") for thing in parts[group]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in ids)
    assert not {"patent", "nothing", "with", *DISCIPLINES} & set(ids)


# ---------------------------------------------------------------- 4.4, files that break a constraint


class File:
    """The shipped file as a text to be spoiled."""

    def __init__(self) -> None:
        self.text = SHIPPED

    def record(self, name: str) -> re.Match[str]:
        """The record of this id; of two of them the second."""
        found = list(re.finditer(rf'^\[\[\w+\]\]\n(?:id|number)\s*= "?{name}"?\n(?:.+\n)*', self.text, re.MULTILINE))
        assert found, name
        return found[-1]

    def line(self, name: str) -> int:
        """The line where the record of this id, or the first one of this group, begins."""
        group = re.search(rf"^\[\[{name}\]\]", self.text, re.MULTILINE)
        return self.text[: (group or self.record(name)).start()].count("\n") + 1

    def put(self, name: str, key: str, value: str) -> "File":
        """Change one value of a record."""
        record = self.record(name)
        changed, count = re.subn(rf"^({key}\s*= ).*$", rf"\g<1>{value}", record[0], flags=re.MULTILINE)
        assert count == 1, (name, key)
        self.text = self.text[: record.start()] + changed + self.text[record.end() :]
        return self

    def drop(self, name: str) -> "File":
        record = self.record(name)
        self.text = self.text[: record.start()] + self.text[record.end() :]
        return self

    def add(self, record: str) -> "File":
        self.text += record
        return self

    def everywhere(self, old: str, new: str) -> "File":
        assert old in self.text
        self.text = self.text.replace(old, new)
        return self


AGE_ONE = ("bow", "stone-axe", "canoe", "wheel", "smoke-signals")
TENTH_TOKEN = """
[[tokens]]
id    = "progress-5"
name  = { en = "Progress 5", de = "Aufwertung 5" }
kind  = "progress"
value = 5
count = 1
"""


def younger(*cards: str) -> File:
    file = File()
    for card in cards:
        file.put(card, "age", "2")
    return file


SPOILED = [
    # constraint, the record or group that is blamed, the file
    ("LI-08", "disciplines", File().put("physics", "id", '"alchemy"')),
    ("LI-11", "teams", File().put("modern", "colour", '"green"')),
    ("LI-15", "classes", File().put("5", "number", "6")),
    ("DC-01", "teams", File().drop("watt")),
    ("DC-01", "teams", File().drop("modern")),
    ("DC-01", "watt", File().put("watt", "team", '"renaissance"')),
    ("DC-01", "industry", File().put("watt", "team", '"modern"')),
    ("DC-02", "inventors", File().put("watt", "start", "[1, 0, 1, 1]")),
    ("DC-04", "watt", File().put("watt", "start", "[5, 0, 1, 0]")),
    ("DC-04", "watt", File().put("watt", "start", "[-1, 0, 1, 0]")),
    ("DC-04", "watt", File().put("watt", "target", "[1, 1, 5, 1]")),
    ("DC-04", "watt", File().put("watt", "target", "[0, 0, 0, 0]")),
    ("DC-07", "inventions", File().drop("wheel")),
    ("DC-07", "inventions", File().put("wheel", "age", "4")),
    ("DC-07", "inventions", younger(*AGE_ONE)),
    ("DC-08", "wheel", File().put("wheel", "spaces", "[0, 0, 0, 0]")),
    ("DC-08", "wheel", File().put("wheel", "spaces", "[1, -1, 3, 1]")),
    ("DC-09", "wheel", File().put("wheel", "class", "6")),
    ("DC-09", "wheel", File().put("wheel", "class", "-1")),
    ("DC-09", "inventions", File().everywhere("class  = 5", "class  = 4")),
    ("DC-10", "inventions", File().everywhere("points = 2\n", "points = 3\n")),
    ("DC-10", "inventions", File().put("wheel", "spaces", "[9, 9, 9, 9]")),
    ("DC-11", "inventions", File().everywhere("points = 1\n", "points = 0\n")),
    ("DC-12", "einstein", File().put("einstein", "points", "8")),
    ("DC-12", "einstein", File().put("einstein", "target", "[3, 0, 0, 4]")),
    ("DC-12", "inventors", File().put("einstein", "id", '"bohr"')),
    ("DC-12", "inventors", File().put("einstein", "id", '"bohr"').put("wheel", "id", '"einstein"')),
    ("DC-13", "teams", File().put("hypatia", "id", '"euclid"')),
    ("DC-14", "bow", File().put("bow", "spaces", "[1, 0, 1, 3]")),
    ("DC-14", "bow", File().put("bow", "spaces", "[0, 1, 2, 2]")),
    ("DC-14", "inventions", File().put("bow", "id", '"sling"')),
    ("DC-14", "inventions", File().put("bow", "id", '"sling"').put("watt", "id", '"bow"')),
    ("DC-15", "archimedes", File().put("archimedes", "start", "[2, 0, 1, 0]").put("archimedes", "target", "[3, 0, 3, 0]")),
    ("DC-15", "archimedes", File().put("archimedes", "start", "[0, 0, 1, 1]")),
    ("DC-16", "tokens", File().put("progress-2", "count", "11")),
    ("DC-16", "tokens", File().put("progress-2", "value", "1")),
    ("DC-16", "tokens", File().put("points-3", "kind", '"medal"')),
    ("DC-16", "tokens", File().put("points-3", "value", "[3]")),
    ("DC-16", "tokens", File().add(TENTH_TOKEN)),
    ("DC-19", "battery", File().put("battery", "spaces", "[10, 4, 0, 2]")),
    ("DC-20", "Battery", File().put("battery", "id", '"Battery"')),
    ("DC-20", "electric battery", File().put("battery", "id", '"electric battery"')),
    ("DC-20", "patent", File().put("battery", "id", '"patent"')),
    ("DC-20", "mathematics", File().put("watt", "id", '"mathematics"')),
    ("DC-20", "battery", File().put("light-bulb", "id", '"battery"')),
]

OF_THE_NOTATION = ("DC-08", "DC-19", "DC-20")  # the game could not be played otherwise; all others are printed

DOUBTED = [
    # what no rulebook says: the constraint, the record that is named, the file
    ("DC-03", "watt", File().put("watt", "start", "[0, 0, 0, 0]").put("lavoisier", "start", "[1, 2, 1, 0]")),
    ("DC-04", "hypatia", File().put("hypatia", "target", "[1, 0, 1, 1]")),
    ("DC-05", "hypatia", File().put("hypatia", "target", "[0, 0, 0, 2]")),
    ("DC-06", "industry", File().put("lovelace", "start", "[0, 1, 1, 0]")),
    ("DC-18", "tesla", File().put("tesla", "name", '{ en = "Thomas Edison", de = "Nikola Tesla" }')),
    ("DC-18", "tesla", File().put("tesla", "name", '{ en = "Nikola Tesla", de = "Thomas Edison" }')),
    ("DC-18", "wheel", File().put("wheel", "name", '{ en = "Bow", de = "Rad" }')),
]


@pytest.mark.rules(
    "DC-01",
    "DC-02",
    "DC-04",
    "DC-07",
    "DC-08",
    "DC-09",
    "DC-10",
    "DC-11",
    "DC-12",
    "DC-13",
    "DC-14",
    "DC-15",
    "DC-16",
    "DC-19",
    "DC-20",
)
@pytest.mark.parametrize(("constraint", "blamed", "file"), SPOILED, ids=[f"{rule}-{name}" for rule, name, _ in SPOILED])
def test_a_file_that_breaks_a_constraint_is_refused(constraint: str, blamed: str, file: File, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(file.text, encoding="utf-8")
    with pytest.raises(BadComponents) as refused:
        GAME.box(path)
    told = str(refused.value)
    kind = NEEDED if constraint in OF_THE_NOTATION else PRINTED
    assert told.endswith(f"({kind}: inventorium rules legendary-inventors {constraint})") and "\n" not in told, told
    assert told.startswith(f"{path}, line {file.line(blamed)}: "), told


@pytest.mark.rules("DC-03", "DC-04", "DC-05", "DC-06", "DC-18")
@pytest.mark.parametrize(("constraint", "blamed", "file"), DOUBTED, ids=[f"{rule}-{name}" for rule, name, _ in DOUBTED])
def test_a_file_that_only_differs_from_our_reconstruction_is_played_with_a_warning(
    constraint: str, blamed: str, file: File, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(file.text, encoding="utf-8")
    with pytest.warns(ComponentsWarning) as told:
        GAME.box(path)
    assert len(told) == 1
    text = str(told[0].message)
    assert text.startswith(f"{path}, line {file.line(blamed)}: ") and "\n" not in text, text
    assert text.endswith(f"({OURS}: inventorium rules legendary-inventors {constraint})"), text
    assert kit.play_on(GAME.new(4, seed=3, components=path), random.Random(3)).over


def test_the_spoiled_files_are_whole_but_for_one_thing(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(File().text, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error", ComponentsWarning)
        GAME.box(path)


@pytest.mark.parametrize("value", ["1000", "3000000000", "-3000000000"])
def test_a_number_that_a_game_could_count_past_is_refused(value: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(File().put("watt", "points", value).text, encoding="utf-8")
    with pytest.raises(BadComponents, match="'points' is a whole number"):
        GAME.box(path)


@pytest.mark.parametrize(
    "name", ['{ de = "Watt" }', '{ en = "Watt", de = 3 }', r'{ en = "Watt\n", de = "Watt" }', '{ en = "", de = "W" }']
)
def test_a_name_can_be_shown_as_it_is(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(File().put("watt", "name", name.replace("\\", r"\\")).text, encoding="utf-8")
    with pytest.raises(BadComponents, match="a name is given in English"):
        GAME.box(path)
