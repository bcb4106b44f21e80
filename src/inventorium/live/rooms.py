"""The tables that are in use, each in memory once, changed one answer at a time, and only after it is kept in the store."""
import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from hmac import compare_digest
from typing import Any

from inventorium.core.errors import InventoriumError
from inventorium.live.keeper import Keeper
from inventorium.live.metrics import Metrics
from inventorium.live.presence import Presence
from inventorium.store.loading import replayed, versions
from inventorium.store.planned import drop_plan, follow_plan, keep_plan, waiting_for_plans
from inventorium.store.postgres import SEATED, Hint, Wire
from inventorium.store.running import note_network, says_something
from inventorium.store.secrets import digest, invitation_secret, is_id, new_id
from inventorium.store.store import News, NumberTaken, Store, Stored, Unavailable, seated
from inventorium.table.entries import PLANNED, SAT_DOWN, SEAT, Entry
from inventorium.table.plans import Plan
from inventorium.table.problems import DoesNotReplay, Refused
from inventorium.table.seats import OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table

MOST_IN_MEMORY = 2_000
LOOK_AROUND = 2.0                               # seconds; nothing depends on a notice arriving
log = logging.getLogger("inventorium")


class Room:
    """One table, who sits at it, and those who wait for news of it."""

    def __init__(self, stored: Stored, table: Table | None, broken: str = "", entries: int = 0) -> None:
        self.stored, self._table, self.broken, self.entries = stored, table, broken, entries    # entries, where it is broken
        self.lock = asyncio.Lock()
        self.listeners = 0
        self.present = Presence(self.tell)
        self.thinking: asyncio.Task[None] | None = None
        self.closing = False
        self.messages: dict[tuple[int, str, int], bytes] = {}          # what streams have told of the table as it is now
        self.endings: dict[tuple[Any, ...], dict[str, Any]] = {}       # what pages show of the end of the game
        self.planned: set[int] = set()                                 # seats that may have left orders; the store knows
        self.considered: dict[int, int] = {}                           # at which number the orders of a seat were looked at
        self.doubted: set[tuple[int, int]] = set()                     # the turns that a tutor has doubted: seat, its answers
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

    def seats_of(self, holder: str | None) -> list[int]:
        """Return the seats that answer to this digest of a secret."""
        return [seat for seat, held in enumerate(self.stored.holders) if holder and held and compare_digest(held, holder)]

    def show(self, table: Table | None, stored: Stored | None = None, broken: str = "") -> None:
        """Make this the table from now on; everybody who waits for news is woken."""
        self._table, self.stored, self.broken = table, stored or self.stored, broken
        self.messages.clear()
        self.tell()

    def tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def news_after(self, number: int) -> bool:
        """Wait until the table is no longer at this number; return False if there was only a heartbeat (`tell`) meanwhile."""
        if self.table.number == number and not self.closing:
            await self._news.wait()
        return self.broken != "" or self.table.number != number


