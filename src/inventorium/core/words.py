"""The words that people see, one folder for each language: `words/en/`, `words/de/`. No text for a player is in code.

A text has gaps, `{name}`. A gap with several words chooses between them by number: `{number} {number:card|cards}` is `1 card` or
`2 cards`, and `{names} {names:wins|win}` depends on the length of a list. The words may have gaps of their own. They stand in the
order of the plural forms that Unicode (CLDR) has for the language; the last serves for all further forms.

A language is there if the program has a folder for it, named as browsers name it (`fr`, `pt-BR`). What it does not say, English
says. Plural forms, lists, decimal signs and dates are those of CLDR.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton
from babel.lists import format_list

from inventorium.core.errors import InventoriumError, UnknownName

ENGLISH = "en"  # says what another language does not say
SOURCE = Path(__file__).resolve().parents[1]
FOLDER = "INVENTORIUM_WORDS"  # a folder of translations in the making: words/fr, games/genies/words/fr
PLURALS = ("zero", "one", "two", "few", "many", "other")  # CLDR's names of the plural forms, in its order
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
        forms = choice.split("|")
        number = len(value) if isinstance(value, list) else value
        return forms[min(self.words.plural(number), len(forms) - 1)]


class Words:
    """The words of one language from one or more files; a dotted key finds a text, and values fill it.

    >>> words_of(None, "de")("seat", seat=1)
    'Platz 1'
    """

    def __init__(self, language: str, *files: Path, english: "Words | None" = None) -> None:
        self.language, self.english = language, english
        self.own: dict[str, Any] = {}  # what this language says itself
        for file in files:
            merge(self.own, read(file))
        self.texts: dict[str, Any] = {}  # the same with English where it says nothing
        merge(self.texts, english.texts if english else {})
        merge(self.texts, self.own)
        self.found: dict[str, Any] = {}  # a cache: a page looks up hundreds of texts
        self.borrowed: dict[str, bool] = {}
        self.forms: dict[str, int] = {}  # plural forms by number, as text: 1 and 1.0 are equal, but English says 1.0 points
        self.choosing = Choosing(self)

    def __call__(self, key: str, **values: Any) -> str:
        """Return the text of a key, with its gaps filled. A missing key is a bug, so it fails loudly."""
        text = self.get(key)
        if not isinstance(text, str):
            raise KeyError(f"no words for '{key}'")
        if not values:
            return text
        if self.english and self.is_borrowed(key):
            return self.english(key, **values)  # with English numbers and plural forms
        if "|" in text:
            return self.choosing.vformat(text, (), values)
        return text.format(**{name: value if type(value) in PLAIN else self.shown(value) for name, value in values.items()})

    def shown(self, value: Any) -> Any:
        """A value as a text has it: a list as `a, b and c`, a tuple as `a b c`, a key in words, 33.5 in German as `33,5`."""
        if isinstance(value, Mapping):  # a name as the component file has it, in every language
            return value[self.language]
        if isinstance(value, list | tuple):
            parts = [str(self.shown(part)) for part in value]
            return " ".join(parts) if isinstance(value, tuple) else format_list(parts, locale=self.locale)
        if isinstance(value, float):
            return self.decimal(f"{value:.1f}")
        return self(value, **value.values) if isinstance(value, Key) else value

    def get(self, key: str, default: object = None) -> Any:
        if key not in self.found:
            self.found[key] = look_up(self.texts, key)
        found = self.found[key]
        return default if found is None else found

    def is_borrowed(self, key: str) -> bool:
        """Return whether English says it, because this language does not."""
        if key not in self.borrowed:
            self.borrowed[key] = look_up(self.own, key) is None
        return self.borrowed[key]

    # ------------------------------------------------ how the language writes numbers and dates

    @cached_property
    def locale(self) -> Locale:
        """Where the language is spoken, if its words say so: English as in Britain writes `a, b and c`."""
        return Locale.parse(self.own.get("locale", self.language), sep="-")

    @cached_property
    def signs(self) -> tuple[str, str]:
        """The decimal sign, and what separates thousands."""
        signs = self.locale.number_symbols["latn"]
        return str(signs["decimal"]), str(signs["group"])

    def plural(self, number: float) -> int:
        """Return which plural form goes with a number; a float is shown with one decimal."""
        text = f"{number:.1f}" if isinstance(number, float) else str(number)
        if text not in self.forms:
            self.forms[text] = plural_form(self.locale, Decimal(text))
        return self.forms[text]

    def decimal(self, number: str) -> str:
        """Return a number, written as Python writes it, with the decimal sign of the language."""
        return number.replace(".", self.signs[0])

    def count(self, number: int) -> str:
        """Return a whole number with thousands separated."""
        return f"{number:,}".replace(",", self.signs[1])

    def day(self, day: date) -> str:
        """Return a day in short, with the day of the week: Thu 19 Nov."""
        return str(format_skeleton("MMMEd", day, locale=self.locale))


def look_up(texts: Mapping[str, Any], key: str) -> Any:
    found: Any = texts
    for part in key.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return None
        found = found[part]
    return found


def merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping):
            below = into.get(key)
            into[key] = below if isinstance(below, dict) else {}
            merge(into[key], value)
        else:
            into[key] = value


def read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InventoriumError(f"{file}: not a TOML file: {error}") from None


def plural_form(locale: Locale, number: Decimal) -> int:
    forms = [form for form in PLURALS if form in {*locale.plural_form.tags, "other"}]
    return forms.index(locale.plural_form(number))


# ---------------------------------------------------------------- which languages there are


def languages() -> tuple[str, ...]:
    """Return the languages that the program has words in, English first."""
    return languages_in(os.environ.get(FOLDER, ""))


@cache
def languages_in(more: str) -> tuple[str, ...]:
    homes = homes_of(None, more)
    found = {folder.name for home in homes for folder in home.glob("*") if folder.is_dir() and any(folder.glob("*.toml"))}
    for name in found:
        try:
            Locale.parse(name, sep="-")
        except (ValueError, UnknownLocaleError):
            raise InventoriumError(f"words/{name}: '{name}' is not a language; name the folder like fr or pt-BR") from None
    return (ENGLISH, *sorted(found - {ENGLISH}))


def closest(wanted: Iterable[str]) -> str:
    """Return the first language that is wanted and there: `fr` for `fr-CA`; else English."""
    there = {language.lower(): language for language in languages()}
    for name in wanted:
        tag = name.strip().lower().replace("_", "-")
        if found := there.get(tag) or there.get(tag.partition("-")[0]):
            return found
    return ENGLISH


@cache
def name_of(language: str) -> str:
    """Return what a language calls itself: Deutsch, Français."""
    name = str(Locale.parse(language, sep="-").get_display_name())
    return name[0].upper() + name[1:]


def words_of(folder: Path | None, language: str) -> Words:
    """Return the words of the program, and those of a game's folder: all files of a language, such as `en/main.toml` and
    `en/rules.toml`."""
    return words_in(folder, language, os.environ.get(FOLDER, ""))


@cache
def words_in(folder: Path | None, language: str, more: str) -> Words:
    if language not in languages_in(more):
        raise UnknownName("language", language, languages_in(more))
    english = None if language == ENGLISH else words_in(folder, ENGLISH, more)
    files = [file for home in homes_of(folder, more) for file in sorted((home / language).glob("*.toml"))]
    return Words(language, *files, english=english)


def homes_of(folder: Path | None, more: str) -> list[Path]:
    """Return the folders of the folders of languages: of the program, of a game, and of translations in the making."""
    if folder and (flat := sorted((folder / "words").glob("*.toml"))):
        raise InventoriumError(f"{flat[0]}: each language has a folder of words; move this file to words/en/main.toml")
    extra = [Path(more)] if more else []
    homes = [root / "words" for root in (SOURCE, *extra)]
    return homes + [home / "words" for home in (folder, *(one / "games" / folder.name for one in extra))] if folder else homes
