"""Component files: every card, tile and token of a game as data, checked, and reported with the line of a mistake."""
import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from inventorium.core.errors import BadComponents

LINE = "__line__"                                       # where a record begins in its file


class Components:
    """The content of a component file. `components["inventors"]` is a list of records, each a dictionary."""

    def __init__(self, path: Path, form: Mapping[str, Mapping[str, Any]], game: str) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
            self.data: dict[str, Any] = tomllib.loads(text)
        except FileNotFoundError:
            raise BadComponents(f"{path}: there is no such file") from None
        except (OSError, UnicodeDecodeError) as error:
            raise BadComponents(f"{path}: cannot be read ({error})") from None
        except tomllib.TOMLDecodeError as error:
            raise BadComponents(f"{path}: not a TOML file: {error}") from None
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.note_lines(text)
        if self.data.get("game") != game:
            raise BadComponents(f"{path}: a component file for {game} says game = \"{game}\", "
                                f"this one says {self.data.get('game')!r}")
        self.check_form(form)

    def __getitem__(self, group: str) -> Any:
        return self.data[group]

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    @property
    def set_name(self) -> str:
        """How a record names this set: in words, and by its content."""
        return f"{self.data.get('set', 'unnamed')} {self.digest}"

    def note_lines(self, text: str) -> None:
        """Give every record `[[group]]` the number of the line where it stands."""
        seen: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if head := re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line):
                group = head[1]
                self.data[group][seen.get(group, 0)][LINE] = number
                seen[group] = seen.get(group, 0) + 1

    def check_form(self, form: Mapping[str, Mapping[str, Any]]) -> None:
        """Every group is there, and every record has its keys, each of its kind."""
        for group, keys in form.items():
            records = self.data.get(group)
            if not isinstance(records, list) or not records or not all(isinstance(record, dict) for record in records):
                self.broken("form", f"there is no [[{group}]]")
            for record in records:
                for key, kind in keys.items():
                    if key not in record:
                        self.broken("form", f"a record of [[{group}]] needs '{key}'", record)
                    if not fits(record[key], kind):
                        self.broken("form", f"'{key}' is {described(kind)}, not {record[key]!r}", record)
                if "name" in keys and not {"en", "de"} <= record["name"].keys():
                    self.broken("form", "a name is given in English and German: { en = ..., de = ... }", record)

    def broken(self, constraint: str, what: str, where: Mapping[str, Any] | list[Any] | None = None) -> NoReturn:
        """Refuse the file: what is wrong, where, and the id of the constraint. `where` is a record, or a whole group."""
        record = where[0] if isinstance(where, list) else where or {}
        line = f", line {record[LINE]}" if LINE in record else ""
        name = record.get("id", record.get("number")) if record is where else None
        raise BadComponents(f"{self.path}{line}: {'' if name is None else f'{name}: '}{what} ({constraint})")

    def find(self, name: str) -> dict[str, Any] | None:
        """The record with this id, in whatever group."""
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


def fits(value: Any, kind: Any) -> bool:
    if isinstance(kind, list):
        return isinstance(value, list) and len(value) == len(kind) and all(map(fits, value, kind))
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def described(kind: Any) -> str:
    if isinstance(kind, list):
        return f"a list of {len(kind)} whole numbers"
    return {int: "a whole number", str: "a text", dict: "a table", bool: "true or false", list: "a list"}[kind]
