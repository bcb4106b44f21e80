"""The words that people see, in English and German. No text for a player stands in code."""
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from inventorium.core.errors import UnknownName

LANGUAGES = ("en", "de")
PLAIN = (str, int)                                          # what fills a gap as it is, which is nearly everything


class Key(str):
    """A value that is itself a key: it becomes a text when it meets the words of a language.

    A list of values becomes `a, b, c`, a tuple becomes `a b c`.
    """


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
        self.found: dict[str, Any] = {}                     # what was looked up before: a page asks hundreds of times

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key, with its gaps filled. A missing key is a mistake of ours, so it fails loudly."""
        text = self.get(key)
        if not isinstance(text, str):
            raise KeyError(f"no words for '{key}'")
        if not values:
            return text
        return text.format(**{name: value if type(value) in PLAIN else self.shown(value) for name, value in values.items()})

    def shown(self, value: Any) -> Any:
        if isinstance(value, Mapping):                  # a name as the component file has it, in every language
            return value[self.language]
        if isinstance(value, list | tuple):
            return (", " if isinstance(value, list) else " ").join(str(self.shown(part)) for part in value)
        return self(value) if isinstance(value, Key) else value

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
    """The words of everybody, and those of a game's folder: all files of a language, as `en.toml` and `rules.en.toml`."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    everybody = Path(__file__).resolve().parents[1]
    return Words(language, *(file for home in (everybody, folder) if home
                             for file in sorted((home / "words").glob(f"*{language}.toml"))))
