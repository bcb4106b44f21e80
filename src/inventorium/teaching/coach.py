"""Help for a player alone against bots: how often the coach speaks, why bots moved, and the warning before a blunder."""

import asyncio
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from inventorium import bots, review
from inventorium.bots.compile_stages import ALL_BOTS
from inventorium.core.errors import InventoriumError
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
WARNING_SIMULATIONS = 200  # simulations at every question of a turn that may be warned about
PATIENCE = 2.0  # seconds that an answer waits for a doubt; then it just counts


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
        self.known: WeakKeyDictionary[LiveTable, dict[str, int]] = WeakKeyDictionary()  # how often it speaks, by owner

    async def speaks(self, owner: str, live_table: LiveTable) -> int:
        """Return in which of how many turns the coach speaks to somebody; 0: in none."""
        mine = live_table.seats_of(owner)
        if (
            live_table.broken
            or live_table.table.over
            or len(mine) != 1
            or not is_alone(live_table, mine[0])
            or not bots.can_judge(live_table.table.game)
        ):
            return 0
        if not self.thinking.game_compiler.is_ready(
            live_table.table.game.name, ALL_BOTS
        ):  # what it reads off is compiled for them
            return 0
        by_owner = self.known.setdefault(live_table, {})
        if owner not in by_owner:  # what one has achieved elsewhere does not change at this table
            ask, store = self.live_tables.committer.ask, self.live_tables.store
            achieved = await ask(self.achievements.of, owner, await ask(store.held_by, owner))
            by_owner[owner] = how_often(
                achieved.get(live_table.table.game.name, Achieved()),
                strongest(live_table.stored),
                bots.known_levels(live_table.table.game),
            )
        return by_owner[owner]

    async def warning(
        self, who: Asker, live_table: LiveTable, seat: int, answers: Sequence[int | str], number: int, least: str
    ) -> Decision | None:
        """Return what is wrong with a turn that these answers would end, if it is at least an error of that class; each turn is
        warned once. Whatever cannot be said in time is not said."""
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
        mine = (seat, sum(one.entry.seat == seat for one in table.history[: turn.answers]))  # others may answer meanwhile
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
    """Return whether a person sits there and only bots on all other seats, none of them in place of another person, and nothing
    is at stake."""
    owners = live_table.stored.owners
    return not live_table.stored.rated and all(
        (who.kind == BOT) == (other != seat) and owners[other] in (None, owners[seat])
        for other, who in enumerate(live_table.seats)
    )


def is_taught(table: Table) -> bool:
    """Return whether a table teaches anyway: a lesson, or the guided first game."""
    return lesson_at(table) is not None or guide_at(table) is not None


def how_often(achieved: Achieved, level: str | None, levels: Sequence[str]) -> int:
    """Return in which of how many turns a coach speaks to somebody who has achieved this, against bots of a level: the more
    games and the more wins against such bots, the rarer. 0: in none."""
    wins = sum(number for won, number in achieved.won.items() if level is None or levels.index(won) >= levels.index(level))
    every = 1 + achieved.games // 2 + 2 * wins
    return every if every <= RAREST else 0


# ---------------------------------------------------------------- turns


def turn_of(table: Table, seat: int, answers: Sequence[int | str], number: int) -> Turn | None:
    """Return the turn that these answers would end; None if they end none, or are not possible."""
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
    """Return after how many answers the answers of a seat in a row begin that end there."""
    first = end
    while first and table.history[first - 1].entry.seat == seat:
        first -= 1
    return first


def own_answers(table: Table, seat: int, first: int) -> list[int]:
    """Return the answers of a seat in a row that begin there."""
    end = first
    while end < len(table.history) and table.history[end].entry.seat == seat:
        end += 1
    return [one.entry.action for one in table.history[first:end]]


def reason_of_turn(table: Table, answers: int, viewer: int, words: Words, names: Sequence[str] = ()) -> str:
    """Return why a seat played the turn that ended after so many answers, as far as a viewer can tell: what is hidden from them
    is imagined."""
    seat = table.history[answers - 1].entry.seat
    first = first_of(table, seat, answers)
    position, actions = table.at(first), own_answers(table, seat, first)[: answers - first]
    if table.game.type.secrets and not table.over:
        if not set(range(first, answers)) <= moves_known_to(table, viewer).keys():
            return words("coach.still-secret")
        position = position.view(viewer).determinize("why")
    turn = Turn(seat, first, tuple(actions), position.view(seat))
    return sentence(review.explain_turn(turn), turn, words, names, viewer) or words("coach.no-reason")
