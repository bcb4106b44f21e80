"""The tables in memory, each once. A change is shown only after the store has committed it."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from hmac import compare_digest
from typing import Any

from inventorium.core.errors import InventoriumError
from inventorium.server.committer import Committer
from inventorium.server.metrics import Metrics
from inventorium.server.presence import Presence
from inventorium.store.conditional_moves import (
    commit_conditional_moves,
    drop_conditional_moves,
    save_conditional_moves,
    waiting_conditional_moves,
)
from inventorium.store.postgres import SEATED, ChangeNotice, NotifyListener
from inventorium.store.running_games import note_network, says_something
from inventorium.store.secrets import digest, is_id, new_id, seat_secret, table_secret
from inventorium.store.store import NewEntries, NumberTaken, Store, TableRow, Unavailable, with_occupant
from inventorium.store.table_loader import replayed, versions
from inventorium.table.conditional_moves import ConditionalMoves
from inventorium.table.entries import HINTED, PLANNED, SAT_DOWN, SEAT, Entry
from inventorium.table.problems import DoesNotReplay, Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table

MOST_IN_MEMORY = 2_000
POLL_INTERVAL = 2.0  # seconds; nothing depends on a notice arriving
log = logging.getLogger("inventorium")


class LiveTable:
    """One table in memory, its seats, and the requests that wait for news of it."""

    def __init__(self, stored: TableRow, table: Table | None, broken: str = "", entries: int = 0) -> None:
        self.stored, self._table, self.broken, self.entries = stored, table, broken, entries  # entries, where it is broken
        self.lock = asyncio.Lock()
        self.listeners = 0
        self.present = Presence(self.wake_streams)
        self.thinking: asyncio.Task[None] | None = None
        self.closing = False
        self.messages: dict[tuple[int, str, int], bytes] = {}  # what streams have sent of the table as it is now
        self.planned: set[int] = set()  # seats that may have conditional moves; the store knows
        self.considered: dict[int, int] = {}  # at which number the conditional moves of a seat were checked
        self.warned: set[tuple[int, int]] = set()  # the turns that a coach has warned about: seat, its actions
        self.hinted: set[int] = set()  # seats that have seen a hint and not moved since
        self._news = asyncio.Event()

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def table(self) -> Table:
        if self._table is None:
            raise Refused("broken", reason=self.broken)
        return self._table

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.stored.seats

    @property
    def in_use(self) -> bool:
        return bool(self.listeners or self.lock.locked() or (self.thinking and not self.thinking.done()))

    def seats_of(self, owner: str | None) -> list[int]:
        """Return the seats of this digest of a secret."""
        return [seat for seat, held in enumerate(self.stored.owners) if owner and held and compare_digest(held, owner)]

    def show(self, table: Table | None, stored: TableRow | None = None, broken: str = "") -> None:
        """Make this the current table, and wake the requests that wait for news."""
        self._table, self.stored, self.broken = table, stored or self.stored, broken
        self.messages.clear()
        self.wake_streams()

    def wake_streams(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def news_after(self, number: int) -> bool:
        """Wait until the table is no longer at this number. Return False after a mere heartbeat (`wake_streams`)."""
        if self.table.number == number and not self.closing:
            await self._news.wait()
        return self.broken != "" or self.table.number != number


class LiveTables:
    """All live tables. Every change of a table goes through here: propose, commit, then show."""

    def __init__(self, store: Store) -> None:
        self.live_tables: dict[str, LiveTable] = {}
        self.metrics = Metrics(lambda: len(self.live_tables))
        self.store, self.committer = store, Committer(store, self.metrics)
        self.changed: Callable[[LiveTable], None] = lambda live_table: None  # who wants to know: the bots
        self.loop = asyncio.get_running_loop()
        self.notified: dict[str, LiveTable] = {}  # where another process may have committed something
        self.reading = False
        self.listener = None if store.is_sqlite else NotifyListener(store.engine.url, store.name, self.on_notify_threadsafe)
        self.tasks = {asyncio.create_task(self.poll())}

    def looked_at(self) -> set[tuple[str, str]]:
        """Return who has a visible page of which table open, at this process."""
        return {(owner, live_table.id) for live_table in self.live_tables.values() for owner in +live_table.present.looking}

    def end_streams(self) -> None:
        for live_table in self.live_tables.values():
            live_table.closing = True
            live_table.wake_streams()

    async def close(self) -> None:
        self.end_streams()
        for task in self.tasks:
            task.cancel()
        if self.listener:
            await self.committer.ask(self.listener.close)
        self.committer.close()

    # ------------------------------------------------ finding

    async def get(self, table_id: str, fresh: bool = False) -> LiveTable:
        """Return a live table; `fresh` reads what other processes have committed."""
        if not is_id(table_id):
            raise Refused("no-table")
        if table_id not in self.live_tables:
            return await self.open(table_id)
        live_table = self.live_tables[table_id] = self.live_tables.pop(table_id)  # the last used is the last to be forgotten
        if fresh and self.listener and not live_table.broken:
            numbers = await self.committer.ask(self.store.last_numbers, [table_id])
            await self.refresh(live_table, numbers.get(table_id, 0))
        return live_table

    async def open(self, table_id: str) -> LiveTable:
        loaded = await self.committer.ask(load_live_table, self.store, table_id)
        if loaded is None:
            raise Refused("no-table")
        live_table = self.live_tables.setdefault(table_id, loaded)
        self.forget_idle()
        self.changed(live_table)
        return live_table

    def forget_idle(self) -> None:
        """Drop the tables that were not used for longest; they are read again when needed."""
        if len(self.live_tables) > MOST_IN_MEMORY:
            oldest = list(self.live_tables.values())[: MOST_IN_MEMORY // 2]
            for live_table in [live_table for live_table in oldest if not live_table.in_use][: MOST_IN_MEMORY // 4]:
                del self.live_tables[live_table.id]

    async def refresh(self, live_table: LiveTable, number: int) -> None:
        """Read what is new, if the last entry in the store, which has this number, is not ours."""
        if not live_table.broken and live_table.table.number != number:
            async with live_table.lock:
                await self.read_new(live_table)
            self.changed(live_table)

    async def read_new(self, live_table: LiveTable) -> bool:
        """Read what others have committed: another process, or this one before something went wrong. Return whether
        there was anything. What the store no longer holds is forgotten here too."""
        if live_table.broken:
            return False
        known = live_table.table
        found = await self.committer.ask(self.store.entries, live_table.id, known.number - 1)  # with the last that we know
        new = new_entries(known, found)
        if new is None or any(entry.kind == SEAT for entry in new):
            return await self.reload(live_table)
        try:
            if new:
                live_table.show(known.extended(new))
        except DoesNotReplay as error:
            live_table.entries = known.number + len(new)
            live_table.show(None, broken=str(error))
        return bool(new)

    async def reload(self, live_table: LiveTable) -> bool:
        """Read all entries and seats again; return whether anything is new."""
        loaded = await self.committer.ask(load_live_table, self.store, live_table.id)
        if loaded is None:
            self.live_tables.pop(live_table.id, None)
            live_table.closing = True  # its streams end
            live_table.wake_streams()
            raise Refused("no-table")
        before = live_table.table.entries
        live_table.entries = loaded.entries
        live_table.show(loaded._table, loaded.stored, loaded.broken)
        return bool(live_table.broken) or live_table.table.entries != before

    async def read_again(self, ids: Iterable[str]) -> None:
        """Read these tables again where they are in use: their seats have changed without an entry."""
        for live_table in [self.live_tables[table_id] for table_id in ids if table_id in self.live_tables]:
            with contextlib.suppress(InventoriumError):
                async with live_table.lock:
                    await self.reload(live_table)
                self.changed(live_table)

    def on_notify_threadsafe(self, hints: Sequence[ChangeNotice]) -> None:
        """Pass a notification on from the listener's thread."""
        self.loop.call_soon_threadsafe(self.on_notify, hints)

    def on_notify(self, hints: Sequence[ChangeNotice]) -> None:
        """React to another process's notification that it has committed something. It is only a reason to read, because anyone
        may send one. Nothing depends on it either: polling makes good what goes wrong here."""
        if seated_anew := [table_id for table_id, number in hints if number == SEATED]:
            self.start(self.read_again(seated_anew))
        for table_id, number in hints:
            live_table = self.live_tables.get(table_id)
            if live_table and not live_table.broken and live_table.table.number < number:
                self.notified[table_id] = live_table
        if self.notified and not self.reading:
            self.reading = True
            self.start(self.read_notified())

    async def read_notified(self) -> None:
        """Read all tables of which there was a hint in one query; those that come meanwhile share the next."""
        try:
            while self.notified:
                live_tables, self.notified = [live_table for live_table in self.notified.values() if not live_table.broken], {}
                found = await self.committer.ask(
                    self.store.read_on, {live_table.id: live_table.table.number for live_table in live_tables}
                )
                for live_table in live_tables:
                    if apply_if_next(live_table, found[live_table.id]):
                        self.changed(live_table)
                    else:
                        self.start(self.refresh_quietly(live_table, found[live_table.id]))
        except Unavailable:  # the store has logged it
            pass
        finally:
            self.reading = False

    async def refresh_quietly(self, live_table: LiveTable, found: Sequence[Entry]) -> None:
        with contextlib.suppress(InventoriumError):
            await self.refresh(live_table, found[-1].number if found else 0)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def poll(self) -> None:
        """Check from time to time whether a notice was missed, or a bot was forgotten. Nothing may end this."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            try:
                if self.listener:
                    watched = [live_table for live_table in self.live_tables.values() if live_table.in_use]
                    numbers = await self.committer.ask(self.store.last_numbers, [live_table.id for live_table in watched])
                    for live_table in watched:
                        with contextlib.suppress(Refused):  # it is gone
                            await self.refresh(live_table, numbers.get(live_table.id, 0))
                await self.wake_bots()
                if self.store.writes.failures:
                    await self.committer.check_writing()  # or no one would notice that it works again
            except Unavailable:  # the store has logged it
                pass
            except Exception:
                log.exception("looking after the tables failed")

    async def wake_bots(self) -> None:
        """Wake bots, and conditional moves, at tables where they may have missed their turn."""
        for table_id, seat in await self.committer.ask(waiting_conditional_moves, self.store):
            with contextlib.suppress(Refused):
                live_table = await self.get(table_id)
                live_table.planned.add(seat)
                self.changed(live_table)
        for table_id in await self.committer.ask(self.store.waiting_for_bots):
            with contextlib.suppress(Refused):  # what is not ours stays as it is
                self.changed(await self.get(table_id))

    # ------------------------------------------------ beginning

    async def create(
        self,
        table: Table,
        sitting: Sequence[Seat],
        host_secret: str,
        mine: Sequence[int] = (),
        is_open: bool = False,
        bot_pause: float = 0.0,
        most_an_hour: int | None = None,
        rated: bool = False,
        owner: str = "",
    ) -> LiveTable:
        """Set up a new table, unless the host has set up too many. The host holds the seats `mine`; open seats get an
        invitation, which follows from the secret. `owner` is the person, if signed in on this device."""
        table_id, host = new_id(), owner or digest(host_secret)
        invitation = table_secret(host_secret, table_id)
        new = TableRow(
            table_id,
            table.setup,
            *versions(table.setup),
            tuple(sitting),
            owners=tuple(host if seat in mine else None for seat in range(len(sitting))),
            invitations=tuple(
                digest(seat_secret(invitation, seat)) if who.kind == OPEN else None for seat, who in enumerate(sitting)
            ),
            host=host,
            open=is_open,
            bot_pause=bot_pause,
            rated=rated,
        )
        await self.committer.write(self.store.create, new, table, None, most_an_hour)
        return await self.get(table_id)

    async def rematch(self, live_table: LiveTable, host: str, level: str = "") -> LiveTable:
        """Set up the same people, the same agreements, another deal; with a level, all bots have it. A table has one rematch,
        however many ask."""
        old = live_table.stored
        if not live_table.table.over:
            raise Refused("not-over")
        clock = old.setup.clock and replace(old.setup.clock, waits_for=0)
        seats = tuple(replace(who, level=level) if level and who.kind == BOT else who for who in old.seats)
        table = Table.new(Setup(old.setup.game, old.setup.players, old.setup.edition, old.setup.options, clock=clock))
        new = TableRow(
            new_id(),
            table.setup,
            *versions(table.setup),
            seats,
            old.owners,
            (None,) * len(old.seats),
            host,
            old.open,
            old.bot_pause,
            rated=old.rated and all(who.kind == PERSON for who in old.seats),
            club=old.club,
        )
        rematch = await self.committer.write(self.store.create, new, table, live_table.id)
        stored = await self.committer.ask(self.store.load, live_table.id)
        live_table.show(live_table.table, stored)
        return await self.get(rematch)

    # ------------------------------------------------ changing

    async def play(self, live_table: LiveTable, seat: int, answers: Sequence[int | str], number: int) -> None:
        """Take an action, given by number or in the notation, or all sealed moves. Sent twice, it is done once."""
        text = HINTED if seat in live_table.hinted else ""
        await self.change(live_table, lambda table: table.with_actions(seat, answers, number, text))
        live_table.hinted.discard(seat)

    async def played_from(self, live_table: LiveTable, seat: int, network: str) -> None:
        """Note from which network a seat of a rated table is played first."""
        if live_table.stored.rated and says_something(network) and not any(live_table.stored.networks[seat : seat + 1]):
            networks = await self.committer.write(note_network, self.store, live_table.id, seat, network)
            live_table.stored = replace(live_table.stored, networks=networks)

    async def undo(self, live_table: LiveTable, seat: int, number: int) -> None:
        def propose(table: Table) -> Table:
            table.check_fresh(seat, number)
            return table.undo(seat)

        await self.change(live_table, propose, lambda news: self.committer.write(drop_conditional_moves, self.store, news, seat))

    async def set_conditional_moves(self, live_table: LiveTable, seat: int, moves: ConditionalMoves) -> None:
        """Replace the conditional moves of a seat."""
        await self.committer.write(save_conditional_moves, self.store, live_table.id, seat, moves)
        live_table.considered.pop(seat, None)
        (live_table.planned.add if moves else live_table.planned.discard)(seat)
        self.changed(live_table)

    async def follow(
        self,
        live_table: LiveTable,
        seat: int,
        answers: Sequence[str],
        number: int,
        moves: ConditionalMoves,
        rest: ConditionalMoves,
    ) -> None:
        """Play conditional moves for their player; commit with them those that are left."""
        await self.change(
            live_table,
            lambda table: table.with_actions(seat, answers, number, PLANNED),
            lambda news: self.committer.write(commit_conditional_moves, self.store, news, seat, moves, rest),
        )

    async def say(self, live_table: LiveTable, seat: int, text: str, number: int, most_a_minute: int) -> None:
        """Write a chat message at an entry number: sent twice, it is written once."""

        def propose(table: Table) -> Table | None:
            if table.already_said(seat, text, number):
                return None
            table.check_chat(live_table.seats_of(live_table.stored.owners[seat]), most_a_minute)
            return table.with_chat(seat, text)

        await self.change(live_table, propose)

    async def sit(
        self, live_table: LiveTable, seat: int, who: Seat, owner: str | None, check: Callable[[], None], change: str = SAT_DOWN
    ) -> None:
        """Let a person take, leave or hand over a seat. `check` may refuse it; it runs while the table cannot change."""

        def propose(table: Table) -> Table:
            check()
            return table.with_seat(seat, who.name, change)

        async def commit(news: NewEntries) -> None:
            await self.committer.write(self.store.sit, news, seat, who, owner)
            live_table.stored = with_occupant(live_table.stored, seat, who, owner, None)

        await self.change(live_table, propose, commit)

    async def delete(self, live_table: LiveTable, check: Callable[[], None]) -> None:
        """Delete a table, unless `check` refuses it; its streams end."""
        async with live_table.lock:
            check()
            await self.committer.write(self.store.delete, live_table.id)
            with contextlib.suppress(Refused):
                await self.reload(live_table)

    async def change(
        self,
        live_table: LiveTable,
        propose: Callable[[Table], Table | None],
        commit: Callable[[NewEntries], Awaitable[None]] | None = None,
    ) -> None:
        """Propose, commit, show. It is carried through even if the client disconnects meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._change(live_table, propose, commit or self.committer.commit)))
        self.changed(live_table)

    async def _change(
        self, live_table: LiveTable, propose: Callable[[Table], Table | None], commit: Callable[[NewEntries], Awaitable[None]]
    ) -> None:
        async with live_table.lock:
            while (after := propose(live_table.table)) is not None:
                try:
                    await commit(NewEntries(live_table.id, live_table.table.number, after))
                except NumberTaken:  # propose again: it may be stale now, or done already
                    if not await self.read_new(live_table):
                        raise Unavailable("the database did not store it and gave no reason") from None
                else:
                    live_table.show(after)
                    return


