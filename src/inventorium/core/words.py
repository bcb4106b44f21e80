"""The words that people see, per language. No text for a player is in code.

A text has gaps, `{name}`. A gap with two words chooses between them: `{number} {number:card|cards}` is `1 card` or `2 cards`, and
`{names} {names:wins|win}` depends on the length of a list. The words may have gaps of their own.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from inventorium.core.errors import UnknownName

LANGUAGES = ("en", "de")
PLAIN = (str, int)  # what fills a gap as it is, which is nearly everything


class Key(str):
    """A value that is itself a key, with values of its own: it becomes a text when it meets the words of a language."""

    values: dict[str, Any]

    def __new__(cls, key: str, **values: Any) -> "Key":
        made = super().__new__(cls, key)
        made.values = values
        return made


class Choosing(Formatter):
    """Fills the gaps of a text, and chooses words by number."""

    def __init__(self, words: "Words") -> None:
        self.words = words

    def format_field(self, value: Any, choice: str) -> str:
        if not choice:
            return str(self.words.shown(value))
        one, other = choice.split("|")
        number = len(value) if isinstance(value, list) else value
        return one if number == 1 and not isinstance(number, float) else other


class Words:
    """The words of one language from one or more files; a dotted key finds a text, and values fill it.

    >>> words_of(None, "de")("seat", seat=1)
    'Platz 1'
    """

    def __init__(self, language: str, *files: Path) -> None:
        self.language = language
        self.texts: dict[str, Any] = {}
        for file in files:
            merge(self.texts, tomllib.loads(file.read_text(encoding="utf-8")))
        self.found: dict[str, Any] = {}  # a cache: a page looks up hundreds of texts
        self.choosing = Choosing(self)

    def __call__(self, key: str, **values: Any) -> str:
        """Return the text of a key, with its gaps filled. A missing key is a bug, so it fails loudly."""
        text = self.get(key)
        if not isinstance(text, str):
            raise KeyError(f"no words for '{key}'")
        if not values:
            return text
        if "|" in text:
            return self.choosing.vformat(text, (), values)
        return text.format(**{name: value if type(value) in PLAIN else self.shown(value) for name, value in values.items()})

    def shown(self, value: Any) -> Any:
        """A value as a text has it: a list as `a, b and c`, a tuple as `a b c`, a key in words, 33.5 in German as `33,5`."""
        if isinstance(value, Mapping):  # a name as the component file has it, in every language
            return value[self.language]
        if isinstance(value, list | tuple):
            parts = [str(self.shown(part)) for part in value]
            if isinstance(value, tuple) or len(parts) < 2:
                return " ".join(parts)
            return self("and", first=", ".join(parts[:-1]), last=parts[-1])
        if isinstance(value, float):
            return f"{value:.1f}".replace(".", self("decimal-point"))
        return self(value, **value.values) if isinstance(value, Key) else value

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self.found:
            self.found[key] = self.look_up(key, None)
        found = self.found[key]
        return default if found is None else found

    def look_up(self, key: str, default: Any) -> Any:
        found: Any = self.texts
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                return default
            found = found[part]
        return found


def merge(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merge(into[key], value)
        else:
            into[key] = value


@cache
def words_of(folder: Path | None, language: str) -> Words:
    """Return the shared words, and those of a game's folder: all files of a language, such as `en.toml` and `en/rules.toml`.
    A draft that has no German yet speaks English."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    everybody = Path(__file__).resolve().parents[1]
    homes = [home / "words" for home in (everybody, folder) if home]
    return Words(
        language,
        *(
            file
            for home in homes
            for file in sorted(home.glob(f"{language}/*.toml")) or sorted(home.glob(f"{LANGUAGES[0]}/*.toml"))
        ),
    )
