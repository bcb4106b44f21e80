"""What the page shows of the rules is what the rules do."""
import random
from functools import cache
from typing import Any

import pytest

from inventorium import load
from inventorium.core.box import Box
from inventorium.core.events import sums
from inventorium.games.era_of_inventions.notation import cards, landing, places
from inventorium.games.era_of_inventions.page import Card, EraPage, page
from inventorium.games.era_of_inventions.tables import GOOD_IDS, MOST_SQUARES, NOBODY
from inventorium.table.table import Table
from inventorium.web.drawing.scene import Scene
from tests.scenes import asking, begun, played, scene_of

GOLD, SILVER = 0, 1
TELEPHONE = "telephone"


@cache
def table_asking(question: str, players: int = 3) -> Table:
    return asking(begun("era-of-inventions", players, royalty_benefit=False), question, random.Random(1))


def telephone(box: Box) -> int:
    return box.ids("inventions").index(TELEPHONE)


def drawn(makers: tuple[int, int], patented: tuple[int, int], face: str, producer: int = 0) -> Card:
    """A card of the telephone as its producer sees it, when these seats have made and patented it."""
    table = table_asking("place")
    box = table.position.box

    def change(state: Any) -> None:
        state.maker[telephone(box)], state.patented[telephone(box)] = makers, patented
        state.card_row[:] = NOBODY
        state.card_row[0] = list(cards(box, table.position.fields)).index(face)

    card = page(scene_of(table, producer, change=change)).cards[0].card
    assert card is not None
    return card


@pytest.mark.parametrize(("rules", "makers", "patented", "face", "versions"), [
    ("EI-185 EI-188", (1, NOBODY), (0, 0), TELEPHONE, [(1, "gold")]),
    ("EI-186 EI-187", (1, 2), (0, 0), TELEPHONE, [(1, "gold"), (2, "silver")]),
    ("EI-187", (1, 1), (0, 0), TELEPHONE, [(1, "gold"), (1, "silver")]),
    ("EI-188", (NOBODY, NOBODY), (0, 0), TELEPHONE, []),
    ("EI-189", (0, NOBODY), (0, 0), TELEPHONE, []),
    ("EI-190", (0, 2), (0, 0), TELEPHONE, [(2, "silver")]),
    ("EI-191", (1, 2), (0, 0), f"{TELEPHONE}-copy", []),
    ("EI-192", (1, 2), (1, 1), f"{TELEPHONE}-copy", [(1, "gold"), (2, "silver")]),
    ("EI-193", (1, 2), (1, 0), f"{TELEPHONE}-copy", [(1, "gold")]),
    ("EI-193", (1, 2), (0, 1), f"{TELEPHONE}-copy", [(2, "silver")]),
    ("EI-194", (1, 2), (1, 1), TELEPHONE, [(1, "gold"), (2, "silver")]),
])
def test_a_card_says_who_else_earns(rules: str, makers: tuple[int, int], patented: tuple[int, int], face: str,
                                    versions: list[tuple[int, str]]) -> None:
    card, printed = drawn(makers, patented, face), places(table_asking("place").position.box)
    shown = [(one.who.seat, {good: number for good, number, _ in one.goods.amounts}) for one in card.royalties]
    place = next(one for one in printed if one["id"] == TELEPHONE)
    assert shown == [(seat, {good: n for good, n in place[version]["royalty"].items() if n}) for seat, version in versions], rules


def test_a_card_promises_what_producing_it_brings() -> None:
    """Price, yield, what lies where the pawn lands, and the royalties of others, in a whole game at random (EI-117 to EI-129,
    EI-185 to EI-198, EI-241 to EI-243)."""
    seen, royalties = 0, 0
    for table in played(begun("era-of-inventions", 3, royalty_benefit=False), random.Random(7)):
        if table.over or load("era-of-inventions").notation.question(table.position.state) != "produce":
            continue
        scene = scene_of(table)
        for field in page(scene).cards:
            if field.card is None or field.card.spot.move is None or "wild" in dict(amounts(field.card.foot.price)):
                continue
            assert brought(scene, field.card.spot.move.action) == promised(field.card, scene.seat)
            seen, royalties = seen + 1, royalties + len(field.card.royalties)
    assert seen > 10 and royalties > 2


