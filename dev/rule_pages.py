"""Write the numbered rules into the catalogues of docs/rules/, and their sources back, after a change of either.

The sentence of a rule stands in words/en/rules.toml of its game. A catalogue adds where the rulebook says it, and why we settled
what it leaves open; from there come sources.toml of the game and words/en/sources.toml.
"""

import argparse
import json
import re
import tomllib
from pathlib import Path

from inventorium.core.rule_search import NOT_FOR_PLAYERS

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


def sources_of(catalogue: Path) -> dict[str, str]:
    """Return where each rule comes from: the last cell of the first row about it."""
    found: dict[str, str] = {}
    rules = sentences_of(catalogue)
    for line in catalogue.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) > 2 and cells[0] in rules and cells[0] not in found:
            found[cells[0]] = re.sub(r" *\([^()]*`[^()]*\)|`", "", cells[-1].replace("\\|", "|")).replace("document", "rulebook")
    return found


def source_files(catalogue: Path) -> dict[Path, str]:
    """Return the files about where rules come from: those of the rulebooks, and why we settled the others."""
    game = ROOT / "src" / "inventorium" / "games" / catalogue.stem.replace("-", "_")
    sections = tomllib.loads((game / "words" / "en" / "rules.toml").read_text(encoding="utf-8"))["sections"]
    settled = sections["decisions"]["rules"]
    for_players = {rule for key, section in sections.items() if key not in NOT_FOR_PLAYERS for rule in section["rules"]}
    found = {rule: text for rule, text in sources_of(catalogue).items() if rule in for_players}
    written = "# Written by `python -m dev rule-pages` from docs/rules; change it there.\n\n[sources]\n"
    files = {game / "sources.toml": False, game / "words" / "en" / "sources.toml": True}
    return {
        file: written
        + "".join(
            f"{rule} = {json.dumps(text, ensure_ascii=False)}\n" for rule, text in found.items() if (rule in settled) == ours
        )
        for file, ours in files.items()
    }


def main(_: argparse.Namespace) -> None:
    for catalogue in CATALOGUES:
        page = catalogue.read_text(encoding="utf-8")
        catalogue.write_text(with_sentences(page, sentences_of(catalogue)), encoding="utf-8")
        for file, text in source_files(catalogue).items():
            file.write_text(text, encoding="utf-8")
