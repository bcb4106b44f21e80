"""Accounts and errors in plain words and numbers: what `--json` prints, and what the HTTP interface and the store keep."""
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from inventorium.analysis.account import Account, Balance, Seat
from inventorium.analysis.decisions import Decision, Errors, Turn
from inventorium.analysis.reasons import good_for
from inventorium.analysis.worth import Source
from inventorium.core.position import Snapshot, View
from inventorium.core.words import Words

SHOWN = 3                                           # decisions that are explained
NAMED, WORTHY = 2, 0.2                              # sources that a sentence names, and the points from which on it does


def as_json(account: Account, errors: Errors | None = None) -> dict[str, Any]:
    """Return all of it."""
    return {**asdict(account), "seats": [plain_seat(seat) for seat in account.seats],
            "errors": None if errors is None else plain_errors(errors)}


def plain_seat(seat: Seat) -> dict[str, Any]:
    return {"wins": plain_balance(seat.wins), "points": plain_balance(seat.points)}


def plain_balance(balance: Balance) -> dict[str, float]:
    return {**asdict(balance), "adjusted": balance.adjusted}


def plain_errors(errors: Errors) -> dict[str, Any]:
    """Return the decisions of a seat, and the answers before the worst of them."""
    return {"seat": errors.seat, "mean_loss": errors.mean_loss, "counted": len(errors.counted),
            "decisions": [plain_decision(decision) for decision in errors.decisions],
            "worst": [decision.answers for decision in errors.worst[:SHOWN]]}


def plain_decision(decision: Decision) -> dict[str, Any]:
    return {**asdict(decision), "kind": decision.kind}


# ---------------------------------------------------------------- in words

def reason_for(view: View, actions: Sequence[int], words: Words) -> str:
    """Return in one short sentence what answers of the seat of a view are good for; it takes some hundredths of a second."""
    return reason(view, view.seat, good_for(Turn(view.seat, 0, tuple(actions), view)), words)


def reason(position: Snapshot, seat: int, found: Sequence[Source], words: Words) -> str:
    """Return what an answer is good for, and at what cost; "" where it is good for nothing in particular."""
    gained = [one for one in found if one.points >= WORTHY][:NAMED]
    lost = [one for one in reversed(found) if one.points <= -WORTHY][:1]
    if not gained:
        return ""
    names, *cost = ([source(position, seat, one, words) for one in some] for some in (gained, lost) if some)
    return words("coach.good-for-but", names=names, cost=cost[0]) if cost else words("coach.good-for", names=names)


def source(position: Snapshot, seat: int, one: Source, words: Words) -> str:
    """Return where points come from, and how many: `runs +1.8`."""
    name, points = words(f"worth.{one.name}"), signed(one.points, words)
    thing = position.game.things.worth_of(position.box, position.fields, seat, one.part) if one.part is not None else ""
    if not thing:
        return f"{name} {points}"
    return f"{name} ({position.box.name(thing, words.language)}) {points}"


def signed(points: float, words: Words) -> str:
    return ("\N{MINUS SIGN}" if points < 0 else "+") + str(words.shown(abs(points)))
