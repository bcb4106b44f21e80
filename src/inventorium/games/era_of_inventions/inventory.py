"""Era of Inventions: what a player can have or do, for the lab, which counts who had what and how they fared."""

from collections.abc import Iterator
from typing import Any

from inventorium.core.box import Box
from inventorium.core.position import DEALER, Position
from inventorium.core.words import Words
from inventorium.games.era_of_inventions.notation import (
    ACTION_NAMES,
    KIND_NAMES,
    VERSION_NAMES,
    card_for_people,
    face_ids,
    place_for_people,
    write,
)
from inventorium.games.era_of_inventions.tables import ACTION_KINDS, PATENT_FIELDS, SPACE

WORTH = ("influence", "lead", "goods", "underway", "factories", "royalties", "discs")
ACTIONS_OF = ("actions", "bonus")  # everybody has the same number of discs: what counts is relative to the mean

# What it is worth to play first, second and so on in the first round, by the number of players, in points of a rating: 400 log10
# of the shares of wins (docs/findings.md), from their mean. Only tables of four were measured.
ORDER_WORTH = {4: (-19.0, -15.0, 20.0, 14.0)}

# What an answer of a family brings, by kinds.
KIND_OF = {
    "execute": "actions",
    "build": "factories",
    "buy": "lots",
    "produce": "cards",
    "make": "places",
    "bonus": "bonus",
    "deal_factory": "factories",
    "deal_card": "cards",
    "deal_more": "cards",
}


def items(box: Box) -> dict[str, list[str]]:
    """Everything there is, by kinds (words: `things.<kind>`)."""
    return {
        "places": [f"{invention} {version}" for invention in box.ids("inventions") for version in VERSION_NAMES],
        "cards": face_ids(box),
        "factories": box.ids("factories"),
        "lots": box.ids("lots"),
        "patents": [str(number + 1) for number in range(PATENT_FIELDS)],
        "actions": list(ACTION_NAMES[:ACTION_KINDS]),
        "bonus": list(KIND_NAMES),
    }


def gains(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterator[tuple[int, str, str]]:
    """Who got what by an answer; what the dealer lays out belongs to nobody (-1)."""
    kind = KIND_OF.get(family := SPACE.family(action))
    if kind:
        _, *words = write(box, before, seat, action).split()
        yield seat, kind, words[0] if family == "produce" else " ".join(words)
    for player in range(after.players):
        for number in range(before.patents[player], after.patents[player]):
            yield player, "patents", str(number + 1)


def name(box: Box, kind: str, thing: str, words: Words) -> str:
    if kind == "places":
        invention, version = thing.split()
        return place_for_people(box, invention, version, words)
    if kind == "cards":
        return card_for_people(box, thing, words)
    if kind == "patents":
        return words("things.patent", number=thing)
    if kind in ("actions", "bonus"):
        return words(f"{'actions' if kind == 'actions' else 'kinds'}.{thing}")
    return box.name(thing, words.language)


def head_starts(position: Position) -> list[float]:
    first = next((seat for seat, _ in position.log if seat != DEALER), 0)
    worth = ORDER_WORTH.get(position.players, (0.0,) * position.players)
    return [worth[(seat - first) % position.players] for seat in range(position.players)]
