"""What the page shows of the rules is what the rules do."""

import random
import re
from functools import cache
from typing import Any

import pytest

from inventorium import load
from inventorium.core.box import Box
from inventorium.core.events import sums
from inventorium.games.era_of_inventions.notation import cards, landing, places
from inventorium.games.era_of_inventions.page import Card, EraPage, page
from inventorium.games.era_of_inventions.tables import GOOD_IDS, MOST_SQUARES, NOBODY
from inventorium.table import turn_log
from inventorium.table.table import Table
from inventorium.web.render.scene import Scene
from tests.scenes import asking, begun, played, scene_of
from tests.web.test_scene import board_view, room_of

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


@pytest.mark.parametrize(
    ("rules", "makers", "patented", "face", "versions"),
    [
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
    ],
)
def test_a_card_says_who_else_earns(
    rules: str, makers: tuple[int, int], patented: tuple[int, int], face: str, versions: list[tuple[int, str]]
) -> None:
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
    table = table.play(first, table.view(first).actions()[0])
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
        [(("coin", 2), ("disc", 1))],
    ]
    assert [len(row.uses) for row in shown.market] == [3, 3, 3]
    assert [row.takes_any for row in shown.market] == [False, False, True]


def test_what_leaves_at_the_end_of_a_round() -> None:
    """EI-258, EI-261 and EI-271: every start invention, and what lies on the three fields on the right."""
    shown = page(scene_of(table_asking("place")))
    assert [field.leaves for field in shown.cards] == ["page.leaves-start"] * 7
    later = next(
        one
        for one in played(table_asking("place"), random.Random(4))
        if one.asked and any(field.card and field.card.foot.kind != "start" for field in page(scene_of(one)).cards[4:])
    )
    assert [field.leaves for field in page(scene_of(later)).cards] == [
        "page.leaves-start" if field.card and field.card.foot.kind == "start" else "page.leaves" if place >= 4 else ""
        for place, field in enumerate(page(scene_of(later)).cards)
    ]
    assert [field.leaves for field in shown.factories] == [""] * 2 + ["page.leaves"] * 3


def test_only_the_square_where_a_pawn_lands_counts() -> None:
    """EI-241 to EI-243, EI-255"""
    box = load("era-of-inventions").box()
    squares = {square["at"]: square["symbol"] for square in box.components["influence_track"]["squares"]}
    assert {at: landing(box, at - 2, 2) for at in range(2, 70)} == {
        at: (at, squares[at]) if at in squares else None for at in range(2, 70)
    }
    first = min(squares)
    assert landing(box, first, 0) is None, "no influence is no move (EI-323)"
    assert landing(box, MOST_SQUARES, 5) is None


# ---------------------------------------------------------------- before one decides


@pytest.mark.parametrize("players", [3, 5])
def test_an_action_says_how_much_it_would_allow(players: int) -> None:
    """EI-090 to EI-096, EI-116, EI-157: as many as can be chosen when the disc is executed at once; what cannot be chosen has the
    reason that one would hear then. Of loads as many as can be bought (EI-110, EI-111)."""
    seen = 0
    for table in played(begun("era-of-inventions", players), random.Random(3)):
        if table.over or table.game.notation.question(table.position.state) != "turn":
            continue
        scene = scene_of(table)
        shown = page(scene)
        for deed in shown.deeds:
            move = scene.moves.get("execute", deed.name)
            if move is None or not deed.rows[0].can:
                continue
            seen += 1
            then = scene.view.after(move.action, scene.seat).moves()
            loads = min(3, scene.picture["players"][scene.seat]["goods"]["coin"])
            assert int(deed.rows[0].can) == (min(len(then), loads) if deed.name == "buy" else len(then))
            if deed.name == "produce":
                assert [" far" in field.card.spot.style for field in shown.cards if field.card] == [
                    f"produce {face} {number}" not in then for number, face in enumerate(scene.picture["cards"], 1) if face
                ]
            if deed.name == "build":
                assert [" far" in field.factory.spot.style for field in shown.factories if field.factory] == [
                    f"build {factory}" not in then for factory in scene.picture["factories"] if factory
                ]
    assert seen > 10


def test_nobody_is_told_of_loads_without_a_coin() -> None:
    """EI-111"""
    table = table_asking("place")
    seat = table.asked[0]

    def change(state: Any) -> None:
        state.goods[seat] = 0

    buy = next(deed for deed in page(scene_of(table, seat, change=change)).deeds if deed.name == "buy").rows[0]
    assert buy.can == "0" and table.game.words("en")("page.can.buy", number=0) in buy.tip


