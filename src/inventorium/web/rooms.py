"""The tables that are in use, each in memory once, changed one answer at a time, and only after it is kept in the store."""
import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from inventorium.core.errors import IllegalMove, InventoriumError
from inventorium.core.game import load_game
from inventorium.store.secrets import digest, new_id
from inventorium.store.store import NumberTaken, Store, Stored
from inventorium.table.problems import Refused, Stale
from inventorium.table.seats import BOT, OPEN, Seat
from inventorium.table.table import Setup, Table
from inventorium.web import players
from inventorium.web.guests import invitation_secret

T = TypeVar("T")


class Room:
    """One table, who sits at it, and those who wait for news of it."""

    def __init__(self, stored: Stored, table: Table | None, broken: str = "") -> None:
        self.stored, self._table, self.broken = stored, table, broken
        self.lock = asyncio.Lock()
        self.listeners = 0
        self.thinking: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self.closing = False

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

    def seats_of(self, holder: str | None) -> list[int]:
        """The seats that answer to this digest of a secret."""
        return [seat for seat, held in enumerate(self.stored.holders) if holder and held == holder]

    def tell(self) -> None:
        """Wake everybody who waits for news."""
        self._news.set()
        self._news = asyncio.Event()

    async def news_after(self, number: int, patience: float) -> bool:
        """Wait until the table is beyond this number; False if patience ran out first."""
        news = self._news
        if self.table.number != number:
            return True
        try:
            await asyncio.wait_for(news.wait(), patience)
        except TimeoutError:
            return False
        return True


