"""Write a page for translators: every text in every language, each of its fillings, and where the code uses it.

The page is one file without anything from elsewhere. INVENTORIUM_WORDS=FOLDER adds a translation in the making.
"""

import argparse
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from inventorium.core import library
from inventorium.core.words import ENGLISH, FOLDER, SOURCE, Words, homes_of, languages, read, words_of

CODE = (".py", ".html", ".js")
LISTS = {"geniuses", "names"}  # gaps that hold several names
LITERAL = re.compile(r"""["']([\w.-]+)["']""")
BEGINNING = re.compile(r"""["']([\w.-]+[.-])(?:["']|{)|get\(["']([\w.-]+)["'](?:, {})?\)""")
SAID = re.compile(r'say\("([\w-]+)"')  # by the terminal, of its own words
PAGE = Path(__file__).with_suffix(".html")


class Text(NamedTuple):
    """One key: its English file, its text in each language that has one, and where the code uses it."""

    file: Path
    key: str
    texts: dict[str, str]
    fillings: dict[str, list[str]]
    places: list[str]


# ---------------------------------------------------------------- texts and their fillings


def leaves(texts: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in texts.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{path}{key}.")
        elif isinstance(value, str):
            yield path + key, value


def fillings(words: Words, text: str) -> list[str]:
    """Return a text with every choice of its words; other gaps show their name.

    >>> fillings(words_of(None, "de"), "{who} {you:nimmst|nimmt} {number} {number:Karte|Karten}.")[:2]
    ['‹who› nimmst 1 Karte.', '‹who› nimmst 2 Karten.']
    """
    gaps = dict.fromkeys(re.findall(r"{(\w+)", text))
    choices = {gap: values_of(words, gap, forms.split("|")) for _, gap, forms, _ in Formatter().parse(text) if gap and forms}
    return [
        words.choosing.vformat(text, (), {gap: f"‹{gap}›" for gap in gaps} | dict(zip(choices, values, strict=True)))
        for values in product(*choices.values())
        if choices
    ]


def values_of(words: Words, gap: str, forms: list[str]) -> list[Any]:
    """Return one value for each form that a gap chooses between: numbers, or as many names."""
    numbers = {min(words.plural(number), len(forms) - 1): number for number in range(100, 0, -1)}
    return [["Ada", "Ben", "Cleo"][:number] if gap in LISTS else number for number in sorted(numbers.values())]


# ---------------------------------------------------------------- where the code uses them


@cache
def used(game: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the places of all names in quotes, and of all beginnings of keys, in the code that the texts of a game can meet."""
    literals: dict[str, list[str]] = defaultdict(list)
    beginnings: dict[str, list[str]] = defaultdict(list)
    for file in sorted(one for one in SOURCE.rglob("*") if one.suffix in CODE):
        path = file.relative_to(SOURCE)
        if path.parts[0] == "games" and game and path.parts[1] != game:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for literal in LITERAL.findall(line) + [f"terminal.{name}" for name in SAID.findall(line)]:
                literals[literal].append(f"{path}:{number}")
            for joined, group in BEGINNING.findall(line):
                beginnings[joined or f"{group}."].append(f"{path}:{number}")
    return literals, beginnings


def places(key: str, game: str) -> list[str]:
    """Return where a key is named; else where the game names its end; else where its longest beginning is."""
    literals, beginnings = used(game)
    if key in literals:
        return literals[key]
    longest = max((one for one in beginnings if key.startswith(one)), key=len, default="")
    ends = [place for place in literals.get(key.removeprefix(longest), []) if place.startswith("games/")]
    return ends or [f"{place} ({longest}…)" for place in beginnings.get(longest, [])]


# ---------------------------------------------------------------- the page


def every_text() -> Iterator[Text]:
    """Yield the texts of the program, then of each game."""
    for folder in (None, *map(library.folder_of, library.names())):
        english = homes_of(folder, os.environ.get(FOLDER, ""))[-1 if folder else 0] / ENGLISH
        spoken = {language: words_of(folder, language) for language in languages()}
        for file in sorted(english.glob("*.toml")):
            for key, _ in leaves(read(file)):
                texts = {name: words.get(key) for name, words in spoken.items() if not words.is_borrowed(key)}
                filled = {name: fillings(spoken[name], text) for name, text in texts.items()}
                yield Text(file.relative_to(SOURCE), key, texts, filled, places(key, folder.name if folder else ""))


def section(text: Text) -> str:
    """Return the part of the page about a text."""
    shown = [f"<h2>{escape(text.key)}</h2><small>{text.file.as_posix()}</small>"]
    for language in languages():
        shown.append(f'<p lang="{language}"><b>{language}</b> {escape(text.texts.get(language, "(missing)"))}</p>')
        if filled := text.fillings.get(language):
            shown.append(f'<ul lang="{language}">{"".join(f"<li>{escape(one)}</li>" for one in filled)}</ul>')
    shown.append(f"<small>{'<br>'.join(map(escape, [*dict.fromkeys(text.places)][:8])) or 'no place found'}</small>")
    return f"<section>{''.join(shown)}</section>"


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where to write words.html")


def main(wanted: argparse.Namespace) -> None:
    wanted.folder.mkdir(parents=True, exist_ok=True)
    page, sections = wanted.folder / "words.html", [section(text) for text in every_text()]
    page.write_text(PAGE.read_text(encoding="utf-8").replace("<!-- texts -->", "\n".join(sections)), encoding="utf-8")
    print(f"{page}: {len(sections)} texts")
