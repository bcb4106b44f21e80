"""Facts: what is worth telling of the events of an action when a move is explained."""

from typing import Any, NamedTuple

Goods = tuple[tuple[int, str], ...]  # numbers of goods; `many.<good>` are their words


class Fact(NamedTuple):
    """Something that happened to a seat. Two facts are the same if `key`, `seat` and `about` are; the words are
    `reasons.now.<key>`, `reasons.later.<key>` and `reasons.otherwise.<key>`."""

    key: str
    seat: int  # the seat it happens to; TABLE: none in particular
    about: tuple[tuple[str, Any], ...]  # what it is about: ids of components by the names of their gaps
    worth: float  # for that seat, in points, more or less
    details: tuple[tuple[str, int | Goods], ...] = ()  # further gaps: numbers and goods, which add up over several facts
