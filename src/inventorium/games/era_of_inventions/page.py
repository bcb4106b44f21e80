"""Era of Inventions: what the page of a table shows; table.html lays it out.

Fig. 1 the influence track, 2 the actions, 3 the invention cards, 4 the factories, 5 the harbour, 6 the exchange market,
7 the register of inventions, 8 the patents, 9 the stores of whoever looks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from inventorium.core.box import Box
from inventorium.core.events import Event, named, sentence
from inventorium.core.pages import KEYS, Reason, Scene, SeatView, Spot, reason, spot
from inventorium.core.words import Words
from inventorium.games.era_of_inventions import notation
from inventorium.games.era_of_inventions.notation import VERSION_NAMES, good_word, in_words
from inventorium.games.era_of_inventions.tables import (
    ARROWS,
    CARD_FIELDS,
    FACTORY_FIELDS,
    GOOD_IDS,
    MOST_IN_ROW,
    MOST_PARTS,
    MOST_STONES,
    NONE,
    PATENT_FIELDS,
    RAW,
    SPACES,
)

LETTERS = "QWERTASFG"  # keys: the row below the digits, then the next; D is taken
GOOD_KEYS = dict(zip(GOOD_IDS, LETTERS, strict=False))
KIND_KEYS = {"build": 1, "run": 2, "buy": 3, "produce": 4, "exchange": 5, "make": 6, "patent": 7}
PREPARING = ("deal-card", "deal-factory", "start")
EXCHANGING = ("exchange", "final-exchange")
FORESEEN = ("place", "turn")  # questions at which one wants to know what an action would allow
RACES = ("patents", "development", "capacity")  # parts of the score for whoever has most
PARTS_OF_BONUS = ("build", "buy", "produce", "exchange", "invent", "run")
LONG_NAME, LONG_IN_REGISTER = 9, 14  # letters; a longer name is parted, or written smaller

# The figures by name. On a phone the one that is asked about comes first, then the one beside it, then one's stores.
FIGURES = {"act": 2, "inv": 3, "fac": 4, "lot": 5, "ex": 6, "reg": 7, "dock": 9}
ASKED_IN = {
    "build": "fac",
    "run": "dock",
    "buy": "lot",
    "produce": "inv",
    "pay": "dock",
    "exchange": "ex",
    "final-exchange": "ex",
    "give": "dock",
    "get": "dock",
    "invent": "reg",
    "protect": "reg",
}
BESIDE = {"give": ("ex",), "get": ("ex",), "pay": ("inv",), "invent": ("pat",), "protect": ("pat",)}
USUAL_ORDER = ("dock", "act", "inv", "fac", "lot", "ex", "reg", "pat", "track")


@dataclass(frozen=True)
class Goods:
    """Some goods: how many of each, how many of these are lacking, and how that is said."""

    amounts: tuple[tuple[str, int, int], ...]  # good, number, how many somebody does not have
    words: tuple[str, ...]  # coins
    label: str  # 2 coins, 1 wood

    @property
    def number(self) -> int:
        return sum(number for _, number, _ in self.amounts)


@dataclass(frozen=True)
class Landing:
    """What lies where the pawn would land."""

    good: str
    label: str


@dataclass(frozen=True)
class Person:
    """A seat, wherever something of it lies."""

    seat: int
    name: str
    ink: str


@dataclass(frozen=True)
class Pawn:
    who: Person
    influence: int


@dataclass(frozen=True)
class Square:
    """A square of the influence track; the last one is for everybody beyond it, too."""

    number: int
    good: str  # that lies there, or ''
    pawns: tuple[Pawn, ...] = ()
    will: str = ""  # where the pawn would be: what that says
    shown: int = 0  # the number beside the pawns


@dataclass(frozen=True)
class Row:
    """An action, or one of the things that a bonus disc does."""

    spot: Spot
    title: str
    discs: tuple[Person, ...]
    will: bool  # one's disc would lie there
    holes: int  # spaces that are left
    has_spaces: bool
    thing: str
    tip: str  # what the action does, and what it would allow now
    can: str  # how many things that are; '' where that is not known
    free: str  # who may still place here


@dataclass(frozen=True)
class Deed:
    """One of the six actions."""

    name: str
    style: str
    rows: tuple[Row, ...]
    forgo: Spot | None


@dataclass(frozen=True)
class Royalty:
    """What somebody else earns when a card is produced."""

    who: Person
    goods: Goods
    label: str


@dataclass(frozen=True)
class Foot:
    """The lower half of an invention card."""

    drawing: str  # '' where a reason needs its room
    name: str
    kind: str  # copy, start or ''
    price: Goods


@dataclass(frozen=True)
class Card:
    spot: Spot
    piece: str
    gains: Goods
    royalties: tuple[Royalty, ...]
    landing: Landing | None
    reason: Reason | None
    foot: Foot
    tip: str


@dataclass(frozen=True)
class Plant:
    """What is written on a factory."""

    name: str
    output: Goods
    influence: int
    landing: Landing | None
    cost: Goods


@dataclass(frozen=True)
class Factory:
    spot: Spot
    piece: str
    plant: Plant
    reason: Reason | None
    thing: str
    tip: str


@dataclass(frozen=True)
class Field:
    """A field of a row on the board. What lies on an arrow field leaves at the end of the round; so does a start card."""

    leaves: str  # how, as a key of the words; "" if it stays
    thing: str
    card: Card | None = None
    factory: Factory | None = None


@dataclass(frozen=True)
class Pile:
    """How many cards are left, and which."""

    number: int
    cards: tuple[str, ...] = ()
    factories: tuple[tuple[str, Goods], ...] = ()


@dataclass(frozen=True)
class Lot:
    spot: Spot
    kind: str
    name: str
    good: str
    load: int
    label: str
    is_new: bool
    thing: str
    tip: str


@dataclass(frozen=True)
class Trade:
    """An exchange: how many of what for how many of what."""

    spot: Spot
    given: tuple[str, int]
    given_name: str
    received: tuple[str, int]
    received_name: str
    thing: str


@dataclass(frozen=True)
class MarketRow:
    trades: tuple[Trade, ...]
    uses: tuple[bool, ...]  # one for each time that the row may be used
    used: int
    takes_any: bool  # also any two goods for one


@dataclass(frozen=True)
class Printed:
    """What is printed at the place of an invention in the register."""

    version: str
    cost: int
    influence: int
    costs: str
    brings: str
    royalty: Goods
    landing: Landing | None = None


@dataclass(frozen=True)
class Place:
    spot: Spot
    printed: Printed
    piece: str
    maker: Person | None
    is_patented: bool
    is_new: bool


@dataclass(frozen=True)
class Invention:
    id: str
    name: str
    is_long: bool
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Price:
    """What is printed on a rung of the patents."""

    coins: int
    influence: int
    costs: str
    brings: str
    landing: Landing | None


@dataclass(frozen=True)
class Rung:
    number: int
    spot: Spot
    price: Price | None  # none at the foot of the ladder
    marks: tuple[Person, ...]


@dataclass(frozen=True)
class Store:
    spot: Spot
    good: str
    number: int
    will: int
    holding: str
    tip: str


@dataclass(frozen=True)
class OwnFactory:
    spot: Spot
    piece: str
    name: str
    output: Goods
    thing: str
    tip: str


@dataclass(frozen=True)
class Mixture:
    """One way to pay all question marks of a card at once."""

    moves: tuple[str, ...]
    goods: Goods


@dataclass(frozen=True)
class Discs:
    """Bonus discs: all of them, those that can be used, those of this round."""

    number: int
    ready: int
    new: int
    label: str


@dataclass(frozen=True)
class Race:
    """A part of the score: what counts in it, the points that it brings now, and how that comes."""

    part: str
    value: int | str
    points: int
    holding: str
    value_holding: str
    tip: str


@dataclass(frozen=True)
class Holding:
    """What somebody has, in the margin."""

    starts: bool
    to_place: int
    goods: tuple[tuple[str, int, int], ...]  # good, number, output of all factories
    discs: Discs
    races: tuple[Race, ...]
    plants: tuple[tuple[str, Goods], ...]  # name and output of the factories
    made: tuple[str, ...]  # places in the register, with patents


@dataclass(frozen=True)
class FinalRow:
    """A part of the final score: what everybody has for it."""

    part: str
    cells: tuple[tuple[int, bool], ...]  # points, and whether that is the highest value of a race
    note: str


@dataclass(frozen=True)
class Final:
    """The final scoring."""

    people: tuple[Person, ...]
    rows: tuple[FinalRow, ...]
    totals: tuple[tuple[int, bool], ...]  # and who wins
    winner: str


@dataclass(frozen=True)
class Preparation:
    """The end of a round: what leaves, what is new, and who begins."""

    over: int  # the round that is over; 0 where it has been told already
    leaves: tuple[str, ...]
    factories_leave: tuple[str, ...]
    cards: tuple[str, ...]
    factories: tuple[str, ...]
    notes: tuple[str, ...]  # piles, the harbour, bonus discs
    begins: str
    is_last: bool


@dataclass(frozen=True)
class EraPage:
    """Everything that table.html shows of a position."""

    asks: str  # the figure that is asked about
    jumps: tuple[tuple[int, str], ...]
    order: tuple[str, ...]  # of the figures
    round: int
    rounds: int
    phase: str
    seats_in_order: tuple[SeatView, ...]
    bonus_ink: str  # of whoever uses a bonus disc
    help: str
    shown: Person
    squares: tuple[Square, ...]
    deeds: tuple[Deed, ...]
    is_bonus: bool
    cards: tuple[Field, ...]
    pile: Pile
    factories: tuple[Field, ...]
    factory_pile: Pile
    lots: tuple[Lot, ...]
    market: tuple[MarketRow, ...]
    given: tuple[str, ...]  # the goods given so far in an exchange of any two
    is_given: bool  # both of them
    free_stone: Spot
    inventions: tuple[Invention, ...]
    rungs: tuple[Rung, ...]
    stores: tuple[Store, ...]
    discs: Discs
    stones: int
    own_factories: tuple[OwnFactory, ...]
    holdings: tuple[Holding, ...]
    mixtures: tuple[Mixture, ...]
    then: str  # what comes after the answer that is tried
    final: Final | None
    preparation: Preparation | None


def page(scene: Scene) -> EraPage:
    return Drawing(scene).page()


# ---------------------------------------------------------------- small parts


def goods(table: Mapping[str, int], words: Words, missing: Mapping[str, int] | None = None) -> Goods:
    held = {good: number for good, number in table.items() if number}
    return Goods(
        tuple((good, number, missing.get(good, 0) if missing else 0) for good, number in held.items()),
        tuple(good_word(good, number, words) for good, number in held.items()),
        in_words(held, words),
    )


def jointed(name: str, words: Words) -> str:
    """A long name, which may be parted where its words are joined."""
    if len(name) > LONG_NAME:
        for part in words.get("page.joints"):
            name = name.replace(part, f"\N{SOFT HYPHEN}{part}")
    return name


@cache
def outputs(box: Box, words: Words) -> dict[str, Goods]:
    """What every factory produces."""
    return {factory: goods(record["output"], words) for factory, record in notation.factory_records(box).items()}


@cache
def register(box: Box, words: Words) -> list[tuple[Printed, ...]]:
    """What is printed in the register."""
    return [
        tuple(
            Printed(
                version,
                one[version]["cost"],
                one[version]["influence"],
                words("page.costs", what=in_words({"stone": one[version]["cost"]}, words)),
                words("page.brings", what=in_words({"influence": one[version]["influence"]}, words)),
                goods(one[version]["royalty"], words),
            )
            for version in VERSION_NAMES
        )
        for one in notation.places(box)
    ]


@cache
def empty_track(box: Box) -> list[Square]:
    track = box.components["influence_track"]
    symbols = {square["at"]: square["symbol"] for square in track["squares"]}
    return [Square(number, symbols.get(number, "")) for number in range(track["length"] + 1)]


# ---------------------------------------------------------------- the page


class Drawing:
    """Makes the page of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.words, self.moves = scene, scene.words, scene.moves
        self.picture, self.question = scene.picture, scene.question
        self.box, self.fields = scene.view.box, scene.view.fields
        self.people = [Person(one.seat, one.name, one.ink) for one in scene.seats]
        self.shown = scene.seat if scene.seat >= 0 else max(self.picture["asked"], 0)
        self.mine = self.picture["players"][self.shown]
        self.after = scene.preview["players"][self.shown] if scene.preview else None
        self.action = self.picture["action"]
        self.occasion = self.action["occasion"] if self.action else ""
        self.asks_me = len(self.moves) > 0
        self.news = set(scene.news)
        self.outlook = notation.outlook(scene.view, scene.seat) if self.asks_me and self.question in FORESEEN else {}

    def page(self) -> EraPage:
        picture, asks = self.picture, ASKED_IN.get(self.question, "act")
        given = self.action["given"] if self.action else []
        asked, starts = picture["asked"], picture["start_player"]
        uses_bonus = asked >= 0 and (self.occasion == "bonus" or self.question == "bonus")
        return EraPage(
            asks=asks,
            jumps=tuple((FIGURES[part], part) for part in dict.fromkeys((asks, "inv", "reg", "dock", "act")))[:4],
            order=tuple(dict.fromkeys((asks, *BESIDE.get(self.question, ()), *USUAL_ORDER))),
            round=picture["round"],
            rounds=picture["rounds"],
            phase=self.phase(),
            seats_in_order=tuple(self.scene.seats[starts:] + self.scene.seats[:starts]),
            bonus_ink=self.people[asked].ink if uses_bonus else "",
            help=self.help(),
            shown=self.people[self.shown],
            squares=self.squares(),
            deeds=tuple(self.deeds()),
            is_bonus=self.question == "bonus",
            cards=tuple(self.cards()),
            pile=self.pile(),
            factories=tuple(self.factories()),
            factory_pile=self.factory_pile(),
            lots=tuple(self.lots()),
            market=tuple(self.market()),
            given=tuple(given),
            is_given=len(given) == 2,
            free_stone=spot(
                self.scene, "trade free", self.moves.get("take", "stone"), 6, self.closed("take stone", *EXCHANGING), "take stone"
            ),
            inventions=tuple(self.inventions()),
            rungs=tuple(self.rungs()),
            stores=tuple(self.stores()),
            discs=self.discs(self.mine),
            stones=self.mine["invention_stones"],
            own_factories=tuple(self.own_factories()),
            holdings=tuple(map(self.holding, picture["players"], self.scene.seats)),
            mixtures=tuple(self.mixtures()),
            then=self.then(),
            final=self.final(),
            preparation=self.preparation(),
        )

    # ------------------------------------------------ before one decides

    def possible(self, action: str) -> list[str]:
        """What could be done if one's disc on an action were executed now."""
        return self.outlook[action].moves() if action in self.outlook else []

    def foreseen(self, action: str, move: str) -> Reason | None:
        """Why a part of an action would not be possible now; nothing where it would, or where nobody asks."""
        view = self.outlook.get(action)
        if view is None or move in view.moves():
            return None
        ruling = view.game.rulings.why_not(view, self.scene.seat, move)
        return Reason(self.words(f"refused.{ruling.key}", **ruling.values), ruling.rule) if ruling else None

    def can(self, action: str) -> tuple[str, str]:
        """How many things an action would allow now, and that in words."""
        if not self.outlook:
            return "", ""
        if action == "run":
            return "", self.words("page.can.run", what=in_words(self.mine["output"], self.words))
        moves = self.possible(action)
        number = len({move for move in moves if move not in ("done", "take stone")})
        if action == "buy":  # each load costs 1 coin (EI-111)
            number = min(number, MOST_PARTS, self.mine["goods"]["coin"])
        if action == "exchange":
            return "", self.words("page.can.exchange")
        return str(number), self.words(f"page.can.{action}", what=number, number=number)

    def then(self) -> str:
        """Who is asked after the answer that is tried; nothing where that is oneself."""
        asked = self.scene.preview["asked"] if self.scene.preview else self.shown
        if asked == self.shown:
            return ""
        return self.words("page.then", name=self.people[asked].name) if asked >= 0 else self.words("page.then-round")

    def mixtures(self) -> Iterator[Mixture]:
        if self.question != "pay" or not self.asks_me or self.action["wild_left"] == 1:
            return  # a single one is paid by pressing a store
        for moves in notation.payments(self.scene.view, self.scene.seat):
            yield Mixture(moves, goods(notation.tallied(move.split()[1] for move in moves), self.words))

    # ------------------------------------------------ moments

    def shown_name(self, value: Any) -> str:
        """What an event speaks of, by its name."""
        names = [person.name for person in self.people]
        return str(self.words.shown(named(value, self.box, self.words, names, self.scene.seat)))

    def of_moment(self, name: str) -> list[Event]:
        moment = self.scene.moment
        return moment.events if moment and moment.name == name else []

    def told(self, event: Event) -> str:
        return sentence(event, self.box, self.words, [person.name for person in self.people], self.scene.seat)

    def final(self) -> Final | None:
        events = self.of_moment("final")
        if not events:
            return None
        rows = [
            self.final_row(part, [event for event in events if event.key == f"final-{part}"]) for part in ("track", "exchange")
        ]
        rows += [
            self.final_race(part, event)
            for part, event in zip(RACES, (event for event in events if event.key == "final-race"), strict=True)
        ]
        totals = {event.seat: event.values["points"] for event in events if event.key == "final-total"}
        winners = events[-1].values["names"]
        return Final(
            tuple(self.people),
            tuple(rows),
            tuple((totals[one.seat], one.seat in winners) for one in self.people),
            self.told(events[-1]),
        )

    def final_row(self, part: str, events: list[Event]) -> FinalRow:
        points = {event.seat: event.values["points"] for event in events}
        return FinalRow(part, tuple((points.get(one.seat, 0), False) for one in self.people), "")

    def final_race(self, part: str, event: Event) -> FinalRow:
        first, points = event.values["names"], event.values["points"]
        return FinalRow(
            part,
            tuple((points, True) if one.seat in first else (0, False) for one in self.people),
            self.words("page.final.race", names=[self.shown_name(one) for one in first], highest=event.values["highest"]),
        )

    def preparation(self) -> Preparation | None:
        events = self.of_moment("round")
        if not events:
            return None

        def things(*keys: str) -> tuple[str, ...]:
            return tuple(self.shown_name(event.values["thing"]) for event in events if event.key in keys)

        over = next((event.values["round"] for event in events if event.key == "round-over"), 0)
        begins = [event for event in events if event.key in ("round", "last-round")]
        notes = [
            event
            for event in events
            if event.key in ("mixed-in", "turned-over", "factories-turned-over", "harbour", "discs-ready")
        ]
        return Preparation(
            over,
            things("gone", "discarded"),
            things("factory-discarded"),
            things("laid-out"),
            things("factory-laid-out"),
            tuple(self.noted(event) for event in notes),
            self.told(begins[0]) if begins else "",
            bool(begins) and begins[0].key == "last-round",
        )

    def noted(self, event: Event) -> str:
        return f"{self.people[event.seat].name} {self.told(event)}" if event.seat >= 0 else self.told(event)

    def closed(self, move: str, *questions: str) -> str:
        """A move that one may ask about: only while its question is put to oneself."""
        return move if self.asks_me and self.question in questions else ""

    def landing(self, gain: int) -> Landing | None:
        found = notation.landing(self.box, self.mine["influence"], gain)
        if found is None:
            return None
        square, good = found
        return Landing(good, self.words("page.landing", good=self.words(f"goods.{good}"), square=square))

    def phase(self) -> str:
        if self.question in ("place", "over"):
            return self.question
        if self.question in PREPARING:
            return "prepare"
        return "final" if self.occasion == "final" else "execute"

    def help(self) -> str:
        """What one needs to know to answer; nothing where others are asked."""
        words, question, action = self.words, self.question, self.action
        if not self.asks_me:
            return ""
        if self.occasion == "bonus" and question in PARTS_OF_BONUS:
            return words("page.help.one-part")
        if question == "pay":
            card = notation.card_for_people(self.box, action["card"], words)
            return words("page.help.pay", card=card, left=action["wild_left"])
        if question in ("give", "get"):
            return words(f"page.help.{question}", given=in_words(notation.tallied(action["given"]), words))
        if question == "invent" and action["parts"]:
            spent = action["stones_spent"]
            return words("page.help.stones" if spent else "page.help.patents", spent=spent, left=MOST_STONES - spent)
        if question == "bonus":
            return words("page.help.bonus", discs=self.discs(self.mine).ready)
        done = sum(action["exchanges"].values()) if question in EXCHANGING else action["parts"] if action else 0
        return words(f"page.help.{question}", done=done)

    # ------------------------------------------------ figs. 1 and 2: the track and the actions

    def squares(self) -> tuple[Square, ...]:
        squares = empty_track(self.box)
        last, here = len(squares) - 1, dict[int, list[Pawn]]()
        for one in self.picture["players"]:
            here.setdefault(min(one["influence"], last), []).append(Pawn(self.people[one["seat"]], one["influence"]))
        found = list(squares)
        for number, pawns in here.items():
            found[number] = Square(number, "", tuple(pawns), shown=pawns[-1].influence)
        if self.after and self.after["influence"] != self.mine["influence"]:
            influence = self.after["influence"]
            number, pawns = min(influence, last), here.get(min(influence, last), [])
            found[number] = Square(
                number, "", tuple(pawns), self.words("page.after", number=influence), pawns[-1].influence if pawns else influence
            )
        return tuple(found)

    def deeds(self) -> Iterator[Deed]:
        executed = self.action["action"] if self.occasion == "disc" and self.question not in PREPARING else None
        for number, (name, owners) in enumerate(self.picture["spaces"].items()):
            style = f"deed{' now' if name == executed else ''}{' mine' if self.shown in owners else ''}"
            forgo = self.moves.get("forgo", name)
            yield Deed(
                name,
                style,
                tuple(self.rows(name, owners, number + 1)),
                spot(self.scene, "forgo", forgo, LETTERS[number]) if forgo else None,
            )

    def rows(self, name: str, owners: Sequence[int], key: int) -> Iterator[Row]:
        scene, moves, discs = self.scene, self.moves, tuple(self.people[owner] for owner in owners)
        if self.question == "bonus" and self.asks_me:
            for kind in ("make", "patent") if name == "invent" else (name,):
                yield Row(
                    spot(scene, "row", moves.get("bonus", kind), KIND_KEYS[kind], f"bonus {kind}"),
                    self.words(f"page.kind.{kind}"),
                    discs,
                    False,
                    SPACES - len(discs),
                    kind != "patent",
                    f"action-{name}",
                    self.words(f"page.does.{name}"),
                    "",
                    "",
                )
            return
        place = moves.get("place", name)
        why = f"execute {name}" if moves.get("forgo", name) else self.closed(f"place {name}", "place")
        will = place is not None and scene.chosen is not None and scene.chosen.action == place.action
        number, allowed = self.can(name)
        style, tip = "row none" if number == "0" else "row", f"{self.words(f'page.does.{name}')} {allowed}".strip()
        yield Row(
            spot(scene, style, place or moves.get("execute", name), key, why, f"execute {name}"),
            self.words(f"page.deed.{name}"),
            discs,
            will,
            SPACES - len(discs) - will,
            True,
            f"action-{name}",
            tip,
            number,
            self.free(key - 1),
        )

    def free(self, action: int) -> str:
        """Who may still place a disc on a free space of an action."""
        if self.question != "place":
            return self.words("page.free-space")
        names = [self.people[seat].name for seat in notation.who_may_place(self.fields, action)]
        return self.words("page.free-for", names=names) if names else self.words("page.free-for-nobody")

    # ------------------------------------------------ figs. 3 to 5: cards, factories, loads

    def cards(self) -> Iterator[Field]:
        row = self.picture["cards"]
        for number, face in enumerate(row):
            is_start = face and notation.cards(self.box, self.fields)[face]["invention"] == NONE
            yield Field(
                "page.leaves-start" if is_start else "page.leaves" if number >= CARD_FIELDS - ARROWS else "",
                f"card-{number + 1}",
                self.card(face, number, row[:number].count(face)) if face else None,
            )

    def card(self, face: str, number: int, twin: int) -> Card:
        card, move = notation.cards(self.box, self.fields)[face], f"produce {face} {number + 1}"
        found, closed = self.moves.get(move), self.closed(move, "produce")
        style = f"card mini{' copy' if card['is_copy'] else ''}"
        if self.question == "pay" and self.action["card"] == face:
            style += " chosen"
        refused = reason(self.scene, move) if closed and not found else None
        far = self.foreseen("produce", move)
        if far:
            style += " far"
        if far and card["is_copy"] and not notation.missing(card["price"], self.mine["goods"]):
            refused = far  # one could pay for it, and yet: better said before a disc is placed
        is_start = card["invention"] == NONE
        thing = card if is_start else self.box.components["inventions"][card["invention"]]
        return Card(
            spot(self.scene, style, found, number + 1, closed, move),
            f"card-{face}-{twin}",
            goods(card["yield"], self.words),
            () if refused else tuple(self.royalties(face)),
            self.landing(card["yield"].get("influence", 0)),
            refused,
            Foot(
                "" if refused else thing["id"],
                jointed(thing["name"][self.words.language], self.words),
                kind := "copy" if card["is_copy"] else "start" if is_start else "",
                price := goods(card["price"], self.words, notation.missing(card["price"], self.mine["goods"])),
            ),
            self.tip(
                "card",
                refused or far,
                name=notation.card_for_people(self.box, face, self.words),
                cost=price.label,
                what=goods(card["yield"], self.words).label,
                kind=self.words(f"page.kinds.{kind or 'official'}"),
            ),
        )

    def tip(self, key: str, why: Reason | None, **values: str) -> str:
        """What a thing is, and why it cannot be had now."""
        text = self.words(f"page.tip.{key}", **values)
        return f"{text} {self.words('page.tip.why', why=why.text, rule=why.rule)}" if why else text

    def royalties(self, face: str) -> Iterator[Royalty]:
        for maker, amounts in notation.royalties(self.box, self.fields, self.shown, face):
            brought = goods(amounts, self.words)
            yield Royalty(
                self.people[maker], brought, self.words("page.royalty-to", name=self.people[maker].name, what=brought.label)
            )

    def pile(self) -> Pile:
        cards = self.picture["pile"]
        return Pile(
            sum(cards.values()),
            tuple(
                f"{f'{number} × ' if number > 1 else ''}{notation.card_for_people(self.box, face, self.words)}"
                for face, number in cards.items()
            ),
        )

    def factories(self) -> Iterator[Field]:
        for number, factory in enumerate(self.picture["factories"]):
            yield Field(
                "page.leaves" if number >= FACTORY_FIELDS - ARROWS else "",
                f"factory-field-{number + 1}",
                factory=self.factory(factory, number + 1) if factory else None,
            )

    def factory(self, factory: str, key: int) -> Factory:
        record = notation.factory_record(self.box, factory)
        move, closed = self.moves.get("build", factory), self.closed(f"build {factory}", "build")
        cost = goods(record["cost"], self.words, notation.missing(record["cost"], self.mine["goods"]))
        plant = Plant(
            jointed(self.scene.name(factory), self.words),
            outputs(self.box, self.words)[factory],
            record["influence"],
            self.landing(record["influence"]),
            cost,
        )
        refused = reason(self.scene, closed) if closed and not move else None
        far = self.foreseen("build", f"build {factory}")
        influence = self.words("page.tip.mark", influence=record["influence"]) if record["influence"] else ""
        tip = self.tip(
            "factory",
            refused or far,
            name=self.scene.name(factory),
            cost=cost.label,
            what=plant.output.label,
            influence=influence,
        )
        style = "card fac far" if far else "card fac"
        return Factory(
            spot(self.scene, style, move, key, closed, f"build {factory}"),
            f"fac-{factory}",
            plant,
            refused,
            f"factory-{factory}",
            tip,
        )

    def factory_pile(self) -> Pile:
        factories = self.picture["factory_pile"]
        return Pile(
            len(factories),
            factories=tuple((self.scene.name(factory), outputs(self.box, self.words)[factory]) for factory in factories),
        )

    def lots(self) -> Iterator[Lot]:
        for number, (record, load) in enumerate(zip(self.box.components["lots"], self.picture["lots"].values(), strict=True)):
            lot, good, move = record["id"], record["good"], self.moves.get("buy", record["id"])
            closed = self.closed(f"buy {lot}", "buy")
            name = self.scene.name(lot)
            label = in_words({good: load}, self.words) if load else self.words("page.sold")
            style = "lot" if load or move or closed else "lot empty"
            yield Lot(
                spot(self.scene, style, move, number + 1, closed, f"buy {lot}"),
                record["kind"],
                name,
                good,
                load,
                f"{name}: {label}",
                f"buy {lot}" in self.news,
                f"lot-{lot}",
                self.words("page.tip.lot", name=name, what=label),
            )

    # ------------------------------------------------ fig. 6: the exchange market

    def market(self) -> Iterator[MarketRow]:
        trades, key = notation.trades(self.box), iter(KEYS)
        for row in notation.ROW_NAMES:
            used = self.action["exchanges"][row] if self.action else 0
            yield MarketRow(
                tuple(self.trade(one, next(key)) for one in trades if one["row"] == row),
                tuple(number < used for number in range(MOST_IN_ROW)),
                used,
                row == notation.ROW_NAMES[-1],
            )

    def trade(self, one: dict[str, Any], key: str) -> Trade:
        ((given, many),), ((received, more),) = one["given"].items(), one["received"].items()
        words = f"exchange {one['trade']}"
        return Trade(
            spot(self.scene, "trade", self.moves.get(words), key, self.closed(words, *EXCHANGING), words),
            (given, many),
            good_word(given, many, self.words),
            (received, more),
            self.scene.name("bonus-disc") if received == "disc" else good_word(received, more, self.words),
            f"trade-{one['trade'].replace(' ', '-')}",
        )

    # ------------------------------------------------ figs. 7 and 8: the register and the patents

    def inventions(self) -> Iterator[Invention]:
        for number, (one, printed) in enumerate(zip(self.picture["inventions"], register(self.box, self.words), strict=True)):
            name, keys = self.scene.name(one["id"]), (str(number + 1), LETTERS[number])
            yield Invention(
                one["id"],
                jointed(name, self.words),
                len(name) > LONG_IN_REGISTER,
                tuple(map(self.place, [one] * len(printed), printed, keys)),
            )

    def place(self, one: dict[str, Any], printed: Printed, key: str) -> Place:
        version = printed.version
        now, words = one[version], f"{one['id']} {version}"
        is_made = now["maker"] is not None
        is_shut = version == "silver" and one["gold"]["maker"] is None
        verb = {"invent": "make", "protect": "protect"}.get(self.question, "")
        move = self.moves.get(verb, words) if verb else None
        may_ask = verb and is_made == (verb == "protect")
        if not is_made:
            printed = replace(printed, landing=self.landing(printed.influence))
        return Place(
            spot(
                self.scene,
                f"place {version}{' shut' if is_shut else ''}{' made' if is_made else ''}",
                move,
                key,
                self.closed(f"{verb} {words}", self.question) if may_ask else "",
                f"{verb or 'make'} {words}",
            ),
            printed,
            f"{one['id']}-{version}",
            self.people[now["maker"]] if is_made else None,
            now["patented"],
            f"make {words}" in self.news or f"protect {words}" in self.news,
        )

    def rungs(self) -> Iterator[Rung]:
        move, prices = self.moves.get("patent"), self.box.components["patent_fields"]
        for number in range(PATENT_FIELDS + 1):
            style, is_next = "rung" if number else "rung foot", number == self.mine["patents"] + 1
            closed = self.closed("patent", "invent")
            if is_next and not (move or closed):
                style += " next"
            yield Rung(
                number,
                spot(self.scene, style, move, "P", closed, "patent") if is_next else Spot(style),
                self.price(prices[number - 1], is_next) if number else None,
                tuple(self.people[one["seat"]] for one in self.picture["players"] if one["patents"] == number),
            )

    def price(self, field: dict[str, Any], is_next: bool) -> Price:
        return Price(
            field["price"],
            field["influence"],
            self.words("page.costs", what=in_words({"coin": field["price"]}, self.words)),
            self.words("page.brings", what=in_words({"influence": field["influence"]}, self.words)),
            self.landing(field["influence"]) if is_next else None,
        )

    # ------------------------------------------------ fig. 9: the stores, and what everybody has

    def stores(self) -> Iterator[Store]:
        verb = "give" if self.question in EXCHANGING else self.question if self.question in ("pay", "give", "get") else ""
        for good in GOOD_IDS:
            number, move = self.mine["goods"][good], self.moves.get(verb, good) if verb else None
            closed = self.closed(f"{verb} {good}", self.question) if verb not in ("", "pay") and good in ("coin", *RAW) else ""
            is_closed, output = closed and not move, self.mine["output"].get(good, 0)
            yield Store(
                spot(self.scene, "store", move, GOOD_KEYS[good], closed, f"{verb or 'give'} {good}"),
                good,
                number,
                self.after["goods"][good] if self.after and not is_closed else number,
                f"{self.shown}:{good}",
                self.words("page.holds", what=in_words({good: number}, self.words), output=output),
            )

    def discs(self, one: dict[str, Any]) -> Discs:
        number, new = one["bonus_discs"], one["new_discs"]
        return Discs(number, number - new, new, self.words("board.new-discs" if new else "board.discs", discs=number, new=new))

    def own_factories(self) -> Iterator[OwnFactory]:
        for number, factory in enumerate(self.mine["factories"]):
            record = notation.factory_record(self.box, factory)
            yield OwnFactory(
                spot(
                    self.scene,
                    "plant",
                    self.moves.get("run", factory),
                    (KEYS + LETTERS)[number : number + 1],
                    wrong=f"run {factory}",
                ),
                f"fac-{factory if factory != 'start' else f'start-{self.shown}'}",
                name := record["name"][self.words.language],
                output := outputs(self.box, self.words)[factory],
                f"factory-{factory if factory != 'start' else f'start-{self.shown}'}",
                self.words("page.tip.own-factory", name=name, what=output.label),
            )

    def holding(self, one: dict[str, Any], seat: SeatView) -> Holding:
        races = [self.track(seat)] if self.scene.view.over else []  # before that it is the large number
        races += [self.race(part, one, seat) for part in RACES]
        if seat.parts["exchange"]:
            races.append(
                Race(
                    "exchange",
                    "",
                    seat.parts["exchange"],
                    f"{one['seat']}:points.exchange",
                    "",
                    self.words("page.race.exchange", points=seat.parts["exchange"]),
                )
            )
        names = notation.factory_records(self.box)
        return Holding(
            self.picture["start_player"] == one["seat"],
            one["discs_to_place"],
            tuple((good, one["goods"][good], one["output"].get(good, 0)) for good in GOOD_IDS),
            self.discs(one),
            tuple(races),
            tuple(
                (names[factory]["name"][self.words.language], outputs(self.box, self.words)[factory])
                for factory in one["factories"]
            ),
            tuple(self.made_by(one["seat"])),
        )

    def track(self, seat: SeatView) -> Race:
        points = seat.parts["track"]
        return Race("track", "", points, f"{seat.seat}:influence", "", self.words("page.race.track", points=points))

    def race(self, part: str, one: dict[str, Any], seat: SeatView) -> Race:
        """What somebody has of what counts in a race, who has most of it, and what that brings."""
        first = [other for other in self.scene.seats if other.parts[part]]
        tip = self.words(
            f"page.race.{part}",
            what=one[part],
            names=[other.name for other in first],
            highest=self.picture["players"][first[0].seat][part],
            points=first[0].parts[part],
        )
        return Race(part, one[part], seat.parts[part], f"{one['seat']}:points.{part}", f"{one['seat']}:{part}", tip)

    def made_by(self, seat: int) -> Iterator[str]:
        """The places that somebody has made, and whether a patent protects them."""
        for one in self.picture["inventions"]:
            for version in VERSION_NAMES:
                if one[version]["maker"] == seat:
                    place = notation.place_for_people(self.box, one["id"], version, self.words)
                    yield self.words("page.with-patent", place=place) if one[version]["patented"] else place
