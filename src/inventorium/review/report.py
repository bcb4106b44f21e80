"""Reviews in plain words and numbers: what `--json` prints and the HTTP interface returns, and why a move is good."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from inventorium.core.position import View
from inventorium.core.words import Words
from inventorium.review.attribution import Balance, Review, Seat
from inventorium.review.decisions import Decision, Errors, explain_turn
from inventorium.review.explanations import Reason, say
from inventorium.review.stakes import POINT
from inventorium.review.turns import Turn, after, completed, start_of

SHOWN = 3  # decisions that are explained


def as_json(review: Review, errors: Errors | None = None) -> dict[str, Any]:
    """Return all of it."""
    return {
        **asdict(review),
        "seats": [plain_seat(seat) for seat in review.seats],
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
        "best": [decision.answers for decision in errors.best],
    }


def plain_decision(decision: Decision) -> dict[str, Any]:
    return {**asdict(decision), "kind": decision.kind}


# ---------------------------------------------------------------- in words


def reason_for(view: View, actions: Sequence[int], words: Words, names: Sequence[str] = ()) -> str:
    """Return how a turn goes on that begins with a hint, if it does, and why the hint is good."""
    turn = Turn(view.seat, 0, tuple(actions), view)
    if view.game.type.sealed:
        return sentence(explain_turn(turn), turn, words, names, view.seat)
    turn = replace(turn, actions=completed(turn, actions))
    rest = move_text(
        replace(turn, view=after(start_of(view, 0), view.seat, actions).view(view.seat)), turn.actions[len(actions) :], words
    )
    plan = words("reasons.plan", moves=rest) if rest else ""
    return f"{plan} {sentence(explain_turn(turn), turn, words, names, view.seat)}".strip()


def sentence(reason: Reason | None, turn: Turn, words: Words, names: Sequence[str], hearer: int) -> str:
    """Return why a turn is better than the best other one, or why that one was better; "" where there is no other.
    `hearer` is the seat that reads it."""
    if reason is None:
        return ""
    is_better, is_sealed = reason.better == turn.actions, turn.view.game.type.sealed
    move = move_text(turn, reason.other if is_better else reason.better, words)
    if reason.is_even:
        return words("reasons.even-sealed") if is_sealed else words("reasons.even", move=move)
    why = say(reason, turn.view.box, words, names or default_names(turn.view, words), hearer)
    if is_better:
        return why or unexplained(reason, words)
    better = words("reasons.worse-sealed") if is_sealed else words("reasons.worse", move=move)
    return f"{better} {why}".strip()


def unexplained(reason: Reason, words: Words) -> str:
    """Return how much better a turn is that has no single reason."""
    if reason.in_points:
        return words("review.points-more", points=max(1, round(reason.gain / POINT)))
    return words("reasons.none", share=round(100 * reason.gain))


def default_names(view: View, words: Words) -> list[str]:
    return [words("seat", seat=seat + 1) for seat in range(view.players)]


def move_text(turn: Turn, actions: Sequence[int], words: Words) -> str:
    """Return a turn as its buttons say it."""
    position, found = start_of(turn.view, 0), []
    for action in actions:
        if len(position.actions(turn.seat)) > 1 or len(actions) == 1:
            found.append(str(position.game.notation.say(position.box, position.fields, turn.seat, action, words)))
        position.act(action, turn.seat)
    return "; ".join(found)
