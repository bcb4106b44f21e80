"""Genies: what the page of a table shows; table.html lays it out.

Fig. 1 the five positions with the bid sheet or the open bids (before a scoring: the academy), 2 the disciplines, 3 the action
cards; in the margin 4 the academies, 5 the bids of the last round. A sheet is one form: its answers are `move.0`, `move.1`, ...
"""
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from inventorium.core.box import Box
from inventorium.core.pages import KEYS, Moves, Reason, Scene, reason
from inventorium.core.words import Words
from inventorium.games.genies.notation import LETTERS, card_text
from inventorium.games.genies.tables import POSITIONS

PHASE_NUMERALS = ("I", "II", "III")
SECOND_KEYS = "ABCDEFGIJKLMNOPQ"                    # for the second card that may be played on a genius
CROWDED = 10                                        # geniuses of an academy
NOTHING = "–"


@dataclass(frozen=True)
class Stars:
    number: int
    added: int                                      # of these, by action cards
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
    kept_as: str                                    # its name while the page is exchanged
    key: str
    text: str
    stars: Stars | None = None


@dataclass(frozen=True)
class FromHere:
    """Whether a card can be played from a position on: the answer that does it, or why not."""

    answer: Answer | None
    reason: Reason | None


@dataclass(frozen=True)
class Bid:
    """Where a bid is written."""

    field: str
    highest: int
    label: str
    kept_as: str


@dataclass(frozen=True)
class Bay:
    """A position: what lies there, and what is or may be bid for it. What was carried over lies below the new card of the
    round: only the last one is new."""

    id: str
    letter: str
    geniuses: tuple[Genius, ...]
    size: str                                       # how much room each of them has: '', side or mini
    gain: int                                       # chips that patrons bring to whoever looks
    bid: Bid | None = None
    written: str = ""                               # one's own bid
    open_bids: tuple[tuple[dict[str, Any], str], ...] = ()      # everybody's, the highest first
    cards: tuple[FromHere, ...] = ()                # that might be played


@dataclass(frozen=True)
class Hall:
    """A genius of the academy that is shown, and the cards that can be played on it."""

    genius: Genius
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Strength:
    """The stars of a seat in a discipline, and the points that they would bring if it were scored now."""

    ink: str
    stars: Stars
    geniuses: int
    points: int
    style: str                                      # best, some or ''
    label: str


@dataclass(frozen=True)
class Discipline:
    id: str
    field: str
    field_name: str
    points: tuple[int, int]                         # for the most stars, and for the second most
    strengths: tuple[Strength, ...]
    offers: tuple[tuple[str, Stars], ...]           # where geniuses of it are on offer


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
    style: str
    may_be_played: bool
    hold: Answer | None
    must: Reason | None                             # why it cannot be held


@dataclass(frozen=True)
class Played:
    who: dict[str, Any]
    card: ActionCard
    place: str


@dataclass(frozen=True)
class Holding:
    """What somebody has, in the margin."""

    state: str                                      # sealed, decided, writing, deciding or ''
    is_done: bool
    members: tuple[tuple[str, str], ...]            # id, and what counts, in words
    patrons: tuple[tuple[str, int, str], ...]       # field, chips, and that in words
    cards: int
    chips: int | None                               # none: hidden


@dataclass(frozen=True)
class Result:
    """What came of the bids for a position."""

    winner: dict[str, Any] | None
    price: int
    text: str
    title: str


@dataclass(frozen=True)
class LastRound:
    round: int
    columns: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]        # letter; id and name of what was at stake
    rows: tuple[tuple[dict[str, Any], tuple[tuple[str, bool], ...]], ...]       # seat; bid, and whether it won
    results: tuple[Result, ...]


