"""The review of a finished game: start + luck + own play + others' play = result, for every seat, with nothing left over.

With V what every seat can expect (evaluation.py):

- **start**: the same for all seats that are alike before anything is dealt, 1/n. So who begins is luck.
- **luck** of a deal: V after what was dealt, less the mean of V over all that could have been dealt. It is nothing on average,
  whoever plays and however good V is.
- **others' play**: whom the moves of the others favoured. A move is compared with what is usually played there. What it costs its
  player goes to the others in proportion to their chances; what one of them gets beyond that is favour. Such effects seldom
  prove true in full, so they count as much as they did in games that the evaluation was calibrated on.
- **own play**: what takes start, luck and favour to the result: how the seat played, compared with the others. No part can exceed
  what can be won or lost.

V sees the whole position, also what was hidden from some: the review tells what a game was made of, not who is to blame.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from inventorium.core.errors import InventoriumError
from inventorium.core.position import DEALER, Position
from inventorium.review.evaluation import Evaluation, compiled, desk, evaluation_of

VERSION = 4  # of the form of a review
WINS, POINTS = 0, 1
NOTHING = 1e-9  # smaller than any difference between two deals
LEAST = 1e-3  # a chance to win that nobody falls below by luck alone


@dataclass(frozen=True)
class Balance:
    """Where the result of one seat comes from, in chances to win or in points: the other four add up to it."""

    start: float
    luck: float | None  # None: the evaluation sees no difference between the deals
    own: float  # how it played, compared with the others
    others: float  # whom the moves of the others favoured; nothing with two players
    result: float

    @property
    def adjusted(self) -> float | None:
        """The result less luck: over many games it has the same mean. In one game it may be below 0 or above 1."""
        return None if self.luck is None else self.result - self.luck


@dataclass(frozen=True)
class Seat:
    wins: Balance
    points: Balance


@dataclass(frozen=True)
class Deal:
    """One deal, after how many answers, in the notation; how many others there could have been; what it did for every seat."""

    answers: int
    move: str
    choices: int
    wins: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class CurvePoint:
    """What every seat could expect after so many answers."""

    answers: int
    wins: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """What a finished game was made of."""

    version: int
    evaluation: str
    game: str
    seats: tuple[Seat, ...]
    deals: tuple[Deal, ...]
    curve: tuple[CurvePoint, ...]
    is_unfamiliar: bool  # the evaluation was calibrated on other play: its chances may be off by more than 5 percentage points
    did: tuple[tuple[float, ...], ...]  # what the decisions of each did to the chance to win of each: [who][to whom]


@dataclass(frozen=True)
class Walk:
    """What every seat could expect all along a game: [answer, chance to win or points, seat]."""

    log: np.ndarray  # [answer, who and what]
    before: np.ndarray  # nothing (NaN) where others were filling in sheets at the same time
    usual: np.ndarray  # over all that could have been dealt, or over what is usually answered
    then: np.ndarray  # after what was
    alone: np.ndarray  # [answer, who, ...]: where moves are sealed, if only one seat's own plan were handed in
    choices: np.ndarray  # [answer]

    @property
    def luck(self) -> np.ndarray:
        """[answer, chance to win or points, seat]: 0 for what was not dealt."""
        return np.where(self.is_deal[:, None, None], self.then - self.usual, 0.0)

    @property
    def is_deal(self) -> np.ndarray:
        return np.asarray(self.log[:, 0] == DEALER)

    @property
    def first(self) -> int:
        """The first answer of a seat; everything before is dealt."""
        return int((~self.is_deal).argmax())

    @property
    def start(self) -> np.ndarray:
        """[chance to win or points, seat]: what a seat could expect before anything was dealt. All seats are alike then, so it
        is the mean of what follows from the first deals, less their luck."""
        if not self.first:
            return np.asarray(self.usual[0])
        found = self.then[self.first - 1] - self.luck[: self.first].sum(axis=0)
        return np.broadcast_to(found.mean(axis=1, keepdims=True), found.shape)

    @property
    def result(self) -> np.ndarray:
        return np.asarray(self.before[-1])

    @property
    def sees_deals(self) -> bool:
        """Whether the evaluation sees a difference between deals. The hand-written value of some games sees none: to it a card
        that is laid out is worth nothing before somebody has done something with it."""
        dealt = self.is_deal & (self.choices > 1)
        return not dealt.any() or bool(np.abs(self.luck[dealt]).max() > NOTHING)

    def steps(self) -> Iterator[tuple[int, int]]:
        """Yield the first answer of every step, and of the next: an answer, or a window in which sheets were filled in."""
        firsts = np.flatnonzero(~np.isnan(self.before[:, 0, 0])).tolist()
        yield from pairwise(firsts)


def walk(position: Position, evaluation: Evaluation | None = None, everything: bool = True) -> Walk:
    """Walk through a finished game."""
    check_over(position)
    log = np.array(position.log, np.int64).reshape(-1, 2)
    shape, players = (len(log), 2, position.game.seats), position.players
    before, usual, then = np.zeros((len(log) + 1, *shape[1:])), np.zeros(shape), np.zeros(shape)
    alone, choices = np.full((len(log), shape[2], *shape[1:]), np.nan), log[:, 0] * 0
    compiled(position.game).walk(
        position.initial_copy().states,
        position.box.array,
        log,
        everything,
        *desk(position, evaluation),
        before,
        usual,
        then,
        alone,
        choices,
    )
    return Walk(log, before[..., :players], usual[..., :players], then[..., :players], alone[:, :players, :, :players], choices)


def check_over(position: Position) -> None:
    """Refuse a game that is not over: nobody may look into it."""
    if not position.over:
        raise InventoriumError("the game is not over: only finished games can be reviewed")


def luck_of(position: Position, evaluation: Evaluation | None = None) -> np.ndarray:
    """Return the luck of every seat in a finished game: [chance to win or points, seat]; no numbers (NaN) where the evaluation
    sees no difference between the deals."""
    path = walk(position, evaluation, everything=False)
    return np.asarray(path.luck.sum(axis=0) if path.sees_deals else np.full_like(path.luck[0], np.nan))


def review_of(position: Position, evaluation: Evaluation | None = None) -> Review:
    """Return what a finished game was made of."""
    evaluation = evaluation or evaluation_of(position.game, position.box, position.options)
    path, moves = walk(position, evaluation), position.moves_played()
    luck = path.luck
    deals = tuple(
        Deal(i, moves[i].text, int(path.choices[i]), tuple(luck[i, WINS].tolist()), tuple(luck[i, POINTS].tolist()))
        for i in np.flatnonzero(path.is_deal).tolist()
        if path.choices[i] > 1 and path.sees_deals
    )
    curve = tuple(
        CurvePoint(i, tuple(path.before[i, WINS].tolist()), tuple(path.before[i, POINTS].tolist()))
        for i in np.flatnonzero(~np.isnan(path.before[:, 0, 0])).tolist()
        if not deals_next(path, i)
    )
    lucks = luck.sum(axis=0)
    others = favour(path, path.start + lucks, evaluation.favour)
    own = path.result - path.start - lucks - others
    seats = tuple(
        Seat(
            *(
                Balance(
                    float(path.start[unit, seat]),
                    float(lucks[unit, seat]) if path.sees_deals else None,
                    *(float(part[unit, seat]) for part in (own, others, path.result)),
                )
                for unit in (WINS, POINTS)
            )
        )
        for seat in range(position.players)
    )
    did, is_unfamiliar = tuple(map(tuple, done_to(path).tolist())), loss_of(path) > evaluation.loss
    return Review(VERSION, evaluation.name, position.game.name, seats, deals, curve, is_unfamiliar, did)


def done_to(path: Walk) -> np.ndarray:
    """Return what the decisions of every seat did to the chance to win of every seat, beside what is usually played: [who, to
    whom]. Sealed moves are not in it: what they do depends on those of others."""
    found = np.zeros((path.before.shape[-1],) * 2)
    for i, _ in path.steps():
        who = path.log[i, 0]
        if who != DEALER and np.isnan(path.alone[i]).all():
            found[who] += path.then[i, WINS] - path.usual[i, WINS]
    return found


def deals_next(path: Walk, i: int) -> bool:
    return i < len(path.log) and path.log[i, 0] == DEALER


# ---------------------------------------------------------------- play


def effects(path: Walk) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Yield what each decision did beside what is usually played: who decided, [chance to win or points, seat], and what every
    seat could expect there of usual play."""
    for i, _ in path.steps():
        who, usual = int(path.log[i, 0]), path.usual[i]
        if who == DEALER:
            continue
        if np.isnan(path.alone[i]).all():
            yield who, path.then[i] - usual, usual
        else:
            for seat in np.flatnonzero(~np.isnan(path.alone[i, :, WINS, 0])).tolist():
                yield seat, path.alone[i, seat] - usual, usual


