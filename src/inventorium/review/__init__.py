"""Reviews a finished game: luck, decisions, and what better ones would have been worth. It reads and writes no files.

evaluation         what every seat can expect of a position, by a network or the hand-written value, fixed beforehand
game_evaluation    the same at every action of a game, and over everything that could have been dealt; compiled per game
attribution        start + luck + own play + others' play = result, for every seat
decisions          turns, what better ones would have been worth, and what good ones gained beside usual play
stakes             how much a difference between turns counts: chances to win, or points where a game is decided
ranking            the moves of a position, the best first
usual_play         what is usually played at a turn
outcome            what a result is made of: where two seats differ most, and when
turn_comparison    two turns compared; sealed_comparison does it for sealed moves
turns              the turns of a game, and what else could have been played there
explanations       why one turn is better than another, in events of the game; futures plays on for it
value_parts        the sources of the points that explanations name
best_lines         what a strong player would play at a moment of a finished game
report             reviews as plain words and numbers

server/reviews.py computes reviews beside the server and stores them.
"""

from typing import Any

from inventorium.core.old_names import warn
from inventorium.review.attribution import Balance, Deal, Review, luck_of, review_of
from inventorium.review.decisions import Decision, Errors, compile_all, errors, explain_turn, judge, with_gain, with_reason
from inventorium.review.evaluation import Evaluation, evaluation_of, prepare
from inventorium.review.turns import turns_of

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
    "with_gain",
    "with_reason",
]

OLD_NAMES = {"Account": "Review", "account": "review_of"}


def __getattr__(name: str) -> Any:
    if name not in OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn(f"{__name__}.{name}", OLD_NAMES[name])
    return globals()[OLD_NAMES[name]]
