"""What a network reads and writes, by name: options, fields, hints and actions.

A network file lists them as they were in training. Here they are looked up in the game as it is now. What the game has
besides is ignored; what the network needs and the game lacks is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from itertools import product
from typing import Any

import numpy as np

from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.options import Option, Value, written
from inventorium.core.planes import NUMBER, SEAT, THING

PLAYERS = "players"  # a field that is no plane, but an input
Place = tuple[str, tuple[int, ...]]  # a name, and the place by its axes


class Misfit(InventoriumError):
    """A game lacks what a network needs."""


@dataclass(frozen=True)
class Field:
    """A field that a network reads: its axes with their sizes, and what it holds."""

    axes: Mapping[str, int] = field(default_factory=dict)
    holds: str | int | list[str] | None = None  # a seat; one of n things; one of these, by name; None: a number

    def places(self, name: str) -> Iterator[Place]:
        yield from ((name, place) for place in product(*map(range, self.axes.values())))


@dataclass(frozen=True)
class Names:
    """Everything that a network reads and writes."""

    seats: int
    options: Mapping[str, Sequence[Value]]  # with their values
    fields: Mapping[str, Field]
    hints: Sequence[str]
    actions: Mapping[str, Mapping[str, int]]  # by family: its axes with their sizes; none where it has no policy

    @cached_property
    def elements(self) -> list[Place]:
        """Every number that can be an input, in order."""
        return [
            *((name, ()) for name in self.options),
            *(place for name, found in self.fields.items() for place in found.places(name)),
        ]

    @cached_property
    def kinds(self) -> np.ndarray:
        """What each element is."""
        return self.by_element(
            NUMBER,
            {
                name: NUMBER if found.holds is None else SEAT if found.holds == "seat" else THING
                for name, found in self.fields.items()
            },
        )

    @cached_property
    def holds(self) -> np.ndarray:
        """How many seats or things each element can hold."""
        return self.by_element(
            1,
            {
                name: 1
                if found.holds is None
                else self.seats
                if isinstance(found.holds, str)
                else found.holds
                if isinstance(found.holds, int)
                else len(found.holds)
                for name, found in self.fields.items()
            },
        )

    def by_element(self, of_options: int, of_fields: Mapping[str, int]) -> np.ndarray:
        return np.array(
            [of_fields[name] if number >= len(self.options) else of_options for number, (name, _) in enumerate(self.elements)],
            np.int32,
        )

    @cached_property
    def places_of_actions(self) -> list[Place]:
        """The actions of the policy, in order."""
        return [(family, place) for family, axes in self.actions.items() for place in product(*map(range, axes.values()))]

    def only(self, read: set[str]) -> "Names":
        """Return the same with no more options and fields than these."""
        return Names(
            self.seats,
            {name: values for name, values in self.options.items() if name in read},
            {name: found for name, found in self.fields.items() if name in read},
            self.hints,
            self.actions,
        )

    def plain(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "seats": self.seats,
            "reads": {
                "options": {name: list(values) for name, values in self.options.items()},
                "fields": {name: {"axes": found.axes, "holds": found.holds} for name, found in self.fields.items()},
                "hints": list(self.hints),
            },
            "writes": self.actions,
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> "Names":
        reads = plain["reads"]
        return cls(
            plain["seats"],
            reads["options"],
            {name: Field(**found) for name, found in reads["fields"].items()},
            reads["hints"],
            plain["writes"],
        )


@cache
def names_of(game: Game) -> Names:
    """Return everything that a network of a game can read and write."""
    tables, value = game.tables, game.value
    assert value is not None
    fields = {
        name: Field({axis: tables.SIZES[axis] for axis in axes}, holds_of(tables.CATEGORICAL.get(name)))
        for name, axes in {PLAYERS: (), **tables.FIELDS}.items()
    }
    families = {} if game.type.sealed else tables.SPACE.families
    return Names(
        game.seats,
        {option.name: option.values for option in game.options},
        fields,
        hints_of(game),
        {family: {axis: tables.SPACE.sizes[axis] for axis in axes} for family, axes in families.items()},
    )


def holds_of(one_of: str | int | type[IntEnum] | None) -> str | int | list[str] | None:
    return [each.name.lower() for each in one_of] if isinstance(one_of, type) else one_of


def hints_of(game: Game) -> list[str]:
    """Return the names of the hints; several of one name are numbered, and those without one are counted."""
    assert game.value is not None
    named = list(game.inventory.WORTH)[: game.value.HINTS]
    named += [f"hint {number}" for number in range(len(named), game.value.HINTS)]
    return [f"{name} {named[:number].count(name)}" if named.count(name) > 1 else name for number, name in enumerate(named)]


# ---------------------------------------------------------------- looking up


def check(wanted: Names, game: Game) -> None:
    """Refuse a game that lacks what a network reads or writes."""
    here = names_of(game)
    if wanted.seats != here.seats:
        raise Misfit(f"it is for up to {wanted.seats} seats, {game.name} for up to {here.seats}")
    for name, values in wanted.options.items():
        check_option(name, values, next((option for option in game.options if option.name == name), None))
    for name, found in wanted.fields.items():
        check_field(name, found, here.fields.get(name))
    for hint in wanted.hints:
        if hint not in here.hints:
            raise Misfit(f"it reads the hint {hint}, which value.py does not write")
    for family, axes in wanted.actions.items():
        if family not in here.actions or not is_within(axes, here.actions[family]):
            raise Misfit(f"it writes the actions {family} by {by(axes)}, which are not in SPACE")


def check_option(name: str, values: Sequence[Value], option: Option | None) -> None:
    if option is None:
        raise Misfit(f"it reads the option {name}, which is not in OPTIONS")
    for number, value in enumerate(values):
        if isinstance(value, str) and value in option.values and option.code(value) != number:
            raise Misfit(f"it reads the option {name}, whose value {written(value)} has another number now")


def check_field(name: str, wanted: Field, here: Field | None) -> None:
    if here is None:
        raise Misfit(f"it reads the field {name}, which is not in FIELDS")
    if not is_within(wanted.axes, here.axes):
        raise Misfit(f"it reads the field {name} by {by(wanted.axes)}, which is now by {by(here.axes)}")
    if type(wanted.holds) is not type(here.holds) or (isinstance(wanted.holds, str) and wanted.holds != here.holds):
        raise Misfit(f"it reads the field {name}, whose contents have changed")
    if isinstance(wanted.holds, int) and isinstance(here.holds, int) and wanted.holds > here.holds:
        raise Misfit(f"it reads the field {name} as one of {wanted.holds} things, of which there are only {here.holds}")
    if isinstance(wanted.holds, list) and isinstance(here.holds, list) and (gone := set(wanted.holds) - set(here.holds)):
        raise Misfit(f"it reads the field {name}, which can no longer be {min(gone)}")


def is_within(wanted: Mapping[str, int], here: Mapping[str, int]) -> bool:
    """Return whether the axes are the same, and none is shorter than it was."""
    return list(wanted) == list(here) and all(size <= here[axis] for axis, size in wanted.items())


def by(axes: Mapping[str, int]) -> str:
    return ", ".join(f"{axis} {size}" for axis, size in axes.items()) or "nothing"


def places_in(wanted: Sequence[Any], here: Sequence[Any]) -> np.ndarray:
    """Return where each of them is now."""
    found = {each: number for number, each in enumerate(here)}
    return np.array([found[each] for each in wanted], np.int64)


def things_in(wanted: Names, here: Names, name: str, number: int) -> np.ndarray:
    """Return where the first `number` things that a field holds are now."""
    then, now = (names.fields[name].holds for names in (wanted, here))
    return places_in(then, now)[:number] if isinstance(then, list) and isinstance(now, list) else np.arange(number)