def loss_of(path: Walk) -> float:
    """Return what a decision cost its player, beside what is usually played there, on average over the table."""
    losses = [-float(effect[WINS, who]) for who, effect, _ in effects(path)]
    return sum(losses) / max(1, len(losses))


def seeming_favour(path: Walk) -> np.ndarray:
    """Return whom the moves of the others seem to have favoured: [chance to win or points, seat]. It sums to nothing over the
    seats, and two players can favour nobody."""
    found = np.zeros_like(path.result)
    if found.shape[-1] > 2:
        for who, effect, usual in effects(path):
            others = np.arange(found.shape[-1]) != who
            share = usual[WINS, others] + NOTHING
            share /= share.sum()
            found[WINS, others] += effect[WINS, others] + effect[WINS, who] * share
            found[POINTS, others] += effect[POINTS, others]
        found[POINTS] -= found[POINTS].mean()
    return found


def favour(path: Walk, without: np.ndarray, true: tuple[float, float]) -> np.ndarray:
    """Return what the others' play did for every seat, beside what it could expect without: [chance to win or points, seat]. In
    chances to win, favour multiplies the odds of a seat, so that nobody ends below 0 or above 1."""
    seeming, players = seeming_favour(path), without.shape[-1]
    odds = np.log(np.maximum(without[WINS], LEAST)) + players * true[WINS] * seeming[WINS]
    chances = np.exp(odds - odds.max())
    return np.array([chances / chances.sum() - without[WINS], true[POINTS] * seeming[POINTS]])
