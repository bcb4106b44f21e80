"""Era of Inventions: what a player can have or do, for the lab, which counts who had what and how they fared."""
from collections.abc import Iterator
from typing import Any

from inventorium.core.box import Box
from inventorium.core.words import Words
from inventorium.games.era_of_inventions.notation import (
    ACTION_NAMES,
    KIND_NAMES,
    card_for_people,
    face_ids,
    face_of,
    place_for_people,
    place_name,
)
from inventorium.games.era_of_inventions.tables import ACTION_KINDS, PATENT_FIELDS, VERSIONS, Act

USES = ("actions", "bonus")                         # everybody has the same number of discs: what counts is relative to the mean


def things(box: Box) -> dict[str, list[str]]:
    """Everything there is, by kinds (words: `things.<kind>`)."""
    return {"places": [place_name(box, place) for place in range(VERSIONS * len(box.ids("inventions")))],
            "cards": face_ids(box), "factories": box.ids("factories"), "lots": box.ids("lots"),
            "patents": [str(number + 1) for number in range(PATENT_FIELDS)], "actions": list(ACTION_NAMES[:ACTION_KINDS]),
            "bonus": list(KIND_NAMES)}


def gains(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterator[tuple[int, str, str]]:
    """Who got what by an answer; what the dealer lays out belongs to nobody (-1)."""
    if Act.EXECUTE <= action < Act.FORGO:
        yield seat, "actions", ACTION_NAMES[action - Act.EXECUTE]
    elif Act.BUILD <= action < Act.RUN:
        yield seat, "factories", box.ids("factories")[action - Act.BUILD]
    elif Act.BUY <= action < Act.PRODUCE:
        yield seat, "lots", box.ids("lots")[action - Act.BUY]
    elif Act.PRODUCE <= action < Act.PAY:
        yield seat, "cards", face_ids(box)[before.card_row[action - Act.PRODUCE]]
    elif Act.MAKE <= action < Act.PATENT:
        yield seat, "places", place_name(box, action - Act.MAKE)
    elif Act.BONUS <= action < Act.DEAL_FACTORY:
        yield seat, "bonus", KIND_NAMES[action - Act.BONUS]
    elif Act.DEAL_FACTORY <= action < Act.DEAL_CARD:
        yield seat, "factories", box.ids("factories")[action - Act.DEAL_FACTORY]
    elif Act.DEAL_CARD <= action < Act.START or action >= Act.DEAL_MORE:
        yield seat, "cards", face_ids(box)[face_of(action)]
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
