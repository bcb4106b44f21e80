"""Help for a player alone against bots: what the coach says and how often, why bots moved, and the warning before a blunder."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from weakref import WeakKeyDictionary

from inventorium import bots, review
from inventorium.bots.compile_stages import ALL_BOTS
from inventorium.core.errors import InventoriumError
from inventorium.core.position import View
from inventorium.core.remarks import Remark
from inventorium.core.words import Words
from inventorium.review import Decision
from inventorium.review.decisions import CLASSES
from inventorium.review.report import sentence
from inventorium.review.turns import Turn
from inventorium.server.achievements import Achieved, Achievements, strongest
from inventorium.server.advice_queue import Asker
from inventorium.server.bot_runner import BotRunner
from inventorium.server.live_tables import LiveTable, LiveTables
from inventorium.server.review_compiler import ReviewCompiler
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT
from inventorium.table.table import Table
from inventorium.table.turn_log import moves_known_to
from inventorium.teaching.guide import guide_at
from inventorium.teaching.lessons import lesson_at

RAREST = 8  # turns from one sentence of the coach to the next; rarer is never
LEAST, LEAST_AHEAD = 2, 4  # points; below them the coach is silent, to the leader too
MOST_OF_A_KIND = 2  # sentences of one kind in a game
WARNING_SIMULATIONS = 200  # simulations at every question of a turn that may be warned about
PATIENCE = 2.0  # seconds that a move waits for a blunder warning; then it just counts


@dataclass
class Coaching:
    """What the coach has said to one player at one table."""

    every: int  # it speaks in one of so many turns; 0: in none
    remarks: dict[tuple[int, int], Remark | None] = field(default_factory=dict)  # by decision: see `decision_of`
    turn: int = -RAREST  # the last one in which it spoke

    def choose(self, view: View, turn: int) -> Remark | None:
        """Return the most valuable new remark; None where it is worth little, or where the coach spoke lately."""
        if turn - self.turn < self.every:
            return None
        said = [one for one in self.remarks.values() if one]
        about, kinds = {one.about for one in said}, Counter(one.key for one in said)
        least = LEAST_AHEAD if is_ahead(view) else LEAST
        new = [
            one
            for one in view.game.coach.remarks(view)
            if one.points >= least and one.about not in about and kinds[one.key] < MOST_OF_A_KIND
        ]
        return max(new, key=lambda one: one.points, default=None)


class Tutor:
    """Helps those who play alone."""

    def __init__(
        self, live_tables: LiveTables, thinking: BotRunner, review_compiler: ReviewCompiler, achievements: Achievements
    ) -> None:
        self.live_tables, self.thinking, self.review_compiler, self.achievements = (
            live_tables,
            thinking,
            review_compiler,
            achievements,
        )
        self.coaching: WeakKeyDictionary[LiveTable, dict[str, Coaching]] = WeakKeyDictionary()  # by owner

    async def remark(self, owner: str, live_table: LiveTable) -> Remark | None:
        """Return the coach's remark for a player's present decision. It stays the same during the decision."""
        table, mine = live_table.table, live_table.seats_of(owner)
        if live_table.broken or len(mine) != 1 or mine[0] not in table.asked or not self.may_coach(live_table, mine[0]):
            return None
        coaching, decision = await self.coaching_of(owner, live_table), decision_of(table, mine[0])
        if coaching.every and decision not in coaching.remarks:
            turn = turn_number(table, mine[0])
            found = await asyncio.to_thread(coaching.choose, table.view(mine[0]), turn)
            if coaching.remarks.setdefault(decision, found):  # the page may have been requested twice
                coaching.turn = turn
        return coaching.remarks.get(decision)

    def be_silent(self, owner: str, live_table: LiveTable, seat: int) -> None:
        """Say nothing more at a decision: who asks for a hint hears one opinion."""
        coaching = self.coaching.get(live_table, {}).get(owner)
        if coaching:
            coaching.remarks[decision_of(live_table.table, seat)] = None

    def may_coach(self, live_table: LiveTable, seat: int) -> bool:
        """Return whether the coach may speak: not where people meet, where something else teaches, or in practice. What it reads
        off the position is compiled for the bots."""
        table = live_table.table
        is_practice = table.setup.given or is_taught(table)
        return (
            is_alone(live_table, seat)
            and not is_practice
            and bots.can_judge(table.game)
            and self.thinking.game_compiler.is_ready(table.game.name, ALL_BOTS)
        )

    async def coaching_of(self, owner: str, live_table: LiveTable) -> Coaching:
        by_owner = self.coaching.setdefault(live_table, {})
        if owner not in by_owner:  # what one has achieved elsewhere does not change at this table
            ask, store, game = self.live_tables.committer.ask, self.live_tables.store, live_table.table.game
            achieved = await ask(self.achievements.of, owner, await ask(store.held_by, owner))
            every = how_often(achieved.get(game.name, Achieved()), strongest(live_table.stored), bots.known_levels(game))
            by_owner.setdefault(owner, Coaching(every))
        return by_owner[owner]

    async def warning(
        self, who: Asker, live_table: LiveTable, seat: int, answers: Sequence[int | str], number: int, least: str
    ) -> Decision | None:
        """Return the error of a turn that these actions would end, if it is at least of that class; each turn is warned of
        once. A warning that takes too long is dropped."""
        table = live_table.table
        if (
            least not in CLASSES
            or not is_alone(live_table, seat)
            or is_taught(table)
            or not self.review_compiler.is_ready(table.game)
        ):
            return None
        turn = turn_of(table, seat, answers, number)
        if turn is None:
            return None
        mine = (seat, sum(one.entry.seat == seat for one in table.history[: turn.answers]))  # others may move meanwhile
        if mine in live_table.warned:
            return None
        try:
            judged = await asyncio.wait_for(self.thinking.advise(who, review.judge, turn, WARNING_SIMULATIONS), PATIENCE)
        except (TimeoutError, Refused):
            return None
        if judged.kind is None or CLASSES[judged.kind] < CLASSES[least]:
            return None
        live_table.warned.add(mine)
        return judged


def is_alone(live_table: LiveTable, seat: int) -> bool:
    """Return whether one person plays against bots only, none of which replaces a person, and nothing is at stake."""
    owners = live_table.stored.owners
    return not live_table.stored.rated and all(
        (who.kind == BOT) == (other != seat) and owners[other] in (None, owners[seat])
        for other, who in enumerate(live_table.seats)
    )


def is_taught(table: Table) -> bool:
    """Return whether a table teaches anyway: a lesson, or the guided first game."""
    return lesson_at(table) is not None or guide_at(table) is not None


def how_often(achieved: Achieved, level: str | None, levels: Sequence[str]) -> int:
    """Return in which of how many turns a coach speaks to a player with these results against bots of a level: the more games
    and the more wins, the rarer. 0: in none."""
    wins = sum(number for won, number in achieved.won.items() if level is None or levels.index(won) >= levels.index(level))
    every = 1 + achieved.games // 2 + 2 * wins
    return every if every <= RAREST else 0


def is_ahead(view: View) -> bool:
    """Return whether a seat has more points than every other one."""
    return all(points < view.scores[view.seat] for seat, points in enumerate(view.scores) if seat != view.seat)


# ---------------------------------------------------------------- turns


def decision_of(table: Table, seat: int) -> tuple[int, int]:
    """Return a key of a seat's present decision that differs after an undo: the number of its actions, and the last entry."""
    own = [one.entry.number for one in table.history if one.entry.seat == seat]
    return len(own), own[-1] if own else 0


