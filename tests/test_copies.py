"""Copies, pickles and records of a position play on independently and equally; re-deals keep the view."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from inventorium.core import library
from inventorium.core.position import Position
from inventorium.testing import load, play_on


def from_record(position: Position) -> Position:
    """Read again; the record of a running game does not tell its seed, so the dealer is given the same luck."""
    again = position.game.read(position.record())
    assert position.dealer is not None
    again.deal_on(position.dealer.copy())
    return again


def answers_of(position: Position) -> str:
    """In the order of a record, in which several seats that were asked at once stand by their numbers."""
    return position.record().partition("\n\n")[2]


WAYS: dict[str, Callable[[Position], Position]] = {
    "copied": Position.copy,
    "deep copied": copy.deepcopy,
    "pickled": lambda position: pickle.loads(pickle.dumps(position)),
    "gone back to": lambda position: position.at(position.actions_taken),
    "read": from_record,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", library.names())
def test_what_is_restored_plays_on_independently_and_equally(name: str, way: str) -> None:
    game = load(name)
    position = play_on(game.new(game.players[0], seed=3), random.Random(3), 90)
    before, twin = position.states.tobytes(), WAYS[way](position)
    assert twin.game is game and twin.states.tobytes() == before
    play_on(twin, random.Random(4), 60)
    assert position.states.tobytes() == before
    assert play_on(position, random.Random(4), 60).states.tobytes() == twin.states.tobytes()
    assert answers_of(position) == answers_of(twin)


@pytest.mark.parametrize("name", library.names())
def test_redeals_keep_the_view_and_differ_in_what_is_to_come(name: str) -> None:
    game = load(name)
    position = play_on(game.new(game.players[0], seed=3), random.Random(3), 60)
    for seat in range(position.players):
        others = [position.view(seat).determinize(seed) for seed in range(4)]
        assert all(other.view(seat).states.tobytes() == position.view(seat).states.tobytes() for other in others)
        assert len({play_on(other, random.Random(1)).states.tobytes() for other in others}) > 1


@pytest.mark.parametrize("name", library.names())
def test_positions_are_equal_where_the_same_lies_on_the_table(name: str) -> None:
    game = load(name)
    position = play_on(game.new(game.players[0], seed=3), random.Random(3), 40)
    for way in WAYS.values():
        assert way(position) == position
    view, other = position.view(0), position.copy()
    assert view == position.view(0) and view != position.view(-1) and view != position and position != "position"
    play_on(other, random.Random(3), 1)
    assert other != position and other.at(position.actions_taken) == position