def test_plagiarism_of_an_own_invention_is_refused_before_a_disc_is_placed() -> None:
    """EI-180"""
    table = table_asking("place")
    seat, box = table.asked[0], table.position.box

    def change(state: Any) -> None:
        state.maker[telephone(box), GOLD], state.goods[seat] = seat, 9
        state.card_row[:] = NOBODY
        state.card_row[0] = list(cards(box, table.position.fields)).index(f"{TELEPHONE}-copy")

    card = page(scene_of(table, seat, change=change)).cards[0].card
    assert card is not None and card.reason is not None and card.reason.rule == "EI-180" and card.reason.text in card.tip


def test_question_marks_are_paid_at_once_in_any_mixture() -> None:
    """EI-177, EI-326: every mixture can be handed in, and pays the card."""
    table = next(
        one
        for one in played(begun("era-of-inventions", 4), random.Random(5))
        if not one.over and one.game.notation.question(one.position.state) == "pay" and one.position.state.wild_left > 1
    )
    scene = scene_of(table)
    shown = page(scene).mixtures
    assert len({one.goods.label for one in shown}) == len(shown) > 0
    for one in shown:
        after = table.play(scene.seat, *one.moves)
        assert one.goods.number == table.position.state.wild_left
        assert after.position.state.field == NOBODY
        paid = {
            good: int(table.position.state.goods[scene.seat, number] - after.position.state.goods[scene.seat, number])
            for number, good in enumerate(GOOD_IDS)
        }
        assert all(paid[good] <= number for good, number, _ in one.goods.amounts), "what the card brings may be on top"


def test_a_free_space_says_whose_disc_may_lie_there() -> None:
    """EI-074, EI-075"""
    table = table_asking("place")
    first, second, third = [*table.asked, *((table.asked[0] + more) % 3 for more in (1, 2))]
    table = table.play(first, "place build")
    names = [person.name for person in scene_of(table).seats]
    build, run = (deed.rows[0].free for deed in page(scene_of(table)).deeds[:2])
    assert names[first] not in build and names[second] in build and names[third] in build
    assert all(name in run for name in names)


# ---------------------------------------------------------------- what happened


def test_whatever_an_event_touches_can_be_lit() -> None:
    """Every thing and every number of a seat that an event names is on the sheet, before or after the answer."""
    seen = set[str]()
    for number, table in enumerate(played(begun("era-of-inventions", 3), random.Random(6))):
        table.listen()
        if number % 6:
            continue
        text = board_view(room_of(table))
        events = table.history[-1].events if table.history else []
        for thing in (thing for event in events for thing in event.things if not thing.startswith("factory-")):
            assert re.search(rf'data-thing="(?:[^"]* )?{thing}[ "]', text), thing
            seen.add(thing.split("-")[0])
        for seat, what in sums(events):
            if seat >= 0 and what in ("influence", "points", "patents", "capacity", "bonus-discs", *GOOD_IDS):
                assert f'data-holding="{seat}:{what}"' in text, what
    assert seen >= {"action", "lot", "seat", "square", "trade"}


def test_the_final_scoring_is_a_table_of_the_parts() -> None:
    """EI-287: the columns add up."""
    *_, table = played(begun("era-of-inventions", 4), random.Random(8))
    step = turn_log.step_to(table, 0, len(table.history))
    assert step is not None
    scene = scene_of(table, 0)
    (scene.moment,) = step.moments
    shown = page(scene).final
    assert shown is not None and page(scene).preparation is None
    assert [row.part for row in shown.rows] == ["track", "exchange", "patents", "development", "capacity"]
    assert tuple(sum(row.cells[seat][0] for row in shown.rows) for seat in range(4)) == table.position.scores
    assert [seat for seat in range(4) if shown.totals[seat][1]] == list(table.position.winners)


def test_the_end_of_a_round_is_one_moment() -> None:
    """EI-256 to EI-281: what leaves with a player's last answer and what the dealer lays out then are shown together."""
    tables = list(played(begun("era-of-inventions", 3), random.Random(9)))
    first = next(place for place, one in enumerate(tables) if one.position.state.round_number == 2)
    table = tables[first]
    step = turn_log.moment_after(table, 0, len(tables[first - 1].history))
    assert step is not None and step.answers == len(table.history)
    scene = scene_of(table, 0)
    (scene.moment,) = step.moments
    shown = page(scene).preparation
    assert shown is not None and shown.over == 1 and not shown.is_last and shown.begins.startswith("Round 2 of 9")
    assert shown.leaves and shown.factories_leave and shown.cards and shown.factories
