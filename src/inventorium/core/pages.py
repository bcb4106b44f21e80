"""Scenes, moves and spots: what a game's page.py works with.

A page.py turns a scene into a view model: dataclasses that the game's table.html only lays out. Whatever a page says about
the rules is decided there, from `notation.picture` and `facts`, never in a template.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from inventorium.core.errors import Ruling
from inventorium.core.events import Moment
from inventorium.core.position import Snapshot, View
from inventorium.core.words import Words

Picture: TypeAlias = dict[str, Any]  # what `notation.picture` of a game makes of a position: every game has its own
KEYS = "123456789"
PLAYER_COLOURS = {"red": "p1", "green": "p2", "blue": "p3", "yellow": "p4", "purple": "p5"}  # their classes in the style sheets


def player_colours(view: Snapshot) -> list[str]:
    """Return the pen of every seat: of the colour that the game assigns to it, or one after the other."""
    colours = view.game.notation.colours(view.box, view.fields)
    return [PLAYER_COLOURS.get(colour, "p0") for colour in colours] or [f"p{seat + 1}" for seat in range(view.players)]


@dataclass(frozen=True)
class SeatView:
    """A seat, as the pages and the API show it."""

    seat: int
    name: str
    kind: str  # person, bot, open
    level: str  # of a bot
    ink: str  # its pen: p1 to p5
    level_name: str  # in words
    plays_as: str  # the level that plays instead, where no network fits
    you: bool
    bot: bool
    open: bool
    asked: bool
    score: int
    parts: dict[str, int]  # what the score is made of
    place: int


@dataclass(frozen=True)
class Move:
    """A move that may be clicked."""

    action: int
    move: str  # in the notation: "send archimedes bow"
    text: str  # in words
    verb: str  # its first word: "send"
    things: tuple[str, ...]  # the other words, mostly ids: ("archimedes", "bow")
    ends_turn: Callable[[int], bool] = field(repr=False, compare=False)

    @cached_property
    def final(self) -> bool:
        """Whether it ends the turn: another seat or the dealer comes next. Looked up only where it is needed."""
        return self.ends_turn(self.action)


class Moves:
    """The legal moves of a seat, sorted as text; empty where it is not to move."""

    def __init__(self, moves: Sequence[Move] = ()) -> None:
        self.list = moves
        self.by_move = {move.move: move for move in moves}

    def __iter__(self) -> Iterator[Move]:
        return iter(self.list)

    def __len__(self) -> int:
        return len(self.list)

    def get(self, *words: object) -> Move | None:
        """Return the move of exactly these words, if it is open: `moves.get("send", "archimedes", "bow")`."""
        return self.by_move.get(" ".join(map(str, words)))

    def of(self, verb: str, *things: str) -> list[Move]:
        """Return the moves of this verb that concern all these things."""
        return [move for move in self.list if move.verb == verb and all(thing in move.things for thing in things)]

    def about(self, *things: str) -> list[Move]:
        """Return the moves that concern all these things, whatever the verb."""
        return [move for move in self.list if all(thing in move.things for thing in things)]

    def numbered(self, action: int) -> Move | None:
        return next((move for move in self.list if move.action == action), None)


class Scene(Protocol):
    """A table, seen by one seat, in one language, and the viewer's choices so far."""

    seat: int  # the viewer's; -1: a spectator
    live: bool  # false where an earlier moment is shown
    words: Words
    view: View
    picked: list[str]  # the pieces chosen so far for a move
    chosen: Move | None  # the move that is being tried
    moment: Moment | None  # what is shown over the table, if anything is

    @property
    def after(self) -> "Scene | None":
        """The table after that moment."""

    @property
    def question(self) -> str:
        """The key of the question that is put now."""

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats to move; (-1,) for the dealer."""

    @property
    def picture(self) -> Picture:
        """The position, by `notation.picture`."""

    @property
    def preview(self) -> Picture | None:
        """The position after the move that is tried."""

    @property
    def seats(self) -> list[SeatView]:
        """Every seat."""

    @property
    def moves(self) -> Moves:
        """What may be clicked; nothing where sealed moves are filled in."""

    @property
    def sheet(self) -> list[Moves]:
        """The moves at each question of sealed moves."""

    @property
    def news(self) -> list[str]:
        """The moves of others since the viewer's last turn."""

    @property
    def on_table(self) -> Mapping[str, Any]:
        """What follows only from the actions so far, by `notation.on_table`."""

    def name(self, thing: object) -> str:
        """Return the name of a component."""

    def why_not(self, move: str, place: int = 0) -> Ruling | None:
        """Return the rule that forbids a move, among sealed moves as the one at question number `place`; none if it is legal."""

    def foreseen(self, action: int) -> Mapping[str, Any]:
        """Return what a move of the viewer would do, by `notation.facts`."""

    def happened(self) -> list[dict[str, Any]]:
        """Return the public results of actions: what `notation.facts` calls open."""


@dataclass(frozen=True)
class Spot:
    """A place on a page and the effect of a click there: makes `move`, begins one with the piece `pick`, explains why the move
    `why` is not possible, or nothing. `wrong` explains a click on a place that the question is not about. The macro `spot` of
    parts.html draws it."""

    style: str  # the classes of the element
    move: Move | None = None
    pick: str = ""
    is_picked: bool = False
    why: str = ""
    wrong: str = ""
    key: str = ""  # also shown beside it
    key_style: str = "ref"  # the classes of that; '' where the key is shown elsewhere

    @property
    def is_still(self) -> bool:
        """Whether a click does nothing."""
        return not (self.move or self.pick or self.why)


@dataclass(frozen=True)
class Reason:
    """Why something is not possible."""

    text: str
    rule: str


def spot(scene: Scene, style: str, move: Move | None, key: object = "", why: str = "", wrong: str = "") -> Spot:
    """Return the spot of a move: open and perhaps tried already, or closed, so that one may ask why, with the same key; or one
    that the question is not about."""
    if move is None:
        return Spot(style, why=why, wrong=wrong, key=str(key) if why else "")
    is_tried = scene.chosen is not None and scene.chosen.action == move.action
    return Spot(f"{style} {'chosen' if is_tried else 'legal'}", move, key=str(key))


def picking(scene: Scene, style: str, thing: str, key: str, is_begun: bool) -> Spot:
    """Return the spot of a thing that a move may begin with; `is_begun` where one has, with this thing or another one."""
    is_picked = thing in scene.picked
    return Spot(
        f"{style} {'chosen' if is_picked else 'legal'}",
        pick=thing,
        is_picked=is_picked,
        key=key,
        key_style="ref soft" if is_begun else "ref",
    )


def reason(scene: Scene, move: str, place: int = 0, **values: Any) -> Reason | None:
    """Return why a move is not possible, with values for the text that are other than the ruling's; none where it is."""
    ruling = scene.why_not(move, place)
    return Reason(scene.words(f"refused.{ruling.key}", **ruling.values | values), ruling.rule) if ruling else None