class Rooms:
    """All rooms. Whatever changes a table goes through here: propose, keep, then show."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self.database = ThreadPoolExecutor(1 if store.is_sqlite else 8, "database")
        self.minds = ThreadPoolExecutor(2, "bots")

    def end_streams(self) -> None:
        for room in self.rooms.values():
            room.closing = True
            room.tell()

    async def close(self) -> None:
        self.end_streams()
        for room in self.rooms.values():
            if room.thinking:
                room.thinking.cancel()
        self.minds.shutdown(wait=False, cancel_futures=True)
        self.database.shutdown(wait=True)
        self.store.close()

    async def ask_store(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.database, function, *arguments)

    # ------------------------------------------------ finding

    async def get(self, table_id: str) -> Room:
        room = self.rooms.get(table_id)
        if room is None:
            stored = await self.ask_store(self.store.load, table_id)
            if stored is None:
                raise Refused("no-table")
            entries = await self.ask_store(self.store.entries, table_id)
            room = self.rooms.setdefault(table_id, open_room(stored, entries))
            self.wake_bots(room)
        return room

    async def catch_up(self, room: Room) -> None:
        """Read what somebody else has kept: another process, or we ourselves before something went wrong."""
        stored = await self.ask_store(self.store.load, room.id)
        entries = await self.ask_store(self.store.entries, room.id)
        assert stored is not None
        fresh = open_room(stored, entries)
        room.stored, room._table, room.broken = fresh.stored, fresh._table, fresh.broken
        room.tell()

    # ------------------------------------------------ beginning

    async def create(self, setup: Setup, sitting: Sequence[Seat], host_secret: str, mine: Sequence[int], is_open: bool,
                     bot_pause: float) -> Room:
        """A new table. The host holds the seats `mine`; open seats get an invitation."""
        table_id, host = new_id(), digest(host_secret)
        table = Table.new(setup)
        holders = [host if seat in mine else None for seat in range(setup.players)]
        invitations = [digest(invitation_secret(host_secret, table_id, seat, 0)) if who.kind == OPEN else None
                       for seat, who in enumerate(sitting)]
        await self.ask_store(self.store.create, table_id, table.setup, sitting, holders, invitations, table.entries, host,
                             is_open, bot_pause)
        return await self.get(table_id)

    async def rematch(self, room: Room, host_secret: str) -> Room:
        """The same people, the same agreements, another deal. There is one rematch of a table, whoever asks first."""
        if not room.table.over:
            raise Refused("not-over")
        if room.stored.rematch is None:
            old = room.stored
            table_id, table = new_id(), Table.new(replace(old.setup, seed=""))
            await self.ask_store(self.store.create, table_id, table.setup, old.seats, old.holders,
                                 [None] * len(old.seats), table.entries, digest(host_secret), old.open, old.bot_pause)
            named = await self.ask_store(self.store.link_rematch, room.id, table_id)
            room.stored = replace(old, rematch=named)
            room.tell()
        return await self.get(str(room.stored.rematch))

    # ------------------------------------------------ changing

    async def answer(self, room: Room, seat: int, action: int | str, number: int) -> None:
        """An answer by number or in the notation, given at a number. Sent twice, it is done once."""
        async with room.lock:
            table = room.table
            move = action if isinstance(action, str) else None
            if isinstance(action, int) and table.already_done(seat, action, number):
                return
            table.check_fresh(seat, number)
            after = table.play(seat, move) if move is not None else table.answer(seat, int(action))
            await self.keep(room, after)
        self.wake_bots(room)

    async def undo(self, room: Room, seat: int, number: int) -> None:
        async with room.lock:
            room.table.check_fresh(seat, number)
            await self.keep(room, room.table.undo(seat))
        self.wake_bots(room)

    async def keep(self, room: Room, after: Table) -> None:
        """Keep a change; when this returns, it is in the store and everybody may see it."""
        new = after.entries[room.table.number:]
        try:
            await self.ask_store(self.store.append, room.id, new, after.over)
        except NumberTaken:
            await self.catch_up(room)
            raise Stale("stale") from None
        room._table = after
        room.tell()

    async def sit(self, room: Room, seat: int, who: Seat, holder: str | None, invitation: str | None = None) -> None:
        """Somebody takes, leaves or hands over a seat."""
        async with room.lock:
            after = room.table.seat_taken(seat, who.name)
            new = after.entries[room.table.number:]
            try:
                await self.ask_store(self.store.sit, room.id, seat, who, holder, new, invitation)
            except NumberTaken:
                await self.catch_up(room)
                raise Stale("stale") from None
            room._table = after
            room.stored = replace(room.stored, seats=put(room.stored.seats, seat, who),
                                  holders=put(room.stored.holders, seat, holder),
                                  invitations=put(room.stored.invitations, seat, invitation))
            room.tell()
        self.wake_bots(room)

    # ------------------------------------------------ bots

    def wake_bots(self, room: Room) -> None:
        """Let a bot think where one is asked, unless one does already."""
        if room.broken or (room.thinking and not room.thinking.done()) or self.bot_asked(room) is None:
            return
        room.thinking = asyncio.create_task(self.let_bots_play(room))

    def bot_asked(self, room: Room) -> int | None:
        table = room.table
        return next((seat for seat in table.asked if seat >= 0 and room.seats[seat].kind == BOT), None)

    async def let_bots_play(self, room: Room) -> None:
        bots: dict[tuple[int, str], Any] = {}
        while (seat := self.bot_asked(room)) is not None:
            table, level = room.table, room.seats[seat].level
            if (seat, level) not in bots:
                bots[seat, level] = players.make(level, table.game, f"bot {seat} {table.setup.seed}")
            began = time.monotonic()
            action = await asyncio.get_running_loop().run_in_executor(
                self.minds, bots[seat, level].choose, table.view(seat))
            await asyncio.sleep(max(0.0, room.stored.bot_pause - (time.monotonic() - began)))
            if self.bot_asked(room) is None:
                return
            async with room.lock:
                try:
                    room.table.check_fresh(seat, table.number)
                    await self.keep(room, room.table.answer(seat, int(action)))
                except (Stale, IllegalMove):
                    continue                            # somebody took something back, or took the seat


def open_room(stored: Stored, entries: Sequence[Any]) -> Room:
    """Play a stored table again. One that does not fit our rules is not touched, and says why."""
    game = load_game(stored.setup.game)
    if stored.rules != str(game.tables.RULES_VERSION):
        return Room(stored, None, f"rules {stored.rules}, not {game.tables.RULES_VERSION}")
    if stored.components != game.box().components.set_name:
        return Room(stored, None, f"components '{stored.components}', not '{game.box().components.set_name}'")
    try:
        return Room(stored, Table.load(stored.setup, entries))
    except InventoriumError as error:
        return Room(stored, None, str(error))


def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*row[:place], value, *row[place + 1:])
