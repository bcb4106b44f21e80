"""Rulings, as far as all games share them: parse a move that is not legal, and say why."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from inventorium.core.errors import Ruling, nearest
from inventorium.core.words import Key

if TYPE_CHECKING:
    from inventorium.core.position import Snapshot


RULE_ID = re.compile(r"\b[A-Z]{1,2}-A?\d+\b")  # LI-48, EI-118, A-44, K-35, GE-A10, NO-02


class Refusal(Exception):
    """Ends the judging of a move early, with the ruling."""

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(ruling.rule)


def shape(move: str, forms: Mapping[str, str]) -> list[str]:
    """The words of a move: the first one must be a word that moves begin with, and their number that of one of its forms. Forms
    of the same word are separated by ` | `; one that ends with `...` takes any number of words."""
    words = move.split()
    if not words or words[0] not in forms:
        raise Refusal(Ruling("NO-02", "unknown", {"words": ", ".join(forms)}))
    form = forms[words[0]]
    if not any(len(way.split()) == len(words) or way.endswith("...") for way in form.split(" | ")):
        raise Refusal(Ruling("NO-02", "form", {"form": form}))
    return words


def name_of(words: Sequence[str], place: int, known: Sequence[str], form: str) -> int:
    """Return the known name at this place of a move."""
    if place >= len(words):
        raise Refusal(Ruling("NO-02", "form", {"form": form}))
    if words[place] not in known:
        near = nearest(words[place], known)
        raise Refusal(Ruling("NO-02", "near" if near else "nowhere", {"word": words[place], "near": ", ".join(near)}))
    return known.index(words[place])


def the_question_is(position: "Snapshot", rule: str) -> Ruling:
    """The move belongs to another question than the present one."""
    return Ruling(rule, "question", {"question": question_key(position)})


def not_asked(position: "Snapshot", rule: str) -> Ruling:
    """It is the turn of another seat, of the dealer, or of several seats at once."""
    question, asked = question_key(position), list(position.to_act)
    if asked[0] < 0:
        return Ruling(rule, "dealer-asked", {"question": question})
    if len(asked) == 1:
        return Ruling(rule, "seat-asked", {"seat": asked[0], "question": question})
    return Ruling(rule, "seats-asked", {"seats": asked, "question": question})


def question_key(position: "Snapshot") -> Key:
    return Key(f"questions.{position.game.notation.question(position.state)}")
