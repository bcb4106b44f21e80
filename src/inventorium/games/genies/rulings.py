"""Genies: which rule forbids an answer. The rules themselves only know what is legal; here a person learns why not, and nothing
that this person may not know."""
from typing import TYPE_CHECKING, Any

from inventorium.core.errors import Ruling
from inventorium.core.rulings import Refusal, name_of, not_asked, question_key, shape, the_question_is
from inventorium.games.genies.notation import LETTERS, hand_of
from inventorium.games.genies.tables import DEALER, EFFECTS, HIGHEST_BID, POSITIONS, Question, Sheet

if TYPE_CHECKING:
    from inventorium.core.game import Position

FORMS = {
    "deal": "deal <card>", "bid": "bid <chips> | bid <chips> <chips> ...", "seal": "seal",
    "reopen": "reopen", "hold": "hold", "play": "play <card> <position> | play <card> <genius>",
}
WINDOW_OF = {Question.CARDS: "resolution", Question.STARS: "scoring"}


def why_not(position: "Position", seat: int, move: str) -> Ruling:
    """The ruling on a move that is not among the legal ones."""
    try:
        word, *rest = shape(move, FORMS)
        if (seat == DEALER) != (position.to_act == (DEALER,)):
            return not_asked(position, "GE-51")
        if (seat == DEALER) != (word == "deal"):                # only the dealer deals, and he does nothing else
            return the_question_is(position, "NO-07")
        ruling: Ruling = JUDGES[word](position, seat, rest)
        return ruling
    except Refusal as refusal:
        return refusal.ruling


def on_deal(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box = position.state, position.box
    phase = int(state.round_now) // 2
    cards, geniuses = box.ids("action_cards"), box.ids("geniuses")
    thing = (cards + geniuses)[name_of(rest, 0, cards + geniuses, FORMS["deal"])]
    if (thing in cards) != (state.question == Question.ACTION_CARD):
        return the_question_is(position, "GE-51")
    if thing in cards:
        if cards.index(thing) not in box.array[0].card[phase]:
            return Ruling("GE-50", "other-phase", {"phase": phase + 1})
        return Ruling("GE-28", "not-in-stack")
    if box.array[0].genius_phase[geniuses.index(thing)] != phase:
        return Ruling("GE-60", "other-phase", {"phase": phase + 1})
    return Ruling("GE-59", "not-in-stack")


def check_open(position: "Position", seat: int) -> None:
    """The sheet of this seat must be one that is being filled in."""
    sheet = position.state.sheet[seat]
    if sheet == Sheet.COMPLETE:
        raise Refusal(Ruling("GE-A08", "complete"))
    if sheet == Sheet.NOT_ASKED:
        raise Refusal(not_asked(position, "GE-A46"))


def on_bid(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state = position.state
    if state.question != Question.BIDS:
        return Ruling("GE-72", "revealed", {"question": question_key(position)})
    check_open(position, seat)
    if not rest:
        return Ruling("NO-02", "form", {"form": FORMS["bid"]})
    if len(rest) == POSITIONS:
        return Ruling("NO-08", "sheet-begun")
    if len(rest) > 1:
        return Ruling("GE-63", "five-bids", {"number": len(rest)})
    place = int(state.answered[seat])
    if place == POSITIONS:
        return Ruling("GE-63", "no-position")
    if rest[0] == "-":
        return Ruling("GE-A01", "no-dash")
    if rest[0] not in map(str, range(HIGHEST_BID + 1)):
        return Ruling("GE-A02", "no-number")
    return Ruling("GE-A03", "too-high", {"position": LETTERS[place].upper(), "highest": highest_bid(position, seat)})


def highest_bid(position: "Position", seat: int) -> int:
    """The highest of the bids that are open to a seat."""
    return max(int(move.split()[1]) for move in position.moves(seat) if move != "bid -")


def on_seal(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.question != Question.BIDS:
        return Ruling("GE-72", "revealed", {"question": question_key(position)})
    check_open(position, seat)
    missing = LETTERS[position.state.answered[seat]:].upper()
    return Ruling("GE-63", "bids-missing", {"positions": ", ".join(missing)})


def on_reopen(position: "Position", seat: int, rest: list[str]) -> Ruling:
    if position.state.sheet[seat] == Sheet.NOT_ASKED:
        return not_asked(position, "GE-A46")
    return Ruling("GE-A08", "not-complete")


def on_hold(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state = position.state
    if state.question not in WINDOW_OF:
        return the_question_is(position, "GE-A34")
    check_open(position, seat)
    card = hand_of(position.box, state, seat)[state.answered[seat]]
    return Ruling("GE-A36" if state.question == Question.CARDS else "GE-146", "must-play", {"card": card})


def on_play(position: "Position", seat: int, rest: list[str]) -> Ruling:
    state, box = position.state, position.box
    cards, geniuses = box.ids("action_cards"), box.ids("geniuses")
    card = cards[name_of(rest, 0, cards, FORMS["play"])]
    if state.question not in WINDOW_OF:
        return the_question_is(position, "GE-144")
    if card not in hand_of(box, state, seat):
        return Ruling("GE-143", "not-in-hand", {"card": card})
    check_open(position, seat)
    asked = hand_of(box, state, seat)[state.answered[seat]]
    if card != asked:
        return Ruling("GE-A46", "other-card", {"card": asked})
    effect = box.components["action_cards"][cards.index(card)]["effect"]
    window, _, target = EFFECTS[effect]
    if window != WINDOW_OF[Question(state.question)] or target == "none":
        return Ruling("GE-144", "other-window", {"card": card})
    if target == "position":
        if rest[1] not in LETTERS:
            return Ruling("GE-13", "no-such-position")
        least = {"top-up": 1, "funds": 2}.get(effect, 0 if state.zero_bids else 1)
        return Ruling("GE-A36", "no-fitting-bid", {"position": rest[1].upper(), "least": least})
    name_of(rest, 1, geniuses, FORMS["play"])
    return Ruling("GE-A38", "not-your-genius")


JUDGES: dict[str, Any] = {
    "deal": on_deal, "bid": on_bid, "seal": on_seal, "reopen": on_reopen, "hold": on_hold, "play": on_play}