def amounts(goods: Any) -> list[tuple[str, int]]:
    return [(good, number) for good, number, _ in goods.amounts]


def brought(scene: Scene, action: int) -> dict[int, dict[str, int]]:
    """What an answer changes in the goods and the influence of everybody, by the events that tell it."""
    view, seat, found = scene.view, scene.seat, dict[int, dict[str, int]]()
    events = view.game.events.events(view.box, view.fields, view.after(action, seat).fields, seat, action)
    for (seat, what), by in sums(events).items():
        if what in ("influence", *GOOD_IDS):
            found.setdefault(seat, {})[what] = by
    return found


def promised(card: Card, producer: int) -> dict[int, dict[str, int]]:
    """What a card says about goods and influence, for everybody."""
    changes = [(producer, *one) for one in amounts(card.gains)] + [(producer, good, -n) for good, n in amounts(card.foot.price)]
    changes += [(one.who.seat, *won) for one in card.royalties for won in amounts(one.goods)]
    changes += [(producer, card.landing.good, 1)] if card.landing else []
    found: dict[int, dict[str, int]] = {}
    for seat, good, number in changes:
        mine = found.setdefault(seat, {})
        mine[good] = mine.get(good, 0) + number
    return {seat: change for seat, mine in found.items() if (change := {good: n for good, n in mine.items() if n})}


@pytest.mark.parametrize(("players", "discs"), [(3, 3), (4, 2), (5, 2)])
def test_everybody_sees_the_discs_that_are_left_to_place(players: int, discs: int) -> None:
    """EI-031, EI-032"""
    table = table_asking("place", players)
    assert in_hand(page(scene_of(table))) == [discs] * players
    first, *_ = table.asked
    table = table.answer(first, table.view(first).actions()[0])
    assert in_hand(page(scene_of(table))) == [discs - (seat == first) for seat in range(players)]
    assert in_hand(page(scene_of(table_asking("turn", players)))) == [0] * players


def in_hand(shown: EraPage) -> list[int]:
    return [one.to_place for one in shown.holdings]


def test_the_market_has_the_trades_of_the_rules() -> None:
    """EI-134 to EI-137 and EI-144; three times in each row (EI-147 to EI-149); any two goods in the lower one (EI-139)."""
    shown = page(scene_of(table_asking("place")))
    assert [[(one.given, one.received) for one in row.trades] for row in shown.market] == [
        [(("coin", 2), ("stone", 1)), (("stone", 1), ("coin", 2))],
        [(("coin", 2), ("influence", 1)), (("stone", 1), ("influence", 1))],
        [(("coin", 2), ("disc", 1))]]
    assert [len(row.uses) for row in shown.market] == [3, 3, 3]
    assert [row.takes_any for row in shown.market] == [False, False, True]


def test_what_leaves_at_the_end_of_a_round() -> None:
    """EI-261 and EI-271: what lies on the three fields on the right."""
    shown = page(scene_of(table_asking("place")))
    assert [field.leaves for field in shown.cards] == [False] * 4 + [True] * 3
    assert [field.leaves for field in shown.factories] == [False] * 2 + [True] * 3


def test_only_the_square_where_a_pawn_lands_counts() -> None:
    """EI-241 to EI-243, EI-255"""
    box = load("era-of-inventions").box()
    squares = {square["at"]: square["symbol"] for square in box.components["influence_track"]["squares"]}
    assert {at: landing(box, at - 2, 2) for at in range(2, 70)} == {
        at: (at, squares[at]) if at in squares else None for at in range(2, 70)}
    first = min(squares)
    assert landing(box, first, 0) is None, "no influence is no move (EI-323)"
    assert landing(box, MOST_SQUARES, 5) is None
