"""Turns of a reviewed game that are tried again, and verdicts on them: by the comparison that judged the game."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from weakref import WeakKeyDictionary

from inventorium.core.position import View
from inventorium.review.decisions import SIMULATIONS, Decision, Errors, compare, cost
from inventorium.review.stakes import SURE, is_decided, margin_of
from inventorium.review.turns import Turn, sealed_of, thinker, window_of
from inventorium.server.advice_queue import Asker
from inventorium.server.live_tables import LiveTable
from inventorium.server.reviews import Part, Reviews
from inventorium.table.exercises import Practice, practice_of
from inventorium.table.problems import Refused
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Table

LEAST = 0.05  # what a loss counts from which on a turn is worth learning from
NEAR = 0.04  # a turn that loses no more beside the better one is as good
MOST = 4  # turns to learn from, in a game
PATIENCE = 3.0  # seconds that a page waits for a verdict


class Verdict(StrEnum):
    RIGHT = "right"  # as good as the better turn that the review found
    BETTER = "better"  # than the one in the game
    WRONG = "wrong"


@dataclass(frozen=True)
class Tried:
    """What a turn is worth beside the better one of the review."""

    verdict: Verdict
    loss: float  # what it counts, as a chance to win
    in_points: bool = False  # it counts by the points


@dataclass
class Task:
    """The turn that a table is there to practise, with what was tried and how it was judged."""

    practice: Practice
    played_at: LiveTable
    decision: Decision
    part: Part  # all decisions of the seat
    tried: dict[tuple[int, ...], Tried] = field(default_factory=dict)


tasks: WeakKeyDictionary[LiveTable, Task] = WeakKeyDictionary()
running: set[asyncio.Task[None]] = set()  # judgements that continue after the request


def lessons_in(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the turns to learn from: those that lost most for certain, in the order of the game."""
    certain = [one for one in decisions if one.kind and one.margin.counts >= LEAST]
    return sorted(sorted(certain, key=cost)[:MOST], key=lambda one: one.answers)


def best_in(errors: Errors) -> list[Decision]:
    """Return the turns that gained most beside usual play, in the order of the game."""
    return sorted(errors.best, key=lambda one: one.answers)


def table_of(live_table: LiveTable, seat: int, answers: int, name: str, names: Sequence[str]) -> tuple[Table, list[Seat]]:
    """Return the position before a turn of a finished game as a practice table, and its seats. The others do not move: the
    table stays as it is after the turn."""
    table = Table.going_on(live_table.table.at(answers), Practice(live_table.id, seat, answers).seed, dealt=False)
    return table, [Seat(PERSON, live_table.seats[one].name or (name if one == seat else names[one])) for one in range(len(names))]


def turn_at(table: Table, practice: Practice) -> tuple[int, ...]:
    """Return the turn that was tried at a table; nothing before it is complete."""
    position, seat, actions = table.at(table.setup.given), practice.seat, list[int]()
    window = window_of(position)
    for one in table.history[table.setup.given :]:
        if one.entry.seat == seat:
            actions.append(one.entry.action)
        position.act(one.entry.action, one.entry.seat)
        if actions and (seat not in position.to_act or window_of(position) != window):
            return sealed_of(table.game, actions)
    return ()


async def judge_practice(reviews: Reviews, who: Asker, live_table: LiveTable) -> None:
    """Find the task of a practice table, and judge the attempt. A slow judgement continues in the background and is shown on
    the next page."""
    practice = None if live_table.broken else practice_of(live_table.table.setup)
    if practice is None or (task := await task_at(reviews, live_table, practice)) is None:
        return
    turn = turn_at(live_table.table, practice)
    if turn and turn not in task.tried:
        judge = asyncio.create_task(keep_verdict(reviews, who, task, turn))
        running.add(judge)
        judge.add_done_callback(running.discard)
        await asyncio.wait({judge}, timeout=PATIENCE)


async def task_at(reviews: Reviews, live_table: LiveTable, practice: Practice) -> Task | None:
    """Return the task of a table; nothing where the game that it comes from is gone, or not reviewed."""
    if live_table not in tasks:
        try:
            played_at = await reviews.live_tables.get(practice.table_id)
            found = await reviews.of(played_at)
        except Refused:
            return None
        part = found.seats.get(practice.seat)
        decision = part.decision_at(practice.answers) if part else None
        if part is None or decision is None:
            return None
        tasks[live_table] = Task(practice, played_at, decision, part)
    return tasks[live_table]


async def keep_verdict(reviews: Reviews, who: Asker, task: Task, turn: tuple[int, ...]) -> None:
    view = task.played_at.table.at(task.practice.answers).view(task.practice.seat)
    if await reviews.review_compiler.ready(view.game):
        try:
            task.tried[turn] = await reviews.thinking.look_up(who, judge, view, task.decision, turn)
        except Refused:  # too many ask: it is judged at the next look
            return


def judge(view: View, decision: Decision, turn: tuple[int, ...]) -> Tried:
    """Compare a turn with the better one of the review, as the turn of the game was."""
    thread = thinker(view, SIMULATIONS).ponder(view)[0] if view.game.type.sealed else None
    gains = compare(Turn(view.seat, 0, turn, view), decision.better_actions, thread)
    margin = margin_of(gains, is_decided(view))
    if margin.counts <= max(NEAR, SURE * margin.counts_error):
        return Tried(Verdict.RIGHT, max(0.0, margin.counts), margin.in_points)
    is_better = margin.counts <= decision.margin.counts - NEAR
    return Tried(Verdict.BETTER if is_better else Verdict.WRONG, margin.counts, margin.in_points)
