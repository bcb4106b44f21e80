"""Legendary Inventors: what a player can have, for the lab, which counts who had what and how they fared."""

from collections.abc import Iterator
from typing import Any

from inventorium.core.box import Box
from inventorium.core.position import Position
from inventorium.core.words import Words
from inventorium.games.legendary_inventors.notation import inventor_id, team_members
from inventorium.games.legendary_inventors.tables import INVENTORS, NOBODY, NONE, SLOTS, SPLIT, Act

WORTH = ("patents", "points", "runs", "tokens", *["inventors"] * INVENTORS, *["inventions"] * SLOTS)
FIRST_INVENTOR = WORTH.index("inventors")
FIRST_SLOT = WORTH.index("inventions")
FACTIONS = "teams"  # every seat has one of these
REWARDS = ("inventions", "tokens")
ALTERNATIVES = {"inventions": REWARDS, "tokens": REWARDS}  # a reward is the patent or a token, never both

# What a team is worth that was dealt, in points of a rating: 400 log10 of its share of wins (docs/findings.md), from their mean.
TEAM_WORTH = {"antiquity": 28.0, "middle-ages": -3.0, "early-modern": -19.0, "industry": -43.0, "modern": 37.0}


def items(box: Box) -> dict[str, list[str]]:
    """Everything there is, by kinds (words: `things.<kind>`)."""
    return {
        "teams": box.ids("teams"),
        "inventions": box.ids("inventions"),
        "tokens": box.ids("tokens"),
        "inventors": box.ids("inventors"),
    }


def gains(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterator[tuple[int, str, str]]:
    """Who got what by an answer; what lies open belongs to nobody (-1). Inventors come with their team; to have one is to have
    reached his target."""
    for player in range(after.players):
        if before.team[player] == NONE != after.team[player]:
            yield player, "teams", box.ids("teams")[after.team[player]]
            for inventor in team_members(box)[after.team[player]]:
                yield NOBODY, "inventors", inventor
    if Act.DEAL <= action < Act.DRAW:
        yield seat, "inventions", box.ids("inventions")[action - Act.DEAL]
    elif Act.DRAW <= action < Act.SEND:
        yield seat, "tokens", box.ids("tokens")[action - Act.DRAW]
    elif action == Act.TAKE_PATENT:
        yield seat, "inventions", box.ids("inventions")[before.layout[before.site]]
    elif Act.TAKE_TOKEN <= action < Act.TAKE_NOTHING:
        yield seat, "tokens", box.ids("tokens")[action - Act.TAKE_TOKEN]
    elif Act.UPGRADE <= action < Act.TAKE_PATENT:
        inventor = int(SPLIT[action, 0])
        target = box.array[0].target[after.team[seat], inventor]
        if (after.level[seat, inventor] >= target).all() and not (before.level[seat, inventor] >= target).all():
            yield seat, "inventors", inventor_id(box, after, seat, inventor)


def worth_of(box: Box, state: Any, seat: int, part: int) -> str:
    """Return the inventor or the invention that a part of WORTH is about; "" where there is none."""
    if part >= FIRST_SLOT:
        card = state.layout[part - FIRST_SLOT]
        return box.ids("inventions")[card] if card != NONE else ""
    has_team = part >= FIRST_INVENTOR and state.team[seat] != NONE
    return inventor_id(box, state, seat, part - FIRST_INVENTOR) if has_team else ""


def name(box: Box, kind: str, thing: str, words: Words) -> str:
    return box.name(thing, words.language)


def head_starts(position: Position) -> list[float]:
    """A team that was dealt is luck; one that was chosen is a decision. The order of play makes no difference."""
    if position.options["team_assignment"] == "choose":
        return [0.0] * position.players
    ids = position.box.ids("teams")
    return [TEAM_WORTH.get(ids[team], 0.0) for team in position.fields.team[: position.players]]
