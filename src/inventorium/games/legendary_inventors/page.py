"""Legendary Inventors: what the page of a table shows; table.html lays it out.

Fig. 1 the inventions (before the first age: the teams), 2 the team of whoever looks, 3 their tokens.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from typing import Any

from inventorium.core.box import Box
from inventorium.core.events import Event, Seat, merged, sentence, subject
from inventorium.core.pages import KEYS, PLAYER_COLOURS, Move, Reason, Scene, SeatView, Spot, picking, reason, spot
from inventorium.core.words import Words
from inventorium.games.legendary_inventors.notation import gain_in_runs, run_of

CLASSES = ("weaponry", "transport", "communication", "recreation", "time", "energy")  # as their icons are called
HIGHEST_LEVEL = 4
TEAM_KEYS, TOKEN_KEYS, PEEK_KEYS = "ABCD", "EFGIJKMNO", "QSVXZ"
BUTTONS = (("refresh", "R", "refresh"), ("pass", "P", "arrow"), ("done", "D", "confirm"))  # move, key, icon
PLAYED = ("availability", "knowledge")  # tokens that are used; the others teach somebody
HELPED = ("turn", "send", "place", "take", "team", "after", "window", "place-number")


@dataclass(frozen=True)
class Token:
    id: str
    kind: str
    value: str
    name: str
    meaning: str
    tip: str


@dataclass(frozen=True)
class Class:
    """The class of an invention, which is a number in a run."""

    number: int
    icon: str
    name: str
    tip: str


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
    free: int  # the ghosts among them
    tip: str  # who could fill what is free


@dataclass(frozen=True)
class Share:
    """How much of something somebody has: cubes on an invention, points."""

    seat: int
    name: str
    ink: str
    number: int


@dataclass(frozen=True)
class Chooser:
    """Whoever takes a reward of a completed invention: before now, now, or later."""

    share: Share
    when: str  # past, now or ''


@dataclass(frozen=True)
class Prize:
    spot: Spot
    token: Token | None  # none: the patent
    meaning: str


@dataclass(frozen=True)
class Slot:
    """An invention on the table, in its state at this question."""

    id: str
    name: str
    spot: Spot
    of_class: Class
    spaces: tuple[Spaces, ...]
    tokens: tuple[Token, ...]
    shares: tuple[Share, ...]  # the most first
    reason: Reason | None
    points: int
    run: int  # what the patent would add to the runs of whoever looks
    worth: str  # both in words
    gain: int  # the cubes that would be placed
    completes: bool
    is_new: bool
    is_shared: bool  # its rewards are being taken
    choosers: tuple[Chooser, ...] = ()
    prizes: tuple[Prize, ...] = ()


@dataclass(frozen=True)
class Finished:
    """An invention that is finished: who has the patent, and who took what else."""

    id: str
    name: str
    stamp: str
    owner: Share | None  # of the patent
    taken: tuple["Took", ...]  # what else there was


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
    holding: str = ""  # which number it is, for the events that change it
    spot: Spot | None = None  # none: nothing is being learned
    brings: str = ""


@dataclass(frozen=True)
class Member:
    """An inventor of the team that is shown."""

    id: str
    name: str
    spot: Spot
    state: str  # chosen, busy or available
    gauges: tuple[Gauge, ...]
    is_reached: bool
    goal: str
    gain: int = 0


@dataclass(frozen=True)
class Rival:
    """Somebody else's team, which lies open."""

    seat: SeatView
    team: str
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Chip:
    """A kind of token in somebody's hand."""

    spot: Spot
    token: Token
    number: int
    as_one: Spot | None  # it may be turned over instead


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
    when: str  # its years, or who has taken it
    crewmen: tuple[Crewman, ...]


@dataclass(frozen=True)
class Button:
    spot: Spot
    icon: str
    text: str
    key: str  # as it is written on the button


