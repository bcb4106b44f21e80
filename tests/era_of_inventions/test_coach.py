"""What the coach says comes true when it is played."""

import pytest

from inventorium.core.game import load_game
from inventorium.core.position import Position
from inventorium.core.words import Key
from inventorium.games.era_of_inventions import rules
from inventorium.games.era_of_inventions.coach import affordable
from inventorium.games.era_of_inventions.notation import face_ids
from inventorium.games.era_of_inventions.tables import ROUNDS, SPLIT, Act, Action, Phase
from tests.remarks import cases

NAME = "era-of-inventions"


def field_of(position: Position, face: str) -> int:
    """Return a field of the row where a card with this face lies."""
    return int(position.fields.card_row.tolist().index(face_ids(position.box).index(face)))


def produced(position: Position, seat: int, field: int) -> int:
    """Return the influence that a card brings when it is produced with the disc that lies there."""
    before = position.fields.influence[seat]
    position.act(Act.EXECUTE + Action.PRODUCE, seat)
    position.act(Act.PRODUCE + field, seat)
    while position.to_act == (seat,) and position.fields.phase == Phase.PAY:
        position.act(position.actions()[0], seat)
    return int(position.fields.influence[seat] - before)


def test_cards_that_leave_and_can_be_paid_for() -> None:
    for position, seat, one in cases(NAME, "card-leaves"):
        after = position.state.copy()
        rules.clear_card_row(after, position.box.array[0])
        face = face_ids(position.box).index(one.about)
        assert after.card_row.tolist().count(face) < position.fields.card_row.tolist().count(face)
        if position.fields.phase == Phase.TURN:
            assert produced(position, seat, field_of(position, one.about)) >= one.points


def test_factories_first_then_the_card() -> None:
    for position, seat, one in cases(NAME, "run-first"):
        field = field_of(position, one.about)
        assert not rules.may_produce(position.state, position.box.array[0], seat, field)
        position.act(Act.EXECUTE + Action.RUN, seat)
        assert rules.may_produce(position.state, position.box.array[0], seat, field)


def test_inventions_that_two_can_make() -> None:
    for position, seat, one in cases(NAME, "contested"):
        invention = position.box.ids("inventions").index(one.about)
        both = [
            {place for place in affordable(position.view(who), who) if place[0] == invention}
            for who in (seat, one.values["name"])
        ]
        assert both[0] & both[1]
        if position.fields.phase == Phase.TURN:
            before = int(position.fields.influence[seat])
            position.act(Act.EXECUTE + Action.INVENT, seat)
            make = next(a for a in position.actions() if a in made(position, invention))
            position.act(make, seat)
            assert position.fields.influence[seat] - before >= one.points


def made(position: Position, invention: int) -> list[int]:
    return [a for a in position.actions() if Act.MAKE <= a < Act.PATENT and SPLIT[a, 0] == invention]


def test_stones_are_said_of_in_the_last_round_only() -> None:
    for position, seat, one in cases(NAME, "last-stones"):
        assert position.fields.round_number == ROUNDS[position.players]
        assert one.about in [position.box.ids("inventions")[place[0]] for place in affordable(position.view(seat), seat)]


@pytest.mark.parametrize(("key", "part"), [("patents", "patents"), ("capacity", "capacity"), ("development", "development")])
def test_majorities(key: str, part: str) -> None:
    """After the patent, the factory or the invention, the majority brings that much more."""
    for position, seat, one in cases(NAME, key):
        before, after = position.breakdown[seat][part], position.copy()
        if key == "patents":
            after.state.patents[seat] += 1
        elif key == "capacity":
            after.state.factory_at[position.box.ids("factories").index(one.values["factory"])] = seat
        else:
            place = one.values["place"]
            assert isinstance(place, Key)
            inventions = [invention["name"] for invention in position.box.components["inventions"]]
            version = ["versions.gold", "versions.silver"].index(str(place))
            after.state.maker[inventions.index(place.values["invention"]), version] = seat
        assert after.breakdown[seat][part] - before == one.points
        assert ROUNDS[position.players] - position.fields.round_number <= 2


def test_a_first_factory() -> None:
    for position, seat, one in cases(NAME, "first-factory"):
        factory = position.box.ids("factories").index(one.values["factory"])
        assert seat not in position.fields.factory_at.tolist() and position.fields.round_number <= 3
        if position.fields.phase == Phase.TURN:
            before = rules.capacity(position.state, position.box.array[0], seat)
            position.act(Act.EXECUTE + Action.BUILD, seat)
            position.act(Act.BUILD + factory, seat)
            assert rules.capacity(position.state, position.box.array[0], seat) - before == one.values["number"]


def test_nothing_is_said_while_an_action_is_carried_out() -> None:
    game = load_game(NAME)
    assert not list(game.coach.remarks(game.new(3, dealer=None).view(0)))
