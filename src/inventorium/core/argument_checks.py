"""Checks of arguments from Python callers: compiled code trusts every number, so each is checked first."""

import operator
from typing import Any

import numpy as np

from inventorium.core.errors import InventoriumError, shown

MANY = 2**31  # more of anything than can be counted in a record


def whole(value: Any) -> int | None:
    """Return a value as a whole number, NumPy's own too, or None where it is not one: booleans, floats and texts are not."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def array_of(kinds: str, values: Any) -> np.ndarray | None:
    """Return values as an array, if they are of these kinds (NumPy's letters: `iu` whole numbers, `b` booleans), or None."""
    try:
        array = np.asarray(values)
    except (ValueError, TypeError):  # rows of different lengths, for instance
        return None
    return array if array.dtype.kind in kinds else None


def count_of(things: str, value: Any, least: int = 0) -> int:
    """Return how many of something are wanted."""
    number = whole(value)
    if number is None or not least <= number < MANY:
        raise InventoriumError(f"the number of {things} must be a whole number of {least} or more, not {shown(value)}")
    return number


def seed_text(seed: Any) -> str:
    """Return a seed as the text that random numbers are made from: 7 and "7" are the same."""
    number = whole(seed)
    if not isinstance(seed, str) and number is None:
        raise InventoriumError(f"a seed must be a whole number or a text, not {shown(seed)}")
    try:
        text = str(seed if number is None else number)
        text.encode()
    except ValueError:  # too many digits for Python, or half a letter
        raise InventoriumError(f"a seed must be a whole number or a text that can be encoded, not {shown(seed)}") from None
    return text
