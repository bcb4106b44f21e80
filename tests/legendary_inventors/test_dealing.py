"""Chance and openness: piles and bag (LI-25 to LI-31, LI-97, catalogue 4.3), what everybody sees (AM-27)."""

import random
from collections import Counter

import numpy as np
import pytest

from inventorium.core.position import DEALER, Position
from inventorium.testing import play_on
from tests.legendary_inventors.positions import GAME, first_turn


def weights(position: Position) -> dict[str, int]:
    return {
        position.write(DEALER, action): int(GAME.rules.weight(position.state, position.box.array[0], action))
        for action in position.actions(DEALER)
    }


@pytest.mark.rules("LI-26", "LI-30", "NO-07", "AM-45")
def test_every_card_is_equally_likely_and_every_token() -> None:
    position = GAME.new(3, dealer=None, team_assignment="random")
    assert weights(position) == {"start 0": 1, "start 1": 1, "start 2": 1}
    position.play("start 0")
    assert set(weights(position).values()) == {1} and len(weights(position)) == 5
    for team in ("antiquity", "modern", "industry"):
        position.play(f"team {team}")
    assert set(weights(position).values()) == {1} and len(weights(position)) == 12
    for card in ("bow", "stone-axe", "canoe", "wheel", "dice", "drum"):
        position.play(f"deal {card}")
    assert weights(position) == {
        "draw progress-2": 12,
        "draw progress-3": 8,
        "draw progress-4": 6,
        "draw points-1": 4,
        "draw points-2": 4,
        "draw points-3": 4,
        "draw availability": 4,
        "draw knowledge": 5,
        "draw classification": 5,
    }
    position.play("draw progress-2")
    assert weights(position)["draw progress-2"] == 11


@pytest.mark.rules("LI-26")
def test_the_pile_is_shuffled() -> None:
    """Over 1200 seeds each of the twelve cards is laid out first about 100 times."""
    first = Counter(int(GAME.new(2, seed=seed, team_assignment="given").state.layout[0]) for seed in range(1200))
    assert sum(first.values()) == 1200 and len(first) == 12
    assert all(60 <= count <= 140 for count in first.values()), first


@pytest.mark.rules("LI-26", "AM-27")
def test_the_piles_are_face_down_and_all_else_is_open() -> None:
    """What is to come is nowhere in the position, and every seat sees the whole of it."""
    positions = [GAME.new(2, seed=seed) for seed in range(20)]
    begun = {position.states.tobytes() for position in positions}
    assert len(begun) == 2  # only the start player has been drawn
    for position in positions[:5]:
        play_on(position, random.Random(1), 60)
        for seat in range(DEALER, 2):
            assert np.array_equal(position.view(seat).states, position.states)
            assert position.view(seat).picture() == position.picture()


@pytest.mark.rules("LI-31", "LI-82")
def test_everybody_sees_the_tokens_on_the_inventions_and_before_the_players() -> None:
    position = first_turn(2)
    position.state.reward[0] = [position.box.ids("tokens").index(token) for token in ("points-3", "knowledge")]
    position.arrange("tokens", (1, position.box.ids("tokens").index("classification")), 2)
    seen = position.view(0).picture()
    assert seen["inventions"][0]["tokens"] == ["points-3", "knowledge"]
    assert seen["players"][1]["tokens"] == {"classification": 2}