@dataclass(frozen=True)
class Step:
    """A classification number in somebody's runs."""

    of_class: Class
    number: int  # of patents
    stars: int  # of classification tokens that stand for it
    scores: bool


@dataclass(frozen=True)
class Holding:
    """What somebody has, in the margin."""

    has_team: bool
    has_figurine: bool
    peek_key: str  # shows the team in place of one's own
    run: tuple[Step, ...]
    men: tuple[tuple[str, str, bool], ...]  # id, name, whether busy
    tokens: tuple[tuple[Token, int], ...]


@dataclass(frozen=True)
class Took:
    """What somebody got of a completed invention."""

    share: Share
    what: str


@dataclass(frozen=True)
class Sharing:
    """A moment: the rewards of an invention are shared."""

    id: str
    name: str
    took: tuple[Took, ...]  # in the order in which they chose
    notes: tuple[str, ...]
    kind: str = "sharing"


@dataclass(frozen=True)
class AgeEnd:
    """A moment: what is unfinished leaves."""

    unfinished: tuple[tuple[str, str, tuple[Share, ...]], ...]  # id, name, the cubes that go back
    standings: tuple[Share, ...]  # the points of everybody, the most first
    notes: tuple[str, ...]
    kind: str = "age"


@dataclass(frozen=True)
class NewAge:
    """A moment: what is laid out for the next age."""

    laid: tuple[tuple[str, str, Class, int, tuple[Token, ...]], ...]  # id, name, class, points, tokens
    notes: tuple[str, ...]
    kind: str = "new-age"


@dataclass(frozen=True)
class Final:
    """A moment: the points, part by part."""

    names: tuple[tuple[str, str], ...]  # of every seat, and its ink
    parts: tuple[tuple[str, str, tuple[int, ...]], ...]  # name, what it means, the points of every seat
    totals: tuple[int, ...]
    notes: tuple[str, ...]
    kind: str = "final"


@dataclass(frozen=True)
class LegendaryPage:
    """Everything that table.html shows of a position."""

    age: str
    unfinished: int  # inventions on the table, of those laid out
    laid_out: int
    ask: str  # instead of the usual question, where something is picked
    help: str
    portrait: tuple[str, str] | None  # of whoever is asked about: id, ink
    buttons: tuple[Button, ...]
    keys: tuple[Spot, ...]  # of buttons that are not there now: whoever presses one is told why
    crews: tuple[Crew, ...]  # only while teams are chosen
    inventions: tuple[Laid, ...]
    shown: SeatView  # the seat whose team is shown
    team: str  # '' where there is none yet
    members: tuple[Member, ...]
    rivals: tuple[Rival, ...]
    chips: tuple[Chip, ...]
    holder: str  # who has the figurine, in a sentence
    bag: tuple[tuple[str, int], ...]
    bag_number: int
    holdings: tuple[Holding, ...]
    moment: Sharing | AgeEnd | NewAge | Final | None


def page(scene: Scene) -> LegendaryPage:
    return Drawing(scene).page()


