"""Reviews a finished game: luck, decisions, and what better ones would have been worth. It reads and writes no files.

evaluation         what every seat can expect of a position, by a network or the hand-written value, fixed beforehand
game_evaluation    the same at every action of a game, and over everything that could have been dealt; compiled per game
attribution        start + luck + own decisions + others' decisions + rest = result, for every seat
decisions          turns, and what better ones would have been worth
turn_comparison    two turns compared; sealed_comparison does it for sealed moves
explanations       what a turn gains beside the others that were legal
value_parts        the sources of the points that explanations name
best_lines         what a strong player would play at a moment of a finished game
stakes             where the legal actions differ most, for the coach
report             reviews as plain words and numbers

server/reviews.py computes reviews beside the server and stores them.
"""

from inventorium.review.attribution import Account, Balance, Deal, account, luck_of
from inventorium.review.decisions import Decision, Errors, errors, judge, turns_of
from inventorium.review.evaluation import Evaluation, evaluation_of, prepare
from inventorium.review.explanations import compile_all, good_for

__all__ = [
    "Account",
    "Balance",
    "Deal",
    "Decision",
    "Errors",
    "Evaluation",
    "account",
    "compile_all",
    "errors",
    "evaluation_of",
    "good_for",
    "judge",
    "luck_of",
    "prepare",
    "turns_of",
]
