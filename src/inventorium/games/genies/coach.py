"""Genies: what a coach points at. Each detector reads one kind of fact off the academies, the purses and the open bids."""

from collections.abc import Iterator, Sequence
from typing import Any

from inventorium.core.events import Seat
from inventorium.core.position import View
from inventorium.core.remarks import Remark
from inventorium.games.genies import rules, settlement
from inventorium.games.genies.notation import LETTERS
from inventorium.games.genies.tables import NONE, PHASES, Effect, Question


def remarks(view: View) -> Iterator[Remark]:
    """Yield what the seat that is asked should know before it moves. Points are those of the scorings to come, if the academies
    stay as they are."""
    question = view.fields.question
    if question == Question.BIDS:
        for p, geniuses in enumerate(on_offer(view)):
            yield from overtake(view, p, geniuses)
            yield from threat(view, p, geniuses)
        yield from richest(view)
    if question == Question.CARDS:
        yield from bid_cards(view)
    if question == Question.STARS:
        yield from star_cards(view)


def on_offer(view: View) -> list[list[int]]:
    """Return the geniuses at each position."""
    return [[genius for genius in row if genius != NONE] for row in view.fields.offer.tolist()]


def with_geniuses(view: View, geniuses: Sequence[int], owner: int) -> Any:
    """Return a record in which these geniuses are in somebody's academy."""
    record = view.state.copy()
    for genius in geniuses:
        record.where[genius] = owner
    return record


def points_in(view: View, record: Any, seat: int, d: int) -> int:
    """Return what a discipline brings a seat in all scorings to come, if nothing changes any more."""
    trial, points = record.copy(), 0
    for phase in range(rules.phase_of(record), PHASES):
        trial.round_now = 2 * phase
        points += int(rules.discipline_points(trial, view.box.array[0], seat, d))
    return points


def gain(view: View, after: Any, seat: int, disciplines: Sequence[int]) -> int:
    """Return how many points more these disciplines bring a seat after a change."""
    return sum(points_in(view, after, seat, d) - points_in(view, view.state, seat, d) for d in disciplines)


def strengths(view: View, record: Any, d: int) -> list[int]:
    return [int(rules.strength(record, view.box.array[0], seat, d)) for seat in range(view.players)]


def leader(found: Sequence[int]) -> int | None:
    """Return the seat that is strictly ahead."""
    first = max(found)
    return found.index(first) if first and found.count(first) == 1 else None


def discipline_of(view: View, genius: int) -> int:
    return int(view.box.array[0].discipline[genius])


# ---------------------------------------------------------------- bidding


def overtake(view: View, p: int, geniuses: Sequence[int]) -> Iterator[Remark]:
    """Another seat leads a discipline, and a genius on offer would put this seat ahead."""
    after, ids = with_geniuses(view, geniuses, view.seat), view.box.ids("geniuses")
    for genius in geniuses:
        d = discipline_of(view, genius)
        ahead = leader(strengths(view, view.state, d))
        if ahead not in (None, view.seat) and leader(strengths(view, after, d)) == view.seat:
            values = {
                "genius": ids[genius],
                "position": LETTERS[p].upper(),
                "name": Seat(ahead),
                "discipline": discipline(view, d),
            }
            yield Remark("overtake", ids[genius], gain(view, after, view.seat, [d]), values)


def threat(view: View, p: int, geniuses: Sequence[int]) -> Iterator[Remark]:
    """This seat leads a discipline, and a genius on offer would put another one ahead."""
    ids = view.box.ids("geniuses")
    for genius in geniuses:
        d = discipline_of(view, genius)
        if leader(strengths(view, view.state, d)) != view.seat:
            continue
        for other in range(view.players):
            after = with_geniuses(view, geniuses, other)
            if other != view.seat and leader(strengths(view, after, d)) == other:
                values = {
                    "genius": ids[genius],
                    "position": LETTERS[p].upper(),
                    "name": Seat(other),
                    "discipline": discipline(view, d),
                }
                yield Remark("threat", ids[genius], -gain(view, after, view.seat, [d]), values)


def discipline(view: View, d: int) -> str:
    return view.box.ids("disciplines")[d]


def richest(view: View) -> Iterator[Remark]:
    """Nobody else can pay what this seat can bid for position A, and what lies there is worth it."""
    purses = view.fields.purse.tolist()[: view.players]
    others = [(chips, seat) for seat, chips in enumerate(purses) if seat != view.seat]
    most, rival = max(others)
    geniuses = on_offer(view)[0]
    if NONE in purses or not geniuses or purses[view.seat] <= most:
        return
    points = gain(
        view, with_geniuses(view, geniuses, view.seat), view.seat, sorted({discipline_of(view, one) for one in geniuses})
    )
    names = [view.box.ids("geniuses")[one] for one in geniuses]
    yield Remark("richest", "richest", points, {"geniuses": names, "name": Seat(rival), "chips": most})


# ---------------------------------------------------------------- action cards


def cards_in_hand(view: View, effect: Effect) -> list[int]:
    """Return the cards of a kind for which the seat has named no place yet."""
    record, printed = view.state, view.box.array[0]
    return [
        card
        for card in settlement.phase_cards(record, printed)
        if rules.in_hand(record, card, view.seat) and record.target[card] == NONE and printed.effect[card] == effect
    ]


def bid_cards(view: View) -> Iterator[Remark]:
    """As the bids lie, this seat is tied or just beaten where a card in its hand would win."""
    printed, cards = view.box.array[0], view.box.ids("action_cards")
    for settled in settlement.settle(view.state.copy(), printed):
        mine = settled.compared.get(view.seat)
        if mine is None or settled.winner == view.seat:
            continue
        after = with_geniuses(view, settled.geniuses, view.seat)
        points = gain(view, after, view.seat, sorted({discipline_of(view, one) for one in settled.geniuses}))
        position, others = LETTERS[settled.p].upper(), [bid for seat, bid in settled.compared.items() if seat != view.seat]
        if view.seat in settled.tied:
            for card in cards_in_hand(view, Effect.PERSUASION):
                yield Remark("tie", position, points, {"position": position, "card": cards[card]})
        for card in cards_in_hand(view, Effect.TOP_UP):
            if others and mine + int(printed.n[card]) > max(others):
                yield Remark(
                    "top-up", position, points, {"position": position, "card": cards[card], "number": int(printed.n[card])}
                )


def star_cards(view: View) -> Iterator[Remark]:
    """A star card in hand puts this seat ahead in a discipline that another one leads, or shares."""
    printed, cards, ids = view.box.array[0], view.box.ids("action_cards"), view.box.ids("geniuses")
    for card in cards_in_hand(view, Effect.STARS):
        for genius in [number for number, owner in enumerate(view.fields.where.tolist()) if owner == view.seat]:
            d, after = discipline_of(view, genius), view.state.copy()
            before = leader(strengths(view, view.state, d))
            after.stars_added[genius] += printed.n[card]
            if before != view.seat and leader(strengths(view, after, d)) == view.seat:
                values = {"card": cards[card], "discipline": discipline(view, d), "number": int(printed.n[card])}
                yield Remark("stars", ids[genius], gain(view, after, view.seat, [d]), values)
