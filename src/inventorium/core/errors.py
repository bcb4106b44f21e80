"""What can go wrong, each with one clear line for the person who caused it."""
from difflib import get_close_matches
from collections.abc import Iterable


class InventoriumError(Exception):
    """A mistake in what somebody gave us. Its text is one line: what is wrong, where, and what would be right."""


class UnknownName(InventoriumError):
    """A name that nothing has; the text offers the nearest names that exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = [str(k) for k in known]
        near = get_close_matches(str(name), names, n=3, cutoff=0.5)
        listed = ", ".join(near or names[:12]) + ("" if near or len(names) <= 12 else ", ...")
        hint = f"did you mean {listed}?" if near else f"there are: {listed}"
        super().__init__(f"unknown {what} '{name}'; {hint}")


class IllegalMove(InventoriumError):
    """A move that the rules forbid in this position; `rule` is the id of the rule."""

    def __init__(self, text: str, rule: str = "") -> None:
        self.rule = rule
        super().__init__(f"{text} ({rule})" if rule else text)


class BadRecord(InventoriumError):
    """A text that is not a whole and true record of a game."""


class BadComponents(InventoriumError):
    """A component file that breaks a constraint of the rule catalogue."""
