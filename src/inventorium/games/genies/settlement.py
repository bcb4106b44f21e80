"""Genies: how bids are settled and disciplines ranked, step by step, so that events and pages can say what happened, or would
happen, and why. Every step calls the rules' own functions on a record."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from inventorium.games.genies import rules
from inventorium.games.genies.tables import NOBODY, NONE, POSITIONS, ROUNDS

RANKED_BY = 1000  # how `rules.strength` puts its four numbers into one
TIE_BREAKS = (("by-geniuses", "GE-134"), ("by-best", "GE-135"), ("by-added", "GE-137"))
FULL_TIES = ("GE-A23", "GE-A24")  # for the first place, and for the second


# ---------------------------------------------------------------- the bids


@dataclass(frozen=True)
class Settled:
    """What came of a position. `leaders` are those with the highest bid that counts; with several of them it is a tie."""

    p: int
    geniuses: tuple[int, ...]
    bids: tuple[int | None, ...]  # of every seat, as it is written; None: no bid
    left: tuple[int, ...]  # the chips of every seat before anybody pays
    compared: dict[int, int]  # the bids that can be paid, raised by cards
    cards: tuple[int, ...]  # that took effect here
    winner: int  # or NOBODY
    price: int
    gain: int  # chips from patrons

    @property
    def void(self) -> list[int]:
        """The seats whose bid cannot be paid any more."""
        return [seat for seat, bid in enumerate(self.bids) if bid is not None and seat not in self.compared]

    @property
    def leaders(self) -> list[int]:
        return [seat for seat, bid in self.compared.items() if bid == max(self.compared.values())]

    @property
    def tied(self) -> list[int]:
        return self.leaders if len(self.leaders) > 1 else []


def settle(record: Any, printed: Any) -> Iterator[Settled]:
    """Settle the open bids of a record, from A to E; the record changes."""
    unsold = 0
    for p in range(POSITIONS):
        before = as_it_lies(record, p)
        winner, price = map(int, rules.find_winner(record, printed, p))
        gain = int(rules.patron_chips(record, printed, winner, p)) if winner != NOBODY else 0
        seats = (seat for seat in range(record.players) if rules.is_valid(record, seat, p, before["left"][seat]))
        compared = {seat: int(rules.compared_bid(record, printed, seat, p)) for seat in seats}
        yield Settled(p, **before, compared=compared, cards=played_at(record, printed, p), winner=winner, price=price, gain=gain)
        if winner != NOBODY:
            rules.award(record, printed, p, winner, price)
        elif record.round_now == ROUNDS - 1:
            rules.remove(record, p)
        else:
            unsold = int(rules.carry_over(record, p, unsold))


def as_it_lies(record: Any, p: int) -> dict[str, Any]:
    bids = record.bids[record.round_now, : record.players, p].tolist()
    return {
        "geniuses": tuple(genius for genius in record.offer[p].tolist() if genius != NONE),
        "bids": tuple(bid if rules.is_bid(record, bid) else None for bid in bids),
        "left": tuple(record.purse[: record.players].tolist()),
    }


def phase_cards(record: Any, printed: Any) -> list[int]:
    """Return the action cards of the phase, in the order in which the rules look at them."""
    return list(printed.card[rules.phase_of(record)].tolist())


def played_at(record: Any, printed: Any, p: int) -> tuple[int, ...]:
    """Return the cards that were played at a position in this round."""
    return tuple(
        card
        for card in phase_cards(record, printed)
        if rules.is_resolution_card(printed, card) and record.played_in[card] == record.round_now and record.played_at[card] == p
    )


# ---------------------------------------------------------------- the disciplines


@dataclass(frozen=True)
class Strength:
    """What counts in a discipline, in the order in which it is compared."""

    stars: int
    geniuses: int
    best: int
    added: int


@dataclass(frozen=True)
class Tie:
    """Two seats that follow each other with as many stars, and what puts `one` first; nothing in a full tie."""

    place: int  # which both would like to have, from 0
    one: int
    other: int
    key: str
    rule: str


@dataclass(frozen=True)
class Ranking:
    """The order of those who have a genius in a discipline."""

    order: list[int]
    strengths: dict[int, Strength]
    points: dict[int, int]
    ties: list[Tie]

    def place(self, seat: int) -> int:
        """Return how many are ahead."""
        return sum(self.strengths[other] != self.strengths[seat] for other in self.order[: self.order.index(seat)])

    def shares(self, seat: int) -> bool:
        """Return whether somebody is level in everything."""
        return list(self.strengths.values()).count(self.strengths[seat]) > 1


def rank(record: Any, printed: Any, d: int) -> Ranking:
    """Rank the seats in a discipline as it stands, with the points that this brings in the phase."""
    compared = {seat: int(rules.strength(record, printed, seat, d)) for seat in range(record.players)}
    order = sorted(filter(compared.__getitem__, compared), key=compared.__getitem__, reverse=True)
    strengths = {seat: strength_in(compared[seat]) for seat in order}
    points = {seat: int(rules.discipline_points(record, printed, seat, d)) for seat in order}
    places = 2 if printed.points[d, rules.phase_of(record), 1] else 1  # that bring points
    ties = [
        tie(place, one, other, strengths[one], strengths[other])
        for place, (one, other) in enumerate(pairwise(order[: places + 1]))
        if strengths[one].stars == strengths[other].stars
    ]
    return Ranking(order, strengths, points, ties)


def strength_in(number: int) -> Strength:
    """Return what `rules.strength` has put into one number."""
    number, added = divmod(number, RANKED_BY)
    number, best = divmod(number, RANKED_BY)
    stars, geniuses = divmod(number, RANKED_BY)
    return Strength(stars, geniuses, best, added)


def tie(place: int, one: int, other: int, mine: Strength, theirs: Strength) -> Tie:
    pairs = ((mine.geniuses, theirs.geniuses), (mine.best, theirs.best), (mine.added, theirs.added))
    for (key, rule), (more, fewer) in zip(TIE_BREAKS, pairs, strict=True):
        if more > fewer:
            return Tie(place, one, other, key, rule)
    return Tie(place, one, other, "full-tie", FULL_TIES[place])
