"""Genies: what the page of a table shows; table.html lays it out.

Fig. 1 the five positions with the bid sheet or the open bids (before a scoring: the academy), 2 the disciplines, 3 the action
cards; in the margin 4 the academies, 5 the bids of the last round. A sheet is one form: its answers are `move.0`, `move.1`, ...
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from inventorium.core.box import Box
from inventorium.core.events import TABLE, Event, Seat, sentence, subject, sums
from inventorium.core.pages import KEYS, Moves, Reason, Scene, SeatView, reason
from inventorium.core.words import Words
from inventorium.games.genies.events import REVEAL, SCORING, SETTLING
from inventorium.games.genies.notation import LETTERS, card_text
from inventorium.games.genies.settlement import Settled, rank, settle
from inventorium.games.genies.tables import NOBODY, POSITIONS, ROUNDS

PHASE_NUMERALS = ("I", "II", "III")
SECOND_KEYS = "ABCDEFGIJKLMNOPQ"  # for the second card that may be played on a genius
CROWDED = 10  # geniuses of an academy
NOTHING = "–"


@dataclass(frozen=True)
class Stars:
    number: int
    added: int  # of these, by action cards
    label: str


@dataclass(frozen=True)
class Genius:
    """A portrait with what counts."""

    id: str
    name: str
    years: str
    discipline: str
    field: str
    field_name: str
    stars: Stars


@dataclass(frozen=True)
class Choice:
    """A card about which something can be decided: the number of its question on the sheet, and its own among such cards."""

    place: int
    number: int
    card: str
    name: str
    moves: Moves


@dataclass(frozen=True)
class Answer:
    """A way to answer one question of a sheet."""

    field: str
    move: str
    kept_as: str  # its name while the page is exchanged
    key: str
    text: str
    does: str = ""  # what the button says that hands it in; nothing where no card is played
    comes: str = ""  # what comes of it, as the bids stand
    is_usual: bool = False  # it is chosen until somebody chooses something else


@dataclass(frozen=True)
class CardChoice:
    """A card that can be played now, and where. Where it does nothing as the bids stand, only other cards can change that."""

    card: "ActionCard"
    must: Reason | None  # why it cannot be held
    answers: tuple[Answer, ...]
    hold: Answer | None
    idle: tuple[Answer, ...]  # where it does nothing as the bids stand


@dataclass(frozen=True)
class Bid:
    """Where a bid is written."""

    field: str
    highest: int
    label: str
    kept_as: str
    too_high: Reason | None  # why it cannot be more


@dataclass(frozen=True)
class OpenBid:
    """A bid that everybody sees, and what comes of it, or would come of it as the bids stand."""

    who: SeatView
    bid: str
    style: str = ""  # wins, tied, void or ''
    note: str = ""  # the same in a word
    tip: str = ""  # and in a sentence


@dataclass(frozen=True)
class Bay:
    """A position: what lies there, and what is or may be bid for it. What was carried over lies below the new card of the
    round: only the last one is new."""

    id: str
    letter: str
    geniuses: tuple[Genius, ...]
    size: str  # how much room each of them has: '', side or mini
    gain: int  # chips that patrons bring to whoever looks
    bid: Bid | None = None
    races: tuple[tuple[str, str, str, str], ...] = ()  # a discipline, its field, and who has how many stars for which points
    written: str = ""  # one's own bid
    open_bids: tuple[OpenBid, ...] = ()  # everybody's, the highest first


@dataclass(frozen=True)
class Strength:
    """The stars of a seat in a discipline, and the points that they would bring if it were scored now."""

    ink: str
    stars: Stars
    geniuses: int
    points: int
    style: str  # best, some or ''
    label: str
    is_tie: bool  # stars are equal, and something else decides


@dataclass(frozen=True)
class Discipline:
    id: str
    field: str
    field_name: str
    points: tuple[int, int]  # for the most stars, and for the second most
    strengths: tuple[Strength, ...]
    offers: tuple[tuple[str, Stars], ...]  # where geniuses of it are on offer


@dataclass(frozen=True)
class ActionCard:
    id: str
    name: str
    effect: str
    window: str
    text: str


@dataclass(frozen=True)
class HandCard:
    card: ActionCard
    stays: str  # what becomes of it, where cards are played and this one is not


@dataclass(frozen=True)
class Played:
    who: SeatView
    card: ActionCard
    place: str


@dataclass(frozen=True)
class Holding:
    """What somebody has, in the margin."""

    state: str  # sealed, decided, writing, deciding or ''
    is_done: bool
    members: tuple[tuple[Genius, str], ...]  # with what counts, in words
    patrons: tuple[tuple[str, int, str], ...]  # field, chips, and that in words
    cards: int
    purse: str  # the chips, or that they are hidden
    chips_tip: str  # what they are, and how many come or whether they are worth anything


@dataclass(frozen=True)
class Result:
    """What came of the bids for a position."""

    winner: SeatView | None
    price: int
    text: str
    title: str


@dataclass(frozen=True)
class LastRound:
    round: int
    columns: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # letter; id and name of what was at stake
    rows: tuple[tuple[SeatView, tuple[OpenBid, ...]], ...]
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Line:
    """Something that happened, in words, and the rule by which it did."""

    text: str
    rule: str


@dataclass(frozen=True)
class Column:
    """What came of a position at the reveal."""

    letter: str
    geniuses: tuple[tuple[str, str], ...]  # id and name
    bids: tuple[OpenBid, ...]  # the highest first
    lines: tuple[Line, ...]  # everything else that happened there
    winner: SeatView | None
    said: str  # all of it in sentences, for those who listen


@dataclass(frozen=True)
class Scored:
    """What a discipline brought somebody at a scoring."""

    ink: str
    stars: Stars | None  # none: no genius there
    points: int
    style: str


@dataclass(frozen=True)
class ScoredDiscipline:
    id: str
    cells: tuple[Scored, ...]
    why: tuple[Line, ...]  # what decided a tie


@dataclass(frozen=True)
class Scoring:
    before: tuple[Line, ...]  # cards played on geniuses
    disciplines: tuple[ScoredDiscipline, ...]
    after: tuple[Line, ...]  # cards that bring points
    bonus: tuple[int, ...]
    sums: tuple[int, ...]  # the points of this scoring, and of all of them
    totals: tuple[int, ...]
    end: tuple[Line, ...]  # who has won


@dataclass(frozen=True)
class GeniesPage:
    """Everything that table.html shows of a position."""

    phase: str
    phase_name: str
    round: int
    last_round_of_phase: int
    is_open: bool  # the bids of a round lie open and are not settled yet
    is_writing: bool  # one writes bids,
    is_deciding: bool  # or decides about cards,
    is_waiting: bool  # or waits for others who do
    choices: tuple[CardChoice, ...]
    zero_bids: bool
    ask: str
    help: str
    sheet: str  # a name for the sheet that is to be filled in
    hidden: tuple[tuple[str, str], ...]  # its answers without a choice: field, move
    chips: int | None
    chips_note: str  # how many chips come next, or that they will be worth nothing
    title: str
    note: str
    shown_ink: str
    is_academy: bool
    hall: tuple[Genius, ...]
    is_crowded: bool
    bays: tuple[Bay, ...]
    disciplines: tuple[Discipline, ...]
    has_offer: bool
    hand: tuple[HandCard, ...]
    played: tuple[Played, ...]
    shows_played: bool
    holdings: tuple[Holding, ...]
    last: LastRound | None
    reveal: tuple[Column, ...]  # the moment that is shown, if it is one of these
    scoring: Scoring | None


def page(scene: Scene) -> GeniesPage:
    return Drawing(scene).page()


# ---------------------------------------------------------------- small parts


def stars_of(number: int, added: int, words: Words) -> Stars:
    label = stars_in_words(number, words)
    return Stars(number, added, f"{label}, {words('page.added', number=added)}" if added else label)


def stars_in_words(number: int, words: Words) -> str:
    return words("page.stars", number=number)


@cache
def action_cards(box: Box, language: str) -> dict[str, ActionCard]:
    windows = {effect["id"]: effect["window"] for effect in box.components["effects"]}
    return {
        one["id"]: ActionCard(
            one["id"], one["name"][language], one["effect"], windows[one["effect"]], card_text(box, one["id"], language)
        )
        for one in box.components["action_cards"]
    }


@cache
def years_of(box: Box, language: str) -> dict[str, str]:
    return {one["id"]: one.get(f"years_{language}", one["years"]) for one in box.components["geniuses"]}


# ---------------------------------------------------------------- the page


class Drawing:
    """Makes the page of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.words, self.name = scene, scene.words, scene.name
        self.picture, self.question, self.seats, self.seat = scene.picture, scene.question, scene.seats, scene.seat
        self.box, self.zero_bids = scene.view.box, bool(scene.view.options["zero_bids"])
        self.over, winners = scene.view.over, scene.view.winners
        self.shown = self.seat if self.seat >= 0 else winners[0] if winners else 0
        self.mine = self.picture["players"][self.shown]
        is_asked = scene.live and self.seat in scene.asked
        self.is_writing = is_asked and self.question == "bids"
        self.is_deciding = is_asked and self.question in ("cards", "stars")
        self.is_waiting = self.seat in self.picture["finished"] and (scene.live or scene.moment is not None)
        self.done = self.mine["sheet"]["answered"] if self.is_writing or self.is_deciding else 0
        self.cards = action_cards(self.box, self.words.language)
        self.phase = self.box.components["phases"][self.picture["phase"] - 1]
        self.is_academy = self.question in ("stars", "over")

    def page(self) -> GeniesPage:
        picture, mine = self.picture, self.mine
        played = [one for one in picture["played"] if one["round"] >= self.phase["rounds"][0]]
        has_hand = self.seat >= 0 and bool(mine["hand"])
        return GeniesPage(
            phase=PHASE_NUMERALS[picture["phase"] - 1],
            phase_name=self.phase["name"][self.words.language],
            round=picture["round"],
            last_round_of_phase=self.phase["rounds"][1],
            is_open=self.open_round is not None,
            is_writing=self.is_writing,
            is_deciding=self.is_deciding,
            is_waiting=self.is_waiting,
            choices=tuple(map(self.card_choice, self.choices.values())),
            zero_bids=self.zero_bids,
            ask=self.ask(),
            help=self.help(),
            sheet=f"{self.seat}-{picture['round']}-{self.question}",
            hidden=tuple(self.hidden()),
            chips=mine["chips"],
            chips_note=self.chips_note(),
            title=self.title(),
            note=self.note(),
            shown_ink=self.seats[self.shown].ink,
            is_academy=self.is_academy,
            hall=tuple(map(self.genius, mine["academy"])) if self.is_academy else (),
            is_crowded=len(mine["academy"]) > CROWDED,
            bays=() if self.is_academy else tuple(map(self.bay, picture["positions"], range(POSITIONS))),
            disciplines=tuple(self.disciplines()),
            has_offer=self.question in ("bids", "cards", "genius"),
            hand=tuple(self.hand_card(card) for card in mine["hand"] if card not in self.choices) if has_hand else (),
            played=tuple(map(self.played, played)),
            shows_played=bool(played) or not has_hand,
            holdings=tuple(map(self.holding, picture["players"], self.seats)),
            last=self.last_round(picture["rounds"][-1]) if picture["rounds"] else None,
            reveal=tuple(self.reveal()),
            scoring=self.scoring(),
        )

    @cached_property
    def open_round(self) -> dict[str, Any] | None:
        rounds = self.picture["rounds"]
        return rounds[-1] if rounds and self.question in ("cards", "stars") else None

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """The cards about which something can be decided, by id. A sheet asks about the cards of a hand in order."""
        found: dict[str, Choice] = {}
        for place, moves in enumerate(self.scene.sheet if self.is_deciding else ()):
            if moves.of("play"):
                card = self.mine["hand"][self.done + place]
                found[card] = Choice(place, len(found), card, self.name(card), moves)
        return found

    @cached_property
    def settled(self) -> list[Settled]:
        """What comes of the open bids as they stand, before any card is played. Where chips are hidden, nobody can say."""
        if self.question != "cards" or any(one["chips"] is None for one in self.picture["players"]):
            return []
        return list(settle(self.scene.view.state.copy(), self.box.array[0]))

    def chips_note(self) -> str:
        if self.over:
            return ""
        if self.picture["round"] == ROUNDS:
            return self.words("page.chips-end")
        return self.words("page.chips-next", chips=int(self.box.array[0].chips[len(self.seats)]))

    def line(self, event: Event) -> Line:
        names = [seat.name for seat in self.seats]
        text = sentence(event, self.box, self.words, names, self.seat)
        return Line(" ".join(filter(None, (subject(event.seat, self.words, names, self.seat), text))), event.rule)

    def kept_as(self, what: str) -> str:
        return f"{self.seat}-{self.picture['round']}-{what}"

    # ------------------------------------------------ the question

    def ask(self) -> str:
        if self.is_writing:
            return self.words("page.ask.bids")
        if self.is_deciding:
            return self.ask_for_cards()
        if self.is_waiting:
            still = [self.seats[seat].name for seat in self.scene.asked if seat >= 0]
            return self.words(f"page.ask.{self.question}-waits", names=still)
        return ""

    def ask_for_cards(self) -> str:
        """The card that must be played, where there is one in the window after the reveal."""
        musts = [choice.name for choice in self.choices.values() if not choice.moves.get("hold")]
        if musts and self.question == "cards":
            return self.words("page.ask.must", names=musts)
        return self.words(f"page.ask.{self.question}{'' if self.choices else '-none'}")

    def help(self) -> str:
        if self.is_deciding:
            return self.words(f"page.help.{self.question}{'' if self.choices else '-none'}")
        return self.words(f"page.help.{self.question}-waits") if self.is_waiting else ""

    def hidden(self) -> Iterator[tuple[str, str]]:
        """The answers that are given without a choice: the seal of a bid sheet, and cards that cannot be played."""
        if self.is_writing:
            yield f"move.{POSITIONS - self.done}", "seal"
        for place, moves in enumerate(self.scene.sheet if self.is_deciding else ()):
            if not moves.of("play"):
                yield f"move.{place}", "hold"

    # ------------------------------------------------ fig. 1: the positions, or the academy

    def title(self) -> str:
        if self.is_academy:
            return (
                self.words("page.your-academy")
                if self.seat >= 0
                else self.words("page.academy-of", name=self.seats[self.shown].name)
            )
        if self.is_writing:
            return self.words("page.bid-sheet")
        if self.is_waiting and self.question == "bids":
            return self.words("page.sealed-sheet")
        return self.words("page.open-bids" if self.question == "cards" else "page.positions")

    def note(self) -> str:
        if self.is_academy or not (self.is_writing or self.question == "cards"):
            return ""
        return self.words("page.bid-note" if self.is_writing else "page.open-bids-note")

    def genius(self, one: dict[str, Any]) -> Genius:
        years = years_of(self.box, self.words.language)
        return Genius(
            one["id"],
            self.name(one["id"]),
            years[one["id"]],
            one["discipline"],
            one["field"],
            self.name(one["field"]),
            stars_of(one["stars"] + one["added"], one["added"], self.words),
        )

    def bay(self, row: dict[str, Any], place: int) -> Bay:
        letter, many, is_open = row["id"].upper(), len(row["geniuses"]), self.open_round is not None
        size = "mini" if many > (1 if is_open else 2) else "side" if many > 1 or is_open else ""
        sheet = self.mine["sheet"]
        bay = {
            "id": row["id"],
            "letter": letter,
            "geniuses": tuple(map(self.genius, row["geniuses"])),
            "size": size,
            "gain": sheet["patron_chips"][place] if self.is_writing else 0,
        }
        if self.is_writing and place >= self.done:
            races = dict.fromkeys((one["discipline"], one["field"], self.name(one["field"])) for one in row["geniuses"])
            return Bay(**bay, bid=self.bid(row, place, letter), races=tuple((*one, self.race(one[0])) for one in races))
        if self.question == "bids" and (self.is_writing or self.is_waiting):
            return Bay(**bay, written=self.bid_in_words(sheet["bids"][place]))
        if is_open and self.question == "cards":
            return Bay(
                **bay,
                open_bids=tuple(self.open_bids(place)),
            )
        return Bay(**bay)

    def race(self, discipline: str) -> str:
        """One's own stars in a discipline, those of the best of the others, and the points for the first two."""
        standing = [one["stars"] for one in self.picture["standing"][discipline]]
        best = max((seat for seat in range(len(standing)) if seat != self.seat), key=standing.__getitem__)
        key = "page.race" if standing[best] else "page.race-alone"
        first, last = next(
            d["points"][self.picture["phase"] - 1] for d in self.box.components["disciplines"] if d["id"] == discipline
        )
        values = {"name": self.seats[best].name, "stars": standing[best], "first": first, "last": last}
        return self.words(key, mine=standing[self.seat], **values)

    def bid(self, row: dict[str, Any], place: int, letter: str) -> Bid:
        highest, names = self.mine["sheet"]["highest"][place], ", ".join(self.name(one["id"]) for one in row["geniuses"])
        label = f"{self.words('page.bid-for', position=letter, names=names)}, {self.words('page.most', highest=highest)}"
        return Bid(
            f"move.{place - self.done}",
            highest,
            label,
            f"bid-{self.kept_as(row['id'])}",
            reason(self.scene, f"bid {highest + 1}", place - self.done),
        )

    def bid_in_words(self, bid: int | None) -> str:
        """A bid of 0 is none, unless the game is played with bids of 0 (GE-A01)."""
        return NOTHING if bid is None or (bid == 0 and not self.zero_bids) or bid < 0 else str(bid)

    def open_bids(self, place: int) -> Iterator[OpenBid]:
        assert self.open_round is not None
        one = self.settled[place] if self.settled else None
        for seat, bid in highest_first([row[place] for row in self.open_round["bids"]]):
            text = self.bid_in_words(bid)
            if one is None:
                yield OpenBid(self.seats[seat], text)
            elif seat in one.void:
                yield self.void_bid(seat, text, one.left[seat])
            else:
                style = "tied" if seat in one.tied else "wins" if one.winner == seat != NOBODY else ""
                note, tip = self.mark(style, "as-it-stands")
                yield OpenBid(self.seats[seat], text, style, self.words("page.mark.leads") if style == "wins" else note, tip)

    def void_bid(self, seat: int, bid: str, left: int | None) -> OpenBid:
        """A bid that cannot be paid, with the chips that are left, unless they are hidden."""
        note = self.words("page.mark.void") if left is None else self.words("page.mark.only", chips=left)
        return OpenBid(self.seats[seat], bid, "void", note, self.words("page.mark.void-tip"))

    def mark(self, style: str, tip: str) -> tuple[str, str]:
        """What is written beside a bid that wins or is tied, and what that means."""
        return (self.words(f"page.mark.{style}"), self.words(f"page.mark.{style}-{tip}")) if style else ("", "")

    # ------------------------------------------------ the cards that can be played

    def card_choice(self, choice: Choice) -> CardChoice:
        card, may_hold, field = self.cards[choice.card], choice.moves.get("hold") is not None, f"move.{choice.place}"
        found = [self.played_at(choice, move.things[-1]) for move in choice.moves.of("play")]
        answers, idle = [one for one in found if one.comes], [one for one in found if not one.comes]
        if not answers and not may_hold:  # it must be played though it does nothing
            answers, idle = [replace(one, comes=self.words("page.comes.nothing"), is_usual=one is idle[0]) for one in idle], []
        elif len(answers) == 1 and not may_hold:
            answers = [replace(answers[0], is_usual=True)]
        keep = self.kept_as(f"{choice.card}-hold")
        hold = Answer(field, "hold", keep, "L" if choice.number else "K", self.words("page.hold"), is_usual=True)
        return CardChoice(
            card,
            reason(self.scene, "hold", choice.place, card=choice.name) if not may_hold and self.question == "cards" else None,
            tuple(answers),
            hold if may_hold else None,
            tuple(idle),
        )

    def played_at(self, choice: Choice, place: str) -> Answer:
        """A card played from a position on, or on a genius."""
        words = f"play {choice.card} {place}"
        if self.question == "stars":
            number = [one["id"] for one in self.mine["academy"]].index(place)
            key, text, at = (SECOND_KEYS if choice.number else KEYS)[number : number + 1], self.name(place), self.name(place)
            comes = self.stars_bring(choice.card, place)
        else:
            number = LETTERS.index(place)
            at, key = place.upper(), str(number + 1) if choice.number else place.upper()
            text = ", ".join([at, *(self.name(one["id"]) for one in self.picture["positions"][number]["geniuses"])])
            comes = self.comes_of(choice.card, number)
        does = self.words("page.button.play", card=choice.name, place=at)
        return Answer(f"move.{choice.place}", words, self.kept_as(words), key, text, does, comes)

    def comes_of(self, card: str, place: int) -> str:
        """What a card does at a position as the bids stand; nothing where it does nothing there."""
        if not self.settled:
            return self.words("page.comes.unknown")
        record, number = self.scene.view.state.copy(), self.box.ids("action_cards").index(card)
        record.target[number] = place
        then, now = list(settle(record, self.box.array[0]))[place], self.settled[place]
        if number not in then.cards:
            return ""
        if then.winner == self.seat != now.winner:
            return self.words("page.comes.wins", price=then.price)
        if then.winner == self.seat:
            return self.words("page.comes.cheaper" if then.price < now.price else "page.comes.leads", price=then.price)
        if then.winner == NOBODY:
            return self.words("page.comes.tie")
        return self.words("page.comes.behind", name=self.seats[then.winner].name, price=then.compared[self.seat])

    def stars_bring(self, card: str, genius: str) -> str:
        """What stars on a genius would bring at the scoring."""
        record, ids = self.scene.view.state.copy(), self.box.ids("geniuses")
        one = next(one for one in self.mine["academy"] if one["id"] == genius)
        d = self.box.ids("disciplines").index(one["discipline"])
        now = rank(record, self.box.array[0], d).points[self.seat]
        record.stars_added[ids.index(genius)] += next(
            effect["n"] for effect in self.box.components["action_cards"] if effect["id"] == card
        )
        then = rank(record, self.box.array[0], d).points[self.seat]
        name = self.words(f"parts.{one['discipline']}")
        return self.words("page.comes.points" if then > now else "page.comes.no-points", name=name, points=then - now)

    # ------------------------------------------------ fig. 2: the disciplines

    def disciplines(self) -> Iterator[Discipline]:
        offers: dict[str, list[tuple[str, Stars]]] = {}
        for row in self.picture["positions"]:
            for one in row["geniuses"]:
                stars = stars_of(one["stars"] + one["added"], 0, self.words)
                offers.setdefault(one["discipline"], []).append((row["id"].upper(), stars))
        for d in self.box.components["disciplines"]:
            first, second = d["points"][self.picture["phase"] - 1]
            strengths = [self.strength(d["id"], seat, first) for seat in self.seats]
            yield Discipline(
                d["id"], d["field"], self.name(d["field"]), (first, second), tuple(strengths), tuple(offers.get(d["id"], ()))
            )

    def strength(self, discipline: str, seat: SeatView, first: int) -> Strength:
        """What a seat has in a discipline; its label says of whom, what it would bring, and what decides where stars are
        equal."""
        one = self.picture["standing"][discipline][seat.seat]
        stars, points, ahead = stars_of(one["stars"], 0, self.words), one["points"], one["ahead"]
        members = [
            self.name(genius["id"])
            for genius in self.picture["players"][seat.seat]["academy"]
            if genius["discipline"] == discipline
        ]
        label = f"{self.words('page.members', stars=stars.label, number=one['geniuses'])}: {', '.join(members)}"
        if points:
            label += f"; {self.words('page.would-score', points=points)}"
        if ahead:
            label += f"; {self.words('page.tie.' + ahead['by'], name=self.seats[ahead['of']].name)} ({ahead['rule']})"
        return Strength(
            seat.ink,
            stars,
            one["geniuses"],
            points,
            ("best" if points == first else "some") if points else "",
            label,
            ahead is not None,
        )

    # ------------------------------------------------ fig. 3: the action cards

    def hand_card(self, card: str) -> HandCard:
        """A card of the hand; where cards are decided about, those that cannot be played now."""
        found = self.cards[card]
        stays = self.words("page.by-itself" if found.effect == "renown" else "page.stays") if self.is_deciding else ""
        return HandCard(found, stays)

    def played(self, one: dict[str, Any]) -> Played:
        place = one["at"] or ""
        return Played(self.seats[one["seat"]], self.cards[one["card"]], place.upper() if place in LETTERS else self.name(place))

    # ------------------------------------------------ the margin

    def holding(self, one: dict[str, Any], seat: SeatView) -> Holding:
        state, is_done = "", one["seat"] in self.picture["finished"]
        if not self.over and self.question in ("bids", "cards", "stars"):
            done, busy = ("sealed", "writing") if self.question == "bids" else ("decided", "deciding")
            state = done if is_done or (seat.asked and self.scene.moment) else busy if seat.asked else ""
        return Holding(
            state,
            is_done,
            tuple((self.genius(genius), self.member(genius)) for genius in one["academy"]),
            tuple(
                (field, chips, self.words("page.patron", chips=chips, field=self.name(field)))
                for field, chips in one["patrons"].items()
            ),
            len(one["hand"]),
            "?" if one["chips"] is None else str(one["chips"]),
            self.chips_tip(one["chips"]),
        )

    def chips_tip(self, chips: int | None) -> str:
        held = self.words("page.chips-hidden") if chips is None else self.words("page.so-many-chips", chips=chips)
        return ". ".join(filter(None, (held, self.chips_note())))

    def member(self, one: dict[str, Any]) -> str:
        return self.words(
            "page.with-stars",
            genius=self.name(one["id"]),
            discipline=self.words(f"parts.{one['discipline']}"),
            stars=stars_in_words(one["stars"] + one["added"], self.words),
        )

    def last_round(self, last: dict[str, Any]) -> LastRound:
        results = last["results"]
        came: Mapping[str, Any] = {}
        if results:
            came = next((one for one in self.scene.happened() if one["round"] == last["round"]), came)
        columns = tuple(
            (letter.upper(), tuple((one, self.name(one)) for one in came["offer"][place]) if came else ())
            for place, letter in enumerate(LETTERS)
        )
        rows = [
            (seat, tuple(self.past_bid(seat, place, bid, results, came) for place, bid in enumerate(bids)))
            for seat, bids in zip(self.seats, last["bids"], strict=True)
        ]
        return LastRound(last["round"], columns, tuple(rows), tuple(map(self.result, results)))

    def past_bid(
        self, seat: SeatView, place: int, bid: int | None, results: Sequence[dict[str, Any]], came: Mapping[str, Any]
    ) -> OpenBid:
        text, number = self.bid_in_words(bid), seat.seat
        if came and number in came["void"][place]:
            return self.void_bid(number, text, None)
        is_tied = came and number in came["tied"][place]
        style = "wins" if results and results[place]["winner"] == number else "tied" if is_tied else ""
        return OpenBid(seat, text, style, *self.mark(style, "tip"))

    def result(self, came: dict[str, Any]) -> Result:
        winner = self.seats[came["winner"]] if came["winner"] is not None else None
        if winner is None:
            text = self.words("page.nobody")
        elif came["price"]:
            text = self.words("page.price", name=winner.name, price=came["price"])
        else:
            text = self.words("page.free", name=winner.name)
        gain = self.words("page.with-gain", chips=came["patronage"]) if came["patronage"] else ""
        return Result(winner, came["price"], text, ", ".join(filter(None, (text, gain))))

    # ------------------------------------------------ the moments

    def reveal(self) -> Iterator[Column]:
        """The positions from A to E, as they were settled, or as the bids stand while cards can still change that."""
        moment = self.scene.moment
        if moment is None or moment.name not in (REVEAL, SETTLING):
            return
        events = [event for event in moment.events if event.key != "opened"]
        if not events and self.scene.after:
            yield from Drawing(self.scene.after).as_opened()
        begins = [place for place, event in enumerate(events) if event.key == "position"]
        for begin, end in pairwise([*begins, len(events)]):
            yield self.column(events[begin], events[begin + 1 : end])

    def as_opened(self) -> Iterator[Column]:
        for place, row in enumerate(self.picture["positions"]):
            letter, bids = row["id"].upper(), tuple(self.open_bids(place))
            names = tuple((one["id"], self.name(one["id"])) for one in row["geniuses"])
            winner = next((bid.who for bid in bids if bid.style == "wins"), None)
            lines = () if winner or not self.settled else tuple(self.stands(self.settled[place], letter))
            leads = self.words("page.said.you-lead" if winner.you else "page.said.leads", name=winner.name) if winner else ""
            yield Column(
                letter, names, bids, lines, winner, self.said(letter, names, bids, [leads, *(one.text for one in lines)])
            )

    def stands(self, one: Settled, letter: str) -> Iterator[Line]:
        """Why nobody wins a position as the bids stand."""
        if one.tied:
            values = {"names": [Seat(seat) for seat in one.tied], "price": one.compared[one.tied[0]], "position": letter}
            yield self.line(Event("tie", TABLE, "GE-89", values))
        else:
            key, rule = ("nobody-pays", "GE-98") if one.void else ("nobody-bids", "GE-A07")
            yield self.line(Event(key, TABLE, rule, {"position": letter}))

    def said(self, letter: str, names: Sequence[tuple[str, str]], bids: Sequence[OpenBid], came: Sequence[str]) -> str:
        """A position in sentences: what lies there, what was bid, what came of it."""
        called = [
            f"{self.words('you') if one.who.you else one.who.name} {one.bid}{f' ({one.note})' if one.style == 'void' else ''}"
            for one in bids
            if one.bid != NOTHING
        ]
        told = self.words("page.said.position", position=letter, names=[name for _, name in names])
        return ". ".join(filter(None, (told, self.words("page.said.bids", names=called) if called else "", *came))) + "."

    def column(self, head: Event, events: list[Event]) -> Column:
        told = {event.key: event for event in events}
        void = {event.seat: event.values.get("chips") for event in events if event.key in ("void", "void-hidden")}
        tied = told["tie"].values["names"] if "tie" in told else []
        winner = told["wins"].seat if "wins" in told else None
        bids = []
        for seat, bid in highest_first(head.values["bids"]):
            text, style = self.bid_in_words(bid), "wins" if seat == winner else "tied" if seat in tied else ""
            bids.append(
                self.void_bid(seat, text, void[seat])
                if seat in void
                else OpenBid(self.seats[seat], text, style, *self.mark(style, "tip"))
            )
        shown = [event for event in events if event.key not in ("void", "void-hidden", "wins", "takes")]
        if "tie" in told:
            shown = [event for event in shown if event.key != "nobody-wins"]  # the tie says it
        if "funds" not in told and "pays-nothing" not in told:
            shown = [event for event in shown if event.key != "pays"]  # the winning bid says it
        letter, names = head.values["position"], tuple((one, self.name(one)) for one in head.values["names"])
        return Column(
            letter,
            names,
            tuple(bids),
            tuple(map(self.line, shown)),
            None if winner is None else self.seats[winner],
            self.said(letter, names, bids, [self.line(event).text for event in events if event.key not in ("pays", "takes")]),
        )

    def scoring(self) -> Scoring | None:
        """The disciplines one after the other, with what decided ties, and what that comes to."""
        moment = self.scene.moment
        if moment is None or moment.name != SCORING:
            return None
        told: dict[str, list[Event]] = {}
        for event in moment.events:
            told.setdefault(event.key, []).append(event)
        gained, names = sums(moment.events), self.box.ids("disciplines")
        points, bonus = (tuple(gained.get((one.seat, what), 0) for one in self.seats) for what in ("points", "points.bonus"))
        return Scoring(
            tuple(map(self.line, told.get("stars", []))),
            tuple(
                self.scored(name, [event for event in moment.events if event.values.get("discipline") == name]) for name in names
            ),
            tuple(map(self.line, told.get("renown", []) + told.get("renown-behind", []))),
            bonus,
            points,
            tuple(one["points"] for one in (self.scene.after or self.scene).view.picture()["players"]),
            tuple(map(self.line, told.get("won", []))),
        )

    def scored(self, name: str, events: list[Event]) -> ScoredDiscipline:
        stars = {seat: number for event in events if event.key == "discipline" for seat, number in event.values["names"]}
        points = {event.seat: (event.key, event.values["points"]) for event in events if "points" in event.values}
        cells = []
        for seat in self.seats:
            key, number = points.get(seat.seat, ("", 0))
            cells.append(
                Scored(
                    seat.ink,
                    stars_of(stars[seat.seat], 0, self.words) if seat.seat in stars else None,
                    number,
                    "best" if key == "first" else "some" if key else "",
                )
            )
        why = [self.line(event) for event in events if event.key == "full-tie" or event.key.startswith("by-")]
        return ScoredDiscipline(name, tuple(cells), tuple(why))


def highest_first(bids: Sequence[int | None]) -> list[tuple[int, int | None]]:
    """Return seats with their bids, the highest first."""
    return sorted(enumerate(bids), key=lambda one: (-1 if one[1] is None else one[1]) * -1)