class Rooms:
    """All rooms. Whatever changes a table goes through here: propose, keep, then show."""

    def __init__(self, store: Store) -> None:
        self.rooms: dict[str, Room] = {}
        self.metrics = Metrics(lambda: len(self.rooms))
        self.store, self.keeper = store, Keeper(store, self.metrics)
        self.changed: Callable[[Room], None] = lambda room: None       # who wants to know: the bots
        self.loop = asyncio.get_running_loop()
        self.hinted: dict[str, Room] = {}                              # where another process may have kept something
        self.reading = False
        self.wire = None if store.is_sqlite else Wire(store.engine.url, store.name, self.hear_soon)
        self.tasks = {asyncio.create_task(self.look_around())}

    def looked_at(self) -> set[tuple[str, str]]:
        """Return who has a visible page of which table open, at this process."""
        return {(holder, room.id) for room in self.rooms.values() for holder in +room.present.looking}

    def end_streams(self) -> None:
        for room in self.rooms.values():
            room.closing = True
            room.tell()

    async def close(self) -> None:
        self.end_streams()
        for task in self.tasks:
            task.cancel()
        if self.wire:
            await self.keeper.ask(self.wire.close)
        self.keeper.close()

    # ------------------------------------------------ finding

    async def get(self, table_id: str, fresh: bool = False) -> Room:
        """Return the room of a table; `fresh` makes sure that it shows what other processes have kept."""
        if not is_id(table_id):
            raise Refused("no-table")
        if table_id not in self.rooms:
            return await self.open(table_id)
        room = self.rooms[table_id] = self.rooms.pop(table_id)          # the last used is the last to be forgotten
        if fresh and self.wire and not room.broken:
            numbers = await self.keeper.ask(self.store.last_numbers, [table_id])
            await self.freshen(room, numbers.get(table_id, 0))
        return room

    async def open(self, table_id: str) -> Room:
        loaded = await self.keeper.ask(load_room, self.store, table_id)
        if loaded is None:
            raise Refused("no-table")
        room = self.rooms.setdefault(table_id, loaded)
        self.forget_idle()
        self.changed(room)
        return room

    def forget_idle(self) -> None:
        """Forget the tables that nobody has looked at for longest; they are read again when somebody does."""
        if len(self.rooms) > MOST_IN_MEMORY:
            oldest = list(self.rooms.values())[:MOST_IN_MEMORY // 2]
            for room in [room for room in oldest if not room.in_use][:MOST_IN_MEMORY // 4]:
                del self.rooms[room.id]

    async def freshen(self, room: Room, number: int) -> None:
        """Read what is new, if the last entry in the store, which has this number, is not ours."""
        if not room.broken and room.table.number != number:
            async with room.lock:
                await self.catch_up(room)
            self.changed(room)

    async def catch_up(self, room: Room) -> bool:
        """Read what somebody else has kept: another process, or we ourselves before something went wrong. Return whether
        there was anything. What the store no longer holds is forgotten here too."""
        if room.broken:
            return False
        known = room.table
        found = await self.keeper.ask(self.store.entries, room.id, known.number - 1)        # with the last that we know
        new = beyond(known, found)
        if new is None or any(entry.kind == SEAT for entry in new):
            return await self.reload(room)
        try:
            if new:
                room.show(known.extended(new))
        except DoesNotReplay as error:
            room.entries = known.number + len(new)
            room.show(None, broken=str(error))
        return bool(new)

    async def reload(self, room: Room) -> bool:
        """Read all of it again, and who sits there; return whether anything is new."""
        loaded = await self.keeper.ask(load_room, self.store, room.id)
        if loaded is None:
            self.rooms.pop(room.id, None)
            room.closing = True                             # its streams end
            room.tell()
            raise Refused("no-table")
        before = room.table.entries
        room.entries = loaded.entries
        room.show(loaded._table, loaded.stored, loaded.broken)
        return bool(room.broken) or room.table.entries != before

    async def read_again(self, ids: Iterable[str]) -> None:
        """Read all of these tables again, where they are in use: who sits there has changed, and no entry says so."""
        for room in [self.rooms[table_id] for table_id in ids if table_id in self.rooms]:
            with contextlib.suppress(InventoriumError):
                async with room.lock:
                    await self.reload(room)
                self.changed(room)

    def hear_soon(self, hints: Sequence[Hint]) -> None:
        """Pass a notice on from the thread that hears it."""
        self.loop.call_soon_threadsafe(self.hear, hints)

    def hear(self, hints: Sequence[Hint]) -> None:
        """React to another process that says it has kept something. That is a reason to read, no more: anybody may send such
        a notice. Nothing depends on it either: what goes wrong here is made good by looking around."""
        if seated_anew := [table_id for table_id, number in hints if number == SEATED]:
            self.start(self.read_again(seated_anew))
        for table_id, number in hints:
            room = self.rooms.get(table_id)
            if room and not room.broken and room.table.number < number:
                self.hinted[table_id] = room
        if self.hinted and not self.reading:
            self.reading = True
            self.start(self.read_hinted())

    async def read_hinted(self) -> None:
        """Read all tables of which there was a hint in one query; those that come meanwhile share the next."""
        try:
            while self.hinted:
                rooms, self.hinted = [room for room in self.hinted.values() if not room.broken], {}
                found = await self.keeper.ask(self.store.read_on, {room.id: room.table.number for room in rooms})
                for room in rooms:
                    if follows(room, found[room.id]):
                        self.changed(room)
                    else:
                        self.start(self.freshen_quietly(room, found[room.id]))
        except Unavailable:                                         # the store has logged it
            pass
        finally:
            self.reading = False

    async def freshen_quietly(self, room: Room, found: Sequence[Entry]) -> None:
        with contextlib.suppress(InventoriumError):
            await self.freshen(room, found[-1].number if found else 0)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def look_around(self) -> None:
        """Check from time to time whether a notice was missed, or a bot waits that nobody lets think. Nothing may end this."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            try:
                if self.wire:
                    watched = [room for room in self.rooms.values() if room.in_use]
                    numbers = await self.keeper.ask(self.store.last_numbers, [room.id for room in watched])
                    for room in watched:
                        with contextlib.suppress(Refused):          # it is gone
                            await self.freshen(room, numbers.get(room.id, 0))
                await self.wake_bots()
                if self.store.writes.failures:
                    await self.keeper.check_writing()               # or nobody would notice that it works again
            except Unavailable:                                     # the store has logged it
                pass
            except Exception:
                log.exception("looking around failed")

    async def wake_bots(self) -> None:
        """Wake bots that are asked at tables where nobody may have told them, and plans that wait."""
        for table_id, seat in await self.keeper.ask(waiting_for_plans, self.store):
            with contextlib.suppress(Refused):
                room = await self.get(table_id)
                room.planned.add(seat)
                self.changed(room)
        for table_id in await self.keeper.ask(self.store.waiting_for_bots):
            with contextlib.suppress(Refused):                      # what is not ours stays as it is
                self.changed(await self.get(table_id))

    # ------------------------------------------------ beginning

    async def create(self, table: Table, sitting: Sequence[Seat], host_secret: str, mine: Sequence[int] = (),
                     is_open: bool = False, bot_pause: float = 0.0, most_an_hour: int | None = None,
                     rated: bool = False, holder: str = "") -> Room:
        """Set up a new table, unless the host has set up too many. The host holds the seats `mine`; open seats get an
        invitation, which follows from the secret. `holder` is who that is, where it is somebody who came back on this device."""
        table_id, host = new_id(), holder or digest(host_secret)
        new = Stored(
            table_id, table.setup, *versions(table.setup), tuple(sitting),
            holders=tuple(host if seat in mine else None for seat in range(len(sitting))),
            invitations=tuple(digest(invitation_secret(host_secret, table_id, seat)) if who.kind == OPEN else None
                              for seat, who in enumerate(sitting)),
            host=host, open=is_open, bot_pause=bot_pause, rated=rated)
        await self.keeper.write(self.store.create, new, table, None, most_an_hour)
        return await self.get(table_id)

    async def rematch(self, room: Room, host: str) -> Room:
        """Set up the same people, the same agreements, another deal. There is one rematch of a table, whoever asks first."""
        old = room.stored
        if not room.table.over:
            raise Refused("not-over")
        table = Table.new(Setup(old.setup.game, old.setup.players, old.setup.edition, old.setup.options, clock=old.setup.clock))
        new = Stored(new_id(), table.setup, *versions(table.setup), old.seats, old.holders, (None,) * len(old.seats),
                     host, old.open, old.bot_pause,
                     rated=old.rated and all(who.kind == PERSON for who in old.seats), club=old.club)
        rematch = await self.keeper.write(self.store.create, new, table, room.id)
        stored = await self.keeper.ask(self.store.load, room.id)
        room.show(room.table, stored)
        return await self.get(rematch)

    # ------------------------------------------------ changing

    async def answer(self, room: Room, seat: int, answers: Sequence[int | str], number: int) -> None:
        """An answer, by number or in the notation, or all those of a sheet, given at a number. Sent twice, it is done once."""
        await self.change(room, lambda table: table.handed_in(seat, answers, number))

    async def played_from(self, room: Room, seat: int, network: str) -> None:
        """Note from which network a seat of a rated table is played first."""
        if room.stored.rated and says_something(network) and not any(room.stored.networks[seat:seat + 1]):
            networks = await self.keeper.write(note_network, self.store, room.id, seat, network)
            room.stored = replace(room.stored, networks=networks)

    async def undo(self, room: Room, seat: int, number: int) -> None:
        def propose(table: Table) -> Table:
            table.check_fresh(seat, number)
            return table.undo(seat)
        await self.change(room, propose, lambda news: self.keeper.write(drop_plan, self.store, news, seat))

    async def plan(self, room: Room, seat: int, plan: Plan) -> None:
        """Leave other orders than those that stood."""
        await self.keeper.write(keep_plan, self.store, room.id, seat, plan)
        room.considered.pop(seat, None)
        (room.planned.add if plan else room.planned.discard)(seat)
        self.changed(room)

    async def follow(self, room: Room, seat: int, answers: Sequence[str], number: int, plan: Plan, rest: Plan) -> None:
        """Give the answers of a plan, as those of whoever left it; what is left of it is kept with them."""
        await self.change(room, lambda table: table.handed_in(seat, answers, number, PLANNED),
                          lambda news: self.keeper.write(follow_plan, self.store, news, seat, plan, rest))

    async def say(self, room: Room, seat: int, text: str, number: int, most_a_minute: int) -> None:
        """Say something at a number, as an answer is given: sent twice, it is said once."""
        def propose(table: Table) -> Table | None:
            if table.already_said(seat, text, number):
                return None
            table.check_chat(room.seats_of(room.stored.holders[seat]), most_a_minute)
            return table.said(seat, text)
        await self.change(room, propose)

    async def sit(self, room: Room, seat: int, who: Seat, holder: str | None, check: Callable[[], None],
                  change: str = SAT_DOWN) -> None:
        """Let somebody take, leave or hand over a seat. `check` may refuse it: it is called while nobody else can change the
        table."""
        def propose(table: Table) -> Table:
            check()
            return table.seat_taken(seat, who.name, change)

        async def keep(news: News) -> None:
            await self.keeper.write(self.store.sit, news, seat, who, holder)
            room.stored = seated(room.stored, seat, who, holder, None)
        await self.change(room, propose, keep)

    async def change(self, room: Room, propose: Callable[[Table], Table | None],
                     keep: Callable[[News], Awaitable[None]] | None = None) -> None:
        """Propose, keep, show. It is carried through even if whoever asked for it goes away meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._change(room, propose, keep or self.keeper.keep)))
        self.changed(room)

    async def _change(self, room: Room, propose: Callable[[Table], Table | None],
                      keep: Callable[[News], Awaitable[None]]) -> None:
        async with room.lock:
            while (after := propose(room.table)) is not None:
                try:
                    await keep(News(room.id, room.table.number, after))
                except NumberTaken:                     # propose again: it may be stale now, or done already
                    if not await self.catch_up(room):
                        raise Unavailable("the database neither keeps it nor says why") from None
                else:
                    room.show(after)
                    return


