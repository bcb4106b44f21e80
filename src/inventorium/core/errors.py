"""Errors, each with one clear line for the person who caused it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from inventorium.core.old_names import OldName

if TYPE_CHECKING:
    from inventorium.core.words import Words


LONGEST = 60  # letters of a wrong value that a message repeats


class InventoriumError(Exception):
    """A mistake in the input. Its text is one line: what is wrong, where, and what would be right."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as it is: a kind of error may take other arguments than its text."""
        return as_it_was, (type(self), self.args, self.__dict__)


def as_it_was(kind: type[InventoriumError], args: tuple[Any, ...], values: dict[str, Any]) -> InventoriumError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(values)
    return error


class UnknownName(InventoriumError):
    """A name that nothing has; the text offers the nearest names that exist."""

    def __init__(self, what: str, name: Any, known: Iterable[str]) -> None:
        names = list(known)
        close = nearest(name, names) if isinstance(name, str) else []
        super().__init__(
            f"unknown {what} {shown(name)}; "
            + (f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(names)}")
        )


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the names that may have been meant."""
    return get_close_matches(name, list(known), n=3, cutoff=0.5)


def shown(value: Any) -> str:
    """Return a value as it can stand in a message of one line, whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # Python does not write numbers of more than 4,300 digits
        return f"something of type {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def closest(name: str, known: Iterable[str]) -> str:
    """Return the one name that a misspelt one surely means; nothing where none is that close."""
    return next(iter(get_close_matches(name, list(known), n=1, cutoff=0.8)), "")


@dataclass(frozen=True)
class Ruling:
    """Why a move is refused: the rule that forbids it, and the key of the sentence that says so (`refused.<key>`)."""

    rule: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)


class IllegalMove(InventoriumError):
    """A move that the rules forbid in this position. `ruling` says why; `message(words)` says it in the words of a language."""

    def __init__(self, move: str, ruling: Ruling, words: "Words") -> None:
        self.move, self.ruling = move, ruling
        super().__init__(self.message(words))

    told = OldName("message")

    def message(self, words: "Words") -> str:
        ruling = self.ruling
        why = words(f"refused.{ruling.key}", **ruling.values)
        return words("refused.line" if ruling.rule else "refused.plain", move=self.move, why=why, rule=ruling.rule)


class BadRecord(InventoriumError):
    """A text that is not a whole and true record of a game."""


class BadComponents(InventoriumError):
    """A component file that contradicts a rulebook, or that cannot be played."""


class ComponentsWarning(UserWarning):
    """A component file that differs from a rule of our reconstruction, which no rulebook prints. It is played all the same."""