def turn_number(table: Table, seat: int) -> int:
    """Return how many turns a seat has had before this one."""
    seats = [one.entry.seat for one in table.history]
    return sum(one == seat != before for before, one in pairwise([None, *seats])) - (seats[-1:] == [seat])


def turn_of(table: Table, seat: int, answers: Sequence[int | str], number: int) -> Turn | None:
    """Return the turn that these actions would end; None if they end none, or are not possible."""
    try:
        after = table.with_actions(seat, answers, number)
    except InventoriumError:
        return None
    if after is None:
        return None
    before, sheets = len(table.history), table.game.type.sealed
    first = before if sheets else first_of(table, seat, before)
    mine = [one.entry.action for one in table.history[first:before]] + own_answers(after, seat, before)
    is_end = sheets or len(after.history) > first + len(mine) or seat not in after.asked
    return Turn(seat, first, tuple(mine), table.at(first).view(seat)) if is_end else None


def first_of(table: Table, seat: int, end: int) -> int:
    """Return the number of actions before the consecutive actions of a seat that end there."""
    first = end
    while first and table.history[first - 1].entry.seat == seat:
        first -= 1
    return first


def own_answers(table: Table, seat: int, first: int) -> list[int]:
    """Return the consecutive actions of a seat that begin there."""
    end = first
    while end < len(table.history) and table.history[end].entry.seat == seat:
        end += 1
    return [one.entry.action for one in table.history[first:end]]


def reason_of_turn(table: Table, answers: int, viewer: int, words: Words, names: Sequence[str] = ()) -> str:
    """Return why a seat played the turn that ended after so many actions, as a viewer can know it: hidden information is
    sampled."""
    seat = table.history[answers - 1].entry.seat
    first = first_of(table, seat, answers)
    position, actions = table.at(first), own_answers(table, seat, first)[: answers - first]
    if table.game.type.secrets and not table.over:
        if not set(range(first, answers)) <= moves_known_to(table, viewer).keys():
            return words("coach.still-secret")
        position = position.view(viewer).determinize("why")
    turn = Turn(seat, first, tuple(actions), position.view(seat))
    return sentence(review.explain_turn(turn), turn, words, names, viewer) or words("coach.no-reason")
