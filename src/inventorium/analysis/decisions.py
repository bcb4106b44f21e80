"""The decisions of a seat in a finished game, and what better ones would have been worth.

A decision is a whole turn: all answers that a seat gave in a row, or the sheet that it filled in. A search looks for a better
turn from what the seat could see then. What both turns lead to is thought about with the same imagined luck, apart from the
search that found the better one, so that no turn is better only because it was lucky there. What the difference is good for is
told by the parts of the score: both are played on to the end of the game, with the same luck again.
"""
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

import numpy as np

from inventorium import bots
from inventorium.analysis import evaluation
from inventorium.bots.thinking import Budget, Thinker
from inventorium.bots.weights import network_of
from inventorium.core.chance import new_stream
from inventorium.core.dealer import Dealer
from inventorium.core.game import Game
from inventorium.core.position import DEALER, Position, View
from inventorium.statistics import Mean, mean

CLASSES = {"blunder": 0.10, "mistake": 0.05, "inaccuracy": 0.02}        # the loss, as a chance to win, from which on it is one
INDIFFERENT = 0.005                                 # where no answer is worse than another by more, nothing is decided
SIMULATIONS = 1000                                  # of the search at every question
TIMES = 8                                           # so often both turns are thought about, each time with other luck
ROUNDS = 64                                         # so often two sheets are compared
ENDS = 16                                           # so often both turns are played on to the end
Progress = Callable[[int, int], None]
SURE = 1.96                                         # standard errors from 0: then a loss is certain


@dataclass(frozen=True)
class Turn:
    """What a seat decided: after so many answers, these."""

    seat: int
    answers: int
    actions: tuple[int, ...]
    view: View


@dataclass(frozen=True)
class Decision:
    """A turn, judged."""

    seat: int
    answers: int                                    # given before it
    played: tuple[str, ...]
    better: tuple[str, ...]                         # the same where nothing better was found
    better_actions: tuple[int, ...]
    counted: bool                                   # there was something to decide
    loss: float                                     # in chances to win
    error: float                                    # the standard error of the loss
    points: float                                   # the loss in points that the seat could expect

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


# ---------------------------------------------------------------- turns

def turns_of(position: Position, seat: int) -> Iterator[Turn]:
    """Yield the turns of a seat in which it had a choice."""
    earlier, log, game = position.begun(), position.log, position.game
    at, beginning, given, choices = 0, earlier, list[int](), 0
    for number, (who, action) in enumerate(log):
        if who == seat:
            if not given:
                at, beginning = number, earlier.copy()
            given.append(action)
            choices += len(earlier.actions(seat)) > 1
        before = window_of(earlier)
        earlier.act(action, who)
        is_closed = window_of(earlier) != before if game.type.sheets else earlier.to_act != (seat,)
        if given and (is_closed or earlier.over):
            if choices:
                yield Turn(seat, at, sheet_of(game, given), beginning.view(seat))
            given, choices = [], 0


def window_of(position: Position) -> int:
    value = position.game.value
    return int(value.window(position.state)) if value and position.game.type.sheets else 0


def sheet_of(game: Game, actions: Sequence[int]) -> tuple[int, ...]:
    """Return the answers on a sheet that was handed in: what somebody took back is not on it."""
    return tuple(actions[-game.type.longest_sheet:]) if game.type.sheets else tuple(actions)


# ---------------------------------------------------------------- judging them

def errors(position: Position, seat: int, simulations: int = SIMULATIONS, progress: Progress = lambda done, all: None) -> Errors:
    """Return all decisions of a seat in a finished game, judged; `progress` is told how many are, of how many."""
    turns, found = list(turns_of(position, seat)), list[Decision]()
    for turn in turns:
        progress(len(found), len(turns))
        found.append(judge(turn, simulations))
    return Errors(seat, tuple(found))


def judge(turn: Turn, simulations: int = SIMULATIONS) -> Decision:
    """Look for a better turn, and say what it would have been worth."""
    compare = compare_sheets if turn.view.game.type.sheets else compare_turns
    better, counted, gains = compare(turn, simulations)
    wins, points = (gains[:, 0], gains[:, 1]) if len(gains) else (np.zeros(1), np.zeros(1))
    loss = float(wins.mean())
    if loss <= 0:                                   # the search thought so, a second look does not
        better, loss, points = turn.actions, 0.0, np.zeros(1)
    return Decision(turn.seat, turn.answers, written(turn, turn.actions), written(turn, better), better, counted, loss,
                    stdev(wins) / sqrt(len(wins)) if len(wins) > 1 else 0.0, float(points.mean()))


def written(turn: Turn, actions: Sequence[int]) -> tuple[str, ...]:
    """Return a turn in the notation."""
    position, moves = start_of(turn.view, 0), []
    for action in actions:
        moves.append(position.write(turn.seat, action))
        position.act(action, turn.seat)
    return tuple(moves)


