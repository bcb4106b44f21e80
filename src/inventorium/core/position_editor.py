"""Positions set up by hand: checks what a record may hold, because compiled rules trust it."""

from typing import Any

from inventorium.core.argument_checks import whole
from inventorium.core.contract import Tables, number_of
from inventorium.core.errors import InventoriumError, UnknownName, shown

MOST = 999  # of anything that is counted


def checked(tables: Tables, players: int, field: Any, index: Any, value: Any) -> tuple[tuple[int, ...], int]:
    """Return a place in a field and the number to be put there, if there is such a place and it can hold the number."""
    if not isinstance(field, str) or field not in tables.FIELDS:
        raise UnknownName("field", field, tables.FIELDS)
    if field in tables.DERIVED:
        raise InventoriumError(f"{field} cannot be set by hand: it follows from the actions")
    axes = tables.FIELDS[field]
    place = tuple(map(whole, index)) if isinstance(index, tuple) else (None,)
    if len(place) != len(axes) or not all(
        at is not None and 0 <= at < tables.SIZES[axis] for at, axis in zip(place, axes, strict=True)
    ):
        wanted = ", ".join(f"{axis} 0 to {tables.SIZES[axis] - 1}" for axis in axes) or "nothing"
        raise InventoriumError(f"{field} is counted by {wanted}; there is no place {shown(index)} in it")
    least, most = limits(tables, players, field)
    number = whole(value)
    if number is None or not least <= number <= most:
        raise InventoriumError(f"{field} must be a whole number from {least} to {most}, not {shown(value)}")
    return place, number  # type: ignore[return-value]


def limits(tables: Tables, players: int, field: str) -> tuple[int, int]:
    """Return the smallest and the largest number that a field can hold: those of the game's tables, or those of its kind."""
    one_of = tables.CATEGORICAL.get(field)
    usual = (0, MOST) if one_of is None else (-1, (players if one_of == "seat" else number_of(one_of)) - 1)
    least, most = tables.LIMITS.get(field, usual)
    return least, min(most, players - 1) if one_of == "seat" else most
