"""Reviews of finished games: luck of all seats, and the decisions of one, judged in the background.

A review starts when someone opens it and is stored as it grows: after a restart it continues. A guest has one at a time; the next
one waits its turn.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary

from pydantic import TypeAdapter, ValidationError

from inventorium import bots, review
from inventorium.core.position import Position
from inventorium.review import Decision, Errors, Review
from inventorium.review.decisions import JUDGING
from inventorium.review.turns import Turn
from inventorium.server.advice_queue import Asker, Queue
from inventorium.server.bot_runner import BotRunner, beside
from inventorium.server.live_tables import LiveTable, LiveTables
from inventorium.server.review_compiler import ReviewCompiler
from inventorium.store.store import NumberTaken, Unavailable
from inventorium.table.problems import Refused

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
log = logging.getLogger("inventorium")
ALL = -1  # where the store has the review of all seats


@dataclass
class Part:
    """The decisions of one seat, as far as they are judged. `turns` is how many there are; None: not counted yet."""

    turns: int | None = None
    decisions: list[Decision] = field(default_factory=list)
    done: bool = False
    failed: bool = False  # the log says why

    def decision_at(self, answers: int) -> Decision | None:
        """Return the decision after so many answers, if it is judged."""
        return next((one for one in self.decisions if one.answers == answers), None)

    def errors(self, seat: int) -> Errors:
        return Errors(seat, tuple(self.decisions))


@dataclass
class GameReview:
    """What is known of a finished game so far, by an evaluation."""

    evaluation: str
    whole: Review | None = None
    seats: dict[int, Part] = field(default_factory=dict)


WHOLE, PART = TypeAdapter(Review), TypeAdapter(Part)


class Reviews:
    """All studies that are computed now."""

    def __init__(self, live_tables: LiveTables, thinking: BotRunner, review_compiler: ReviewCompiler) -> None:
        self.live_tables, self.thinking, self.review_compiler = live_tables, thinking, review_compiler
        self.queue = Queue(patient=True)
        self.running: dict[tuple[str, int], asyncio.Task[None]] = {}  # by table and seat
        self.known: WeakKeyDictionary[LiveTable, dict[int, GameReview]] = WeakKeyDictionary()  # by the number of the last entry

    async def of(self, live_table: LiveTable) -> GameReview:
        """Return the review of a table, which may have nothing in it yet."""
        table = live_table.table
        if not table.over or not bots.can_judge(table.game):
            raise Refused("not-over")
        by_number = self.known.setdefault(live_table, {})
        if table.number not in by_number:
            position = table.position
            evaluation = f"{review.evaluation_of(table.game, position.box, position.options).name} {JUDGING}"
            kept = await self.live_tables.committer.ask(self.live_tables.store.reviews, live_table.id, evaluation, table.number)
            by_number.setdefault(table.number, read(evaluation, kept))  # another request may have read it meanwhile
        return by_number[table.number]

    def decision_at(self, live_table: LiveTable, answers: int) -> Decision | None:
        """Return the decision after so many actions, if a review of this table has judged it."""
        known = self.known.get(live_table, {}).get(live_table.table.number)
        found = (part.decision_at(answers) for part in known.seats.values()) if known else iter(())
        return next(filter(None, found), None)

    def is_running(self, live_table: LiveTable, seat: int) -> bool:
        """Return whether the decisions of a seat are being judged, or wait for that."""
        return (live_table.id, seat) in self.running

    async def start(self, who: Asker, live_table: LiveTable, seat: int) -> GameReview:
        """Return the review of a table, and start to compute the missing part of a seat."""
        found = await self.of(live_table)
        part = found.seats.setdefault(seat, Part())
        if not (part.done or part.failed or self.is_running(live_table, seat)):
            self.running[live_table.id, seat] = asyncio.create_task(self.run(who, live_table, found, part, seat))
        return found

    async def run(self, who: Asker, live_table: LiveTable, found: GameReview, part: Part, seat: int) -> None:
        """Compute the missing part one decision at a time, so that hints for others are not delayed."""
        try:
            async with self.queue.turn(who):
                position = live_table.table.position.copy()
                if not await self.review_compiler.ready(position.game):
                    part.failed = True
                    return
                await self.compute(live_table, found)
                turns = await self.think(turns_of, position, seat)
                part.turns = len(turns)
                for turn in turns[len(part.decisions) :]:
                    part.decisions.append(await self.think(judged, turn))
                    await self.store_part(live_table, found, seat, PART.dump_json(part))
                for best in part.errors(seat).best:
                    place = part.decisions.index(best)
                    part.decisions[place] = await self.think(review.with_reason, turns[place], best)
                part.done = True
                await self.store_part(live_table, found, seat, PART.dump_json(part))
        except Refused:  # the queue is full: opening the page again retries
            log.info("a review waits: table %s, seat %s", live_table.id, seat)
        except Exception:
            part.failed = True
            log.exception("a review failed: table %s, seat %s", live_table.id, seat)
        finally:
            self.running.pop((live_table.id, seat), None)

    async def compute(self, live_table: LiveTable, found: GameReview) -> Review:
        """Return the review of a game, once its analysis is compiled."""
        if found.whole is None:
            found.whole = await self.think(review.review_of, live_table.table.position.copy())
            await self.store_part(live_table, found, ALL, WHOLE.dump_json(found.whole))
        return found.whole

    async def store_part(self, live_table: LiveTable, found: GameReview, seat: int, body: bytes) -> None:
        """Store the present part. It can be computed again, so a failure loses nothing."""
        try:
            await self.live_tables.committer.write(
                self.live_tables.store.store_review, live_table.id, found.evaluation, seat, live_table.table.number, body.decode()
            )
        except (NumberTaken, Unavailable) as error:
            log.warning("a review was not stored: %s", error)

    async def think(self, thought: Callable[[*Arguments], T], *about: *Arguments) -> T:
        return await beside(self.thinking.hint_pool, thought, *about)

    def close(self) -> None:
        for task in self.running.values():
            task.cancel()


def read(evaluation: str, kept: dict[int, str]) -> GameReview:
    """Return a stored part, or an empty one where another version wrote it."""
    found = GameReview(evaluation)
    for seat, body in kept.items():
        try:
            if seat == ALL:
                found.whole = WHOLE.validate_json(body)
            else:
                found.seats[seat] = PART.validate_json(body)
        except ValidationError as error:
            log.warning("a review cannot be read: %s", error.title)
    return found


def turns_of(position: Position, seat: int) -> list[Turn]:
    return list(review.turns_of(position, seat))


def judged(turn: Turn) -> Decision:
    return review.with_gain(turn, review.judge(turn))
