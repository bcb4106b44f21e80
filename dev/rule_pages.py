"""Write rules and options into the catalogues of docs/rules/, and the sources of rules back, after a change.

The sentence of a rule, or the question and answer of a decision, is in words/en/rules.toml of its game. A catalogue adds its
source in the rulebook, or the reason of a decision, from which sources.toml of the game and words/en/sources.toml are written.
The values of options and presets come from tables.py, the meaning of options from the words file.
"""

import argparse
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from inventorium.core.game import Game, load_game
from inventorium.core.options import Option, chosen, written
from inventorium.core.rule_search import NOT_FOR_PLAYERS

ROOT = Path(__file__).parents[1]
CATALOGUES = sorted((ROOT / "docs" / "rules").glob("*.md"))
ROW = re.compile(r"^\| *([A-Z][A-Z0-9-]*\d) *\|((?:\\\||[^|])*)\|", re.MULTILINE)
TABLE = re.compile(r"^\| *id *\| *(?:rule|constraint) *\|.*\n(?:\|.*\n)+", re.MULTILINE)

OPTIONS = re.compile(r"^\| *option *\| *values, default first *\|.*\n(?:\|.*\n)+", re.MULTILINE)
DECISIONS = re.compile(r"^\| *id *\| *(?:question|open point) *\|.*\n(?:\|.*\n)+", re.MULTILINE)
PRESETS = re.compile(r"^\| *option *\|(?: *`\w+` *\|)+ *\n(?:\|.*\n)+", re.MULTILINE)
CELL = re.compile(r"(?<!\\)\|")
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


def with_decisions(page: str, sentences: dict[str, str]) -> str:
    """Return a catalogue with the question and the answer of every settled question; `(b)` names one of the row's options."""

    def table(found: re.Match[str]) -> str:
        head, line, *rows = [CELL.split(row) for row in found[0].splitlines()]
        place = [cell.strip() for cell in head].index("decision")
        for cells in rows:
            question, _, answer = sentences[cells[1].strip()].replace("|", r"\|").partition("? ")
            label = re.match(r" *(\([a-z]\))", cells[place])
            cells[2], cells[place] = f" {question}? ", f" {label[1] + ' ' if label else ''}{answer} "
        return "".join("|".join(cells) + "\n" for cells in (head, line, *rows))

    return DECISIONS.sub(table, page)


def with_presets(page: str, game: Game) -> str:
    """Return a catalogue with the values of the options in every edition, and the remarks behind them."""

    def table(found: re.Match[str]) -> str:
        head, line, *rows = [CELL.split(row) for row in found[0].splitlines()]
        for place, edition in enumerate(head[2:-1], 2):
            values = chosen(game.options, game.editions, edition.strip(" `"), {}, lambda values: None)
            for cells in rows:
                remark = re.search(r"\(.*\)", cells[place])
                cells[place] = f" {written(values[cells[1].strip(' `')])} {remark[0] + ' ' if remark else ''}"
        return "".join("|".join(cells) + "\n" for cells in (head, line, *rows))

    return PRESETS.sub(table, page)


def generated(catalogue: Path) -> str:
    """Return a catalogue as it should be."""
    game, sentences = load_game(catalogue.stem), sentences_of(catalogue)
    page = with_sentences(catalogue.read_text(encoding="utf-8"), sentences)
    return with_presets(with_decisions(with_options(page, game.options, texts_of(catalogue)["options"]), sentences), game)


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
    sections = texts_of(catalogue)["sections"]
    settled = sections["decisions"]["rules"]
    for_players = {rule for key, section in sections.items() if key not in NOT_FOR_PLAYERS for rule in section["rules"]}
    found = {rule: text for rule, text in sources_of(catalogue).items() if rule in for_players}
    head = "# Written by `python -m dev rule-pages` from docs/rules; change it there.\n\n[sources]\n"
    files = {game / "sources.toml": False, game / "words" / "en" / "sources.toml": True}
    return {
        file: head
        + "".join(
            f"{rule} = {json.dumps(text, ensure_ascii=False)}\n" for rule, text in found.items() if (rule in settled) == ours
        )
        for file, ours in files.items()
    }


def main(_: argparse.Namespace) -> None:
    for catalogue in CATALOGUES:
        catalogue.write_text(generated(catalogue), encoding="utf-8")
        for file, text in source_files(catalogue).items():
            file.write_text(text, encoding="utf-8")
