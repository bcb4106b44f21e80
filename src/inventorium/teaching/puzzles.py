"""Puzzles at a table: those of a game's puzzles.jsonl, the next one for a guest, and verdicts.

A puzzle's table continues from its position, so it can be played to the end. Its seed is its name, which identifies it later.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby

from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.words import Words
from inventorium.review.decisions import Decision, explain_turn
from inventorium.review.explanations import Reason, say
from inventorium.review.turns import Turn, sealed_of, window_of
from inventorium.table.exercises import PUZZLE, is_puzzle
from inventorium.table.table import Table
from inventorium.teaching.puzzle_criteria import GRADES, Puzzle, Verdict, actions_of, from_text, judge_move, turn_with

FILE = "puzzles.jsonl"
AT_ONCE, LATER, MISSED = "r", "l", "m"  # solved with the first answer, with a later one, not yet
SOLVED = (AT_ONCE, LATER)
RUN = 2  # so many in a row, solved or not, lead to another grade
Tried = Mapping[str, str]  # the guest's results in order: AT_ONCE, LATER or MISSED by id


@cache
def puzzles_of(game: Game) -> dict[str, Puzzle]:
    """Return the puzzles of a game by their ids; none where it has no file of them."""
    file = game.folder / FILE
    try:
        return {puzzle.id: puzzle for puzzle in from_text(game, file.read_text(encoding="utf-8"))} if file.exists() else {}
    except InventoriumError as error:
        raise InventoriumError(f"{file}: {error}") from None


def table_of(game: Game, puzzle: Puzzle) -> Table:
    """Return a new table for a puzzle. Later deals are the same for all guests."""
    return Table.going_on(puzzle.begin(game), f"{PUZZLE}{puzzle.id}", dealt=False)


def puzzle_at(table: Table) -> Puzzle | None:
    """Return the puzzle that a table was set up for."""
    return puzzles_of(table.game).get(table.setup.seed.removeprefix(PUZZLE)) if is_puzzle(table.setup) else None


# ---------------------------------------------------------------- answers


def answer_at(table: Table, puzzle: Puzzle) -> tuple[int, ...]:
    """Return the try at a puzzle: the first action, or the sealed moves that were handed in; nothing before that."""
    position, found = table.at(table.setup.given), list[int]()
    window = window_of(position)
    for one in table.history[table.setup.given :]:
        if window_of(position) != window:
            break
        if one.entry.seat == puzzle.seat:
            found.append(one.entry.action)
        position.act(one.entry.action, one.entry.seat)
    if not table.game.type.sealed:
        return tuple(found[:1])
    is_open = window_of(position) == window and puzzle.seat in position.to_act
    return () if is_open else sealed_of(table.game, found)


def solution_of(game: Game, puzzle: Puzzle) -> tuple[int, ...]:
    return actions_of(puzzle.begin(game), puzzle.seat, puzzle.best)


@dataclass(frozen=True)
class Judged:
    """The worth of an answer to a puzzle."""

    decision: Decision
    verdict: Verdict
    reason: Reason | None  # why the solution is better than that answer; of a right one, than the best other

    def why(self, game: Game, puzzle: Puzzle, words: Words) -> str:
        """Return the reason in words; "" where nothing stands out."""
        if self.reason is None:
            return ""
        position = puzzle.begin(game)
        names = [words("seat", seat=seat + 1) for seat in range(position.players)]
        return say(self.reason, position.box, words, names, puzzle.seat)


def judge(game: Game, puzzle: Puzzle, answer: Sequence[int]) -> Judged:
    """Return the worth of an answer beside the solution."""
    position = puzzle.begin(game)
    view, solution = position.view(puzzle.seat), actions_of(position, puzzle.seat, puzzle.best)
    decision = judge_move(view, solution, answer, explain=True)
    verdict = puzzle.verdict(decision)
    if verdict is Verdict.RIGHT:
        turn = Turn(puzzle.seat, 0, tuple(answer) if game.type.sealed else turn_with(view, answer[0]), view)
        reason = explain_turn(turn)
        return Judged(decision, verdict, reason if reason and reason.better == turn.actions else None)
    return Judged(decision, verdict, decision.reason)


def noted(before: str | None, verdict: Verdict) -> str:
    """Return the stored results after a try: the first try counts, and that it was solved in the end."""
    if verdict is Verdict.RIGHT:
        return before if before in SOLVED else LATER if before else AT_ONCE
    return before or MISSED


@dataclass(frozen=True)
class Solved:
    """A guest's results at puzzles."""

    tried: int
    at_once: int
    streak: int  # solved at once, up to the last one
    longest: int


def solved(tried: Tried) -> Solved:
    """Return how many puzzles were solved with the first answer, and how many in a row."""
    runs = [(is_right, len(list(some))) for is_right, some in groupby(how == AT_ONCE for how in tried.values())]
    streaks = [number if is_right else 0 for is_right, number in runs] or [0]
    return Solved(len(tried), sum(how == AT_ONCE for how in tried.values()), streaks[-1], max(streaks))


# ---------------------------------------------------------------- which one is next


def grade_for(game: Game, tried: Tried) -> int:
    """Return the next grade: up after two solved at once, down after two missed."""
    found, grade, run = puzzles_of(game), 1, 0
    for id, result in tried.items():
        if id in found and found[id].grade == grade:
            run = max(run, 0) + 1 if result == AT_ONCE else min(run, 0) - 1
            if abs(run) == RUN:
                grade, run = min(max(grade + run // RUN, 1), len(GRADES)), 0
    return grade


def next_for(game: Game, tried: Tried, who: str) -> Puzzle | None:
    """Return the next puzzle of a guest: of their grade, in an order of their own. None where all have been tried."""
    grade, left = grade_for(game, tried), [one for one in puzzles_of(game).values() if one.id not in tried]
    return min(left, key=lambda one: (abs(one.grade - grade), hashed(who, one.id)), default=None)


def of_the_day(games: Iterable[Game], day: date) -> tuple[Game, Puzzle] | None:
    """Return the puzzle of a day, the same for all guests; the games take turns."""
    there = [game for game in games if puzzles_of(game)]
    if not there:
        return None
    game = there[day.toordinal() % len(there)]
    return game, min(puzzles_of(game).values(), key=lambda one: hashed(day.isoformat(), one.id))


def hashed(*words: str) -> str:
    return hashlib.sha256(" ".join(words).encode()).hexdigest()
