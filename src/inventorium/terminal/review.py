"""Prints what `analyse` found: the review of a finished game, and the mistakes of a seat."""

from collections.abc import Sequence

from rich.table import Table

from inventorium.core.game import Game
from inventorium.review import Balance, Deal, Decision, Errors, Review
from inventorium.review.explanations import say
from inventorium.review.report import SHOWN
from inventorium.terminal.output import console

COLUMNS = ("start", "luck", "own", "others", "result")
HEADS = ("start", "luck", "own play", "others' play", "result")


def print_review(review: Review) -> None:
    """Print the review in chances to win and in points, and the luckiest and unluckiest deals of every seat."""
    show_balances("winning chances in %", [seat.wins for seat in review.seats], 100)
    show_balances("points", [seat.points for seat in review.seats], 1)
    for seat in range(len(review.seats)):
        deals = sorted(review.deals, key=lambda deal: deal.wins[seat])
        if deals:
            console.print(
                f"seat {seat + 1}: luckiest {deal_text(deals[-1], seat)}; unluckiest {deal_text(deals[0], seat)}",
                highlight=False,
                markup=False,
            )
    if review.seats[0].wins.luck is None:
        console.print("luck: unknown, because the evaluation sees no difference between the deals", highlight=False)
    if review.is_unfamiliar:
        console.print("the evaluation was calibrated on other play: its chances may be off by more than 5 percentage points")
    console.print(f"evaluation: {review.evaluation}", highlight=False)


def show_balances(title: str, balances: Sequence[Balance], unit: int) -> None:
    table = Table(title=title)
    for head in ("seat", *HEADS):
        table.add_column(head, justify="right")
    for seat, balance in enumerate(balances):
        table.add_row(str(seat + 1), *(in_units(getattr(balance, column), unit) for column in COLUMNS))
    console.print(table)


def in_units(number: float | None, unit: int) -> str:
    return "unknown" if number is None else f"{unit * number:.1f}"


def deal_text(deal: Deal, seat: int) -> str:
    return f"{deal.move} ({100 * deal.wins[seat]:+.1f} %, after {deal.answers} moves)"


def show_errors(game: Game, errors: Errors) -> None:
    """Print the number to remember, and the decisions that cost most."""
    console.print(
        f"seat {errors.seat + 1}: {len(errors.counted)} decisions counted, mean loss {100 * errors.mean_loss:.2f} %",
        highlight=False,
    )
    for decision in errors.worst[:SHOWN]:
        console.print(decision_text(game, decision), highlight=False, markup=False)


def decision_text(game: Game, decision: Decision) -> str:
    words = game.words("en")
    names = [words("seat", seat=seat + 1) for seat in range(game.seats)]
    why = say(decision.reason, game.box(), words, names, decision.seat) if decision.reason else ""
    return (
        f"after {decision.answers} moves: {decision.kind}, -{100 * decision.loss:.1f} % "
        f"(± {196 * decision.error:.1f}), {-decision.points:+.1f} points\n"
        f"  played: {'; '.join(decision.played)}\n  better: {'; '.join(decision.better)}" + (f"\n  why: {why}" if why else "")
    )
