"""Genies: what a player can have or do, for the lab, which counts who had what and how they fared."""
from collections.abc import Iterator
from typing import Any

from inventorium.core.game import Box
from inventorium.core.words import Words
from inventorium.games.genies.rules import next_card
from inventorium.games.genies.tables import DEALER, NONE, Act, Question

USES = ("hands",)                                   # everybody gets equally many cards: one is worth so much more than the mean


def things(box: Box) -> dict[str, list[str]]:
    """Everything there is, by kinds (words: `things.<kind>`). Action cards are counted where they are dealt, which is pure
    chance, and once more where they are played."""
    return {"geniuses": box.ids("geniuses"), "hands": box.ids("action_cards"), "played": box.ids("action_cards")}


def gains(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterator[tuple[int, str, str]]:
    """Who got what by an answer; what the dealer lays out belongs to nobody (-1)."""
    if Act.DEAL_GENIUS <= action < Act.DEAL_CARD:
        yield DEALER, "geniuses", box.ids("geniuses")[action - Act.DEAL_GENIUS]
    elif action >= Act.DEAL_CARD:
        card = box.ids("action_cards")[action - Act.DEAL_CARD]
        yield DEALER, "hands", card
        yield DEALER, "played", card
        yield int(after.holder[action - Act.DEAL_CARD]), "hands", card
    if (before.where != after.where).any():
        for genius, owner in enumerate(after.where.tolist()):
            if owner >= 0 and before.where[genius] != owner:
                yield owner, "geniuses", box.ids("geniuses")[genius]
    if (before.played_in != after.played_in).any():
        for number, holder in enumerate(after.holder.tolist()):
            if before.played_in[number] == NONE != after.played_in[number]:
                yield holder, "played", box.ids("action_cards")[number]


def aims(box: Box, state: Any, seat: int, action: int) -> Iterator[tuple[str, str]]:
    """What an answer is after: the geniuses at the position of a bid, or the card that is played."""
    if state.question == Question.BIDS and action != Act.BID_NOTHING and (action > Act.BID or state.zero_bids):
        for genius in state.offer[state.answered[seat]].tolist():
            if genius != NONE:
                yield "geniuses", box.ids("geniuses")[genius]
    elif Act.PLAY_FROM <= action < Act.DEAL_GENIUS:
        yield "played", box.ids("action_cards")[next_card(state, box.array[0], seat)]


def name(box: Box, kind: str, thing: str, words: Words) -> str:
    return box.name(thing, words.language)
