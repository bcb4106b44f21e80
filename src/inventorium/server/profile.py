"""A player's own record: finished games with results and reviews. All of it is read, nothing is stored."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

import sqlalchemy as sa
from pydantic import ValidationError

from inventorium.review import Decision
from inventorium.review.decisions import CLASSES
from inventorium.server.achievements import Achievements, own_seat, strongest
from inventorium.server.practice import LEAST, lessons_in
from inventorium.server.reviews import PART
from inventorium.store.schema import studies
from inventorium.store.store import Store, TableRow

LEAST_DECISIONS = 5  # that counted in a game, so that having made no blunder means something
IN_A_ROW = 10  # puzzles that are solved at once, one after the other
THIRDS = ("beginning", "middle", "end")


@dataclass(frozen=True)
class ReviewedGame:
    """What a finished review says of the decisions of a seat."""

    decisions: tuple[Decision, ...]

    @property
    def counted(self) -> list[Decision]:
        return [one for one in self.decisions if one.counted]

    @property
    def mean_loss(self) -> float:
        """The chance to win that a decision lost on average."""
        return sum(one.loss for one in self.counted) / len(self.counted) if self.counted else 0.0

    @property
    def kinds(self) -> Counter[str]:
        """How many blunders and mistakes the review lists as turns to learn from."""
        return Counter(one.kind for one in lessons_in(self.decisions) if one.kind)

    @property
    def is_clean(self) -> bool:
        """Whether there was no blunder among enough decisions."""
        return len(self.counted) >= LEAST_DECISIONS and not self.kinds["blunder"]


@dataclass(frozen=True)
class FinishedGame:
    """A game that a person finished, at one seat."""

    table_id: str
    game: str
    ended: float
    level: str | None  # of the strongest bot; nothing among people
    players: int
    place: int
    points: int
    won: bool
    hinted: bool  # with hints: no win over the bots
    review: ReviewedGame | None = None


@dataclass(frozen=True)
class Standing:
    """Results at one game against one level; hinted games count for themselves."""

    game: str
    level: str
    played: int
    won: int
    hinted: int


def games_of(achievements: Achievements, owner: str, tables: Sequence[TableRow]) -> list[FinishedGame]:
    """Return the finished games of an owner, the newest first. Practice and games from the middle are none (`own_seat`)."""
    own = {one.id: seat for one in tables if (seat := own_seat(owner, one)) is not None}
    reviews, found = reviews_of(achievements.store, own), list[FinishedGame]()
    for one in tables:
        if one.id not in own or not (result := achievements.result_so_far(one)):
            continue
        seat, won = own[one.id], own[one.id] in result.winners
        found.append(
            FinishedGame(
                one.id,
                one.setup.game,
                one.changed,
                strongest(one),
                len(one.seats),
                1 if won else 1 + sum(points > result.scores[seat] for points in result.scores),
                result.scores[seat],
                won,
                seat in result.hinted,
                reviews.get(one.id),
            )
        )
    return sorted(found, key=lambda one: -one.ended)


def reviews_of(store: Store, seats: Mapping[str, int]) -> dict[str, ReviewedGame]:
    """Return the finished reviews of one seat of each table."""
    found: dict[str, ReviewedGame] = {}
    with store.reading() as connection:
        rows = connection.execute(
            sa.select(studies.c.table_id, studies.c.seat, studies.c.body)
            .where(studies.c.table_id.in_(list(seats)), studies.c.seat >= 0)
            .order_by(studies.c.number)
        ).all()
    for row in rows:
        if seats[row.table_id] == row.seat:
            with suppress(ValidationError):  # another version wrote it otherwise
                part = PART.validate_json(row.body)
                if part.done:
                    found[row.table_id] = ReviewedGame(tuple(part.decisions))
    return found


def standings(games: Sequence[FinishedGame]) -> list[Standing]:
    """Return results by game and level."""
    against_bots = sorted((one for one in games if one.level), key=lambda one: (one.game, one.level or ""))
    found = []
    for (game, level), some in groupby(against_bots, key=lambda one: (one.game, one.level or "")):
        together = list(some)
        alone = [one for one in together if not one.hinted]
        found.append(Standing(game, level, len(alone), sum(one.won for one in alone), len(together) - len(alone)))
    return found


def mistakes(games: Sequence[FinishedGame]) -> tuple[Counter[str], dict[str, float]]:
    """Return how many errors of each class the reviews list, and what part of all losses lay in each third of the games."""
    kinds, lost = Counter[str](), dict.fromkeys(THIRDS, 0.0)
    for one in games:
        if one.review:
            kinds += one.review.kinds
            for number, decision in enumerate(one.review.decisions):
                lost[THIRDS[3 * number // len(one.review.decisions)]] += max(0.0, decision.loss) if decision.counted else 0.0
    total = sum(lost.values())
    return Counter({name: kinds[name] for name in CLASSES if CLASSES[name] >= LEAST}), {
        name: part / total if total else 0.0 for name, part in lost.items()
    }
