"""Genies: which rule forbids an answer. The rules themselves only know what is legal; here a person learns why not, and nothing
that this person may not know.

Every `on_...` judges the answers that begin with one word: the ruling that forbids it, or None where nothing does.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from inventorium.core.actions import forms_of
from inventorium.core.errors import Ruling
from inventorium.core.records import is_small_number
from inventorium.core.rulings import Refusal, name_of, not_asked, question_key, shape, the_question_is
from inventorium.games.genies.notation import LETTERS, WRITTEN, hand_of
from inventorium.games.genies.rules import highest_bid, is_first_of_phase, may_name
from inventorium.games.genies.tables import DEALER, EFFECTS, HIGHEST_BID, PILE, POSITIONS, Question, Sheet

if TYPE_CHECKING:
    from inventorium.core.position import Snapshot

FORMS = forms_of(WRITTEN) | {"bid": "bid <chips> | bid <chips> <chips> ...", "deal": "deal <card>"}
WINDOW_OF = {Question.CARDS: "resolution", Question.STARS: "scoring"}


def why_not(position: "Snapshot", seat: int, move: str) -> Ruling | None:
    """The ruling that forbids a move now; None if it is open."""
    if position.over:
        return Ruling("GE-156", "over")
    try:
        word, *rest = shape(move, FORMS)
        if (seat == DEALER) != (position.to_act == (DEALER,)):
            return not_asked(position, "NO-07" if word == "deal" and seat != DEALER else "GE-51")
        if (seat == DEALER) != (word == "deal"):  # only the dealer deals, and he does nothing else
            return the_question_is(position, "NO-07")
        judge: Callable[[Snapshot, int, list[str]], Ruling | None] = JUDGES[word]
        return judge(position, seat, rest)
    except Refusal as refusal:
        return refusal.ruling


def on_deal(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, box = position.state, position.box
    phase = int(state.round_now) // 2
    cards, geniuses = box.ids("action_cards"), box.ids("geniuses")
    thing = (cards + geniuses)[name_of(rest, 0, cards + geniuses, FORMS["deal"])]
    if (thing in cards) != (state.question == Question.ACTION_CARD):
        return the_question_is(position, "GE-51")
    if thing in cards:
        if cards.index(thing) not in box.array[0].card[phase]:
            return Ruling("GE-50", "other-phase", {"phase": phase + 1})
        return Ruling("GE-48", "not-in-stack") if state.holder[cards.index(thing)] != PILE else None
    if box.array[0].genius_phase[geniuses.index(thing)] != phase:
        return Ruling("GE-60", "other-phase", {"phase": phase + 1})
    return Ruling("GE-53", "not-in-stack") if state.where[geniuses.index(thing)] != PILE else None


def check_open(position: "Snapshot", seat: int) -> None:
    """The sheet of this seat must be one that is being filled in."""
    sheet = position.state.sheet[seat]
    if sheet == Sheet.COMPLETE:
        raise Refusal(Ruling("GE-A08", "complete"))
    if sheet == Sheet.NOT_ASKED:
        raise Refusal(not_asked(position, "GE-A46"))


def on_bid(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.question != Question.BIDS:
        return Ruling("GE-72", "revealed", {"question": question_key(position)})
    check_open(position, seat)
    if not rest:
        return Ruling("NO-02", "form", {"form": FORMS["bid"]})
    place = int(state.answered[seat])
    if len(rest) == POSITIONS:  # the whole sheet in one line (7.3)
        if place > 0:
            return Ruling("NO-08", "sheet-begun")
        return next(filter(None, (judge_bid(position, seat, p, bid) for p, bid in enumerate(rest))), None)
    if len(rest) > 1:
        return Ruling("GE-63", "five-bids", {"number": len(rest)})
    if place == POSITIONS:
        return Ruling("GE-63", "no-position")
    return judge_bid(position, seat, place, rest[0])


def judge_bid(position: "Snapshot", seat: int, place: int, bid: str) -> Ruling | None:
    """One bid for one position."""
    state = position.state
    if bid == "-":
        return Ruling("GE-A01", "no-dash") if not state.zero_bids else None
    if not is_small_number(bid) or bid != str(int(bid)) or int(bid) > HIGHEST_BID:
        return Ruling("GE-A02", "no-number")
    highest = int(highest_bid(state, position.box.array[0], seat, place))
    return Ruling("GE-A03", "too-high", {"position": LETTERS[place].upper(), "highest": highest}) if int(bid) > highest else None


def on_seal(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.question != Question.BIDS:
        return Ruling("GE-72", "revealed", {"question": question_key(position)})
    check_open(position, seat)
    missing = LETTERS[position.state.answered[seat] :].upper()
    return Ruling("GE-63", "bids-missing", {"positions": ", ".join(missing)}) if missing else None


def on_reopen(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    if position.state.sheet[seat] == Sheet.NOT_ASKED:
        return not_asked(position, "GE-A46")
    return Ruling("GE-A08", "not-complete") if position.state.sheet[seat] == Sheet.OPEN else None


def on_hold(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state = position.state
    if state.question not in WINDOW_OF:
        return the_question_is(position, "GE-A34")
    check_open(position, seat)
    card = card_asked_about(position, seat)
    if not belongs_here(position, card):
        return None
    if state.question == Question.STARS:
        return Ruling("GE-146", "must-play", {"card": card})
    if is_first_of_phase(state) or not any(may_be_named(position, seat, card, p) for p in range(POSITIONS)):
        return None
    return Ruling("GE-A36", "must-play", {"card": card})


def on_play(position: "Snapshot", seat: int, rest: list[str]) -> Ruling | None:
    state, box = position.state, position.box
    cards, geniuses = box.ids("action_cards"), box.ids("geniuses")
    card = cards[name_of(rest, 0, cards, FORMS["play"])]
    if state.question not in WINDOW_OF:
        return the_question_is(position, "GE-144")
    if card not in hand_of(box, state, seat):
        return Ruling("GE-143", "not-in-hand", {"card": card})
    check_open(position, seat)
    asked = card_asked_about(position, seat)
    if card != asked:
        return Ruling("GE-A46", "other-card", {"card": asked})
    if not belongs_here(position, card):
        return Ruling("GE-144", "other-window", {"card": card})
    if state.question == Question.STARS:
        genius = name_of(rest, 1, geniuses, FORMS["play"])
        return Ruling("GE-A38", "not-your-genius") if state.where[genius] != seat else None
    if rest[1] not in tuple(LETTERS):
        return Ruling("GE-13", "no-such-position")
    if may_be_named(position, seat, card, LETTERS.index(rest[1])):
        return None
    least = {"top-up": 1, "funds": 2}.get(effect_of(position, card), 0 if state.zero_bids else 1)
    return Ruling("GE-A36", "no-fitting-bid", {"position": rest[1].upper(), "least": least})


def card_asked_about(position: "Snapshot", seat: int) -> str:
    """The next card of the hand."""
    return hand_of(position.box, position.state, seat)[position.state.answered[seat]]


def effect_of(position: "Snapshot", card: str) -> str:
    return str(position.box.components["action_cards"][position.box.ids("action_cards").index(card)]["effect"])


def belongs_here(position: "Snapshot", card: str) -> bool:
    """Whether a card has a target that is named in this window."""
    window, _, target = EFFECTS[effect_of(position, card)]
    return window == WINDOW_OF[Question(position.state.question)] and target != "none"


def may_be_named(position: "Snapshot", seat: int, card: str, place: int) -> bool:
    """Whether a card may be played from this position on."""
    return bool(may_name(position.state, position.box.array[0], seat, position.box.ids("action_cards").index(card), place))


JUDGES: dict[str, Any] = {"deal": on_deal, "bid": on_bid, "seal": on_seal, "reopen": on_reopen, "hold": on_hold, "play": on_play}
