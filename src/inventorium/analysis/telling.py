"""Accounts and errors in plain words and numbers: what `--json` prints, and what the HTTP interface and the store keep."""
from dataclasses import asdict
from typing import Any

from inventorium.analysis.account import Account, Balance, Seat
from inventorium.analysis.decisions import Decision, Errors

SHOWN = 3                                           # decisions that are explained


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
