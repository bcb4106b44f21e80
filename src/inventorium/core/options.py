"""Options of a game: where rulebooks leave a choice, or disagree."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from inventorium.core.errors import InventoriumError, UnknownName

Value = bool | int | str | None
DIGITS = 6  # of a whole number: it must fit into a field of the record


@dataclass(frozen=True)
class Option:
    """One option: its values, the default first, and the decisions of the catalogue behind it."""

    name: str
    values: tuple[Value, ...]
    decision: str
    whole_from: int | None = None  # besides the values, any whole number from here on

    def read(self, value: Any) -> Value:
        """Return the value that is meant, be it typed (`true`, `none`, `5`) or passed by a program."""
        for known in self.values:
            if value is known or str(value).lower() == written(known):
                return known
        text = str(value)
        if self.whole_from is not None and text.isdecimal() and len(text) <= DIGITS and int(text) >= self.whole_from:
            return int(text)
        allowed = [written(known) for known in self.values]
        if self.whole_from is not None:
            allowed.append(f"a whole number from {self.whole_from} to {'9' * DIGITS}")
        raise InventoriumError(f"option {self.name} cannot be '{value}'; choose from {', '.join(allowed)} ({self.decision})")

    def code(self, value: Value) -> int:
        """Return the number of a value in the state: a word by its place, `none` as 0."""
        if isinstance(value, str):
            return self.values.index(value)
        return int(value or 0)


def written(value: Value) -> str:
    """Return a value as written in a record and on the command line."""
    return "none" if value is None else str(value).lower()


def chosen(
    options: tuple[Option, ...],
    editions: Mapping[str, Mapping[str, Value]],
    edition: str,
    changes: Mapping[str, Any],
    check: Callable[[Mapping[str, Value]], None],
) -> dict[str, Value]:
    """Return all options of a game: those of the edition, with the changes."""
    if not isinstance(edition, str) or edition not in editions:
        raise UnknownName("edition", edition, editions)
    by_name = {option.name: option for option in options}
    values = {option.name: option.values[0] for option in options} | dict(editions[edition])
    for name, value in known(options, changes).items():
        values[name] = by_name[name].read(value)
    check(values)
    return values


def known(options: tuple[Option, ...], changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the changes as they are, if every name is that of an option."""
    names = [option.name for option in options]
    for name in changes:
        if name not in names:
            raise UnknownName("option", name, names)
    return changes
