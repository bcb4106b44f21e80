"""Genies: what an answer did, told one event at a time (docs/events.md).

What follows from an answer without a choice is followed on a copy of the record with the rules' own functions, in the order of
`rules.go_on`: the bids are opened, the positions settled from A to E, star cards placed, the disciplines scored, the phase ended,
the next round begun.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from inventorium.core.box import Box
from inventorium.core.events import TABLE, Change, Event, Seat
from inventorium.games.genies import rules
from inventorium.games.genies.notation import LETTERS, hand_of
from inventorium.games.genies.settlement import FULL_TIES, Settled, Tie, phase_cards, rank, settle
from inventorium.games.genies.tables import (
    DISCIPLINES,
    GONE,
    HIDDEN,
    NO_BID,
    NOBODY,
    NONE,
    ROUNDS,
    SCORE_PARTS,
    Act,
    Effect,
    Question,
)

REVEAL, SETTLING, SCORING = STAGED = MOMENTS = ("reveal", "settling", "scoring")
NOTHING = "–"  # no bid
PHASE_RULES = ("GE-43", "GE-44", "GE-45")
PLACES = (("first", "GE-117"), ("second", "GE-118"))


def holdings(box: Box, state: Any) -> Mapping[tuple[int, str], int]:
    """Return everything that can be counted: what every seat has, and what lies on the table."""
    return {
        **table_holdings(box, state),
        **{(seat, what): number for seat in range(state.players) for what, number in seat_holdings(box, state, seat).items()},
    }


def table_holdings(box: Box, state: Any) -> dict[tuple[int, str], int]:
    """Return the round, and the geniuses in every place: their number, and each of them."""
    ids = box.ids("geniuses")
    places = {letter: state.offer[p].tolist() for p, letter in enumerate(LETTERS)}
    places["carried"] = state.carried.ravel().tolist()
    places["removed"] = [genius for genius, where in enumerate(state.where.tolist()) if where == GONE]
    found = {(TABLE, "round"): state.round_now + 1}
    for place, there in places.items():
        geniuses = [ids[genius] for genius in there if genius != NONE]
        found |= {(TABLE, place): len(geniuses), **{(TABLE, f"{place}.{genius}"): 1 for genius in geniuses}}
    return found


def seat_holdings(box: Box, state: Any, seat: int) -> dict[str, int]:
    """Return chips, cards, the academy and the points of a seat, the points by parts, too."""
    academy = [genius for genius, where in enumerate(state.where.tolist()) if where == seat]
    parts = dict(zip(SCORE_PARTS, [*state.points[:, seat].sum(axis=0).tolist(), int(state.bonus[:, seat].sum())], strict=True))
    return {
        "chips": int(state.purse[seat]),
        "cards": int(state.hand[seat]),
        "lost": int(state.lost[seat]),
        "played": int(((state.holder == seat) & (state.played_in != NONE)).sum()),
        **{f"patron.{field}": int(chips) for field, chips in zip(box.ids("fields"), state.patron[seat], strict=True)},
        "geniuses": len(academy),
        **{f"geniuses.{box.ids('geniuses')[genius]}": 1 for genius in academy},
        "stars": sum(int(box.array[0].stars[genius] + state.stars_added[genius]) for genius in academy),
        "points": sum(parts.values()),
        **{f"points.{part}": points for part, points in parts.items()},
    }


def events(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterator[Event]:
    """Return what an answer did, and what followed from it without a choice, in order."""
    telling = Telling(box, before)
    if action >= Act.DEAL_CARD:
        return telling.card_dealt(after, action - Act.DEAL_CARD)
    if action >= Act.DEAL_GENIUS:
        return telling.genius_dealt(action - Act.DEAL_GENIUS, before.dealt)
    return telling.answer(before, seat, action)


def thing_of(seat: int) -> str:
    """Return how the page marks what belongs to a seat."""
    return f"seat-{seat}"


def lies(genius: str, seat: int, place: str, by: int) -> tuple[Change, ...]:
    """Return the changes of a genius that comes to a place (1), or leaves it (-1)."""
    return Change(seat, place, by), Change(seat, f"{place}.{genius}", by)


class Telling:
    """Follows the rules from one position on, and tells what happens."""

    def __init__(self, box: Box, before: Any) -> None:
        self.box, self.printed, self.record = box, box.array[0], before.record.copy()
        self.seats = range(before.players)
        self.settling = REVEAL  # the moment at which the bids are settled
        self.geniuses, self.cards = box.ids("geniuses"), box.ids("action_cards")
        self.fields, self.disciplines = box.ids("fields"), box.ids("disciplines")

    @property
    def round(self) -> int:
        """The round, from 0."""
        return int(self.record.round_now)

    @property
    def phase_cards(self) -> list[int]:
        return phase_cards(self.record, self.printed)

    def card_played(
        self,
        key: str,
        card: int,
        rule: str,
        values: Mapping[str, Any],
        changes: Sequence[Change] = (),
        things: Sequence[str] = (),
        moment: str = "",
    ) -> Event:
        """Return the event of an action card that takes effect."""
        seat = int(self.record.holder[card])
        return Event(
            key,
            seat,
            rule,
            {"card": self.cards[card], **values},
            (thing_of(seat), self.cards[card], *things),
            (Change(seat, "cards", -1), Change(seat, "played", 1), *changes),
            moment,
        )

    # ------------------------------------------------ what is dealt

    def card_dealt(self, after: Any, card: int) -> Iterator[Event]:
        """An action card is dealt; with the last one all know their hands, and the phase begins."""
        seat = int(after.holder[card])
        yield Event("dealt", TABLE, "GE-48", things=(thing_of(seat),), changes=(Change(seat, "cards", 1),))
        if after.question == Question.ACTION_CARD:
            return
        self.record.holder[card] = seat
        for seat in self.seats:
            for one in self.phase_cards:
                if self.record.holder[one] == seat:
                    yield Event("hand", seat, "GE-143", {"thing": self.cards[one]}, (self.cards[one],), known_to=(seat,))
        yield from self.handed_out(self.record.carried)

    def genius_dealt(self, number: int, place: int) -> Iterator[Event]:
        genius, letter = self.geniuses[number], LETTERS[place]
        yield Event("laid-out", TABLE, "GE-54", {"thing": genius}, (genius, letter), lies(genius, TABLE, letter, 1))

    def handed_out(self, carried: Any) -> Iterator[Event]:
        """Everybody gets the income of the round, cards that leave no choice are played, and what was carried over is laid out
        again."""
        chips = int(self.printed.chips[len(self.seats)])
        yield Event(
            "income",
            TABLE,
            "GE-46",
            {"chips": chips},
            tuple(map(thing_of, self.seats)),
            tuple(Change(seat, "chips", chips) for seat in self.seats),
        )
        if rules.is_first_of_phase(self.record):
            yield from self.start_cards()
        for letter, row in zip(LETTERS, carried.tolist(), strict=True):
            for genius in (self.geniuses[number] for number in row if number != NONE):
                yield Event(
                    "again",
                    TABLE,
                    "GE-93",
                    {"thing": genius, "position": letter.upper()},
                    (genius, letter),
                    lies(genius, TABLE, "carried", -1) + lies(genius, TABLE, letter, 1),
                )

    def start_cards(self) -> Iterator[Event]:
        for card in self.phase_cards:
            seat, chips = int(self.record.holder[card]), int(self.printed.n[card])
            if seat >= 0 and self.printed.effect[card] == Effect.GRANT:
                yield self.card_played("grant", card, "GE-A44", {"chips": chips}, [Change(seat, "chips", chips)])
            elif seat >= 0 and self.printed.effect[card] == Effect.PATRON:
                field = self.fields[self.printed.card_field[card]]
                yield self.card_played(
                    "patron", card, "GE-A44", {"chips": chips, "field": field}, [Change(seat, f"patron.{field}", chips)]
                )

    # ------------------------------------------------ what is answered

    def answer(self, before: Any, seat: int, action: int) -> Iterator[Event]:
        """What stands on a sheet is known to its owner alone; that it is complete, to everybody."""
        if action == Act.REOPEN:
            yield Event("taken-back", seat, "GE-A08", things=(thing_of(seat),))
            return
        yield from self.written(before, seat, action)
        rules.write(self.record, self.printed, seat, action)
        if self.record.answered[seat] == rules.sheet_length(self.record, seat):
            key, rule = ("sealed", "GE-61") if self.record.question == Question.BIDS else ("decided", "GE-A46")
            yield Event(key, seat, rule, things=(thing_of(seat),))
            rules.complete(self.record, seat)
            yield from self.go_on()

    def written(self, before: Any, seat: int, action: int) -> Iterator[Event]:
        if action == Act.SEAL:
            return
        if action <= Act.BID_NOTHING:
            place, bid = int(before.answered[seat]), action - Act.BID if action < Act.BID_NOTHING else NO_BID
            yield Event("writes", seat, "GE-63", {"thing": self.bid_at(place, bid)}, (LETTERS[place],), known_to=(seat,))
            return
        card = hand_of(self.box, before, seat)[before.answered[seat]]
        key, rule, values, things = "holds", "GE-A36", {"card": card}, [card]
        if Act.PLAY_FROM <= action < Act.PLAY_ON:
            letter = LETTERS[action - Act.PLAY_FROM]
            key, rule, values["position"] = "names", "GE-A34", letter.upper()
            things.append(letter)
        elif action >= Act.PLAY_ON:
            genius = self.geniuses[action - Act.PLAY_ON]
            key, rule, values["genius"] = "chooses", "GE-A38", genius
            things.append(genius)
        yield Event(key, seat, rule, values, tuple(things), known_to=(seat,))

    def bid_at(self, place: int, bid: int) -> str:
        """Return a bid as a sheet has it: `A 12`."""
        return f"{LETTERS[place].upper()} {bid if rules.is_bid(self.record, bid) else NOTHING}"

    def go_on(self) -> Iterator[Event]:
        """When the last sheet of a window is in, what follows without a choice happens."""
        record, printed = self.record, self.printed
        if record.question == Question.BIDS and record.asked == NOBODY:
            rules.open_cards(record, printed)
            yield from self.opened()
        elif record.question == Question.CARDS:
            self.settling = SETTLING
        if record.question == Question.CARDS and record.asked == NOBODY:
            yield from self.settled()
            if rules.is_first_of_phase(record):
                yield from self.next_round()
            else:
                rules.open_stars(record, printed)
        if record.question == Question.STARS and record.asked == NOBODY:
            yield from self.scored()
            yield from self.phase_ended()
            yield from self.over() if self.round == ROUNDS - 1 else self.next_round()

    # ------------------------------------------------ the reveal

    def opened(self) -> Iterator[Event]:
        """All sheets lie open. Where nobody has to decide about cards, they are settled in the same moment."""
        for seat in self.seats:
            for place, bid in enumerate(self.record.bids[self.round, seat].tolist()):
                yield Event(
                    "opened", seat, "GE-71", {"thing": self.bid_at(place, bid)}, (thing_of(seat), LETTERS[place]), moment=REVEAL
                )

    def settled(self) -> Iterator[Event]:
        """The positions from A to E."""
        for one in settle(self.record, self.printed):
            geniuses = [self.geniuses[number] for number in one.geniuses]
            yield self.at(one, "position", TABLE, "GE-73", names=geniuses, bids=list(one.bids), round=self.round + 1)
            for seat in one.void:
                yield from self.void(one, seat)
            yield from self.compared(one)
            yield from self.awarded(one, geniuses) if one.winner != NOBODY else self.unsold(one, geniuses)

    def at(self, one: Settled, key: str, seat: int, rule: str, **values: Any) -> Event:
        """Return an event of a position that changes nothing."""
        letter = LETTERS[one.p]
        return Event(
            key,
            seat,
            rule,
            {"position": letter.upper(), **values},
            (letter, *([thing_of(seat)] if seat >= 0 else [])),
            moment=self.settling,
        )

    def void(self, one: Settled, seat: int) -> Iterator[Event]:
        """A bid cannot be paid. Where chips are hidden, only its bidder is told how many are left."""
        told = self.at(one, "void", seat, "GE-82", price=one.bids[seat], chips=one.left[seat])
        if self.record.chips != HIDDEN:
            yield told
            return
        yield replace(told, known_to=(seat,))
        others = tuple(other for other in (TABLE, *self.seats) if other != seat)
        yield replace(self.at(one, "void-hidden", seat, "GE-82", price=one.bids[seat]), known_to=others)

    def compared(self, one: Settled) -> Iterator[Event]:
        """The bids that count, with the cards that took effect, and what became of a tie."""
        for card in self.cards_of(one, Effect.TOP_UP):
            yield self.card_at(one, "top-up", card, price=one.compared[int(self.record.holder[card])])
        if one.tied:
            yield self.at(one, "tie", TABLE, "GE-89", names=[Seat(seat) for seat in one.tied], price=one.compared[one.tied[0]])
            for card in self.cards_of(one, Effect.PERSUASION):
                yield self.card_at(one, "persuasion", card)
            if one.winner == NOBODY:
                yield self.at(one, "nobody-wins", TABLE, "GE-91")
        elif not one.compared:
            yield self.at(one, "nobody-pays", TABLE, "GE-98") if one.void else self.at(one, "nobody-bids", TABLE, "GE-A07")

    def cards_of(self, one: Settled, effect: Effect) -> list[int]:
        return [card for card in one.cards if self.printed.effect[card] == effect]

    def card_at(self, one: Settled, key: str, card: int, **values: Any) -> Event:
        letter = LETTERS[one.p]
        return self.card_played(key, card, "GE-A34", {"position": letter.upper(), **values}, (), (letter,), self.settling)

    def awarded(self, one: Settled, geniuses: list[str]) -> Iterator[Event]:
        """The winner pays, gets what patrons bring, and takes everything that lies there."""
        seat, letter = one.winner, LETTERS[one.p]
        mine = thing_of(seat)
        yield self.at(one, "wins", seat, "GE-74", price=one.bids[seat])
        for card in self.cards_of(one, Effect.FUNDS):
            yield self.card_at(one, "funds", card)
        yield Event(
            "pays" if one.price else "pays-nothing",
            seat,
            "GE-77",
            {"chips": one.price},
            (mine,),
            (Change(seat, "chips", -one.price),),
            self.settling,
        )
        if one.gain:
            yield Event(
                "patronage", seat, "GE-142", {"chips": one.gain}, (mine,), (Change(seat, "chips", one.gain),), self.settling
            )
        for genius, number in zip(geniuses, one.geniuses, strict=True):
            yield Event(
                "takes",
                seat,
                "GE-75",
                {"thing": genius},
                (mine, genius, letter),
                (
                    *lies(genius, TABLE, letter, -1),
                    *lies(genius, seat, "geniuses", 1),
                    Change(seat, "stars", int(self.printed.stars[number])),
                ),
                self.settling,
            )

    def unsold(self, one: Settled, geniuses: list[str]) -> Iterator[Event]:
        """What nobody wins is carried over; after the last round it is removed."""
        place, rule = ("carried", "GE-93" if one.tied else "GE-98")
        if self.round == ROUNDS - 1:
            place, rule = ("removed", "GE-99" if one.tied else "GE-100")
        for genius in geniuses:
            yield Event(
                place,
                TABLE,
                rule,
                {"thing": genius},
                (genius, LETTERS[one.p]),
                lies(genius, TABLE, LETTERS[one.p], -1) + lies(genius, TABLE, place, 1),
                self.settling,
            )

    # ------------------------------------------------ the scoring

    def scored(self) -> Iterator[Event]:
        """Star cards are placed, then the disciplines one after the other, then the cards that bring points."""
        record, printed = self.record, self.printed
        for card in self.phase_cards:
            if record.target[card] != NONE and printed.effect[card] == Effect.STARS:
                genius, stars, seat = self.geniuses[record.target[card]], int(printed.n[card]), int(record.holder[card])
                yield self.card_played(
                    "stars",
                    card,
                    "GE-150",
                    {"genius": genius, "number": stars},
                    [Change(seat, "stars", stars)],
                    (genius,),
                    SCORING,
                )
        rules.place_stars(record, printed)
        for d in range(DISCIPLINES):
            yield from self.discipline(d)
        for card in self.phase_cards:
            if printed.effect[card] == Effect.RENOWN and record.holder[card] >= 0:
                yield from self.renown(card)

    def discipline(self, d: int) -> Iterator[Event]:
        """Who is first and second, and why where stars are equal."""
        name, phase, ranking = self.disciplines[d], int(rules.phase_of(self.record)), rank(self.record, self.printed, d)
        if not ranking.order:
            yield Event("nobody-there", TABLE, "GE-A22", {"discipline": name}, (name,), moment=SCORING)
            return
        stars = [(Seat(seat), ranking.strengths[seat].stars) for seat in ranking.order]
        yield Event("discipline", TABLE, "GE-112", {"discipline": name, "names": stars}, (name,), moment=SCORING)
        for tie in ranking.ties:
            yield self.tie(tie, name)
        for seat in ranking.order:
            points = self.record.points[phase, seat, d] = ranking.points[seat]
            if points:
                place = ranking.place(seat)
                key, rule = ("shares", FULL_TIES[place]) if ranking.shares(seat) else PLACES[place]
                yield Event(
                    key,
                    seat,
                    rule,
                    {"discipline": name, "points": points},
                    (thing_of(seat), name),
                    (Change(seat, "points", points), Change(seat, f"points.{name}", points)),
                    SCORING,
                )

    def tie(self, tie: Tie, discipline: str) -> Event:
        """Of two seats with as many stars: what decides, if anything does."""
        things, one, other = (thing_of(tie.one), thing_of(tie.other), discipline), Seat(tie.one), Seat(tie.other)
        if tie.key == "full-tie":
            return Event(tie.key, TABLE, tie.rule, {"names": [one, other], "discipline": discipline}, things, moment=SCORING)
        return Event(tie.key, tie.one, tie.rule, {"who": other, "discipline": discipline}, things, moment=SCORING)

    def renown(self, card: int) -> Iterator[Event]:
        """A card that brings points for a field, if its owner has a genius there."""
        record, seat, phase = self.record, int(self.record.holder[card]), int(rules.phase_of(self.record))
        so_far, field = int(record.bonus[phase, seat]), int(self.printed.card_field[card])
        mine, *others = (
            int(rules.field_stars(record, self.printed, one, field))
            for one in (seat, *(other for other in self.seats if other != seat))
        )
        rules.play_renown(record, self.printed, card)
        if record.played_in[card] != NONE:
            points = int(record.bonus[phase, seat]) - so_far
            yield self.card_played(
                "renown-behind" if max(others) > mine else "renown",
                card,
                "GE-A44",
                {"points": points, "field": self.fields[field]},
                [Change(seat, "points", points), Change(seat, "points.bonus", points)],
                (),
                SCORING,
            )

    # ------------------------------------------------ the end of a phase, a new round, the end

    def phase_ended(self) -> Iterator[Event]:
        """What was not played is lost, and patrons leave."""
        for seat in self.seats:
            if cards := int(self.record.hand[seat]):
                yield Event(
                    "lost",
                    seat,
                    "GE-147",
                    {"number": cards},
                    (thing_of(seat),),
                    (Change(seat, "cards", -cards), Change(seat, "lost", cards)),
                )
            for field, chips in zip(self.fields, self.record.patron[seat].tolist(), strict=True):
                if chips:
                    yield Event(
                        "patron-leaves",
                        seat,
                        "GE-A41",
                        {"field": field},
                        (thing_of(seat),),
                        (Change(seat, f"patron.{field}", -chips),),
                    )
        rules.end_phase(self.record, self.printed)

    def next_round(self) -> Iterator[Event]:
        carried = self.record.carried.copy()
        rules.begin_round(self.record, self.printed, self.round + 1)
        is_last = self.round == ROUNDS - 1
        yield Event(
            "last-round" if is_last else "round",
            TABLE,
            "GE-109" if is_last else "GE-51",
            {"round": self.round + 1},
            changes=(Change(TABLE, "round", 1),),
        )
        if rules.is_first_of_phase(self.record):
            phase = int(rules.phase_of(self.record))
            yield Event(
                "phase", TABLE, PHASE_RULES[phase], {"phase": phase + 1, "name": self.box.components["phases"][phase]["name"]}
            )
        if self.record.question == Question.GENIUS:
            yield from self.handed_out(carried)

    def over(self) -> Iterator[Event]:
        yield Event("over", TABLE, "GE-156", moment=SCORING)
        parts, places = np.zeros((len(self.seats), len(SCORE_PARTS)), np.int64), np.zeros(len(self.seats), np.int64)
        rules.breakdown(self.record, self.printed, parts)
        scores = parts.sum(axis=1)
        rules.places(self.record, self.printed, scores, places)
        winners = [seat for seat in self.seats if places[seat] == 1]
        for seat in winners:
            yield Event(
                "won",
                seat,
                "GE-157" if len(winners) == 1 else "GE-A31",
                {"points": int(scores[seat])},
                (thing_of(seat),),
                moment=SCORING,
            )
