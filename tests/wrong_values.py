"""Throws wrong values of all kinds at every public method of views, positions and batches of a game, and right ones among them:

    python -m tests.wrong_values genies

A process of its own, because a wrong number that reaches compiled code ends it (tests/test_arguments.py). With
NUMBA_BOUNDSCHECK=1 compiled code tells where it would have read or written beyond the end of a record.
"""

import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import inventorium
from inventorium.core import position_editor
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.position import Position, View
from inventorium.research.batch import Batch, observation
from inventorium.testing import some_positions

VALUES: list[Any] = [
    None,
    True,
    False,
    np.True_,
    1.0,
    1.5,
    float("nan"),
    np.float64(1),
    1j,
    "",
    "x",
    "0",
    b"0",
    "\ud800",
    (),
    [],
    [0],
    {},
    set(),
    object,
    np.array([0, 1]),
    np.array([[0]]),
    np.array(1.5),
    np.array("x"),
    10**5000,
    -(10**5000),
    2**64,
    2**63,
    2**63 - 1,
    2**31,
    10**9,
    1000,
    500,
    77,
    7,
    5,
    -1,
    -2,
    -3,
    -5,
    -77,
    -(10**9),
    -(2**31),
    -(2**63),
    np.uint64(2**64 - 1),
    np.int64(-(2**63)),
    np.int8(-3),
]
RIGHT: tuple[Any, ...] = (int, np.int64, np.int32, np.int8, np.uint8, np.array)  # what a whole number may be made of


def refused(call: Callable[..., Any], *arguments: Any) -> None:
    """The call must be refused in one line."""
    found: Any = None
    try:
        found = call(*arguments)
    except InventoriumError as error:
        assert "\n" not in str(error) and len(str(error)) < 1000, error
    else:
        raise AssertionError(f"{call}{arguments} is not refused: {found}")


def survived(call: Callable[..., Any], *arguments: Any) -> Any:
    """The call may be refused in one line, or not."""
    try:
        return call(*arguments)
    except InventoriumError as error:
        assert "\n" not in str(error), error
        return None


def outside(numbers: range) -> Iterator[Any]:
    """The values that are no whole number of a range."""
    for value in VALUES:
        if not isinstance(value, int | np.integer) or isinstance(value, bool) or int(value) not in numbers:
            yield value


def throw_at_snapshot(shown: View | Position) -> None:
    """What views and positions have in common."""
    for value in outside(range(-1, shown.players)):
        refused(shown.write, value, 0)
        if value is not None:  # which means the seat of the view, or the one asked
            refused(shown.actions, value)
            refused(shown.moves, value)
    for value in outside(range(shown.players)):
        refused(observation, shown, value)
    for value in outside(range(shown.game.actions)):
        refused(shown.write, 0, value)
    for action in range(shown.game.actions):
        for seat in range(-1, shown.players):
            assert isinstance(survived(shown.write, seat, action), str | None)


def throw_at_view(view: View) -> None:
    throw_at_snapshot(view)
    for value in outside(range(-1, view.players)):
        refused(view.after, 0, value)
    for value in outside(range(view.game.actions)):
        refused(view.after, value, 0)
    for action in range(view.game.actions):
        for seat in range(-1, view.players):
            if action not in view._legal(seat):
                refused(view.after, action, seat)
    for value in VALUES:
        survived(view.determinize, value)
    for value in (1.5, b"0", [0], 10**5000, "\ud800"):
        refused(view.determinize, value)


def throw_at_position(position: Position) -> None:
    before, log = position.states.tobytes(), position.log
    game = position.game
    throw_at_snapshot(position)
    throw_at_view(position.view(position.to_act[0] if position.to_act else -1))
    for value in outside(range(-1, position.players)):
        refused(position.view, value)
        if value is not None:  # which means the only seat that is asked
            refused(position.act, 0, value)
            refused(position.play, "x", value)
            refused(position.record, value)
    for seat in (None, *range(-1, position.players)):
        for value in outside(range(game.actions)):
            refused(position.act, value, seat)
        for value in VALUES:
            refused(position.play, value, seat)
    for value in outside(range(position.actions_taken + 1)):
        refused(position.at, value)
    for value in VALUES:
        if value is not None:  # which is no dealer
            refused(position.deal_on, value)
        for field, axes in game.tables.FIELDS.items():
            refused(position.arrange, field, value if axes else (0, 0, 0, 0), 0)
            refused(position.arrange, field, (value,) * (len(axes) or 1), 10**4)
        refused(position.arrange, value, (), 0)
        refused(position.arrange, "players", (), value)
    for field, axes in game.tables.FIELDS.items():
        for value in outside(range(-3, 1000)):
            refused(position.arrange, field, (0,) * len(axes), value)
    assert position.states.tobytes() == before and position.log == log


