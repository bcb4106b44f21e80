"""Write the numbered rules into the catalogues of docs/rules/, after a change of a words file.

The sentence of a rule stands in words/en/rules.toml of its game. A catalogue adds where the rulebook says it, and remarks.
"""

import argparse
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
CATALOGUES = sorted((ROOT / "docs" / "rules").glob("*.md"))
ROW = re.compile(r"^\| *([A-Z][A-Z0-9-]*\d) *\|((?:\\\||[^|])*)\|", re.MULTILINE)
TABLE = re.compile(r"^\| *id *\| *(?:rule|constraint) *\|.*\n(?:\|.*\n)+", re.MULTILINE)


def sentences_of(catalogue: Path) -> dict[str, str]:
    """Return the numbered rules of the game that a catalogue is about."""
    words = ROOT / "src" / "inventorium" / "games" / catalogue.stem.replace("-", "_") / "words" / "en" / "rules.toml"
    sections = tomllib.loads(words.read_text(encoding="utf-8"))["sections"]
    return {rule: text for section in sections.values() for rule, text in section["rules"].items()}


def with_sentences(page: str, sentences: dict[str, str]) -> str:
    """Return a catalogue with the sentence of every rule that a table of rules or constraints lists."""

    def row(found: re.Match[str]) -> str:
        return f"| {found[1]} | {sentences[found[1]].replace('|', chr(92) + '|')} |"

    return TABLE.sub(lambda table: ROW.sub(row, table[0]), page)


def main(_: argparse.Namespace) -> None:
    for catalogue in CATALOGUES:
        page = catalogue.read_text(encoding="utf-8")
        catalogue.write_text(with_sentences(page, sentences_of(catalogue)), encoding="utf-8")