def new_entries(table: Table, found: Sequence[Entry]) -> Sequence[Entry] | None:
    """Return what the store holds beyond a table, of what was read from the table's last entry on; None where it does not
    hold what the table knows: then it was set back, or the table is gone."""
    known = [entry for entry in found if entry.number <= table.number]
    if not known:
        return None if table.number else found
    first = known[0].number - 1
    return found[len(known) :] if known == table.entries[first : first + len(known)] else None


def apply_if_next(live_table: LiveTable, found: Sequence[Entry]) -> bool:
    """Show what another process has committed, if it comes next here and nothing of ours is under way."""
    if live_table.broken or live_table.lock.locked():
        return False
    new = new_entries(live_table.table, found)
    if new is None or any(entry.kind == SEAT for entry in new):  # the seats are in the store
        return False
    try:
        if new:
            live_table.show(live_table.table.extended(new))
    except DoesNotReplay:  # the store will report it
        return False
    return True


def load_live_table(store: Store, table_id: str) -> LiveTable | None:
    """Replay a stored table. One that does not fit our rules is not touched, and says why."""
    entries = store.entries(table_id)  # first, so that the seats are never older than the entries
    stored = store.load(table_id)
    return open_room(stored, entries) if stored else None


def open_room(stored: TableRow, entries: Sequence[Entry]) -> LiveTable:
    try:
        return LiveTable(stored, replayed(stored, entries))
    except DoesNotReplay as error:
        return LiveTable(stored, None, str(error), len(entries))