@dataclass(frozen=True)
class GeniesPage:
    """Everything that table.html shows of a position."""

    phase: str
    phase_name: str
    round: int
    last_round_of_phase: int
    is_open: bool                                   # the bids of a round lie open and are not settled yet
    is_writing: bool                                # one writes bids,
    is_deciding: bool                               # or decides about cards,
    is_waiting: bool                                # or waits for others who do
    has_choice: bool
    zero_bids: bool
    ask: str
    help: str
    sheet: str                                      # a name for the sheet that is to be filled in
    hidden: tuple[tuple[str, str], ...]             # its answers without a choice: field, move
    chips: int | None
    title: str
    note: str
    shown_ink: str
    is_academy: bool
    hall: tuple[Hall, ...]
    is_crowded: bool
    bays: tuple[Bay, ...]
    disciplines: tuple[Discipline, ...]
    has_offer: bool
    hand: tuple[HandCard, ...]
    played: tuple[Played, ...]
    shows_played: bool
    holdings: tuple[Holding, ...]
    last: LastRound | None


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
    return {one["id"]: ActionCard(one["id"], one["name"][language], one["effect"], windows[one["effect"]],
                                  card_text(box, one["id"], language)) for one in box.components["action_cards"]}


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
        self.is_waiting = scene.live and self.seat in self.picture["finished"]
        self.done = self.mine["sheet"]["answered"] if self.is_writing or self.is_deciding else 0
        self.cards = action_cards(self.box, self.words.language)
        self.phase = self.box.components["phases"][self.picture["phase"] - 1]
        self.is_academy = self.question in ("stars", "over")

    def page(self) -> GeniesPage:
        picture, mine = self.picture, self.mine
        played = [one for one in picture["played"] if one["round"] >= self.phase["rounds"][0]]
        has_hand = self.seat >= 0 and bool(mine["hand"])
        return GeniesPage(
            phase=PHASE_NUMERALS[picture["phase"] - 1], phase_name=self.phase["name"][self.words.language],
            round=picture["round"], last_round_of_phase=self.phase["rounds"][1], is_open=self.open_round is not None,
            is_writing=self.is_writing, is_deciding=self.is_deciding, is_waiting=self.is_waiting,
            has_choice=bool(self.choices), zero_bids=self.zero_bids, ask=self.ask(), help=self.help(),
            sheet=f"{self.seat}-{picture['round']}-{self.question}", hidden=tuple(self.hidden()), chips=mine["chips"],
            title=self.title(), note=self.note(), shown_ink=self.seats[self.shown]["ink"], is_academy=self.is_academy,
            hall=tuple(self.hall()) if self.is_academy else (), is_crowded=len(mine["academy"]) > CROWDED,
            bays=() if self.is_academy else tuple(map(self.bay, picture["positions"], range(POSITIONS))),
            disciplines=tuple(self.disciplines()), has_offer=self.question in ("bids", "cards", "genius"),
            hand=tuple(map(self.hand_card, mine["hand"])) if has_hand else (),
            played=tuple(map(self.played, played)), shows_played=bool(played) or not has_hand,
            holdings=tuple(map(self.holding, picture["players"], self.seats)),
            last=self.last_round(picture["rounds"][-1]) if picture["rounds"] else None)

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

    def kept_as(self, what: str) -> str:
        return f"{self.seat}-{self.picture['round']}-{what}"

    # ------------------------------------------------ the question

    def ask(self) -> str:
        if self.is_writing:
            return self.words("page.ask.bids")
        if self.is_deciding:
            return self.words(f"page.ask.{self.question}{'' if self.choices else '-none'}")
        if self.is_waiting:
            still = [self.seats[seat]["name"] for seat in self.scene.asked if seat >= 0]
            return self.words(f"page.ask.{self.question}-waits", names=still)
        return ""

    def help(self) -> str:
        if self.is_deciding:
            return self.words(f"page.help.{self.question}{'' if self.choices else '-none'}")
        return self.words("page.help.waits") if self.is_waiting else ""

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
            return self.words("page.your-academy") if self.seat >= 0 else self.words(
                "page.academy-of", name=self.seats[self.shown]["name"])
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
        return Genius(one["id"], self.name(one["id"]), years[one["id"]], one["discipline"], one["field"], self.name(one["field"]),
                      stars_of(one["stars"] + one["added"], one["added"], self.words))

    def bay(self, row: dict[str, Any], place: int) -> Bay:
        letter, many, is_open = row["id"].upper(), len(row["geniuses"]), self.open_round is not None
        size = "mini" if many > (1 if is_open else 2) else "side" if many > 1 or is_open else ""
        sheet = self.mine["sheet"]
        bay = {"id": row["id"], "letter": letter, "geniuses": tuple(map(self.genius, row["geniuses"])), "size": size,
               "gain": sheet["patron_chips"][place] if self.is_writing else 0}
        if self.is_writing and place >= self.done:
            return Bay(**bay, bid=self.bid(row, place, letter))
        if self.question == "bids" and (self.is_writing or self.is_waiting):
            return Bay(**bay, written=self.bid_in_words(sheet["bids"][place]))
        if is_open and self.question == "cards":
            return Bay(**bay, open_bids=tuple(self.open_bids(place)),
                       cards=tuple(self.played_from(choice, row["id"], letter) for choice in self.choices.values()))
        return Bay(**bay)

    def bid(self, row: dict[str, Any], place: int, letter: str) -> Bid:
        highest, names = self.mine["sheet"]["highest"][place], ", ".join(self.name(one["id"]) for one in row["geniuses"])
        label = f"{self.words('page.bid-for', position=letter, names=names)}, {self.words('page.most', highest=highest)}"
        return Bid(f"move.{place - self.done}", highest, label, f"bid-{self.kept_as(row['id'])}")

    def bid_in_words(self, bid: int | None) -> str:
        """A bid of 0 is none, unless the game is played with bids of 0 (GE-A01)."""
        return NOTHING if bid is None or (bid == 0 and not self.zero_bids) or bid < 0 else str(bid)

    def open_bids(self, place: int) -> Iterator[tuple[dict[str, Any], str]]:
        assert self.open_round is not None
        bids = [(-1 if row[place] is None else row[place], seat) for seat, row in enumerate(self.open_round["bids"])]
        for bid, seat in sorted(bids, key=lambda one: (-one[0], one[1])):
            yield self.seats[seat], self.bid_in_words(bid)

    def played_from(self, choice: Choice, position: str, letter: str) -> FromHere:
        words, answer = f"play {choice.card} {position}", None
        if choice.moves.get(words):
            key = str(LETTERS.index(position) + 1) if choice.number else letter
            answer = Answer(f"move.{choice.place}", words, self.kept_as(words), key,
                            self.words("page.from-here", card=choice.name, position=letter))
        return FromHere(answer, None if answer else reason(self.scene, words, choice.place, card=choice.name))

    def hall(self) -> Iterator[Hall]:
        for place, one in enumerate(self.mine["academy"]):
            yield Hall(self.genius(one), tuple(self.played_on(one["id"], place)))

    def played_on(self, genius: str, place: int) -> Iterator[Answer]:
        effects = {one["id"]: one for one in self.box.components["action_cards"]} if self.choices else {}
        for choice in self.choices.values():
            words = f"play {choice.card} {genius}"
            if choice.moves.get(words):
                yield Answer(f"move.{choice.place}", words, self.kept_as(words),
                             (SECOND_KEYS if choice.number else KEYS)[place:place + 1], choice.name,
                             stars_of(effects[choice.card]["n"], 0, self.words))

    # ------------------------------------------------ fig. 2: the disciplines

    def disciplines(self) -> Iterator[Discipline]:
        offers: dict[str, list[tuple[str, Stars]]] = {}
        for row in self.picture["positions"]:
            for one in row["geniuses"]:
                stars = stars_of(one["stars"] + one["added"], 0, self.words)
                offers.setdefault(one["discipline"], []).append((row["id"].upper(), stars))
        for d in self.box.components["disciplines"]:
            first, second = d["points"][self.picture["phase"] - 1]
            standing = self.picture["standing"][d["id"]]
            strengths = [self.strength(one, seat["ink"], first) for one, seat in zip(standing, self.seats, strict=True)]
            yield Discipline(d["id"], d["field"], self.name(d["field"]), (first, second), tuple(strengths),
                             tuple(offers.get(d["id"], ())))

    def strength(self, one: dict[str, int], ink: str, first: int) -> Strength:
        stars, points = stars_of(one["stars"], 0, self.words), one["points"]
        label = self.words("page.members", stars=stars.label, number=one["geniuses"])
        if points:
            label += f", {self.words('page.would-score', points=points)}"
        return Strength(ink, stars, one["geniuses"], points, ("best" if points == first else "some") if points else "", label)

    # ------------------------------------------------ fig. 3: the action cards

    def hand_card(self, card: str) -> HandCard:
        choice = self.choices.get(card)
        style = f"card ac{' may' if choice else ' rest' if self.is_deciding else ''}"
        if choice is None:
            return HandCard(self.cards[card], style, False, None, None)
        hold = Answer(f"move.{choice.place}", "hold", self.kept_as(f"{card}-hold"), "L" if choice.number else "K",
                      self.words("page.hold")) if choice.moves.get("hold") else None
        return HandCard(self.cards[card], style, True, hold,
                        None if hold else reason(self.scene, "hold", choice.place, card=choice.name))

    def played(self, one: dict[str, Any]) -> Played:
        place = one["at"] or ""
        return Played(self.seats[one["seat"]], self.cards[one["card"]],
                      place.upper() if place in LETTERS else self.name(place))

    # ------------------------------------------------ the margin

    def holding(self, one: dict[str, Any], seat: dict[str, Any]) -> Holding:
        state, is_done = "", one["seat"] in self.picture["finished"]
        if not self.over and self.question in ("bids", "cards", "stars"):
            done, busy = ("sealed", "writing") if self.question == "bids" else ("decided", "deciding")
            state = done if is_done else busy if seat["asked"] else ""
        return Holding(
            state, is_done, tuple((genius["id"], self.member(genius)) for genius in one["academy"]),
            tuple((field, chips, self.words("page.patron", chips=chips, field=self.name(field)))
                  for field, chips in one["patrons"].items()),
            len(one["hand"]), one["chips"])

    def member(self, one: dict[str, Any]) -> str:
        return self.words("page.with-stars", genius=self.name(one["id"]), discipline=self.words(f"parts.{one['discipline']}"),
                          stars=stars_in_words(one["stars"] + one["added"], self.words))

    def last_round(self, last: dict[str, Any]) -> LastRound:
        results = last["results"]
        stakes: Sequence[Sequence[str]] = next(
            (open["offer"] for open in self.scene.happened() if open["round"] == last["round"]), ()) if results else ()
        columns = tuple((letter.upper(), tuple((one, self.name(one)) for one in stakes[place]) if stakes else ())
                        for place, letter in enumerate(LETTERS))
        winners = [came["winner"] for came in results] or [None] * POSITIONS
        rows = [(seat, tuple((self.bid_in_words(bid), winner == seat["seat"]) for bid, winner in zip(bids, winners, strict=True)))
                for seat, bids in zip(self.seats, last["bids"], strict=True)]
        return LastRound(last["round"], columns, tuple(rows), tuple(map(self.result, results)))

    def result(self, came: dict[str, Any]) -> Result:
        winner = self.seats[came["winner"]] if came["winner"] is not None else None
        if winner is None:
            text = self.words("page.nobody")
        elif came["price"]:
            text = self.words("page.price", name=winner["name"], price=came["price"])
        else:
            text = self.words("page.free", name=winner["name"])
        gain = self.words("page.with-gain", chips=came["patronage"]) if came["patronage"] else ""
        return Result(winner, came["price"], text, ", ".join(filter(None, (text, gain))))
