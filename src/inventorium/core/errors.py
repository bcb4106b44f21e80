"""What can go wrong, each with one clear line for the person who caused it."""
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inventorium.core.words import Words


LONGEST = 60                                    # letters of a wrong value that a message repeats


class InventoriumError(Exception):
    """A mistake in what somebody gave us. Its text is one line: what is wrong, where, and what would be right."""


class UnknownName(InventoriumError):
    """A name that nothing has; the text offers the nearest names that exist."""

    def __init__(self, what: str, name: Any, known: Iterable[str]) -> None:
        names = list(known)
        close = nearest(name, names) if isinstance(name, str) else []
        super().__init__(f"unknown {what} {shown(name)}; " + (
            f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(names)}"))


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Returns the names that somebody may have meant."""
    return get_close_matches(name, list(known), n=3, cutoff=0.5)


def shown(value: Any) -> str:
    """Returns a value as it can stand in a message of one line, whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:                           # Python does not write numbers of more than 4,300 digits
        return f"something of type {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


@dataclass(frozen=True)
class Ruling:
    """Why a move is refused: the rule that forbids it, and the key of the sentence that says so (`refused.<key>`)."""

    rule: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)


class IllegalMove(InventoriumError):
    """A move that the rules forbid in this position. `ruling` says why; `told` says it in the words of a language."""

    def __init__(self, move: str, ruling: Ruling, words: "Words") -> None:
        self.move, self.ruling = move, ruling
        super().__init__(self.told(words))

    def told(self, words: "Words") -> str:
        ruling = self.ruling
        return words("refused.line", move=self.move, why=words(f"refused.{ruling.key}", **ruling.values), rule=ruling.rule)


class BadRecord(InventoriumError):
    """A text that is not a whole and true record of a game."""


class BadComponents(InventoriumError):
    """A component file that breaks a constraint of the rule catalogue."""
