"""What a finished game was made of: luck, decisions, and what better ones would have been worth. Nothing is read or written.

evaluation  what every seat can expect of a position, by something that was fixed before the game
walking     the same at every answer of a game, and over all that could have been dealt; compiled for each game
worth       what the value of a position is made of, by sources that the game names
decisions   turns, and what better ones would have been worth; sheets.py and turns.py compare them
reasons     what a turn is good for, beside the others that were open
telling     both in plain words and numbers
account     start + luck + own decisions + others' decisions + rest = result, for every seat
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
