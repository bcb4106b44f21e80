"""Runs the bots at live tables in threads. Hints and analyses have threads of their own."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar, TypeVarTuple

from inventorium import bots
from inventorium.bots.levels import LEVELS
from inventorium.core.errors import IllegalMove
from inventorium.core.position import View
from inventorium.server import table_bots
from inventorium.server.advice_queue import Asker, Queue
from inventorium.server.game_compiler import GameCompiler
from inventorium.server.live_tables import LiveTable, LiveTables
from inventorium.store.conditional_moves import conditional_moves_of, save_conditional_moves
from inventorium.store.store import Unavailable
from inventorium.table import conditional_moves
from inventorium.table.problems import Refused, Stale
from inventorium.table.seats import BOT
from inventorium.table.table import Table

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
THREADS = 2
ADVISERS = 1  # threads for hints and thoughts
CLERKS = 1  # and for what takes a few hundredths of a second: conditional moves, verdicts on puzzles
STRONGEST = LEVELS[-1]
RETRY = 1.0  # seconds, when the database is not available
log = logging.getLogger("inventorium")


class BotRunner:
    """Plays the moves of bots at live tables."""

    def __init__(self, live_tables: LiveTables, game_compiler: GameCompiler) -> None:
        self.live_tables, self.game_compiler = live_tables, game_compiler
        self.bot_pool, self.hint_pool = ThreadPoolExecutor(THREADS, "bot"), ThreadPoolExecutor(ADVISERS, "advice")
        self.clerks = ThreadPoolExecutor(CLERKS, "clerk")
        self.advice, self.desk = Queue(), Queue()  # requests for hints, and for small tasks
        live_tables.changed = self.wake
        self.first = asyncio.create_task(self.go_on())

    def close(self) -> None:
        self.first.cancel()
        for live_table in self.live_tables.live_tables.values():
            if live_table.thinking:
                live_table.thinking.cancel()
        for threads in (self.bot_pool, self.hint_pool, self.clerks):
            threads.shutdown(wait=False, cancel_futures=True)

    async def go_on(self) -> None:
        """Wake the tables that were waiting for a bot, after a start."""
        with contextlib.suppress(Unavailable):  # then they are found when the rooms look around
            await self.live_tables.wake_bots()

    def wake(self, live_table: LiveTable) -> None:
        """Start the bots of a table if it is their turn, unless they run already."""
        if (
            not live_table.broken
            and (live_table.thinking is None or live_table.thinking.done())
            and next_asked(live_table) is not None
        ):
            live_table.thinking = asyncio.create_task(self.play(live_table))

    async def play(self, live_table: LiveTable) -> None:
        """Move as long as it is a bot's turn. Of several processes only the one with the table's lock does it."""
        listener = self.live_tables.listener
        if listener and not await self.live_tables.committer.ask(listener.lock, live_table.id):
            return
        try:
            while not live_table.closing and (seat := next_asked(live_table)) is not None:
                try:
                    await self.move(live_table, seat)
                except (Stale, IllegalMove):
                    continue  # someone undid a move, or took the seat
                except Unavailable:
                    await asyncio.sleep(RETRY)
        except Refused:
            return  # the table broke meanwhile, and says so itself
        finally:
            if listener:
                await asyncio.shield(self.live_tables.committer.ask(listener.release, live_table.id))
                if (
                    not (live_table.closing or live_table.broken) and next_asked(live_table) is not None
                ):  # its turn came while the lock was released
                    live_table.thinking = asyncio.create_task(self.play(live_table))

    async def move(self, live_table: LiveTable, seat: int) -> None:
        if live_table.seats[seat].kind != BOT:
            return await self.follow(live_table, seat)
        await self.game_compiler.level_ready(live_table.table.game, live_table.seats[seat].level)
        table, level, began = live_table.table, live_table.seats[seat].level, time.monotonic()
        answers = await self.choose_all(table, seat, self.chooser(table, level))
        spent = time.monotonic() - began
        self.live_tables.metrics.bot_time.observe(spent)
        if is_awaited(live_table):
            await asyncio.sleep(max(0.0, live_table.stored.bot_pause - spent))
        if seat == bot_asked(live_table):
            await self.live_tables.play(live_table, seat, answers, table.number)

    async def follow(self, live_table: LiveTable, seat: int) -> None:
        """Play a conditional move that fits, after the pause of a bot."""
        table, ask, store = live_table.table, self.live_tables.committer.ask, self.live_tables.store
        moves = await ask(conditional_moves_of, store, live_table.id, seat)
        answers, rest = conditional_moves.next_moves(table, seat, moves)
        if answers:
            await asyncio.sleep(live_table.stored.bot_pause)
            await self.live_tables.follow(live_table, seat, answers, table.number, moves, rest)
            return
        if rest != moves:  # void: no one is notified
            await self.live_tables.committer.write(save_conditional_moves, store, live_table.id, seat, rest)
        live_table.considered[seat] = table.number

    async def choose_all(self, table: Table, seat: int, choose: Callable[[View], Awaitable[int]]) -> list[int]:
        """Return the next actions; all sealed moves where there are some."""
        trial, answers = table.position.copy(), list[int]()
        for _ in table.sealed_views(seat):
            answers.append(await choose(trial.view(seat)))  # its own view: whatever a bot does with it, pages do not see it
            trial.act(answers[-1], seat)
        return answers

    def chooser(self, table: Table, level: str) -> Callable[[View], Awaitable[int]]:
        """Return how a bot moves, the same bot for all sealed moves, which it may plan together. One that fails must not hold
        up a table: then a random move is made, and the log says so."""
        bot = cache(lambda: table_bots.make(level, table.game, table.setup.seed))

        async def choose(view: View) -> int:
            try:
                return await beside(self.bot_pool, lambda: bot().choose(view))
            except Exception:
                self.live_tables.metrics.bot_errors.inc()
                log.exception("a bot failed: %s at level %s", table.game.name, level)
                return table_bots.make("random", table.game, table.setup.seed).choose(view)

        return choose

    async def hint(self, who: Asker, table: Table, seat: int, thought: Callable[[View, float], int] = bots.hint) -> list[int]:
        """Return what a strong player would do, after a short thought: a second for all sealed moves."""
        seconds = 1 / len(table.sealed_views(seat))
        async with self.advice.turn(who):
            await self.game_compiler.level_ready(table.game, STRONGEST)  # a hint is its thought, cut short
            return await self.choose_all(table, seat, lambda view: beside(self.hint_pool, thought, view, seconds))

    async def advise(self, who: Asker, thought: Callable[[*Arguments], T], *about: *Arguments) -> T:
        """Return the result of something else that takes a while."""
        async with self.advice.turn(who):
            return await beside(self.hint_pool, thought, *about)

    async def look_up(self, who: Asker, thought: Callable[[*Arguments], T], *about: *Arguments) -> T:
        """Return the result of something that takes a few hundredths of a second, apart from advice to others."""
        async with self.desk.turn(who):
            return await beside(self.clerks, thought, *about)


async def beside(threads: ThreadPoolExecutor, function: Callable[[*Arguments], T], *about: *Arguments) -> T:
    """Run something that takes a while, beside the server."""
    return await asyncio.get_running_loop().run_in_executor(threads, function, *about)


def is_awaited(live_table: LiveTable) -> bool:
    """Return whether a bot waits for the table's pause: after a move that a player may want to undo, and at a table of bots
    without a person. Elsewhere pages show bot moves at the viewer's pace, so bots need not wait for each other."""
    last = next(
        (one.entry for one in reversed(live_table.table.history) if one.entry.seat >= 0 and not one.entry.automatic), None
    )
    return not any(live_table.stored.owners) or (last is not None and live_table.seats[last.seat].kind != BOT)


def next_asked(live_table: LiveTable) -> int | None:
    """Return the seat to move for next: a bot's, or one whose conditional moves were not checked yet."""
    bot, number = bot_asked(live_table), live_table.table.number
    return (
        bot
        if bot is not None
        else next(
            (seat for seat in live_table.table.asked if seat in live_table.planned and live_table.considered.get(seat) != number),
            None,
        )
    )


def bot_asked(live_table: LiveTable) -> int | None:
    """Return the first bot's seat that is to move."""
    return next((seat for seat in live_table.table.asked if seat >= 0 and live_table.seats[seat].kind == BOT), None)
