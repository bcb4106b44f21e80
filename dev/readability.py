"""Count the words a player reads to learn a game, and how hard they are: the table of docs/lessons.md.

The measure is LIX (Björnsson 1968), which serves English and German alike: words a sentence, plus the share of words with more
than six letters in percent. Children's books lie below 30, newspapers between 40 and 50, laws above 60.
"""

import argparse
import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from inventorium.core import library
from inventorium.core.words import LANGUAGES

NEWSPAPER = 45


class Reading(NamedTuple):
    """What there is to read: how many texts, their words in all and in the longest, and how hard they are together."""

    texts: int
    words: int
    longest: int
    lix: float


def lix(text: str) -> float:
    """Return how hard a text is to read.

    >>> lix("The cat sat. It purred contentedly on the carpet.")
    15.6
    """
    words = re.findall(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*", text)
    sentences = max(1, len(re.findall(r"[.!?:](?=\s|$)", text)))
    return round(len(words) / sentences + 100 * sum(len(word) > 6 for word in words) / len(words), 1)


def texts_of(game: str, language: str) -> dict[str, list[str]]:
    """Return what a beginner reads: the panels, the rulebook, the sentences of the guided game, the lessons."""

    def read(kind: str) -> dict[str, dict[str, dict[str, str]]]:
        return tomllib.loads((library.folder_of(game) / "words" / language / f"{kind}.toml").read_text(encoding="utf-8"))

    learn = read("learn")
    return {
        "panels": [panel["text"] for panel in learn["learn"].values()],
        "rulebook": [one["text"] for chapter in learn["book"].values() for one in chapter["paragraphs"]],  # type: ignore
        "guided game": [step["text"] for step in read("guide")["guide"].values()],
        "lessons": [f"{one['goal']} {one['learned']}" for one in read("lessons")["lessons"].values()],
    }


def readings() -> Iterator[tuple[str, str, str, Reading]]:
    for game in library.names():
        for language in LANGUAGES:
            for kind, texts in texts_of(game, language).items():
                counts = [len(text.split()) for text in texts]
                yield game, language, kind, Reading(len(texts), sum(counts), max(counts), lix(" ".join(texts)))


def main(_: argparse.Namespace) -> None:
    print("| game | language | what | texts | words | longest | LIX |\n| --- | --- | --- | ---: | ---: | ---: | ---: |")
    for game, language, kind, reading in readings():
        print(f"| {game} | {language} | {kind} | {' | '.join(map(str, reading))} |")
