"""Notifies people who are away that it is their turn. The store's outbox holds what has to be sent."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from functools import partial

from inventorium.core.game import load_game
from inventorium.core.words import words_of
from inventorium.server import senders, table_bots
from inventorium.server.live_tables import LiveTables
from inventorium.server.senders import Gone, Message, Settings, Undelivered
from inventorium.store.outbox import MAILS, PUSH, Channel, Notice, Outbox
from inventorium.store.site_keys import setting
from inventorium.store.store import AGAIN, TableRow, Unavailable
from inventorium.table.seats import PERSON

LOOK = 1.0  # seconds
DELAY, MAIL_DELAY = 3.0, 1_800.0  # seconds in which a person who is here may move
FIRST_PAUSE, LONGEST_PAUSE, MOST_TRIES = 5.0, 3_600.0, 12
LOCK = "notices"
log = logging.getLogger("inventorium")


class Notifier:
    """Delivers notices: of several processes the one that holds the lock. A guest gets one delivery at a time, a receiving host
    takes one at a time, and no one waits for the deliveries to others."""

    def __init__(self, live_tables: LiveTables, settings: Settings, site: str = "") -> None:
        self.live_tables, self.settings, self.outbox, self.ask = (
            live_tables,
            settings,
            Outbox(live_tables.store),
            live_tables.committer.ask,
        )
        self.site, self.key = site, ""  # of ours: the public address, and what push services know us by
        self.leads = False  # whether we hold the lock
        self.queue: dict[str, Channel] = {}  # deliveries not started yet, by channel
        self.running: dict[str, asyncio.Task[None]] = {}  # deliveries, by channel
        self.taken: set[str] = set()  # guests and hosts that a delivery is for
        live_tables.tasks.add(asyncio.create_task(self.go_on()))

    async def push_key(self) -> str:
        """Return the key by which push services know this site; it is made once."""
        self.key = self.key or await self.ask(setting, self.live_tables.store, "push-key", senders.new_key)
        return self.key

    async def go_on(self) -> None:
        """Look from time to time. Nothing may end this."""
        try:
            while True:
                await asyncio.sleep(LOOK)
                await carefully(self.queue_due())
        finally:
            self.queue.clear()
            for task in self.running.values():
                task.cancel()

    async def queue_due(self) -> None:
        """Start the deliveries that are due, without waiting for them."""
        waiting = await self.ask(self.outbox.waiting)
        seen = waiting & self.live_tables.looked_at()
        if seen:  # every process knows its own guests
            await self.ask(self.outbox.see, seen)
        if not await self.leading(bool(waiting - seen or self.running)):
            return
        for channel in await self.ask(self.outbox.channels_due, time.time(), [*self.queue, *self.running]):
            self.queue[channel.id] = replace(channel, site=self.site or channel.site)
        self.begin_deliveries()

    def begin_deliveries(self) -> None:
        """Start the queued deliveries whose guest and host have no other one under way."""
        for channel in list(self.queue.values()):
            ends = {channel.owner, "host " + senders.receiver(self.settings, channel)}
            if not ends & self.taken:
                self.taken |= ends
                del self.queue[channel.id]
                self.running[channel.id] = task = asyncio.create_task(carefully(self.deliver(channel)))
                task.add_done_callback(partial(self.end_delivery, channel, ends))

    def end_delivery(self, channel: Channel, ends: set[str], _: asyncio.Task[None]) -> None:
        del self.running[channel.id]
        self.taken -= ends
        self.begin_deliveries()

    async def leading(self, wanted: bool) -> bool:
        """Take the lock while there is something to do, and give it back after the last delivery."""
        listener = self.live_tables.listener
        if listener is None or wanted == self.leads:
            return wanted
        if wanted:
            self.leads = await self.ask(listener.lock, LOCK)
        else:
            await self.ask(listener.release, LOCK)
            self.leads = False
        return self.leads

    async def deliver(self, channel: Channel) -> None:
        """Deliver what waits for a channel: by mail all in one, elsewhere the first."""
        wanted: list[tuple[Notice, TableRow]] = []
        for notice in await self.ask(self.outbox.due, channel, time.time()):
            stored = await self.ask(self.live_tables.store.load, notice.table_id)
            if not stored or not is_wanted(notice, stored):
                await self.ask(self.outbox.settle, notice)
            elif channel.kind in MAILS:
                wanted.append((notice, stored))
            else:
                await self.send(notice, stored)
                return
        if wanted:
            await self.send_digest(channel, wanted)

    async def send(self, notice: Notice, stored: TableRow) -> None:
        channel, message = notice.channel, message_of(notice, stored)
        if not await self.ask(self.outbox.begin, notice, time.time()):
            return
        if channel.kind == PUSH:
            sending = senders.to_browser(channel, message, await self.push_key(), self.settings.local)
        else:
            sending = senders.to_webhook(channel, message, self.settings.local)
        if await self.goes_out(sending, [notice]) is Gone and channel.kind == PUSH:  # the browser wants no more
            await self.ask(self.outbox.remove, channel.id)

    async def send_digest(self, channel: Channel, wanted: Sequence[tuple[Notice, TableRow]]) -> None:
        """Send one mail with all tables that wait, as often as its owner wants them."""
        next_one = channel.sent + MAILS[channel.kind]
        if next_one > time.time():
            for notice, _ in wanted:
                await self.ask(self.outbox.postpone, notice, next_one, channel.error)
            return
        wanted = [(notice, stored) for notice, stored in wanted if await self.ask(self.outbox.begin, notice, time.time())]
        if not wanted:
            return
        words = words_of(None, channel.language)
        off = f"{channel.site}/notifications/off/{channel.id}/{channel.key}"
        lines = [f"{message.text}\n{message.link}\n" for message in (message_of(*one) for one in wanted)]
        text = "\n".join([*lines, words("notifications.mail-end", link=off)])
        await self.goes_out(
            senders.by_mail(self.settings, channel.address, words("web.waits", number=len(wanted)), text, off),
            [notice for notice, _ in wanted],
        )

    async def goes_out(self, sending: Awaitable[None], notices: Sequence[Notice]) -> type[Exception] | None:
        """Send, and note what became of it; return what went wrong."""
        try:
            await sending
        except Exception as error:
            if not isinstance(error, Undelivered | OSError):
                log.exception("a notification could not be created")
            language = notices[0].channel.language
            text = error.message(words_of(None, language)) if isinstance(error, Undelivered) else str(error)
            await self.try_again(notices, text, isinstance(error, Undelivered))
            return type(error)
        for notice in notices:
            await self.ask(self.outbox.settle, notice, time.time())
        return None

    async def try_again(self, notices: Sequence[Notice], error: str, is_known: bool) -> None:
        """Wait longer and longer, then give up; the owner of the channel sees why."""
        for notice in notices:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**notice.tries)
            await self.ask(self.outbox.postpone, notice, time.time() + pause, error, is_known)
            if notice.tries + 1 >= MOST_TRIES:
                await self.ask(self.outbox.settle, notice)


async def carefully(work: Awaitable[None]) -> None:
    """Run something whose failure must not stop the loop."""
    try:
        await work
    except Unavailable:  # they wait; the store has logged it
        pass
    except Exception:
        log.exception("delivering notifications failed")


def is_wanted(notice: Notice, stored: TableRow) -> bool:
    """Return whether another person still waits for this move, or it is worth knowing that the same people play again."""
    waits = not stored.over if notice.what == AGAIN else notice.seat in stored.asked
    return waits and stored.seats[notice.seat].kind == PERSON and has_others(stored, stored.owners[notice.seat])


def has_others(stored: TableRow, owner: str | None) -> bool:
    """Return whether another person sits at a table. Bots do not wait."""
    return any(seat.kind == PERSON and other and other != owner for seat, other in zip(stored.seats, stored.owners, strict=True))


def message_of(notice: Notice, stored: TableRow) -> Message:
    channel, game = notice.channel, load_game(stored.setup.game)
    words, title = words_of(None, channel.language), game.title(channel.language)
    names = table_bots.names(stored.seats, words)
    name = names[notice.seat]
    if notice.what == AGAIN:
        text = words("notifications.again", game=title, names=[one for seat, one in enumerate(names) if seat != notice.seat])
    else:
        text = words("notifications.turn" if channel.subject == channel.owner else "notifications.turn-of", name=name, game=title)
    facts: dict[str, str | int] = {
        "event": notice.what,
        "table": stored.id,
        "game": stored.setup.game,
        "seat": notice.seat,
        "number": notice.number,
        "name": name,
    }
    return Message(title, text, f"{channel.site}/table/{stored.id}", facts)