def right_values(position: Position) -> None:
    """Whole numbers of NumPy are as good as Python's own."""
    if position.over:
        return
    seat = position.to_act[0]
    actions, same = position.actions(seat), position.copy()
    same.act(actions[0], seat)
    for kind in RIGHT:
        if kind not in (np.int8, np.uint8) or actions[0] < 128:
            other = position.copy()
            other.act(kind(actions[0]), kind(seat) if kind is not np.uint8 else seat)
            assert other.states.tobytes() == same.states.tobytes() and other.log == same.log
        if kind is not np.uint8 or seat >= 0:
            who = kind(seat)
            assert position.actions(who) == actions and position.moves(who) == position.moves(seat)
            assert position.view(who).actions() == actions and position.record(who) == position.record(seat)
            assert position.write(who, actions[0]) == position.write(seat, actions[0])
            if seat >= 0:
                assert (observation(position, who) == observation(position, seat)).all()
            if not position.game.type.secrets:
                after = position.view(seat).after(kind(actions[0]) if actions[0] < 128 else actions[0], who)
                assert after.states.tobytes() == position.view(seat).after(actions[0], seat).states.tobytes()
        assert position.at(kind(0)).log == []


def throw_at_arranging(game: Game, number: int) -> None:
    """Positions arranged in all ways that are not refused: whatever is asked of them then, the process lives."""
    chance, tables = random.Random(5), game.tables
    fields = [field for field in tables.FIELDS if field not in tables.DERIVED]
    for position in some_positions(game, number, seed=5):
        for field in chance.choices(fields, k=3):
            least, most = position_editor.limits(tables, position.players, field)
            place = tuple(chance.randrange(tables.SIZES[axis]) for axis in tables.FIELDS[field])
            survived(position.arrange, field, place, chance.choice([least, most, chance.randint(least, min(most, 9))]))
        for seat in range(position.players):
            position.moves(seat)
            observation(position, seat)
            if not position.over:
                survived(position.view(seat).determinize, 1)
        for _ in range(30):
            if not position.over:
                seat = chance.choice(position.to_act)
                if actions := position.actions(seat):
                    survived(position.act, chance.choice(actions), seat)
        assert len(position.scores) == len(position.places) == position.players
        survived(position.picture)


def throw_at_batch(game: Game) -> None:
    players = game.players[0]
    for value in VALUES:
        refused(Batch, value, players, 3)
        if value is not None:
            survived(Batch, game.name, players, 2, value)
        if not isinstance(value, int | None):
            refused(Batch, game.name, players, 3, 0, "default", None, value)
        if value is not None and not isinstance(value, str):
            refused(Batch, game.name, players, 3, 0, "default", value)
        refused(Batch, game.name, players, 3, 0, value)
    for value in outside(game.players):
        refused(Batch, game.name, value, 3)
    for value in outside(range(1, 2000)):
        refused(Batch, game.name, players, value)
    many: Any = np.int64(players)
    three: Any = np.int32(3)
    batch = Batch(game.name, many, three, seed=1)
    for value in outside(range(3)):
        refused(batch.view, value)
    for value in VALUES:
        survived(batch.determinize, value)
        survived(batch.copy().reset, value)
    before, good = batch.states.tobytes(), batch.masks.argmax(axis=1)
    wrong: list[Any] = [
        good.astype(float),
        good + 0.5,
        good.astype(str),
        good.astype(object),
        good[:2],
        good[:, None],
        good > 0,
        [*good.tolist()[:2], 2**63],
        [[1], [1, 2], 3],
        good - 10**6,
        good.astype(np.uint64) + 2**63,
    ]
    for value in [*VALUES, *wrong, *([value] * 3 for value in outside(range(game.actions)))]:
        refused(batch.step, value)
    assert batch.states.tobytes() == before
    twin, again = batch.copy(), batch.copy()
    batch.step(good)
    twin.step(good.tolist())
    again.step(good.astype(np.uint16))
    assert batch.states.tobytes() == twin.states.tobytes() == again.states.tobytes() != before
    third: Any = np.int8(2)
    assert batch.view(third).states.tobytes() == batch.view(2).states.tobytes()


def main(name: str) -> None:
    game = inventorium.load(name)
    for position in [*some_positions(game, 3, seed=2), game.new(game.players[0], dealer=None)]:
        throw_at_position(position)
    for position in some_positions(game, 30, seed=3):
        right_values(position)
    throw_at_arranging(game, 60)
    throw_at_batch(game)
    print("alive")


if __name__ == "__main__":
    main(sys.argv[1])
