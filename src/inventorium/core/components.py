"""Component files: every card, tile and token of a game as data, checked, and reported with the line of a mistake.

A file is refused where it contradicts a rulebook or cannot be played at all. Where it only differs from the rules of our own
reconstruction, which no rulebook prints, it warns and plays: the owner of the box knows better.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from inventorium.core.errors import BadComponents, shown
from inventorium.core.words import ENGLISH, languages

LINE = "__line__"  # key of the line where a record begins in its file
MOST = 999  # no number of a record is larger, so no sum of them is too large
PRINTED = "the rulebook says so"
NEEDED = "the game cannot be played otherwise"
OURS = "a rule of our reconstruction, not of the rulebook; it is played all the same"
# What people read and no rule does: it may be corrected, and the set of components is still the same.
NOT_PLAYED = {"source", "concluded", "default_source", "author", "artist", "publisher", "year", "minutes", "years", "identity"}


class Names(dict[str, str]):
    """A name by language. Translators may give it too (`translate`); the rest is English."""

    translate: Callable[[str], str | None] | None = None

    def __getitem__(self, language: str) -> str:
        return (self.translate and self.translate(language)) or super().__getitem__(language)

    def __missing__(self, language: str) -> str:
        return self[ENGLISH]

    def every(self) -> dict[str, str]:
        """Return the name in every language that has one."""
        known = [language for language in languages() if language in self or (self.translate and self.translate(language))]
        return {**self, **{language: self[language] for language in known}}


class Components:
    """The content of a component file. `components["inventors"]` is a list of records, each a dictionary."""

    def __init__(self, path: Path, form: Mapping[str, Mapping[str, Any]], game: str) -> None:
        self.path, self.game = path, game
        self.doubts: list[str] = []  # where it differs from our reconstruction only, one line each
        try:
            text = path.read_text(encoding="utf-8")
            self.data: dict[str, Any] = tomllib.loads(text)
        except FileNotFoundError:
            raise BadComponents(f"{path}: there is no such file") from None
        except tomllib.TOMLDecodeError as error:
            raise BadComponents(f"{path}: not a TOML file: {error}") from None
        except (OSError, ValueError) as error:  # no text, or no path
            raise BadComponents(f"component file {shown(str(path))} cannot be read: {error}") from None
        self.data = named(self.data)
        self.digest = self.values = digest_of(json.dumps(played(self.data), sort_keys=True))
        self.text_digest = digest_of(text)  # by which records named a set before names and sources were left out
        if (identity := self.data.get("identity", {})).get("values") == self.values:
            self.digest = str(identity.get("digest"))
        self.note_lines(text)
        if self.data.get("game") != game:
            raise BadComponents(f'{path}: expected game = "{game}", but this file says {self.data.get("game")!r}')
        self.check_form(form)

    def __getitem__(self, group: str) -> Any:
        return self.data[group]

    def get(self, key: str, default: object = None) -> Any:
        return self.data.get(key, default)

    @property
    def set_name(self) -> str:
        """How a record names this set: in words, and by its content."""
        return f"{self.data.get('set', 'unnamed')} {self.digest}"

    def is_called(self, set_name: str) -> bool:
        """Return whether a record may name this set so."""
        return set_name in (self.set_name, f"{self.data.get('set', 'unnamed')} {self.text_digest}")

    def note_lines(self, text: str) -> None:
        """Give every record `[[group]]` and every table `[name]` the number of the line where it stands."""
        seen: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if head := re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line):
                group = head[1]
                self.data[group][seen.get(group, 0)][LINE] = number
                seen[group] = seen.get(group, 0) + 1
            elif (head := re.match(r"\[\s*([\w-]+)\s*\]", line)) and isinstance(self.data.get(head[1]), dict):
                self.data[head[1]][LINE] = number

    def check_form(self, form: Mapping[str, Mapping[str, Any]]) -> None:
        """Check that every group is there, and that every record has its keys, each of its kind."""
        for group, keys in form.items():
            records = self.data.get(group)
            if not isinstance(records, list) or not records or not all(isinstance(record, dict) for record in records):
                self.unplayable("", f"there is no [[{group}]]")
            for record in records:
                for key, kind in keys.items():
                    if key not in record:
                        self.unplayable("", f"a record of [[{group}]] needs '{key}'", record)
                    if not fits(record[key], kind):
                        self.unplayable("", f"'{key}' is {described(kind)}, not {record[key]!r}", record)
                if "name" in keys and not (ENGLISH in record["name"] and all(map(is_name, record["name"].values()))):
                    self.unplayable("", 'a name is given in English, and in other languages if you like: { en = "..." }', record)

    def check_printed(self, own: "Components", group: str, keys: Iterable[str]) -> None:
        """Check that a file has everything that our own file takes from the rulebook, with the values that it prints."""
        records = {record["id"]: record for record in self[group]}
        for known in own[group]:
            source, name = known.get("source", {}), known["id"]
            if name not in records:
                if source.get("name") == "document":
                    self.contradicts("", f"{known['name']['en']} is missing; the id is '{name}'", self[group])
                continue
            for key in keys:
                if source.get(key) == "document" and records[name][key] != known[key]:
                    self.contradicts("", f"{key} is {known[key]!r}, not {records[name][key]!r}", records[name])

    # ------------------------------------------------ what is wrong: the id of the rule, what, and where

    def contradicts(self, rule: str, what: str, where: Mapping[str, Any] | list[Any] | None = None) -> NoReturn:
        """Refuse the file: it differs from what a rulebook prints, or from what follows from it."""
        raise BadComponents(self.message(PRINTED, rule, what, where))

    def unplayable(self, rule: str, what: str, where: Mapping[str, Any] | list[Any] | None = None) -> NoReturn:
        """Refuse the file: the rules or the notation could not work with it."""
        raise BadComponents(self.message(NEEDED, rule, what, where))

    def doubt(self, rule: str, what: str, where: Mapping[str, Any] | list[Any] | None = None) -> None:
        """Note that the file differs from our reconstruction; it is played all the same."""
        self.doubts.append(self.message(OURS, rule, what, where))

    def message(self, kind: str, rule: str, what: str, where: Mapping[str, Any] | list[Any] | None) -> str:
        """Return one line: where, what, on whose authority, and where the rule can be read. `where` is a record, or a whole
        group."""
        record: Mapping[str, Any] = where[0] if isinstance(where, list) else where or {}
        line = f", line {record[LINE]}" if LINE in record else ""
        name = record.get("id", record.get("number")) if record is where else None
        read = f": inventorium rules {self.game} {rule}" if rule else ""
        return f"{self.path}{line}: {'' if name is None else f'{name}: '}{what} ({kind}{read})"

    # ------------------------------------------------ what is in it

    def plain(self) -> dict[str, Any]:
        """Return everything in the file in the form of JSON."""
        return {key: part for key, part in plain(self.data).items() if key != "identity"}

    def names(self) -> Iterator[tuple[str, Names]]:
        """Return all names with the keys by which translators give them: `title`, `inventors.leonardo`, `classes.0`."""
        for group, value in self.data.items():
            if group == "name":
                yield "title", value
            for record in value if isinstance(value, list) else [value]:
                if group != "source" and isinstance(record, dict) and isinstance(name := record.get("name"), Names):
                    part = record.get("id", record.get("number"))
                    yield (group if part is None else f"{group}.{part}"), name

    def find(self, name: str) -> dict[str, Any] | None:
        """Return the record with this id, whatever its group."""
        for group in self.data.values():
            if isinstance(group, list):
                for record in group:
                    if isinstance(record, dict) and record.get("id") == name:
                        return record
        return None

    def ids(self, group: str) -> list[str]:
        return [record["id"] for record in self.data[group]]

    @staticmethod
    def is_id(text: str) -> bool:
        return re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) is not None


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_translated(value: object) -> bool:
    return isinstance(value, dict) and ENGLISH in value and all(isinstance(text, str) for text in value.values())


def named(value: Any) -> Any:
    """Return a value of a file in which every text by language falls back to English."""
    if isinstance(value, dict):
        return Names(value) if is_translated(value) else {key: named(part) for key, part in value.items()}
    return [named(part) for part in value] if isinstance(value, list) else value


def played(value: Any) -> Any:
    """Return what rules read of a value: its numbers and ids, no texts for people."""
    if isinstance(value, dict):
        return {
            key: played(part)
            for key, part in value.items()
            if key not in NOT_PLAYED and not key.startswith("years_") and not is_translated(part)
        }
    return [played(part) for part in value] if isinstance(value, list) else plain(value)


def fits(value: Any, kind: Any) -> bool:
    if isinstance(kind, list):
        return isinstance(value, list) and len(value) == len(kind) and all(map(fits, value, kind))
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST
    return isinstance(value, kind)


def plain(value: Any) -> Any:
    """A value of a TOML file as JSON can say it: without our notes, and what JSON does not know as text."""
    if isinstance(value, Names):
        return value.every()
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items() if key != LINE}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value if isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)) else str(value)


def is_name(text: object) -> bool:
    """Return whether it is something that can be shown: texts and pages take it as it is."""
    return isinstance(text, str) and text != "" and text.isprintable()


def described(kind: Any) -> str:
    if isinstance(kind, list):
        return f"a list of {len(kind)} whole numbers"
    return {int: f"a whole number (up to {MOST})", str: "a text", dict: "a table", bool: "true or false", list: "a list"}[kind]
