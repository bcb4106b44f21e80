"""What a person reads who tried an illegal move: the rule, and a sentence that is true, in English and German."""

from typing import Any

import pytest

from inventorium.core.errors import IllegalMove
from inventorium.core.position import Position
from tests.legendary_inventors.positions import GAME, first_turn

KNOWLEDGE = GAME.box().ids("tokens").index("knowledge")


def refusal(position: Position, seat: int, move: str) -> tuple[str, str, str]:
    """The rule, the English and the German sentence."""
    with pytest.raises(IllegalMove) as refused:
        position.play(move, seat)
    return refused.value.ruling.rule, str(refused.value), refused.value.message(GAME.words("de"))


def sent(inventor: str, tokens: int = 0, **changes: Any) -> Position:
    """Let seat 0 declare this many additional-knowledge tokens and send this inventor of Antiquity to the bow."""
    position = first_turn(**changes)
    position.arrange("tokens", (0, KNOWLEDGE), tokens)
    for _ in range(tokens):
        position.play("use knowledge")
    position.play(f"send {inventor} bow")
    return position


@pytest.mark.parametrize(
    ("move", "rule", "english", "german"),
    [
        ("place 2 physics", "LI-46", "empty spaces for Physics: 1", "Freie Felder für Physik: 1"),
        ("place 9 physics", "LI-46", "empty spaces for Physics: 1", "Freie Felder für Physik: 1"),
        ("place 1 mechanics", "NO-23", "now choose for Physics", "Wähle jetzt für Physik"),
        ("place 01 physics", "NO-23", "place <number> <discipline>", "place <number> <discipline>"),
        ("place ² physics", "NO-23", "place <number> <discipline>", "place <number> <discipline>"),
        ("place " + "9" * 5000 + " physics", "NO-23", "place <number> <discipline>", "place <number> <discipline>"),
    ],
)
def test_LI_46_NO_23_numbers_of_cubes(move: str, rule: str, english: str, german: str) -> None:
    position = sent("archimedes", placement_mode="up_to")
    found = refusal(position, 0, move)
    assert found[0] == rule and english in found[1] and german in found[2]


def test_AM_23_the_supply_counts_the_cubes_already_named() -> None:
    """Archimedes could place 1 in physics and 2 in mechanics, but there are only two cubes."""
    position = first_turn(placement_mode="up_to", cubes_per_player=2)
    position.arrange("level", (0, 1, 2), 2)
    position.play("send archimedes bow")
    position.play("place 1 physics")
    rule, english, german = refusal(position, 0, "place 2 mechanics")
    assert (rule, "left in the supply: 1" in english, "im Vorrat: 1" in german) == ("AM-23", True, True)


def test_AM_07_a_number_that_leaves_no_room_for_the_token_is_not_called_too_much_knowledge() -> None:
    position = sent("archimedes", tokens=2, placement_mode="up_to")  # the bow is 1 0 2 2, so 3 of 5 cubes are beyond him
    position.play("place 1 physics")
    rule, english, german = refusal(position, 0, "place 1 mechanics")  # then only 2 could be beyond
    assert (rule, "not every additional-knowledge token" in english, "jedes Geniestreichplättchen" in german) == (
        "AM-07",
        True,
        True,
    )


def test_LI_47_at_least_one_cube() -> None:
    position = sent("hypatia", placement_mode="up_to")
    rule, english, german = refusal(position, 0, "place 0 mathematics")
    assert (rule, "at least one cube" in english, "mindestens einen Spielstein" in german) == ("LI-47", True, True)


def test_NO_22_one_discipline_at_a_time() -> None:
    position = sent("archimedes", tokens=1)
    assert refusal(position, 0, "place physics physics")[0] == "NO-22"
    assert refusal(position, 0, "place physics")[1:] == (
        "'place physics' is not possible: empty spaces for Physics: 0 (LI-153)",
        "„place physics“ ist nicht möglich: Freie Felder für Physik: 0 (LI-153)",
    )


def test_NO_26_without_an_action_nobody_hears_that_one_is_possible() -> None:
    position = first_turn(cubes_per_player=1)
    position.play("send archimedes bow")
    position.play("place physics")
    position.play("send edison bow")  # the only cube, on mechanics
    position.play("refresh")
    position.play("refresh")
    assert position.moves(0) == ["pass"]
    assert refusal(position, 0, "done")[0] == "NO-26"


def test_LI_40_names_are_those_of_the_language() -> None:
    rule, english, german = refusal(first_turn(), 0, "send einstein bow")
    assert rule == "LI-40"
    assert "Hypatia, Archimedes, Aristotle and Hippocrates" in english
    assert "Hypatia, Archimedes, Aristoteles und Hippokrates" in german


def test_NO_07_the_dealer_has_no_team() -> None:
    position = GAME.new(5, dealer=None)
    position.play("start 0")
    for team in ("antiquity", "modern", "industry", "early-modern", "middle-ages"):
        position.play(f"team {team}")
    assert "your team" not in refusal(position, -1, "send einstein bow")[1]
    assert "it is the dealer’s turn" in refusal(position, 0, "refresh")[1]
    assert "Jetzt ist der Geber dran" in refusal(position, 0, "refresh")[2]


def test_LI_104_the_final_window_belongs_to_the_last_age() -> None:
    position = GAME.new(2, seed=1)
    while not position.over:
        assert position.picture()["age"] <= 3
        position.act(position.actions()[0])
    assert position.picture()["age"] == 3
