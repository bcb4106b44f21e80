"""What people ask at a table, with the rules that answer: a file for each game and language, a question a line.

They were written from the rulebooks before there was a search. Odd lines have guided its synonyms; even lines only judge."""

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))


class Question(NamedTuple):
    text: str
    rules: set[str]


def questions(file: Path) -> list[Question]:
    lines = [line.partition(" | ") for line in file.read_text(encoding="utf-8").splitlines()]
    return [Question(text, set(rules.split())) for rules, _, text in lines]


def of_file(file: Path) -> tuple[str, str]:
    """Return which game and which language a file is about."""
    game, _, language = file.stem.rpartition(".")
    return game.replace("_", "-"), language
