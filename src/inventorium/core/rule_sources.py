"""Where a rule comes from: rulebook and section, or settled by us, and why. docs/rules has it; `python -m dev rule-pages` writes
sources.toml of a game from there."""

import re
from functools import cache
from pathlib import Path

from inventorium.core.game import Game
from inventorium.core.rulings import RULE_ID
from inventorium.core.words import ENGLISH, Words, read

MARK = re.compile(r"\[(\w+)\]")  # the edition of a rulebook: [de]
PLACE = re.compile(r"\[\w+\]|§\d\w*|Ex\. \d+(?:[–-]\d+)?|implied(?: by)?")  # what every language understands
REMARK = re.compile(r"\b(?:against|only|silent|names|speak|free)\b|^(?:the|no) |^Derived")  # a part that says something else
ASIDE = re.compile(r" ?\(([^()]*)\)")


def source_of(game: Game, words: Words, rule: str) -> str:
    """Return where a rule comes from, in a line; nothing where that is not known."""
    if why := words.get(f"sources.{rule}"):
        return words("rules.settled-because", why=with_names(why, words))
    written = sources(game.folder / "sources.toml").get(rule, "")
    if not written:
        return ""
    settled = [name for name in RULE_ID.findall(written) if words.get(f"sources.{name}")]
    text = RULE_ID.sub(lambda name: "" if name[0] in settled else name[0], written)
    text = in_words(text, words) if words.language != ENGLISH else text
    text = re.sub(r" ?\((?:see)? *\)", "", with_names(text, words))
    text = re.sub(r"(?:[;,] *){2,}", "; ", text).strip(" ;,")
    found = words("rules.source", where=text) if text else ""
    if settled:
        found += (" " if found else "") + words("rules.settled-in", names=settled)
    return found


def with_names(text: str, words: Words) -> str:
    """Return a text with the names of rulebooks for their marks, and commas between."""
    named = re.sub(r"\](?= \[)", "],", text)
    return MARK.sub(lambda mark: words(f"editions.{mark[1]}.name"), named)


def in_words(text: str, words: Words) -> str:
    """Return the places of a source without the English remarks beside them."""
    known = dict(pair.split("=") for pair in words("rules.places").split("\n") if "=" in pair)

    def translated(part: str) -> str:
        for english, own in known.items():
            part = re.sub(rf"\b{re.escape(english)}(?!\w)", own, part)
        return part

    def kept(aside: re.Match[str]) -> str:
        return f" ({known.get(aside[1], aside[1])})" if aside[1] in known or len(aside[1]) == 1 else ""

    parts = [part.strip() for part in text.split(";")]
    telling = [part for part in parts if not REMARK.search(ASIDE.sub("", part))]
    if any(map(PLACE.search, parts)):
        places = "; ".join(" ".join(PLACE.findall(part)) for part in telling or parts)
        return translated(re.sub(r"(?<=\]) implied", " (implied)", places))
    return translated("; ".join(ASIDE.sub(kept, part) for part in telling) or "implied")


@cache
def sources(file: Path) -> dict[str, str]:
    return dict(read(file).get("sources", {})) if file.exists() else {}