def beyond(table: Table, found: Sequence[Entry]) -> Sequence[Entry] | None:
    """Return what the store holds beyond a table, of what was read from the table's last entry on; None where it does not
    hold what the table knows: then it was set back, or the table is gone."""
    known = [entry for entry in found if entry.number <= table.number]
    if not known:
        return None if table.number else found
    first = known[0].number - 1
    return found[len(known):] if known == table.entries[first:first + len(known)] else None


def follows(room: Room, found: Sequence[Entry]) -> bool:
    """Show what another process has kept, if it is just what comes next here and nothing of ours is under way."""
    if room.broken or room.lock.locked():
        return False
    new = beyond(room.table, found)
    if new is None or any(entry.kind == SEAT for entry in new):                     # who sits there is in the store
        return False
    try:
        if new:
            room.show(room.table.extended(new))
    except DoesNotReplay:                                   # the store will tell
        return False
    return True


def load_room(store: Store, table_id: str) -> Room | None:
    """Replay a stored table. One that does not fit our rules is not touched, and says why."""
    entries = store.entries(table_id)                       # first: then who sits there is never older than they are
    stored = store.load(table_id)
    return open_room(stored, entries) if stored else None


def open_room(stored: Stored, entries: Sequence[Entry]) -> Room:
    try:
        return Room(stored, replayed(stored, entries))
    except DoesNotReplay as error:
        return Room(stored, None, str(error), len(entries))
