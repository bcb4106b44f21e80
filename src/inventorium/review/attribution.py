"""The account of a finished game: start + luck + own decisions + others' decisions + rest = result, for every seat.

With V what every seat can expect (evaluation.py), the luck of a deal is V after what was dealt - the mean of V over all that
could have been dealt. It is nothing on average, whoever plays and however good V is, so a result without its luck is as fair a
measure as the result itself. A decision is V after the answer - the mean of V over what is usually answered there, which is what
the network itself would do, looking one answer ahead. The rest is where V changed its mind from one question to the next.

V sees the whole position, also what was hidden from some: the account tells what a game was made of, not who is to blame.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from inventorium.core.errors import InventoriumError
from inventorium.core.position import DEALER, Position
from inventorium.review.evaluation import Evaluation, compiled, desk, evaluation_of

VERSION = 3  # of the form of an account
WINS, POINTS = 0, 1
NOTHING = 1e-9  # smaller than any difference between two deals


@dataclass(frozen=True)
class Balance:
    """The account of one seat, in chances to win or in points. Everything but the adjusted result adds up to the result."""

    start: float
    luck: float | None  # None: the evaluation sees no difference between the deals
    own: float  # decisions of its own
    others: float  # decisions of the others
    rest: float  # where the evaluation corrected itself
    result: float

    @property
    def adjusted(self) -> float | None:
        """The result without its luck: over many games it has the same mean, and is less of a lottery."""
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
class Moment:
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
    curve: tuple[Moment, ...]
    did: tuple[tuple[float, ...], ...]  # what the decisions of each did to the chance to win of each: [who][to whom]


@dataclass(frozen=True)
class Walk:
    """What every seat could expect all along a game: [answer, chance to win or points, seat]."""

    log: np.ndarray  # [answer, who and what]
    before: np.ndarray  # nothing (NaN) where others were filling in sheets at the same time
    usual: np.ndarray  # over all that could have been dealt, or over what is usually answered
    then: np.ndarray  # after what was
    alone: np.ndarray  # where sheets are filled in: what a seat could expect of its own
    choices: np.ndarray  # [answer]

    @property
    def luck(self) -> np.ndarray:
        """[answer, chance to win or points, seat]: 0 for what was not dealt."""
        return np.where((self.log[:, 0] == DEALER)[:, None, None], self.then - self.usual, 0.0)

    @property
    def sees_deals(self) -> bool:
        """Whether the evaluation sees a difference between deals. The hand-written value of some games sees none: to it a card
        that is laid out is worth nothing before somebody has done something with it."""
        dealt = (self.log[:, 0] == DEALER) & (self.choices > 1)
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
    alone, choices = np.full(shape, np.nan), log[:, 0] * 0
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
    return Walk(log, before[..., :players], usual[..., :players], then[..., :players], alone[..., :players], choices)


def check_over(position: Position) -> None:
    """Refuse a game that is not over: nobody may look into it."""
    if not position.over:
        raise InventoriumError("the game is not over: only finished games are looked into")


def luck_of(position: Position, evaluation: Evaluation | None = None) -> np.ndarray:
    """Return the luck of every seat in a finished game: [chance to win or points, seat]; no numbers (NaN) where the evaluation
    sees no difference between the deals."""
    path = walk(position, evaluation, everything=False)
    return np.asarray(path.luck.sum(axis=0) if path.sees_deals else np.full_like(path.luck[0], np.nan))


def review_of(position: Position, evaluation: Evaluation | None = None) -> Review:
    """Return what a finished game was made of."""
    evaluation = evaluation or evaluation_of(position.game, position.box, position.options)
    path, moves = walk(position, evaluation), position.answers()
    luck = path.luck
    deals = tuple(
        Deal(i, moves[i].text, int(path.choices[i]), tuple(luck[i, WINS].tolist()), tuple(luck[i, POINTS].tolist()))
        for i in np.flatnonzero(path.log[:, 0] == DEALER).tolist()
        if path.choices[i] > 1 and path.sees_deals
    )
    values = np.concatenate([path.usual, path.before[-1:]])
    curve = tuple(
        Moment(i, tuple(values[i, WINS].tolist()), tuple(values[i, POINTS].tolist()))
        for i in np.flatnonzero(~np.isnan(path.before[:, 0, 0])).tolist()
        if not deals_next(path, i)
    )
    own, others, rest = decisions_of(path)
    seats = tuple(
        Seat(
            *(
                Balance(
                    float(path.before[0, unit, seat]),
                    float(luck[:, unit, seat].sum()) if path.sees_deals else None,
                    *map(float, (own[unit, seat], others[unit, seat], rest[unit, seat], path.before[-1, unit, seat])),
                )
                for unit in (WINS, POINTS)
            )
        )
        for seat in range(position.players)
    )
    return Review(VERSION, evaluation.name, position.game.name, seats, deals, curve, tuple(map(tuple, done_to(path).tolist())))


def done_to(path: Walk) -> np.ndarray:
    """Return what the decisions of every seat did to the chance to win of every seat: [who, to whom]. Where sheets are opened
    together, nobody can say whose sheet did what to whom, so nothing of that is in it."""
    found = np.zeros((path.before.shape[-1],) * 2)
    for i, _ in path.steps():
        who = path.log[i, 0]
        if who != DEALER and np.isnan(path.alone[i]).all():
            found[who] += path.then[i, WINS] - path.usual[i, WINS]
    return found


def deals_next(path: Walk, i: int) -> bool:
    return i < len(path.log) and path.log[i, 0] == DEALER


def decisions_of(path: Walk) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what decisions of its own did for every seat, what those of others did, and the rest: [chance to win or points,
    seat]. Where sheets are opened together, a seat's own part is what it could expect of its sheet before they were."""
    own, others, rest = np.zeros((3, *path.before.shape[1:]))
    for i, end in path.steps():
        who, alone = path.log[i, 0], path.alone[i] - path.usual[i]
        rest += path.usual[i] - path.before[i]
        if not np.isnan(alone).all():
            mine = np.nan_to_num(alone)  # who was not asked decided nothing
            own += mine
            others += path.before[end] - path.usual[i] - mine
            continue
        rest += path.before[end] - path.then[i]
        if who != DEALER:
            change = path.then[i] - path.usual[i]
            own[:, who] += change[:, who]
            others += change
            others[:, who] -= change[:, who]
    return own, others, rest
