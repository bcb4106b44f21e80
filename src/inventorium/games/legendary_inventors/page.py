"""Legendary Inventors: what the page of a table shows; table.html lays it out.

Fig. 1 the inventions (before the first age: the teams), 2 the team of whoever looks, 3 their tokens.
"""
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Any

from inventorium.core.box import Box
from inventorium.core.pages import INKS, KEYS, Move, Reason, Scene, Spot, picking, reason, spot

CLASSES = ("weaponry", "transport", "communication", "recreation", "time", "energy")            # as their icons are called
TEAM_KEYS, TOKEN_KEYS = "ABCD", "EFGIJKLMN"
BUTTONS = (("refresh", "R", "refresh"), ("pass", "P", "arrow"), ("done", "D", "confirm"))       # move, key, icon
HELPED = ("turn", "send", "place", "take", "team", "after", "window", "place-number")


@dataclass(frozen=True)
class Token:
    kind: str
    value: str
    name: str


@dataclass(frozen=True)
class Class:
    """The class of an invention, which is a number in a run."""

    number: int
    icon: str
    name: str


@dataclass(frozen=True)
class Cube:
    ink: str
    piece: str
    brought_by: str


@dataclass(frozen=True)
class Spaces:
    """The spaces of an invention in one discipline: cubes in the inks of their owners, then what would be placed, then what
    is free."""

    spot: Spot
    discipline: str
    name: str
    cubes: tuple[Cube, ...]
    ghosts: int
    free: int                                       # the ghosts among them


@dataclass(frozen=True)
class Share:
    """How many cubes somebody has on an invention."""

    name: str
    ink: str
    number: int


@dataclass(frozen=True)
class Chooser:
    """Whoever takes a reward of a completed invention: before now, now, or later."""

    share: Share
    when: str                                       # past, now or ''


@dataclass(frozen=True)
class Prize:
    spot: Spot
    token: Token | None                             # none: the patent


@dataclass(frozen=True)
class Slot:
    """An invention on the table, in its state at this question."""

    id: str
    name: str
    spot: Spot
    of_class: Class
    spaces: tuple[Spaces, ...]
    tokens: tuple[Token, ...]
    shares: tuple[Share, ...]                       # the most first
    reason: Reason | None
    points: int
    gain: int                                       # the cubes that would be placed
    completes: bool
    is_new: bool
    is_shared: bool                                 # its rewards are being taken
    choosers: tuple[Chooser, ...] = ()
    prizes: tuple[Prize, ...] = ()


@dataclass(frozen=True)
class Finished:
    """An invention that is finished: who took what."""

    id: str
    name: str
    taken: tuple[tuple[dict[str, Any], str], ...]


@dataclass(frozen=True)
class Laid:
    """An invention of this age: still on the table, or finished."""

    id: str
    slot: Slot | None = None
    finished: Finished | None = None


@dataclass(frozen=True)
class Gauge:
    """What an inventor knows of a discipline; with a token in hand it may be what is learned."""

    discipline: str
    level: int
    target: int
    label: str
    move: Move | None = None
    key: str = ""


@dataclass(frozen=True)
class Member:
    """An inventor of the team that is shown."""

    id: str
    name: str
    spot: Spot
    state: str                                      # chosen, busy or available
    gauges: tuple[Gauge, ...]
    is_reached: bool
    goal: str
    gain: int


@dataclass(frozen=True)
class Chip:
    """A kind of token in somebody's hand."""

    spot: Spot
    token: Token
    number: int
    as_one: Spot | None                             # it may be used as level 1 instead


@dataclass(frozen=True)
class Crewman:
    id: str
    name: str
    points: int
    gauges: tuple[Gauge, ...]


@dataclass(frozen=True)
class Crew:
    """A team to choose."""

    spot: Spot
    ink: str
    name: str
    when: str                                       # its years, or who has taken it
    crewmen: tuple[Crewman, ...]


@dataclass(frozen=True)
class Button:
    spot: Spot
    icon: str
    text: str
    key: str                                        # as it is written on the button


@dataclass(frozen=True)
class Holding:
    """What somebody has, in the margin."""

    has_team: bool
    has_figurine: bool
    run: tuple[tuple[Class, int], ...]              # how many patents of each class
    men: tuple[tuple[str, str, bool], ...]          # id, name, whether busy
    tokens: tuple[tuple[Token, int], ...]


