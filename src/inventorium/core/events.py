"""What happens between two positions, one thing after the other.

A game tells the events of an answer (`events` in its events.py): who did what, how much, why, and which things on the table it
touches. The log, the page, the terminal, the HTTP interface and a screen reader all speak from this list. Nothing is left out:
the changes of the events add up to the difference of what everybody holds (`holdings`) before and after.
"""
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from inventorium.core.words import Words

NOBODY = -1


class Change(NamedTuple):
    """What a seat has more or less of (-1: what lies open or in the bank)."""

    seat: int
    what: str                                           # a kind of thing (`coin`, `points`) or a thing (`genius newton`)
    amount: int


@dataclass(frozen=True)
class Event:
    """One thing that happened. Its sentence is `events.<key>` in the words of the game, filled with the values."""

    key: str
    seat: int = NOBODY                                  # who did it, or whom it happened to; -1: nobody, or the dealer
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""                                      # the rule that made it happen
    things: tuple[str, ...] = ()                        # ids of what it touches on the table
    changes: tuple[Change, ...] = ()
    moment: str = ""                                    # what it is part of and people should see happen: a reveal, a scoring
    known_to: tuple[int, ...] | None = None             # the seats that may know it; None: everybody

    def is_known(self, seat: int) -> bool:
        return self.known_to is None or seat in self.known_to

    def told(self, words: "Words") -> str:
        """Return the sentence, without the name of who it is about."""
        return words(f"events.{self.key}", **self.values)


def total(events: Iterable[Event]) -> Counter[tuple[int, str]]:
    """Return what all events together changed; what came and went is left out."""
    found: Counter[tuple[int, str]] = Counter()
    for event in events:
        for change in event.changes:
            found[change.seat, change.what] += change.amount
    return Counter({key: amount for key, amount in found.items() if amount})


def difference(before: Mapping[tuple[int, str], int], after: Mapping[tuple[int, str], int]) -> Counter[tuple[int, str]]:
    """Return what changed between two records of what everybody holds."""
    return Counter({key: after.get(key, 0) - before.get(key, 0) for key in before.keys() | after.keys()
                    if after.get(key, 0) != before.get(key, 0)})
