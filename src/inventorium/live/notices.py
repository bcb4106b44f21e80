"""Telling people that it is their turn, when they are not here. What is to be told lies in the store's outbox."""
import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from inventorium.core.game import load_game
from inventorium.core.words import words_of
from inventorium.live import players, senders
from inventorium.live.rooms import Rooms
from inventorium.live.senders import Gone, Message, Settings, Undelivered
from inventorium.store.outbox import MAIL, PUSH, Channel, Notice, Outbox
from inventorium.store.settings import setting
from inventorium.store.store import AGAIN, Stored, Unavailable
from inventorium.table.seats import PERSON

LOOK = 1.0                                          # seconds
DELAY, MAIL_DELAY = 3.0, 1_800.0                    # seconds in which somebody who is here may answer
DAY = 86_400.0                                      # between two mails
FIRST_PAUSE, LONGEST_PAUSE, MOST_TRIES = 5.0, 3_600.0, 12
LOCK = "notices"
log = logging.getLogger("inventorium")


class Notifier:
    """Delivers notices: of several processes the one that holds the lock."""

    def __init__(self, rooms: Rooms, settings: Settings, site: str = "") -> None:
        self.rooms, self.settings, self.outbox, self.ask = rooms, settings, Outbox(rooms.store), rooms.keeper.ask
        self.site, self.key = site, ""                      # of ours: the public address, and what push services know us by
        rooms.tasks.add(asyncio.create_task(self.go_on()))

    async def push_key(self) -> str:
        """Return the key by which push services know this site; it is made once."""
        self.key = self.key or await self.ask(setting, self.rooms.store, "push-key", senders.new_key)
        return self.key

    async def go_on(self) -> None:
        """Look from time to time. Nothing may end this."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except Unavailable:                                     # they wait; the store has logged it
                pass
            except Exception:
                log.exception("delivering notices failed")

    async def look(self) -> None:
        waiting = await self.ask(self.outbox.waiting)
        if not waiting:
            return
        here = waiting & self.rooms.holders_here()
        if here:                                            # every process tells of its own guests
            await self.ask(self.outbox.see, here, time.time())
        wire = self.rooms.wire
        if wire and not await self.ask(wire.claim, LOCK):
            return
        try:
            due = sorted(map(self.at_site, await self.ask(self.outbox.due, time.time())), key=lambda notice: notice.channel.id)
            await asyncio.gather(*(self.deliver(channel, list(notices))
                                   for channel, notices in groupby(due, key=lambda notice: notice.channel)))
        finally:
            if wire:
                await asyncio.shield(self.ask(wire.release, LOCK))

    def at_site(self, notice: Notice) -> Notice:
        """Return a notice whose links lead to our public address, also where the channel was made before that was set."""
        return replace(notice, channel=replace(notice.channel, site=self.site or notice.channel.site))

    async def deliver(self, channel: Channel, notices: list[Notice]) -> None:
        """Deliver what waits for a channel: by mail all in one, elsewhere one after the other."""
        wanted: list[tuple[Notice, Stored]] = []
        for notice in notices:
            stored = await self.ask(self.rooms.store.load, notice.table_id)
            if stored and is_wanted(notice, stored):
                wanted.append((notice, stored))
            else:
                await self.ask(self.outbox.settle, notice)
        if channel.kind == MAIL and wanted:
            await self.send_digest(channel, wanted)
        elif channel.kind != MAIL:
            for notice, stored in wanted:
                await self.send(notice, stored)

    async def send(self, notice: Notice, stored: Stored) -> None:
        channel = notice.channel
        if not await self.ask(self.outbox.begin, notice):
            return
        try:
            message = message_of(notice, stored)
            if channel.kind == PUSH:
                await senders.to_browser(channel, message, await self.push_key(), self.settings.local)
            else:
                await senders.to_webhook(channel, message, self.settings.local)
        except Gone as error:
            if channel.kind == PUSH:                        # the browser has taken its permission back
                await self.ask(self.outbox.remove, channel.id)
            else:
                await self.try_again([notice], str(error))
        except Undelivered as error:
            await self.try_again([notice], str(error))
        except OSError as error:
            await self.try_again([notice], str(error), is_known=False)
        else:
            await self.ask(self.outbox.settle, notice, time.time())

    async def send_digest(self, channel: Channel, wanted: Sequence[tuple[Notice, Stored]]) -> None:
        """Send one mail with all tables that wait, at most once a day."""
        if channel.sent + DAY > time.time():
            for notice, _ in wanted:
                await self.ask(self.outbox.postpone, notice, channel.sent + DAY, channel.error)
            return
        wanted = [(notice, stored) for notice, stored in wanted if await self.ask(self.outbox.begin, notice)]
        if not wanted:
            return
        words = words_of(None, channel.language)
        off = f"{channel.site}/notices/off/{channel.id}/{channel.key}"
        lines = [f"{message.text}\n{message.link}\n" for message in (message_of(*one) for one in wanted)]
        text = "\n".join([*lines, words("notices.mail-end", link=off)])
        try:
            await senders.by_mail(self.settings, channel.address, words("web.waits", number=len(wanted)), text, off)
        except Undelivered as error:
            await self.try_again([notice for notice, _ in wanted], str(error))
        except OSError as error:
            await self.try_again([notice for notice, _ in wanted], str(error), is_known=False)
        else:
            for notice, _ in wanted:
                await self.ask(self.outbox.settle, notice, time.time())

    async def try_again(self, notices: Sequence[Notice], error: str, is_known: bool = True) -> None:
        """Wait longer and longer, then give up; the owner of the channel sees why."""
        for notice in notices:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** notice.tries)
            await self.ask(self.outbox.postpone, notice, time.time() + pause, error, is_known)
            if notice.tries + 1 >= MOST_TRIES:
                await self.ask(self.outbox.settle, notice)


def is_wanted(notice: Notice, stored: Stored) -> bool:
    """Return whether somebody still waits for this answer, or it is worth knowing that the same people play again; and whoever is
    to be told has not been here since."""
    waits = not stored.over if notice.what == AGAIN else notice.seat in stored.asked
    return waits and stored.seats[notice.seat].kind == PERSON and notice.channel.seen < notice.made


def message_of(notice: Notice, stored: Stored) -> Message:
    channel, game = notice.channel, load_game(stored.setup.game)
    words, title = words_of(None, channel.language), game.title(channel.language)
    names = players.names(stored.seats, words)
    name = names[notice.seat]
    if notice.what == AGAIN:
        text = words("notices.again", game=title, names=[one for seat, one in enumerate(names) if seat != notice.seat])
    else:
        text = words("notices.turn" if channel.subject == channel.holder else "notices.turn-of", name=name, game=title)
    facts: dict[str, str | int] = {"event": notice.what, "table": stored.id, "game": stored.setup.game, "seat": notice.seat,
                                   "number": notice.number, "name": name}
    return Message(title, text, f"{channel.site}/table/{stored.id}", facts)
