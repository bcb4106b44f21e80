"""The decisions of a seat in a finished game, and what better ones would have been worth.

A decision is a whole turn, or the moves that a seat sealed. The search behind the hints looks for a better turn from what the
seat could see then. Both turns are tried many times, each time with the same imagined luck for both, and the evaluation of the
review says what came of them. Why the better turn is better is told in events of the game (explanations.py).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from statistics import fmean
from types import ModuleType
from typing import Any

import numpy as np

from inventorium import bots
from inventorium.core.chance import new_stream
from inventorium.core.game import Game
from inventorium.core.position import DEALER, Position
from inventorium.review import evaluation
from inventorium.review.attribution import check_over
from inventorium.review.explanations import PAIRS, Reason, why_better
from inventorium.review.ranking import best_other, ranked, worth
from inventorium.review.stakes import POINTS, Margin, is_decided, margin_of
from inventorium.review.turns import Turn, after, completed, plans_of, sealed_of, start_of, thinker, turns_of, written
from inventorium.review.usual_play import usual_instead
from inventorium.review.value_parts import by_source

CLASSES = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}  # what a loss counts from which on it is one
MOST_BEST = 3  # turns that are shown as the best, with a reason
LEAST_GAIN = CLASSES["inaccuracy"]  # what a turn gains beside usual play, from which on it is a good one
INDIFFERENT = 0.005  # where no answer is worse than another by more, nothing is decided
JUDGING = 3  # changes with whatever makes the same decision be judged otherwise
SIMULATIONS = 1000  # of the search at every question
ROUNDS = 64  # so often two turns are compared, each time with other luck
LOOK, PLANNING, COMPARED = (
    300,
    200,
    32,
)  # the same where someone waits: simulations of a search and of sealed moves, and comparisons
REVIEWED = 24  # pairs of futures that a reason of a review is drawn from
MOST_PLANS = 4  # sealed moves of a search that are tried, where points count
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Gain:
    """What a turn gained beside the one that is usually played instead, where that is certain."""

    usual: tuple[str, ...]
    usual_actions: tuple[int, ...]
    margin: Margin
    share: float  # of the players who would have played otherwise
    reason: Reason | None = None  # only of the best turns

    @property
    def counts(self) -> float:
        """What it counts beside usual play: nothing where everybody plays it."""
        return self.share * self.margin.counts


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
    points_error: float = 0.0  # the standard error of the points
    in_points: bool = False  # the game was as good as decided for the seat, so that points count
    gain: Gain | None = None  # beside what is usually played; None where it was nothing, or nothing certain

    @property
    def margin(self) -> Margin:
        """How much better the better turn is."""
        return Margin(self.loss, self.error, self.points, self.points_error, self.in_points)

    @property
    def kind(self) -> str | None:
        """Whether it was a blunder, a mistake or an inaccuracy: only where the loss is certain."""
        if not (self.counted and self.margin.is_certain):
            return None
        return next((name for name, least in CLASSES.items() if self.margin.counts >= least), None)


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
        return sorted((one for one in self.counted if one.kind), key=cost)

    @property
    def best(self) -> list[Decision]:
        """The few that certainly gained most beside usual play, the best first."""
        return sorted((one for one in self.decisions if one.gain), key=gained)[:MOST_BEST]


def cost(one: Decision) -> tuple[bool, float]:
    """Return the key by which decisions are sorted, the worst first: where the game was decided anyway, after all others."""
    return one.in_points, -one.margin.counts


def gained(one: Decision) -> tuple[bool, float]:
    """Return the key by which decisions are sorted, the best first."""
    return (one.gain.margin.in_points, -one.gain.counts) if one.gain else (True, 0.0)


# ---------------------------------------------------------------- judging them


def errors(position: Position, seat: int, simulations: int = SIMULATIONS, progress: Progress = lambda done, all: None) -> Errors:
    """Return all decisions of a seat in a finished game, judged; `progress` is told how many are, of how many."""
    check_over(position)
    turns, found = list(turns_of(position, seat)), list[Decision]()
    for turn in turns:
        progress(len(found), len(turns))
        found.append(with_gain(turn, judge(turn, simulations)))
    for best in Errors(seat, tuple(found)).best:
        place = found.index(best)
        found[place] = with_reason(turns[place], best)
    return Errors(seat, tuple(found))


def judge(turn: Turn, simulations: int = SIMULATIONS) -> Decision:
    """Look for a better turn, and say what it would have been worth."""
    thread: Any = None
    decided = is_decided(turn.view)
    if turn.view.game.type.sealed:
        thread = thinker(turn.view, simulations).ponder(turn.view)[0]
        best, counted = best_sealed(turn, thread, decided), True
    else:
        best, counted = best_turn(turn, simulations)
    gains = compare(turn, best, thread)
    margin = margin_of(gains, decided)
    if margin.counts <= 0:  # the search thought so, a second look does not
        best, gains = turn.actions, no_gains(turn.view.game)
        margin = replace(margin_of(gains, decided), error=margin.error, points_error=margin.points_error)
    decision = Decision(
        turn.seat,
        turn.answers,
        written(turn, turn.actions),
        written(turn, best),
        best,
        counted or margin.counts > INDIFFERENT,
        margin.wins,
        margin.error,
        margin.points,
        by_source(turn.view.game, gains) if margin.counts else {},
        points_error=margin.points_error,
        in_points=margin.in_points,
    )
    if decision.kind is None:
        return decision
    return replace(decision, reason=reason_of(replace(turn, actions=best), turn.actions, margin, thread, REVIEWED))


def best_sealed(turn: Turn, thread: Any, in_points: bool) -> tuple[int, ...]:
    """Return the moves that a search would seal: of those that it liked most the one with the most points, where points count."""
    plans = list(dict.fromkeys(islice(plans_of(turn, thread), MOST_PLANS if in_points else 1)))
    return max(plans, key=lambda plan: compare(turn, plan, thread, COMPARED)[:, POINTS].mean()) if in_points else plans[0]


def reason_of(turn: Turn, other: Sequence[int], margin: Margin, thread: Any, pairs: int) -> Reason:
    """Return why a turn is better than another one."""
    reason = why_better(turn, other, margin.counts, margin.counts_error, thread, pairs)
    return replace(reason, in_points=margin.in_points)


def with_gain(turn: Turn, decision: Decision) -> Decision:
    """Return a decision with what the turn gained beside what is usually played, where nothing certain was lost."""
    if decision.kind is not None or not decision.counted or (usual := usual_instead(turn)) is None:
        return decision
    thread = rivals_of(turn)
    margin = margin_of(compare(replace(turn, actions=usual.actions), turn.actions, thread), is_decided(turn.view))
    if not margin.is_certain or usual.share * margin.counts < LEAST_GAIN:
        return decision
    return replace(decision, gain=Gain(written(turn, usual.actions), usual.actions, margin, usual.share))


def with_reason(turn: Turn, decision: Decision) -> Decision:
    """Return a decision that gained something with why it did."""
    if (gain := decision.gain) is None or gain.reason:
        return decision
    reason = reason_of(turn, gain.usual_actions, gain.margin, rivals_of(turn), REVIEWED)
    return replace(decision, gain=replace(gain, reason=reason))


def rivals_of(turn: Turn) -> Any:
    """Return a search that says what others may seal, where moves are sealed."""
    return thinker(turn.view, PLANNING).ponder(turn.view)[0] if turn.view.game.type.sealed else None


def explain_turn(turn: Turn, pairs: int = PAIRS) -> Reason | None:
    """Return why a turn is better than the best other one, or why that one is better; None where there is no other."""
    thread = rivals_of(turn)
    other = best_other(turn, LOOK, thread)
    return explain_against(turn, other, thread, pairs) if other else None


def explain_against(turn: Turn, other: tuple[int, ...], thread: Any = None, pairs: int = PAIRS) -> Reason:
    """Return which of two turns is better, and why."""
    gains = compare(replace(turn, actions=other), turn.actions, thread, COMPARED)
    margin = margin_of(gains, is_decided(turn.view))
    if margin.counts >= 0:
        return reason_of(turn, other, margin, thread, pairs)
    return reason_of(replace(turn, actions=other), turn.actions, margin_of(-gains, margin.in_points), thread, pairs)


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
            view = position.view(seat)
            lines, in_points = ranked(view, thinker(turn.view, simulations)), is_decided(view)
            found = [worth(line, seat, in_points) for line in lines]
            counted |= len(lines) < len(actions) or max(found) - min(found) > INDIFFERENT
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
    with_gain(turn, replace(judge(turn, 1), counted=True, loss=0.0))
    usual_instead(turn)
    explain_turn(turn, 1)