@dataclass(frozen=True)
class LegendaryPage:
    """Everything that table.html shows of a position."""

    age: str
    unfinished: int                                 # inventions on the table, of those laid out
    laid_out: int
    ask: str                                        # instead of the usual question, where something is picked
    help: str
    portrait: tuple[str, str] | None                # of whoever is asked about: id, ink
    buttons: tuple[Button, ...]
    crews: tuple[Crew, ...]                         # only while teams are chosen
    inventions: tuple[Laid, ...]
    shown: dict[str, Any]                           # the seat whose team is shown
    team: str                                       # '' where there is none yet
    members: tuple[Member, ...]
    chips: tuple[Chip, ...]
    holder: str                                     # of the figurine
    bag: tuple[tuple[str, int], ...]
    bag_number: int
    holdings: tuple[Holding, ...]


def page(scene: Scene) -> LegendaryPage:
    return Drawing(scene).page()


@cache
def classes_of(box: Box, language: str) -> list[Class]:
    return [Class(number, icon, one["name"][language])
            for number, (icon, one) in enumerate(zip(CLASSES, box.components["classes"], strict=True))]


class Drawing:
    """Makes the page of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.words, self.name = scene, scene.words, scene.name
        self.picture, self.moves, self.seats = scene.picture, scene.moves, scene.seats
        self.box = scene.view.box
        self.shown = scene.seat if scene.seat >= 0 else max(self.picture["active"], 0)
        self.mine = self.picture["players"][self.shown]
        self.inventions = {one["id"]: one for one in self.picture["inventions"]}
        picked = scene.picked[0] if scene.picked else ""
        self.man = picked if picked in [one["id"] for one in self.mine["inventors"]] else ""
        self.site = picked if picked in self.inventions else ""
        self.token_in_hand = picked if picked in self.mine["tokens"] else ""
        self.sends = self.moves.of("send")
        self.news = {word for move in scene.news for word in move.split()}
        self.classes = classes_of(self.box, self.words.language)
        learning = self.moves.of("upgrade", self.token_in_hand) if self.token_in_hand else []
        self.upgrade_keys = dict(zip_longest((move.action for move in learning), KEYS[:len(learning)], fillvalue=""))

    def page(self) -> LegendaryPage:
        picture, figurine, is_choosing = self.picture, self.picture["figurine"], self.scene.question == "team"
        return LegendaryPage(
            age=self.words.get("board.ages")[picture["age"] - 1], unfinished=len(self.inventions), laid_out=picture["laid_out"],
            ask=self.ask(), help=self.help(), portrait=self.portrait(), buttons=tuple(self.buttons()),
            crews=tuple(self.crews()) if is_choosing else (),
            inventions=() if is_choosing else tuple(self.laid()), shown=self.seats[self.shown],
            team=self.name(self.mine["team"]) if self.mine["team"] else "",
            members=tuple(map(self.member, self.mine["inventors"], TEAM_KEYS)), chips=tuple(self.chips()),
            holder=self.seats[figurine]["name"] if figurine >= 0 else "",
            bag=tuple((self.name(token), number) for token, number in picture["bag"].items()),
            bag_number=sum(picture["bag"].values()), holdings=tuple(map(self.holding, picture["players"])))

    # ------------------------------------------------ the question

    def ask(self) -> str:
        if self.man:
            return self.words("page.where", inventor=self.name(self.man))
        if self.site:
            return self.words("page.whom", invention=self.name(self.site))
        return self.words("page.who-learns", token=self.name(self.token_in_hand)) if self.token_in_hand else ""

    def help(self) -> str:
        """What one needs to know to answer; nothing where others are asked."""
        if self.man:
            levels = next(one["levels"] for one in self.mine["inventors"] if one["id"] == self.man)
            known = ", ".join(f"{level} {self.name(discipline)}" for discipline, level in levels.items() if level)
            return self.words("page.brings", what=known)
        is_asked = self.scene.seat in self.scene.asked and self.scene.question in HELPED
        return self.words(f"page.help.{self.scene.question}") if is_asked else ""

    def portrait(self) -> tuple[str, str] | None:
        send, asked = self.picture["send"], self.picture["asked"]
        working = self.man or (send["inventor"] if send else "")
        if working:
            return working, self.seats[self.shown]["ink"]
        team = self.picture["players"][asked]["inventors"] if asked >= 0 else []
        return (team[0]["id"], self.seats[asked]["ink"]) if team else None

    def buttons(self) -> Iterator[Button]:
        if self.scene.question == "place-number":
            for move in self.moves:
                number = move.things[0]
                yield self.button(move, "" if number == "0" else number, "", number, "")
            return
        for verb, key, icon in BUTTONS:
            if (found := self.moves.get(verb)) and not self.token_in_hand:
                yield self.button(found, key, icon, self.words(f"page.button.{verb}"), key)
        if found := self.moves.get("take", "nothing"):
            yield self.button(found, "4", "", found.text, "4")

    def button(self, move: Move, key: str, icon: str, text: str, written: str) -> Button:
        return Button(Spot("btn legal", move, key=key, key_style=""), icon, text, written)

    # ------------------------------------------------ fig. 1: the teams, and then the inventions

    def crews(self) -> Iterator[Crew]:
        taken = {one["team"]: self.seats[one["seat"]]["name"] for one in self.picture["players"] if one["team"]}
        for number, team in enumerate(self.box.components["teams"]):
            ink, move = INKS[team["colour"]], self.moves.get("team", team["id"])
            style = f"card crew {ink}{' done' if team['id'] in taken else ''}"
            yield Crew(spot(self.scene, style, move, number + 1), ink, team["name"][self.words.language],
                       self.words("page.taken-by", name=taken[team["id"]]) if team["id"] in taken else self.years(team["period"]),
                       tuple(self.crewman(one) for one in self.box.components["inventors"] if one["team"] == team["id"]))

    def years(self, period: Sequence[int]) -> str:
        first, last = period
        return self.words("page.years", first=abs(first), last=abs(last), before=self.words("page.bc") if first < 0 else "")

    def crewman(self, one: dict[str, Any]) -> Crewman:
        known = zip(self.box.ids("disciplines"), one["start"], one["target"], strict=True)
        return Crewman(one["id"], one["name"][self.words.language], one["points"],
                       tuple(self.gauge(discipline, level, target) for discipline, level, target in known if level or target))

    def laid(self) -> Iterator[Laid]:
        """The inventions of this age, in the order in which they were laid out."""
        for number, invention in enumerate(self.scene.on_table["laid"] or self.inventions):
            if invention in self.inventions:
                yield Laid(invention, slot=self.slot(self.inventions[invention], str(number + 1)))
            else:
                yield Laid(invention, finished=self.finished(invention))

    def finished(self, invention: str) -> Finished:
        named = {"patent": self.words("page.patent"), "nothing": self.words("page.nothing")}
        return Finished(invention, self.name(invention), tuple(
            (self.seats[owner], named.get(what) or self.name(what))
            for owner, what in self.scene.on_table["taken"].get(invention, ())))

    def slot(self, card: dict[str, Any], key: str) -> Slot:
        invention, is_new = card["id"], card["id"] in self.news
        style = f"card inv{' changed' if is_new else ''}"
        move = self.moves.get("send", self.man, invention) if self.man else None
        seen = self.scene.foreseen(move.action) if move else {}
        placed: Mapping[str, int] = seen.get("placed", {})
        refused, is_shared, send, sharing = None, False, self.picture["send"], self.picture["sharing"]
        if move:
            place = spot(self.scene, style, move, key)
        elif self.man:
            place, refused = Spot(f"{style} off"), reason(self.scene, f"send {self.man} {invention}")
        elif not self.token_in_hand and any(invention == move.things[1] for move in self.sends):
            place = picking(self.scene, style, invention, key, bool(self.site))
        elif sharing and sharing["invention"] == invention:
            place, is_shared = Spot(f"{style} sharing"), True
        elif send and send["invention"] == invention:
            place, placed = Spot(f"{style} working"), send["placed"]
        else:
            place = Spot(style)
        return Slot(
            invention, self.name(invention), place, self.classes[card["class"]], tuple(self.spaces(card, placed)),
            tuple(map(self.token, card["tokens"])), tuple(self.shares(card)), refused, card["points"], sum(placed.values()),
            seen.get("completed", False), is_new, is_shared, tuple(self.choosers(card)) if is_shared else (),
            tuple(self.prizes(card)) if is_shared else ())

    def spaces(self, card: dict[str, Any], placed: Mapping[str, int]) -> Iterator[Spaces]:
        covers, send = self.scene.on_table["covers"].get(card["id"], {}), self.picture["send"]
        is_site = send and send["invention"] == card["id"]
        for number, discipline in enumerate(d for d, spaces in card["spaces"].items() if spaces):
            move = self.moves.get("place", discipline) if is_site else None
            cubes = tuple(Cube(self.seats[owner]["ink"], f"cube-{card['id']}-{discipline}-{n}", f"man-{by}")
                          for n, (owner, by) in enumerate(covers.get(discipline, ()), 1))
            yield Spaces(Spot("row legal", move, key=str(number + 1)) if move else Spot("row"), discipline,
                         self.name(discipline), cubes, placed.get(discipline, 0), card["free"][discipline])

    def share(self, card: dict[str, Any], seat: int) -> Share:
        return Share(self.seats[seat]["name"], self.seats[seat]["ink"], card["cubes"][seat])

    def shares(self, card: dict[str, Any]) -> Iterator[Share]:
        for number, seat in sorted(((number, seat) for seat, number in enumerate(card["cubes"])), reverse=True):
            if number:
                yield self.share(card, seat)

    def choosers(self, card: dict[str, Any]) -> Iterator[Chooser]:
        sharing = self.picture["sharing"]
        for place, seat in enumerate(sharing["choosers"]):
            now = sharing["chosen"]
            yield Chooser(self.share(card, seat), "past" if place < now else "now" if place == now else "")

    def prizes(self, card: dict[str, Any]) -> Iterator[Prize]:
        """The patent and the tokens; two equal tokens are one answer (NO-24)."""
        if self.picture["sharing"]["patent"]:
            yield Prize(self.prize(self.moves.get("take", "patent"), 1), None)
        for number, token in enumerate(card["tokens"]):
            is_twin = token in card["tokens"][:number]
            yield Prize(self.prize(None if is_twin else self.moves.get("take", token), number + 2), self.token(token))

    def prize(self, move: Move | None, key: int) -> Spot:
        return Spot("prize legal", move, key=str(key)) if move else Spot("prize")

    def token(self, token: str) -> Token:
        kind, _, value = token.partition("-")
        return Token(kind, value, self.name(token))

    # ------------------------------------------------ fig. 2: the team

    def member(self, one: dict[str, Any], key: str) -> Member:
        inventor, gain = one["id"], 0
        style = f"card man{' busy' if one['busy'] else ''}"
        move = self.moves.get("send", inventor, self.site) if self.site else None
        if move:
            place, gain = spot(self.scene, style, move, key), sum(self.scene.foreseen(move.action).get("placed", {}).values())
        elif self.site:
            place = Spot(style, why=f"send {inventor} {self.site}")
        elif not self.token_in_hand and any(inventor == move.things[0] for move in self.sends):
            place = picking(self.scene, style, inventor, key, bool(self.man))
        elif self.sends and not self.token_in_hand and self.inventions:
            place = Spot(style, why=f"send {inventor} {next(iter(self.inventions))}")
        else:
            place = Spot(style)
        return Member(inventor, self.name(inventor), place,
                      "chosen" if self.man == inventor else "busy" if one["busy"] else "available",
                      tuple(self.gauge(discipline, level, one["target"][discipline], inventor)
                            for discipline, level in one["levels"].items()),
                      one["reached"], self.goal(one), gain)

    def goal(self, one: dict[str, Any]) -> str:
        if one["reached"]:
            return self.words("page.reached", points=one["points"])
        return self.words("page.steps", points=one["points"], steps=one["steps"])

    def gauge(self, discipline: str, level: int, target: int, inventor: str = "") -> Gauge:
        label = self.words("page.level", discipline=self.name(discipline), level=level)
        label += self.words("page.target", target=target) if target else ""
        token = self.token_in_hand
        move = self.moves.get("upgrade", inventor, discipline, "with", token) if token and inventor else None
        return Gauge(discipline, level, target, label, move, self.upgrade_keys[move.action] if move else "")

    # ------------------------------------------------ fig. 3: the tokens, and what everybody has

    def chips(self) -> Iterator[Chip]:
        for (token, number), key in zip(self.mine["tokens"].items(), TOKEN_KEYS, strict=False):
            use, learns = self.moves.get("use", token), self.moves.of("upgrade", token)
            as_one, is_picked = None, self.token_in_hand == token
            if use:
                place = Spot("chip legal", use, key=key)
                as_one = Spot("linkish", pick=token, is_picked=is_picked) if learns else None
            elif learns:
                place = picking(self.scene, "chip", token, key, bool(self.scene.picked))
            else:
                place = Spot("chip")
            yield Chip(place, self.token(token), number, as_one)

    def holding(self, one: dict[str, Any]) -> Holding:
        return Holding(bool(one["team"]), self.picture["figurine"] == one["seat"],
                       tuple(zip(self.classes, one["classes"], strict=True)),
                       tuple((man["id"], self.name(man["id"]), man["busy"]) for man in one["inventors"]),
                       tuple((self.token(token), number) for token, number in one["tokens"].items()))