def start_of(view: View, number: int) -> Position:
    """Return a position that looks as the seat saw it. The dealer is asked like anybody, so that a turn ends where it deals."""
    position = view.imagine(f"imagined {number}")
    position.dealer = None
    return position


def thinker(view: View, simulations: int, seed: object = 0) -> Thinker:
    """Return the search that judges: with the network of the components where one fits."""
    make = bots.deep_searcher if network_of(view.box) else bots.searcher
    return make("errors", view.game, f"errors {seed}", Budget(simulations=simulations))


# ---------------------------------------------------------------- turns of several answers

def compare_turns(turn: Turn, simulations: int) -> tuple[tuple[int, ...], bool, np.ndarray]:
    """Return the best turn that a search finds, whether the turns differed at all, and what it gains each time both are thought
    about: [time, chance to win or points]."""
    best, counted = best_turn(turn, simulations)
    starts = [start_of(turn.view, number) for number in range(TIMES if turn.view.game.type.secrets else 1)]
    ends = [[after(start, turn.seat, actions) for actions in (best, turn.actions)] for start in starts]
    if all(one.states.tobytes() == other.states.tobytes() for one, other in ends):
        return turn.actions, counted, np.zeros((0, 2))
    gains = [np.subtract(*(prospect(end, turn.seat, max(1, simulations // TIMES), number) for end in ends[number % len(ends)]))
             for number in range(TIMES)]
    return best, True, np.array(gains)


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


def after(start: Position, seat: int, actions: Sequence[int]) -> Position:
    position = start.copy()
    for action in actions:
        position.act(action, seat)
    return position


def prospect(end: Position, seat: int, simulations: int, number: int) -> np.ndarray:
    """Return what a seat can expect of the end of its turn when the others think about it: its chance to win, its points."""
    position = end.copy()
    position.deal_on(Dealer(f"errors {number}"))
    if position.over:
        return np.array(evaluation.expected(position)[:, seat])
    view = position.view(position.to_act[0])
    lines = thinker(view, simulations, number).study(view)
    return np.sum([line.share * np.array([line.wins[seat], line.points[seat]]) for line in lines], axis=0)


# ---------------------------------------------------------------- sheets

@cache
def compiled_sheets(game: Game) -> ModuleType:
    return game.bind("inventorium.analysis.sheets", judging=bots.compiled(game, "judging"),
                     sealed=bots.compiled(game, "sealed"), walking=evaluation.compiled(game))


def compare_sheets(turn: Turn, simulations: int) -> tuple[tuple[int, ...], bool, np.ndarray]:
    """The same for a sheet, against what the others may hand in."""
    view, seat, game = turn.view, turn.seat, turn.view.game
    thread: Any = thinker(view, simulations).ponder(view)[0]
    best = tuple(action for action in thread.plans[seat, thread.chosen.argmax()].tolist() if action >= 0)
    if best == turn.actions:
        return best, True, np.zeros((0, 2))
    own, gains = np.full((2, game.type.longest_sheet), DEALER, np.int64), np.zeros((ROUNDS, 2))
    for sheet, actions in zip(own, (best, turn.actions), strict=True):
        sheet[:len(actions)] = actions
    compiled_sheets(game).compare(view.states, view.box.array, seat, thread.plans, thread.regrets, own,
                                  new_stream("errors of sheets"), *evaluation.desk(view), gains)
    return best, bool((np.abs(gains[:, 0]) > INDIFFERENT / ROUNDS).any()), gains


# ---------------------------------------------------------------- why

@cache
def compiled_ends(game: Game) -> ModuleType:
    return game.bind("inventorium.analysis.onward", judging=bots.compiled(game, "judging"), greedy=bots.compiled(game, "greedy"))


def reasons(position: Position, decision: Decision, times: int = ENDS) -> dict[str, Mean]:
    """Return how much more the better turn brings, by the parts of the score, when everybody plays on to the end."""
    view, names = position.at(decision.answers).view(decision.seat), position.game.tables.PART_NAMES
    turn = next(turn for turn in turns_of(position, decision.seat) if turn.answers == decision.answers)
    both = decision.better_actions, turn.actions
    differences = [np.subtract(*(ending(view, decision.seat, actions, number) for actions in both)) for number in range(times)]
    return {name: mean(column) for name, column in zip(names, np.transpose(differences), strict=True) if np.any(column)}


def ending(view: View, seat: int, actions: Sequence[int], number: int) -> np.ndarray:
    """Return the parts of a seat's score when the game is played on to its end."""
    position = after(start_of(view, number), seat, actions)
    seen, trial = np.empty((2, *position.states.shape), position.states.dtype)
    compiled_ends(position.game).play_on(position.states, position.box.array, new_stream(f"deals {number}"),
                                         new_stream(f"playing {number}"), np.empty(position.game.actions, np.int64), seen, trial,
                                         np.empty(position.game.actions))
    return np.array(list(position.breakdown[seat].values()))