@cache
def classes_of(box: Box, words: Words) -> list[Class]:
    names = [one["name"][words.language] for one in box.components["classes"]]
    meaning = words("glossary.classification-number.meaning")
    return [
        Class(number, icon, name, words("page.tip.class", name=name, number=number, meaning=meaning))
        for number, (icon, name) in enumerate(zip(CLASSES, names, strict=True))
    ]


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
        self.classes = classes_of(self.box, self.words)
        learning = [
            move
            for one in self.mine["inventors"]
            for discipline in one["levels"]
            if (move := self.moves.get("upgrade", one["id"], discipline, "with", self.token_in_hand))
        ]
        self.upgrade_keys = dict(zip_longest((move.action for move in learning), KEYS[: len(learning)], fillvalue=""))

    def page(self) -> LegendaryPage:
        picture, figurine, is_choosing = self.picture, self.picture["figurine"], self.scene.question == "team"
        return LegendaryPage(
            age=self.words.get("board.ages")[picture["age"] - 1],
            unfinished=len(self.inventions),
            laid_out=picture["laid_out"],
            ask=self.ask(),
            help=self.help(),
            portrait=self.portrait(),
            buttons=tuple(self.buttons()),
            keys=tuple(Spot("", why=verb, key=key) for verb, key, _ in BUTTONS[:2] if self.is_asked and not self.moves.get(verb)),
            crews=tuple(self.crews()) if is_choosing else (),
            inventions=() if is_choosing else tuple(self.laid()),
            shown=self.seats[self.shown],
            team=self.name(self.mine["team"]) if self.mine["team"] else "",
            members=tuple(map(self.member, self.mine["inventors"], TEAM_KEYS)),
            rivals=tuple(self.rivals()),
            chips=tuple(self.chips()),
            holder=self.holder(self.seats[figurine]) if figurine >= 0 else "",
            bag=tuple((self.name(token), number) for token, number in picture["bag"].items()),
            bag_number=sum(picture["bag"].values()),
            holdings=tuple(map(self.holding, picture["players"])),
            moment=self.moment(),
        )

    def called(self, seat: int) -> str:
        """What somebody is called where it is not the subject of a sentence that has to agree."""
        return self.words("you-first") if seat == self.scene.seat else self.seats[seat].name

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
        if self.token_in_hand:
            return self.token_help(self.token(self.token_in_hand))
        is_helped = self.is_asked and self.scene.question in HELPED
        return self.words(f"page.help.{self.scene.question}") if is_helped else ""

    def token_help(self, token: Token) -> str:
        """What a token does to whoever learns with it."""
        if token.kind == "progress":
            return self.words("page.help.progress", token=token.name, before=int(token.value) - 1, level=int(token.value))
        if token.kind == "points":
            return self.words("page.help.points", points=int(token.value))
        return self.words("page.help.turned-over", meaning=token.meaning)

    def portrait(self) -> tuple[str, str] | None:
        send, asked = self.picture["send"], self.picture["asked"]
        working = self.man or (send["inventor"] if send else "")
        if working:
            return working, self.seats[self.shown].ink
        team = self.picture["players"][asked]["inventors"] if asked >= 0 else []
        return (team[0]["id"], self.seats[asked].ink) if team else None

    def buttons(self) -> Iterator[Button]:
        if self.scene.question == "place-number":
            for move in self.moves:
                number = move.things[0]
                yield self.button(move, "" if number == "0" else number, "", move.text, "")
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
        taken = {one["team"]: self.seats[one["seat"]].name for one in self.picture["players"] if one["team"]}
        for number, team in enumerate(self.box.components["teams"]):
            ink, move = PLAYER_COLOURS[team["colour"]], self.moves.get("team", team["id"])
            style = f"card crew {ink}{' done' if team['id'] in taken else ''}"
            yield Crew(
                spot(self.scene, style, move, number + 1, wrong=f"team {team['id']}"),
                ink,
                team["name"][self.words.language],
                self.words("page.taken-by", name=taken[team["id"]]) if team["id"] in taken else self.years(team["period"]),
                tuple(self.crewman(one) for one in self.box.components["inventors"] if one["team"] == team["id"]),
            )

    def years(self, period: Sequence[int]) -> str:
        first, last = period
        return self.words("page.years", first=abs(first), last=abs(last), before=self.words("page.bc") if first < 0 else "")

    def crewman(self, one: dict[str, Any]) -> Crewman:
        known = zip(self.box.ids("disciplines"), one["start"], one["target"], strict=True)
        return Crewman(
            one["id"],
            one["name"][self.words.language],
            one["points"],
            tuple(self.gauge(discipline, level, target) for discipline, level, target in known if level or target),
        )

    def laid(self) -> Iterator[Laid]:
        """The inventions of this age, in the order in which they were laid out."""
        for number, invention in enumerate(self.scene.on_table["laid"] or self.inventions):
            if invention in self.inventions:
                yield Laid(invention, slot=self.slot(self.inventions[invention], str(number + 1)))
            else:
                yield Laid(invention, finished=self.finished(invention))

    def finished(self, invention: str) -> Finished:
        taken = self.scene.on_table["taken"].get(invention, ())
        owner = next((self.share_of(seat, 1) for seat, what in taken if what == "patent"), None)
        stamp = self.words("page.granted" if owner else "page.not-granted" if taken else "page.not-finished")
        return Finished(
            invention,
            self.name(invention),
            stamp,
            owner,
            tuple(Took(self.share_of(seat, 1), self.prize_name(what)) for seat, what in taken if what != "patent"),
        )

    def prize_name(self, what: str) -> str:
        named = {"patent": self.words("page.patent"), "nothing": self.words("page.nothing")}
        return named.get(what) or self.name(what)

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
            why = f"send {self.man} {invention}"
            place, refused = Spot(style, why=why, key=key), reason(self.scene, why)
        elif not self.token_in_hand and any(invention == move.things[1] for move in self.sends):
            place = picking(self.scene, style, invention, key, bool(self.site))
        elif sharing and sharing["invention"] == invention:
            place, is_shared = Spot(f"{style} sharing"), True
        elif send and send["invention"] == invention:
            place, placed = Spot(f"{style} working"), send["placed"]
        elif self.may_act and not self.token_in_hand:
            place = Spot(style, why=f"send {self.readiest()} {invention}", key=key)
        else:
            place = Spot(style, wrong=f"send {self.readiest()} {invention}")
        run = gain_in_runs(self.box, self.scene.view.fields, self.shown, invention)
        worth = self.words("page.patent-value", points=card["points"])
        return Slot(
            invention,
            self.name(invention),
            place,
            self.classes[card["class"]],
            tuple(self.spaces(card, placed)),
            tuple(map(self.token, card["tokens"])),
            tuple(self.shares(card)),
            refused,
            card["points"],
            run,
            f"{worth}. {self.words('page.tip.in-runs', points=run)}" if run else worth,
            sum(placed.values()),
            seen.get("completed", False),
            is_new,
            is_shared,
            tuple(self.choosers(card)) if is_shared else (),
            tuple(self.prizes(card)) if is_shared else (),
        )

    def spaces(self, card: dict[str, Any], placed: Mapping[str, int]) -> Iterator[Spaces]:
        covers, send = self.scene.on_table["covers"].get(card["id"], {}), self.picture["send"]
        is_site = send and send["invention"] == card["id"]
        for number, discipline in enumerate(d for d, spaces in card["spaces"].items() if spaces):
            move = self.moves.get("place", discipline) if is_site else None
            cubes = tuple(
                Cube(self.seats[owner].ink, f"cube-{card['id']}-{discipline}-{n}", f"man-{by}")
                for n, (owner, by) in enumerate(covers.get(discipline, ()), 1)
            )
            yield Spaces(
                Spot("row legal", move, key=str(number + 1))
                if move
                else Spot("row", wrong=f"place {discipline}" if is_site else ""),
                discipline,
                self.name(discipline),
                cubes,
                placed.get(discipline, 0),
                card["free"][discipline],
                self.who_could_fill(discipline, card["free"][discipline]) if card["free"][discipline] else "",
            )

    def who_could_fill(self, discipline: str, free: int) -> str:
        """Whose inventors are available and know the discipline, with their levels."""
        could = []
        for one in self.picture["players"]:
            men = [
                f"{self.name(man['id'])} {man['levels'][discipline]}"
                for man in one["inventors"]
                if man["levels"][discipline] and not man["busy"]
            ]
            if men:
                could.append(f"{self.called(one['seat'])}: {', '.join(men)}")
        key, who = ("page.tip.space", "; ".join(could)) if could else ("page.tip.space-nobody", "")
        return self.words(key, discipline=self.name(discipline), number=free, who=who)

    def share(self, card: dict[str, Any], seat: int) -> Share:
        return self.share_of(seat, card["cubes"][seat])

    def share_of(self, seat: int, number: int) -> Share:
        return Share(seat, self.called(seat), self.seats[seat].ink, number)

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
        """The patent and the tokens; two equal tokens are one answer (NO-24) with one key."""
        if self.picture["sharing"]["patent"]:
            run = gain_in_runs(self.box, self.scene.view.fields, self.shown, card["id"])
            meaning = self.words("page.prize-runs", points=run) if run else self.words("page.prize", number=card["class"])
            yield Prize(self.prize(self.moves.get("take", "patent"), 1), None, meaning)
        for number, token in enumerate(card["tokens"]):
            is_twin = token in card["tokens"][:number]
            yield Prize(
                self.prize(self.moves.get("take", token), "" if is_twin else number + 2),
                self.token(token),
                self.token(token).meaning,
            )

    def prize(self, move: Move | None, key: object) -> Spot:
        return Spot("prize legal", move, key=str(key)) if move else Spot("prize")

    def token(self, token: str) -> Token:
        kind, _, value = token.partition("-")
        number = int(value or 0)
        meaning = self.words(f"page.reward.{kind}", points=number, before=number - 1, level=number)
        return Token(
            token, kind, value, self.name(token), meaning, self.words("page.tip.token", token=self.name(token), meaning=meaning)
        )

    # ------------------------------------------------ fig. 2: the team

    def member(self, one: dict[str, Any], key: str) -> Member:
        inventor, gain = one["id"], 0
        style = f"card man{' busy' if one['busy'] else ''}"
        move = self.moves.get("send", inventor, self.site) if self.site else None
        if move:
            place, gain = spot(self.scene, style, move, key), sum(self.scene.foreseen(move.action).get("placed", {}).values())
        elif self.site:
            place = Spot(style, why=f"send {inventor} {self.site}", key=key)
        elif not self.token_in_hand and any(inventor == move.things[0] for move in self.sends):
            place = picking(self.scene, style, inventor, key, bool(self.man))
        elif self.sends and not self.token_in_hand:
            place = Spot(style, why=self.sending(inventor), key=key)
        else:
            place = Spot(style, wrong=self.sending(inventor))
        return Member(
            inventor,
            self.name(inventor),
            place,
            "chosen" if self.man == inventor else "busy" if one["busy"] else "available",
            tuple(self.learning(one, discipline) for discipline in one["levels"])
            if self.token_in_hand
            else self.gauges(one, self.shown),
            one["reached"],
            self.goal(one),
            gain,
        )

    @property
    def may_act(self) -> bool:
        """Whether whoever looks may be asked why an inventor cannot be sent."""
        return self.is_asked and self.scene.question in ("turn", "send")

    @property
    def is_asked(self) -> bool:
        return self.scene.live and self.scene.seat in self.scene.asked

    def readiest(self) -> str:
        """Return one of the seat's inventors, an available one if there is any."""
        men = sorted(self.mine["inventors"], key=lambda one: bool(one["busy"]))
        return str(men[0]["id"])

    def sending(self, inventor: str) -> str:
        """A move that sends an inventor somewhere, to ask about; nothing where no invention is left."""
        return f"send {inventor} {next(iter(self.inventions))}" if self.inventions else ""

    def rivals(self) -> Iterator[Rival]:
        """The teams of all others: what they know lies open."""
        for one in self.picture["players"]:
            if one["seat"] != self.shown and one["team"]:
                yield Rival(
                    self.seats[one["seat"]],
                    self.name(one["team"]),
                    tuple(
                        Member(
                            man["id"],
                            self.name(man["id"]),
                            Spot(f"card man{' busy' if man['busy'] else ''}", wrong=self.sending(man["id"])),
                            "busy" if man["busy"] else "available",
                            self.gauges(man, one["seat"]),
                            man["reached"],
                            self.goal(man),
                        )
                        for man in one["inventors"]
                    ),
                )

    def goal(self, one: dict[str, Any]) -> str:
        if one["reached"]:
            return self.words("page.reached", points=one["points"])
        return self.words("page.steps", points=one["points"], steps=one["steps"])

    def gauge(self, discipline: str, level: int, target: int, holding: str = "") -> Gauge:
        label = self.words("page.level", discipline=self.name(discipline), level=level)
        label += self.words("page.target", target=target) if target else ""
        return Gauge(discipline, level, target, label, holding)

    def gauges(self, one: dict[str, Any], seat: int) -> tuple[Gauge, ...]:
        return tuple(
            self.gauge(discipline, level, one["target"][discipline], f"{seat}:level.{one['id']}.{discipline}")
            for discipline, level in one["levels"].items()
        )

    def learning(self, one: dict[str, Any], discipline: str) -> Gauge:
        """With a token in hand: what may be learned and what that brings, or why not."""
        gauge = self.gauge(
            discipline, one["levels"][discipline], one["target"][discipline], f"{self.shown}:level.{one['id']}.{discipline}"
        )
        words = "upgrade", one["id"], discipline, "with", self.token_in_hand
        move = self.moves.get(*words)
        if not move:
            return replace(gauge, spot=Spot("g", why=" ".join(words)))
        learner, helps = self.scene.foreseen(move.action)["learner"], gauge.level < gauge.target
        brings = (
            (
                self.words("page.completes-target", points=one["points"])
                if learner["reached"]
                else self.words("page.steps-left", steps=learner["steps"])
            )
            if helps
            else ""
        )
        style, key = "g legal" if helps else "g legal idle", self.upgrade_keys[move.action]
        return replace(gauge, brings=brings, spot=Spot(style, move, key=key, key_style="ref in"))

    # ------------------------------------------------ fig. 3: the tokens, and what everybody has

    def chips(self) -> Iterator[Chip]:
        for (token, number), key in zip(self.mine["tokens"].items(), TOKEN_KEYS, strict=False):
            use, learns = self.moves.get("use", token), self.moves.of("upgrade", token)
            as_one, is_picked = None, self.token_in_hand == token
            if use:
                place = Spot("chip legal", use, key=key)
                as_one = Spot("linkish", pick=token, is_picked=is_picked) if learns else None
            elif learns:  # to give up points is nothing that one is led to
                is_spare = self.token(token).kind == "points"
                place = picking(self.scene, "chip spare" if is_spare else "chip", token, key, is_spare or bool(self.scene.picked))
            else:
                asked = self.move_with(token)
                place = Spot("chip", why=asked, key=key) if self.may_act and not self.token_in_hand else Spot("chip", wrong=asked)
            yield Chip(place, self.token(token), number, as_one)

    def move_with(self, token: str) -> str:
        """A move that plays a token, to ask about. That it teaches nobody is said of whoever knows most and could still learn."""
        if token in PLAYED:
            return f"use {token}"
        _, _, inventor, discipline = min(
            (level == HIGHEST_LEVEL, -level, one["id"], discipline)
            for one in self.mine["inventors"]
            for discipline, level in one["levels"].items()
        )
        return f"upgrade {inventor} {discipline} with {token}"

    def holder(self, seat: SeatView) -> str:
        return self.words("page.you-hold-figurine") if seat.you else self.words("page.holds-figurine", name=seat.name)

    def holding(self, one: dict[str, Any]) -> Holding:
        scoring, stars = run_of(self.box, self.scene.view.fields, one["seat"])
        return Holding(
            bool(one["team"]),
            self.picture["figurine"] == one["seat"],
            PEEK_KEYS[one["seat"]] if one["seat"] != self.shown else "",
            tuple(
                Step(of_class, number, stars.count(of_class.number), of_class.number in scoring)
                for of_class, number in zip(self.classes, one["classes"], strict=True)
            ),
            tuple((man["id"], self.name(man["id"]), man["busy"]) for man in one["inventors"]),
            tuple((self.token(token), number) for token, number in one["tokens"].items()),
        )

    # ------------------------------------------------ what waits for people

    def moment(self) -> Sharing | AgeEnd | NewAge | Final | None:
        moment = self.scene.moment
        if not moment:
            return None
        if moment.name == "sharing":
            return self.sharing(moment.events)
        if moment.name == "age":
            return self.age_end(moment.events)
        return self.new_age(moment.events) if moment.name == "new-age" else self.final(moment.events)

    def notes(self, events: Sequence[Event], *keys: str) -> tuple[str, ...]:
        """Events of these kinds in whole sentences."""
        names, hearer = [one.name for one in self.seats], self.scene.seat
        told = [event for event in merged(events) if event.key in keys]
        begun = [subject(event.seat, self.words, names, hearer) for event in told]
        return tuple(
            f"{who} {sentence(event, self.box, self.words, names, hearer)}".strip()
            for who, event in zip(begun, told, strict=True)
        )

    def sharing(self, events: Sequence[Event]) -> Sharing:
        """In the order in which they chose; then whoever got nothing."""
        back = next(event for event in events if event.key == "cubes-back")
        invention, cubes = back.values["invention"], dict(back.values["placed"])
        taken = dict(self.scene.on_table["taken"].get(invention, ()))
        order = [*taken, *(seat for seat in cubes if seat not in taken)]
        return Sharing(
            invention,
            self.name(invention),
            tuple(
                Took(self.share_of(int(seat), cubes.get(seat, 0)), self.prize_name(taken.get(seat, "nothing"))) for seat in order
            ),
            self.notes(events, "patent-left", "token-left", "runs-grow"),
        )

    def age_end(self, events: Sequence[Event]) -> AgeEnd:
        back = {event.values["invention"]: event.values["placed"] for event in events if event.key == "cubes-back"}
        left = [event.values["thing"] for event in events if event.key == "unfinished"]
        standings = next(event.values["order"] for event in events if event.key == "standings")
        return AgeEnd(
            tuple(
                (one, self.name(one), tuple(self.share_of(int(seat), number) for seat, number in back.get(one, ())))
                for one in left
            ),
            tuple(self.share_of(int(seat), points) for seat, points in standings),
            self.notes(events, "token-left", "ages-over"),
        )

    def new_age(self, events: Sequence[Event]) -> NewAge:
        drawn = [event.values for event in events if event.key == "drawn"]
        laid = [event.values["thing"] for event in events if event.key == "laid-out"]
        cards = {one["id"]: one for one in self.box.components["inventions"]}
        return NewAge(
            tuple(
                (
                    one,
                    self.name(one),
                    self.classes[cards[one]["class"]],
                    cards[one]["points"],
                    tuple(self.token(each["thing"]) for each in drawn if each["invention"] == one),
                )
                for one in laid
            ),
            self.notes(events, "rest-leaves", "first-turn"),
        )

    def final(self, events: Sequence[Event]) -> Final:
        parts = [event.values for event in events if event.key == "counts"]
        totals: dict[Seat, int] = dict(next(event.values["order"] for event in events if event.key == "totals"))
        return Final(
            tuple((self.called(one.seat), one.ink) for one in self.seats),
            tuple(
                (
                    self.words(f"parts.{one['part']}"),
                    self.words(f"page.tip.{one['part']}"),
                    tuple(points for _, points in one["order"]),
                )
                for one in parts
            ),
            tuple(totals[seat] for seat in sorted(totals)),
            self.notes(events, "tie-break", "wins", "shares-victory"),
        )
