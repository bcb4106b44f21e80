"""The decisions of a seat in a finished game, and what better ones would have been worth.

A decision is a whole turn, or the moves that a seat sealed. The search behind the hints looks for a better turn from what the
seat could see then. Both turns are tried many times, each time with the same imagined luck for both, and the evaluation of the
review says what came of them. Why the better turn is better is told in events of the game (explanations.py).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import fmean
from types import ModuleType
from typing import Any

import numpy as np

from inventorium import bots
from inventorium.core.chance import new_stream
from inventorium.core.game import Game
from inventorium.core.position import DEALER, Position
from inventorium.core.statistics import standard_error
from inventorium.review import evaluation
from inventorium.review.attribution import check_over
from inventorium.review.explanations import PAIRS, Reason, why_better
from inventorium.review.turns import (
    Turn,
    after,
    best_other,
    best_plan,
    completed,
    sealed_of,
    start_of,
    thinker,
    turns_of,
    written,
)
from inventorium.review.value_parts import by_source

CLASSES = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}  # the loss, as a chance to win, from which on it is one
INDIFFERENT = 0.005  # where no answer is worse than another by more, nothing is decided
JUDGING = 2  # changes with whatever makes the same decision be judged otherwise
SIMULATIONS = 1000  # of the search at every question
ROUNDS = 64  # so often two turns are compared, each time with other luck
LOOK, PLANNING, COMPARED = (
    300,
    200,
    32,
)  # the same where someone waits: simulations of a search and of sealed moves, and comparisons
REVIEWED = 24  # pairs of futures that a reason of a review is drawn from
Progress = Callable[[int, int], None]
SURE = 1.96  # standard errors from 0: then a loss is certain


@dataclass(frozen=True)
class Decision:
    """A turn, judged."""

    seat: int
    answers: int  # given before it
    played: tuple[str, ...]
    better: tuple[str, ...]  # the same where nothing better was found
    better_actions: tuple[int, ...]
    counted: bool  # there was something to decide
    loss: float  # in chances to win
    error: float  # the standard error of the loss
    points: float  # the loss in points that the seat could expect
    why: Mapping[str, float] = field(default_factory=dict)  # what the better turn is good for: points, by their source
    reason: Reason | None = None  # why the better turn is better; None where nothing certain was lost

    @property
    def kind(self) -> str | None:
        """Whether it was a blunder, a mistake or an inaccuracy: only where the loss is certain."""
        if not self.counted or self.loss < SURE * self.error:
            return None
        return next((name for name, least in CLASSES.items() if self.loss >= least), None)


@dataclass(frozen=True)
class Errors:
    """All decisions of one seat."""

    seat: int
    decisions: tuple[Decision, ...]

    @property
    def counted(self) -> list[Decision]:
        return [decision for decision in self.decisions if decision.counted]

    @property
    def mean_loss(self) -> float:
        """The loss of a decision that counts, in chances to win: the one number to remember."""
        return fmean([decision.loss for decision in self.counted]) if self.counted else 0.0

    @property
    def worst(self) -> list[Decision]:
        """Those that certainly lost something, the worst first."""
        return sorted((one for one in self.counted if one.kind), key=lambda one: -one.loss)


# ---------------------------------------------------------------- judging them


def errors(position: Position, seat: int, simulations: int = SIMULATIONS, progress: Progress = lambda done, all: None) -> Errors:
    """Return all decisions of a seat in a finished game, judged; `progress` is told how many are, of how many."""
    check_over(position)
    turns, found = list(turns_of(position, seat)), list[Decision]()
    for turn in turns:
        progress(len(found), len(turns))
        found.append(judge(turn, simulations))
    return Errors(seat, tuple(found))


def judge(turn: Turn, simulations: int = SIMULATIONS) -> Decision:
    """Look for a better turn, and say what it would have been worth."""
    thread: Any = None
    if turn.view.game.type.sealed:
        thread = thinker(turn.view, simulations).ponder(turn.view)[0]
        best, counted = best_plan(turn, thread), True
    else:
        best, counted = best_turn(turn, simulations)
    gains = compare(turn, best, thread)
    loss, points = gains[:, :2].mean(axis=0).tolist()
    if loss <= 0:  # the search thought so, a second look does not
        best, loss, points = turn.actions, 0.0, 0.0
    decision = Decision(
        turn.seat,
        turn.answers,
        written(turn, turn.actions),
        written(turn, best),
        best,
        counted or loss > INDIFFERENT,
        loss,
        standard_error(gains[:, 0]),
        points,
        by_source(turn.view.game, gains) if loss else {},
    )
    if decision.kind is None:
        return decision
    better = replace(turn, actions=best)
    return replace(decision, reason=why_better(better, turn.actions, loss, decision.error, thread, REVIEWED))


def explain_turn(turn: Turn, pairs: int = PAIRS) -> Reason | None:
    """Return why a turn is better than the best other one, or why that one is better; None where there is no other."""
    thread: Any = thinker(turn.view, PLANNING).ponder(turn.view)[0] if turn.view.game.type.sealed else None
    other = best_other(turn, LOOK, thread)
    return explain_against(turn, other, thread, pairs) if other else None


def explain_against(turn: Turn, other: tuple[int, ...], thread: Any = None, pairs: int = PAIRS) -> Reason:
    """Return which of two turns is better, and why."""
    gains = compare(replace(turn, actions=other), turn.actions, thread, COMPARED)[:, 0]
    gain, error = float(gains.mean()), standard_error(gains)
    if gain >= 0:
        return why_better(turn, other, gain, error, thread, pairs)
    return why_better(replace(turn, actions=other), turn.actions, -gain, error, thread, pairs)


def compare(turn: Turn, best: Sequence[int], thread: Any = None, rounds: int = ROUNDS, seed: str = "errors") -> np.ndarray:
    """Return how much more the best turn brings each time both are tried: [time, chance to win, points, value, its parts].
    Another seed imagines other luck."""
    view, gains = turn.view, no_gains(turn.view.game, rounds)
    if best == turn.actions:
        return gains
    if view.game.type.sealed:
        compare_sealed(turn, best, thread, gains, seed)
    else:
        starts = [start_of(view, number) for number in range(rounds if view.game.type.secrets else 1)]
        pairs = [[after(start, turn.seat, actions) for actions in (best, turn.actions)] for start in starts]
        compare_ends(turn, pairs, gains, seed)
    return gains


def no_gains(game: Game, rounds: int = ROUNDS) -> np.ndarray:
    return np.zeros((rounds, 3 + (game.value.HINTS if game.value else 0)))


def compare_sealed(turn: Turn, best: Sequence[int], thread: Any, gains: np.ndarray, seed: str = "errors") -> None:
    """Write how much more the best sheet brings than that of the turn, against what others may hand in by a search."""
    view, luck = turn.view, new_stream(seed)
    own = np.full((2, view.game.type.longest_sealed), DEALER, np.int64)
    for sheet, actions in zip(own, (best, turn.actions), strict=True):
        sheet[: len(actions)] = actions
    compiled(view.game).compare(view.states, view.box.array, turn.seat, *thread.others, own, luck, *evaluation.desk(view), gains)


def compare_ends(turn: Turn, pairs: Sequence[Sequence[Position]], gains: np.ndarray, seed: str = "errors") -> None:
    """Write how much more the first position of a pair brings than the second."""
    view = turn.view
    ends = np.array([[end.states[0] for end in pair] for pair in pairs], view.states.dtype)
    if (ends[:, 0] != ends[:, 1]).any():
        compiled(view.game).compare(ends, view.box.array, turn.seat, new_stream(seed), *evaluation.desk(view), gains)


@cache
def compiled(game: Game) -> ModuleType:
    """Return sheets.py or turns.py, compiled with the rules of a game."""
    source, search = ("sealed_comparison", "regret") if game.type.sealed else ("turn_comparison", "tree_search")
    return game.bind(
        f"inventorium.review.{source}",
        evaluator=bots.compiled(game, "evaluator"),
        game_evaluation=evaluation.compiled(game),
        **{search: bots.compiled(game, search)},
    )


def best_turn(turn: Turn, simulations: int) -> tuple[tuple[int, ...], bool]:
    """Return the best turn that a search finds, question by question, and whether an answer was worse than another anywhere."""
    position, seat, best, counted = start_of(turn.view, 0), turn.seat, list[int](), False
    while position.to_act == (seat,) and not (best and position.game.type.secrets):
        actions = position.actions(seat)
        if len(actions) > 1:
            lines = thinker(turn.view, simulations).study(position.view(seat))
            chances = [line.wins[seat] for line in lines]
            counted |= len(lines) < len(actions) or max(chances) - min(chances) > INDIFFERENT
            actions = [lines[0].action]
        best.append(actions[0])
        position.act(best[-1], seat)
    return tuple(best), counted


def compile_all(game: Game) -> None:
    """Compile everything that looks into games, by looking at the first question with a choice."""
    position = game.new(game.players[0], seed=0)
    evaluation.prepare(position)
    while len(position.actions(position.to_act[0])) < 2:
        position.act(position.actions(position.to_act[0])[0], position.to_act[0])
    view = position.view(position.to_act[0])
    turn = Turn(view.seat, 0, sealed_of(game, view.actions()[:1]), view)
    if not game.type.sealed:
        turn = replace(turn, actions=completed(turn, turn.actions))
    judge(turn, 1)
    explain_turn(turn, 1)
