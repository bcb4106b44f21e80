"""The review of a finished game: luck, decisions, and what better ones would have been worth. Nothing is read or written.

evaluation       what every seat can expect of a position, by something that was fixed before the game
game_evaluation  the same at every answer of a game, and over all that could have been dealt; compiled for each game
value_parts      what the value of a position is made of, by sources that the game names
decisions        turns, and what better ones would have been worth; sealed_comparison and turn_comparison compare them
explanations     what a turn is good for, beside the others that were open
best_lines       what a strong player would have thought at a moment
stakes           where the answers of a seat differ most: there a coach says to look
report           all of it in plain words and numbers
attribution      start + luck + own decisions + others' decisions + rest = result, for every seat

server/reviews.py computes reviews beside the server and keeps them.
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
