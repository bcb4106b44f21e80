"""What a finished game was made of: luck, decisions, and what better ones would have been worth. Nothing is read or written.

evaluation       what every seat can expect of a position, by something that was fixed before the game
game_evaluation  the same at every move of a game, and over all that could have been dealt; compiled for each game
value_parts      what the value of a position is made of, by sources that the game names
decisions        turns, and what better ones would have been worth; sealed_comparison.py and turn_comparison.py compare them
explanations     what a turn is good for, beside the others that were open
report           all of it in plain words and numbers
attribution      start + luck + own decisions + others' decisions + rest = result, for every seat
"""

from typing import Any

from inventorium.core.old_names import warn
from inventorium.review.attribution import Balance, Deal, Review, luck_of, review_of
from inventorium.review.decisions import Decision, Errors, errors, judge, turns_of
from inventorium.review.evaluation import Evaluation, evaluation_of, prepare
from inventorium.review.explanations import compile_all, explain_turn

__all__ = [
    "Balance",
    "Deal",
    "Decision",
    "Errors",
    "Evaluation",
    "Review",
    "compile_all",
    "errors",
    "evaluation_of",
    "explain_turn",
    "judge",
    "luck_of",
    "prepare",
    "review_of",
    "turns_of",
]

OLD_NAMES = {"Account": "Review", "account": "review_of", "good_for": "explain_turn"}


def __getattr__(name: str) -> Any:
    if name not in OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn(f"{__name__}.{name}", OLD_NAMES[name])
    return globals()[OLD_NAMES[name]]
