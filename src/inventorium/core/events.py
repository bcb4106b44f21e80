"""Events: what an action did at a table, one after the other. docs/events.md explains them.

An action and what follows from it without a choice can be a dozen things: a pawn moves, cubes are placed, a reward is taken, a
majority changes hands. A game's events.py lists them in order. The log, the page, the terminal, the HTTP interface and what a
screen reader hears all speak from this list, so that none of them has to compare two positions.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from inventorium.core.words import Words

if TYPE_CHECKING:
    from inventorium.core.box import Box

TABLE = -1  # in place of a seat: the event belongs to the table


class Seat(int):
    """A seat as a value of an event: a text has the name of its player."""


class Change(NamedTuple):
    """By how much something grew (or shrank) that a game's `holdings` counts."""

    seat: int  # whose it is; TABLE: it lies on the table
    what: str
    by: int


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `events.<key>` in the game's words is its sentence: what follows the name of `seat`, or a whole
    sentence where that is the table. Its gaps are `values`, and `you`, which is 1 where the hearer is the one it is about."""

    key: str
    seat: int = TABLE
    rule: str = ""  # the rule by which it happened
    values: Mapping[str, Any] = field(default_factory=dict)  # numbers, ids of components (shown by name), seats (as `Seat`)
    things: tuple[str, ...] = ()  # what it touches on the board view: ids, as `data-thing` has them there
    changes: tuple[Change, ...] = ()
    moment: str = ""  # the moment that it belongs to, if it belongs to one that waits for people
    known_to: tuple[int, ...] | None = None  # the seats that may know of it; None: all


@dataclass(frozen=True)
class Moment:
    """Something that waits for people: the reveal of bids, a scoring, the end of an age. The game's MOMENTS are their names."""

    name: str
    events: list[Event]


def known(events: Iterable[Event], seat: int) -> list[Event]:
    """Return the events that a seat may know of; a spectator (-1) may know what all players know."""
    return [event for event in events if event.known_to is None or seat in event.known_to]


def sentence(
    event: Event, box: "Box", words: Words, names: Sequence[str], hearer: int = TABLE, brief: bool = False, number: int = 1
) -> str:
    """Return an event in words, as seat `hearer` reads it, without its subject; see `subject`. `brief` is the shorter form of
    the log, which may be empty. A `number` of equal events is one sentence."""
    values = {name: named(value, box, words, names, hearer) for name, value in event.values.items()}
    key = f"brief.{event.key}" if brief and words.get(f"brief.{event.key}") is not None else f"events.{event.key}"
    if number > 1 and words.get(f"{key}-many") is None:
        text = sentence(event, box, words, names, hearer, brief)
        return words("times", number=number, text=text) if text else ""
    return words(f"{key}-many" if number > 1 else key, you=int(event.seat == hearer != TABLE), **{"number": number} | values)


def named(value: Any, box: "Box", words: Words, names: Sequence[str], hearer: int) -> Any:
    """Return a value of an event as a text shows it."""
    if isinstance(value, Seat):
        return words("you") if value == hearer else names[value]
    if isinstance(value, list | tuple):
        return type(value)(named(one, box, words, names, hearer) for one in value)
    return box.name(value, words.language) if type(value) is str else value


def subject(seat: int, words: Words, names: Sequence[str], hearer: int = TABLE) -> str:
    """Return the subject of the sentence of an event; none if it is the table's."""
    if seat == TABLE:
        return ""
    return words("you-first") if seat == hearer else names[seat]


def capital(text: str) -> str:
    """Return a text as a sentence begins with it."""
    return text[:1].upper() + text[1:]


def merged(events: Iterable[Event]) -> list[Event]:
    """Return events of which those in a row that differ only in their value `thing` are one, of several things: what is dealt
    one by one becomes `Laid out: Bow, Lever and Wheel`."""
    found: list[Event] = []
    for event in events:
        last = found[-1] if found else None
        if last and "thing" in event.values and alike(last, event):
            things = [*as_list(last.values["thing"]), event.values["thing"]]
            found[-1] = replace(
                last,
                values={**last.values, "thing": things},
                things=last.things + event.things,
                changes=last.changes + event.changes,
            )
        else:
            found.append(event)
    return found


def alike(one: Event, other: Event) -> bool:
    """Return whether two events are the same but for what `thing` is."""

    def frame(event: Event) -> tuple[Any, ...]:
        rest = {name: value for name, value in event.values.items() if name != "thing"}
        return event.key, event.seat, event.moment, event.known_to, rest

    return "thing" in one.values and frame(one) == frame(other)


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def plain(event: Event) -> dict[str, Any]:
    """Return an event for programs: plain numbers and ids."""
    return {
        "key": event.key,
        "seat": event.seat,
        "rule": event.rule,
        "values": dict(event.values),
        "things": list(event.things),
        "changes": [change._asdict() for change in event.changes],
        "moment": event.moment,
    }


def sums(events: Iterable[Event]) -> dict[tuple[int, str], int]:
    """Return by how much everything changed in the end, without what stayed the same."""
    total: dict[tuple[int, str], int] = {}
    for event in events:
        for seat, what, by in event.changes:
            total[seat, what] = total.get((seat, what), 0) + by
    return {key: by for key, by in total.items() if by}


def difference(before: Mapping[tuple[int, str], int], after: Mapping[tuple[int, str], int]) -> dict[tuple[int, str], int]:
    """Return what `holdings` grew by from one position to another, without what stayed the same."""
    return {key: by for key in sorted({*before, *after}) if (by := after.get(key, 0) - before.get(key, 0))}
