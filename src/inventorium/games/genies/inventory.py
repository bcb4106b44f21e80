"""Genies: what a player can have or do, and how the bids went, for the lab, which counts who had what and how they fared."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from inventorium.core.box import Box
from inventorium.core.words import Words
from inventorium.games.genies.rules import compared_bid, is_bid, is_valid, next_card
from inventorium.games.genies.tables import DEALER, DISCIPLINES, NOBODY, NONE, POSITIONS, Act, Question

WORTH = ("points", *["stars"] * DISCIPLINES, "cards", "chips")
ACTIONS_OF = ("hands",)  # everybody gets the same number of cards: worth is relative to the mean
# the market: the rows that `tally` counts
TALLY = {"void": "share", "tied": "share", "unsold": "share", "decided": "share", "price": "mean", "left": "mean"}


def items(box: Box) -> dict[str, list[str]]:
    """Everything there is, by kinds (words: `things.<kind>`). Action cards are counted where they are dealt, which is pure
    chance, and once more where they are played."""
    cards = list(dict.fromkeys(card_ids(box)))
    return {"geniuses": box.ids("geniuses"), "hands": cards, "played": cards}


@cache
def card_ids(box: Box) -> list[str]:
    """The id of every action card; equal cards have that of the first of them."""
    first: dict[str, str] = {}
    return [
        first.setdefault(str({key: card.get(key) for key in ("name", "phase", "effect", "field", "n", "m")}), card["id"])
        for card in box.components["action_cards"]
    ]


def gains(box: Box, before: Any, after: Any, seat: int, action: int) -> Iterator[tuple[int, str, str]]:
    """Who got what by an answer; what the dealer lays out belongs to nobody (-1)."""
    if Act.DEAL_GENIUS <= action < Act.DEAL_CARD:
        yield DEALER, "geniuses", box.ids("geniuses")[action - Act.DEAL_GENIUS]
    elif action >= Act.DEAL_CARD:
        card = card_ids(box)[action - Act.DEAL_CARD]
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
                yield holder, "played", card_ids(box)[number]


def aims(box: Box, state: Any, seat: int, action: int) -> Iterator[tuple[str, str]]:
    """What an answer is after: the geniuses at the position of a bid, or the card that is played."""
    if state.question == Question.BIDS and action != Act.BID_NOTHING and (action > Act.BID or state.zero_bids):
        for genius in state.offer[state.answered[seat]].tolist():
            if genius != NONE:
                yield "geniuses", box.ids("geniuses")[genius]
    elif Act.PLAY_FROM <= action < Act.DEAL_GENIUS:
        yield "played", card_ids(box)[next_card(state, box.array[0], seat)]


def name(box: Box, kind: str, thing: str, words: Words) -> str:
    return box.name(thing, words.language)


# ---------------------------------------------------------------- the market


def is_resolved(before: Any, after: Any) -> bool:
    """Whether the bids of a round were resolved by this answer: the windows of the bids and of the cards are closed."""
    windows = (Question.BIDS, Question.CARDS)
    return before.question in windows and after.question not in windows


def tally(box: Box, before: Any, after: Any) -> Iterator[tuple[str, float]]:
    """The values that an answer adds to the market (words: `tally.<row>`)."""
    if is_resolved(before, after):
        seats, number = range(after.players), before.round_now
        seen = after.copy()  # with the cards that were played, as the rules compared the bids
        seen.round_now = number
        chips = before.purse.tolist()
        for p in range(POSITIONS):
            written = [seat for seat in seats if is_bid(seen, int(seen.bids[number, seat, p]))]
            valid = [seat for seat in written if is_valid(seen, seat, p, chips[seat])]
            winner = int(seen.winner[number, p])
            for seat in written:
                yield "void", seat not in valid
            if valid:
                compared = {seat: int(compared_bid(seen, box.array[0], seat, p)) for seat in valid}
                bids = {seat: int(seen.bids[number, seat, p]) for seat in valid}
                yield "tied", len(leaders(compared)) > 1
                yield "decided", winner != alone(leaders(bids))
            yield "unsold", winner == NOBODY
            if winner != NOBODY:
                yield "price", int(seen.price[number, p])
                chips[winner] += int(seen.patronage[number, p] - seen.price[number, p])
    if before.question != Question.OVER == after.question:
        for purse in after.purse.tolist()[: after.players]:
            yield "left", purse


def leaders(bids: dict[int, int]) -> list[int]:
    return [seat for seat, bid in bids.items() if bid == max(bids.values())]


def alone(seats: list[int]) -> int:
    """The one seat, or nobody where there are several (GE-89)."""
    return seats[0] if len(seats) == 1 else NOBODY


def prices(box: Box, before: Any, after: Any) -> Iterator[tuple[str, str, float]]:
    """What was paid for a genius that was sold alone."""
    if is_resolved(before, after):
        for p in range(POSITIONS):
            geniuses = [genius for genius in before.offer[p].tolist() if genius != NONE]
            if len(geniuses) == 1 and after.winner[before.round_now, p] != NOBODY:
                yield "geniuses", box.ids("geniuses")[geniuses[0]], int(after.price[before.round_now, p])
