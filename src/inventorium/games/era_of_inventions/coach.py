"""Era of Inventions: what a coach points at. Each detector reads a fact off the position that the seat can act on now."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from inventorium.core.events import Seat
from inventorium.core.position import View
from inventorium.core.remarks import Remark
from inventorium.games.era_of_inventions import rules
from inventorium.games.era_of_inventions.events import shown_card, shown_place
from inventorium.games.era_of_inventions.notation import face_ids
from inventorium.games.era_of_inventions.tables import (
    ARROWS,
    CARD_FIELDS,
    FACTORIES,
    FACTORY_FIELDS,
    GOODS,
    INVENTIONS,
    MOST_PLAYERS,
    NONE,
    PATENT_FIELDS,
    ROUNDS,
    SCORE_PARTS,
    SPACES,
    VERSIONS,
    Act,
    Action,
    Good,
    Phase,
)

LATE = 2  # rounds before the end: from then on majorities are worth a word
EARLY = 3  # rounds from the beginning in which a first factory pays
UNIT = 0.25  # points that a unit of a factory's output brings in a round, a careful guess


def remarks(view: View) -> Iterator[Remark]:
    """Yield what the seat that is asked should know before it moves."""
    phase = view.fields.phase
    if phase not in (Phase.PLACE, Phase.TURN):
        return
    if can_use(view, Action.PRODUCE):
        yield from leaving_cards(view)
    if can_use(view, Action.INVENT):
        yield from contested_places(view)
        yield from patent_majority(view)
        yield from development_majority(view)
    if can_use(view, Action.BUILD):
        yield from first_factory(view)
        yield from capacity_majority(view)
    if phase == Phase.TURN:
        yield from run_first(view)


def can_use(view: View, action: Action) -> bool:
    """Return whether the seat can place a disc on an action now, or execute the one that lies there."""
    first = Act.PLACE if view.fields.phase == Phase.PLACE else Act.EXECUTE
    return first + action in view.actions()


def rounds_left(view: View) -> int:
    return int(ROUNDS[view.players] - view.fields.round_number)


def others(view: View) -> list[int]:
    return [seat for seat in range(view.players) if seat != view.seat]


# ---------------------------------------------------------------- cards


def leaving_cards(view: View) -> Iterator[Remark]:
    """A card that the seat can pay for leaves at the end of the round (EI-258, EI-261)."""
    printed = view.box.array[0]
    for field, card in enumerate(view.fields.card_row.tolist()):
        leaves = card != NONE and (printed.invention[card] == NONE or field >= CARD_FIELDS - ARROWS)
        if leaves and rules.may_produce(view.state, printed, view.seat, field):
            yield card_remark("card-leaves", view, card)


def run_first(view: View) -> Iterator[Remark]:
    """A card that the seat cannot pay for yet is payable once its factories have produced, and it has a disc for both."""
    if not can_use(view, Action.RUN) or not view.fields.discs[view.seat, Action.PRODUCE]:
        return
    printed, after = view.box.array[0], view.state.copy()
    rules.run_all_factories(after, printed, view.seat)
    for field, card in enumerate(view.fields.card_row.tolist()):
        if (
            card != NONE
            and rules.may_produce(after, printed, view.seat, field)
            and not rules.may_produce(view.state, printed, view.seat, field)
        ):
            yield card_remark("run-first", view, card)


def card_remark(key: str, view: View, card: int) -> Remark:
    points = int(view.box.array[0].card_influence[card])
    return Remark(key, face_ids(view.box)[card], points, {"card": shown_card(view.box, card)})


# ---------------------------------------------------------------- inventions


def contested_places(view: View) -> Iterator[Remark]:
    """The seat has the stones for an invention, and so has another seat that can still invent in this round."""
    printed = view.box.array[0]
    for invention, version in affordable(view, view.seat):
        for rival in others(view):
            if may_invent(view, rival) and (invention, version) in affordable(view, rival):
                values = {"place": shown_place(view.box, invention, version), "name": Seat(rival)}
                points = int(printed.place_influence[invention, version])
                yield Remark("contested", view.box.ids("inventions")[invention], points, values)
                break
    if rounds_left(view) == 0:
        for invention, version in affordable(view, view.seat):
            points, values = (
                int(printed.place_influence[invention, version]),
                {"place": shown_place(view.box, invention, version)},
            )
            yield Remark("last-stones", view.box.ids("inventions")[invention], points, values)


def affordable(view: View, seat: int) -> list[tuple[int, int]]:
    """Return the places of inventions that a seat could make with the stones it has."""
    return [
        (invention, version)
        for invention in range(INVENTIONS)
        for version in range(VERSIONS)
        if rules.may_make(view.state, view.box.array[0], seat, invention, version)
    ]


def may_invent(view: View, seat: int) -> bool:
    """Return whether a disc of a seat lies on the action, or may still be placed there."""
    on = view.fields.discs[: view.players, Action.INVENT]
    return bool(on[seat] or (view.fields.phase == Phase.PLACE and on.sum() < SPACES))


# ---------------------------------------------------------------- majorities at the end


def race(view: View, after: Any, part: str) -> int:
    """Return how many points more a majority would bring the seat, if the game ended after a change."""
    return scored(view, after, part) - scored(view, view.state, part)


def scored(view: View, record: Any, part: str) -> int:
    parts = np.zeros((MOST_PLAYERS, len(SCORE_PARTS)), np.int64)
    rules.breakdown(record, view.box.array[0], parts)
    return int(parts[view.seat, SCORE_PARTS.index(part)])


def best_other(view: View, values: list[int]) -> tuple[int, Seat]:
    """Return the best number of the others, and whose it is."""
    most, seat = max((values[seat], seat) for seat in others(view))
    return most, Seat(seat)


def majority(key: str, view: View, after: Any, part: str, values: list[int], **more: Any) -> Iterator[Remark]:
    most, rival = best_other(view, values)
    if rounds_left(view) <= LATE and most:
        yield Remark(key, part, race(view, after, part), {"name": rival, "theirs": most, "mine": values[view.seat], **more})


def patent_majority(view: View) -> Iterator[Remark]:
    """The next patent, for which there are coins, brings the seat level with the most patents, or ahead."""
    marker, after = int(view.fields.patents[view.seat]), view.state.copy()
    if marker < PATENT_FIELDS and view.fields.goods[view.seat, Good.COIN] >= view.box.array[0].patent_price[marker]:
        after.patents[view.seat] += 1
        yield from majority("patents", view, after, "patents", view.fields.patents.tolist())


def development_majority(view: View) -> Iterator[Remark]:
    """An invention for which there are stones brings the seat level with the most stones in inventions, or ahead."""
    printed, values = (
        view.box.array[0],
        [int(rules.development(view.state, view.box.array[0], seat)) for seat in range(view.players)],
    )
    best: Remark | None = None
    for invention, version in affordable(view, view.seat):
        after = view.state.copy()
        after.maker[invention, version] = view.seat
        for one in majority(
            "development",
            view,
            after,
            "development",
            values,
            place=shown_place(view.box, invention, version),
            number=int(printed.place_cost[invention, version]),
        ):
            best = one if best is None or one.points > best.points else best
    if best:
        yield best


def payable_factories(view: View) -> Iterator[int]:
    """Yield the factories on the board for which the seat has wood and coal."""
    goods, printed = view.fields.goods[view.seat], view.box.array[0]
    for field in range(FACTORY_FIELDS):
        factory = int(view.fields.factory_row[field])
        if factory != NONE and (printed.factory_cost[factory] <= goods).all():
            yield factory


def capacity_majority(view: View) -> Iterator[Remark]:
    """A factory for which there is wood and coal brings the seat level with the highest capacity, or ahead."""
    values = [int(rules.capacity(view.state, view.box.array[0], seat)) for seat in range(view.players)]
    for factory in payable_factories(view):
        after = view.state.copy()
        after.factory_at[factory] = view.seat
        yield from majority("capacity", view, after, "capacity", values, factory=view.box.ids("factories")[factory])


def first_factory(view: View) -> Iterator[Remark]:
    """The seat has only its start factory, and wood and coal for another, early enough for it to pay."""
    owned = sum(owner == view.seat for owner in view.fields.factory_at.tolist()[:FACTORIES])
    if owned or view.fields.round_number > EARLY:
        return
    for factory in payable_factories(view):
        units = int(view.box.array[0].output[1 + factory, :GOODS].sum())
        values = {"factory": view.box.ids("factories")[factory], "number": units}
        yield Remark("first-factory", "first-factory", int(UNIT * units * rounds_left(view)), values)
