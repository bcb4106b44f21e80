"""Accounts and errors in plain words and numbers: what `--json` prints, and what the HTTP interface and the store keep."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from inventorium.core.position import Snapshot, View
from inventorium.core.words import Words
from inventorium.review.attribution import Balance, Review, Seat
from inventorium.review.decisions import Decision, Errors, Turn
from inventorium.review.explanations import explain_turn
from inventorium.review.value_parts import Source

SHOWN = 3  # decisions that are explained
NAMED, WORTHY = 2, 0.2  # sources that a sentence names, and the points from which on it does


def as_json(account: Review, errors: Errors | None = None) -> dict[str, Any]:
    """Return all of it."""
    return {
        **asdict(account),
        "seats": [plain_seat(seat) for seat in account.seats],
        "errors": None if errors is None else plain_errors(errors),
    }


def plain_seat(seat: Seat) -> dict[str, Any]:
    return {"wins": plain_balance(seat.wins), "points": plain_balance(seat.points)}


def plain_balance(balance: Balance) -> dict[str, float | None]:
    return {**asdict(balance), "adjusted": balance.adjusted}


def plain_errors(errors: Errors) -> dict[str, Any]:
    """Return the decisions of a seat, and the answers before the worst of them."""
    return {
        "seat": errors.seat,
        "mean_loss": errors.mean_loss,
        "counted": len(errors.counted),
        "decisions": [plain_decision(decision) for decision in errors.decisions],
        "worst": [decision.answers for decision in errors.worst[:SHOWN]],
    }


def plain_decision(decision: Decision) -> dict[str, Any]:
    return {**asdict(decision), "kind": decision.kind}


# ---------------------------------------------------------------- in words


def reason_for(view: View, actions: Sequence[int], words: Words) -> str:
    """Return in one short sentence what answers of the seat of a view are good for; it takes some hundredths of a second."""
    return reason(view, view.seat, explain_turn(Turn(view.seat, 0, tuple(actions), view)), words)


def reason(position: Snapshot, seat: int, found: Sequence[Source], words: Words, key: str = "coach.good-for") -> str:
    """Return what an answer is good for, and at what cost; "" where it is good for nothing in particular."""
    gained = [one for one in found if one.points >= WORTHY][:NAMED]
    lost = [one for one in reversed(found) if one.points <= -WORTHY][:1]
    if not gained:
        return ""
    what = ", ".join(f"{source(position, seat, one, words)} +{words.shown(one.points)}" for one in gained)
    if not lost:
        return words(key, what=what)
    return words(f"{key}-but", what=what, cost=f"{source(position, seat, lost[0], words)} {words.shown(-lost[0].points)}")


def with_numbers(reason: str, words: Words, key: str = "coach.numbers") -> str:
    """Return a reason, and what its numbers mean."""
    return f"{reason} {words(key)}" if reason else ""


def reason_of_verdict(position: Snapshot, seat: int, found: Sequence[Source], is_right: bool, words: Words) -> str:
    """Return what the solution of a puzzle is good for; whoever has missed it is also asked where to look."""
    if is_right:
        return with_numbers(reason(position, seat, found, words), words)
    told = reason(position, seat, found, words, "puzzles.better-for")
    look = words.get("look").get(found[0].name, "") if told else ""
    return f"{with_numbers(told, words, 'puzzles.numbers')} {look}".strip()


def source(position: Snapshot, seat: int, one: Source, words: Words) -> str:
    """Return where points come from, with the thing that most of them come from."""
    thing = position.game.inventory.worth_of(position.box, position.fields, seat, one.part) if one.part is not None else ""
    return words(f"worth.{one.name}") + (f" ({position.box.name(thing, words.language)})" if thing else "")
