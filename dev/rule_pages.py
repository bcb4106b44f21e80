"""Write the numbered rules and the options into the catalogues of docs/rules/, after a change of a words file.

The sentence of a rule stands in words/en/rules.toml of its game. A catalogue adds where the rulebook says it, and remarks. So it
is with options: their values are those of tables.py, and their meaning is in the words file.
"""

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any

from inventorium.core.game import load_game
from inventorium.core.options import Option, written

ROOT = Path(__file__).parents[1]
CATALOGUES = sorted((ROOT / "docs" / "rules").glob("*.md"))
ROW = re.compile(r"^\| *([A-Z][A-Z0-9-]*\d) *\|((?:\\\||[^|])*)\|", re.MULTILINE)
TABLE = re.compile(r"^\| *id *\| *(?:rule|constraint) *\|.*\n(?:\|.*\n)+", re.MULTILINE)

OPTIONS = re.compile(r"^\| *option *\| *values, default first *\|.*\n(?:\|.*\n)+", re.MULTILINE)
OPTION = re.compile(r"^\| *`(\w+)` *\|(?:[^|]*)\|([^|]*)\|((?:\\\||[^|])*)\|", re.MULTILINE)


def texts_of(catalogue: Path) -> dict[str, Any]:
    """Return the texts about the rules of the game that a catalogue is about."""
    words = ROOT / "src" / "inventorium" / "games" / catalogue.stem.replace("-", "_") / "words" / "en" / "rules.toml"
    return tomllib.loads(words.read_text(encoding="utf-8"))


def sentences_of(catalogue: Path) -> dict[str, str]:
    """Return the numbered rules of the game that a catalogue is about."""
    sections = texts_of(catalogue)["sections"]
    return {rule: text for section in sections.values() for rule, text in section["rules"].items()}


def with_sentences(page: str, sentences: dict[str, str]) -> str:
    """Return a catalogue with the sentence of every rule that a table of rules or constraints lists."""

    def row(found: re.Match[str]) -> str:
        return f"| {found[1]} | {sentences[found[1]].replace('|', chr(92) + '|')} |"

    return TABLE.sub(lambda table: ROW.sub(row, table[0]), page)


def with_options(page: str, options: tuple[Option, ...], texts: dict[str, Any]) -> str:
    """Return a catalogue with the values and the meaning of every option, by name."""
    by_name = {option.name: option for option in options}

    def row(found: re.Match[str]) -> str:
        option, text = by_name[found[1]], texts[found[1]]
        values = ", ".join(f"`{written(value)}`" for value in option.values)
        others = " ".join(f"`{written(value)}`: {text['values'][written(value)]}" for value in option.values[1:])
        if option.whole_from is not None:
            values += f", a whole number from {option.whole_from}"
        return f"| `{option.name}` | {values} |{found[2]}| {' '.join([text['meaning'], others]).strip()} |"

    return OPTIONS.sub(lambda table: OPTION.sub(row, table[0]), page)


def generated(catalogue: Path) -> str:
    """Return a catalogue as it should be."""
    page = with_sentences(catalogue.read_text(encoding="utf-8"), sentences_of(catalogue))
    return with_options(page, load_game(catalogue.stem).options, texts_of(catalogue)["options"])


def main(_: argparse.Namespace) -> None:
    for catalogue in CATALOGUES:
        catalogue.write_text(generated(catalogue), encoding="utf-8")
