"""New entries of a table as server-sent events. Every event has a number, so a client that missed some can catch up."""

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from inventorium.core.words import Words, words_of
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable, LiveTables
from inventorium.table import turn_log
from inventorium.table.problems import Refused
from inventorium.web.http.sessions import Guest, client_of, guest_of
from inventorium.web.http.site import Site, site_of

router = APIRouter(include_in_schema=False)
HEARTBEAT = 15.0  # seconds
BEGINNING = b"retry: 1000\n\n"
SIGN_OF_LIFE = b": here\n\n"


@router.get("/table/{table_id}/events")
async def events(request: Request, table_id: str) -> Response:
    """`event: news`, `id:` and `data: {"number": N}`, at once and after every entry; `event: here` and `data: {"text": ...}`
    when a viewer comes or leaves. With `?visible` the page is in front, and its guest needs no notice."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    return open_stream(
        request, site, live_table, numbers(live_table, guest), (guest.owner, guest.name), "visible" in request.query_params
    )


async def numbers(live_table: LiveTable, guest: Guest) -> AsyncIterator[bytes]:
    """Send only the last number, always: a slow reader misses none that matters, and nothing piles up for it."""
    yield BEGINNING
    present_text, here = -1, -1
    while not live_table.broken and not live_table.closing:
        if live_table.table.number != present_text:
            present_text = live_table.table.number
            yield message("news", present_text, {"number": present_text})
        elif live_table.present.changes != here:
            here = live_table.present.changes
            yield message("here", present_text, {"text": others_here(live_table, guest)})
        elif not await live_table.news_after(present_text):
            yield SIGN_OF_LIFE


def others_here(live_table: LiveTable, guest: Guest) -> str:
    """Return the other viewers of the table, in the guest's language."""
    words = words_of(None, guest.language)
    return live_table.present.present_text(
        guest.owner, live_table.stored.owners, table_bots.names(live_table.seats, words), words
    )


async def entries_as_seen(live_table: LiveTable, seat: int, words: Words | None, after: int) -> AsyncIterator[bytes]:
    """Send every entry from a number on, as a seat may know it: first the missed ones, then each as it comes. In words, where a
    language is given."""
    yield BEGINNING
    after = min(after, live_table.table.number)
    while not live_table.broken and not live_table.closing:
        if live_table.table.number > after:
            yield told_since(live_table, seat, words, after)
            after = live_table.table.number
        elif not await live_table.news_after(after):
            yield SIGN_OF_LIFE


def told_since(live_table: LiveTable, seat: int, words: Words | None, after: int) -> bytes:
    """Return the same for all who may know the same, so that it is put together once."""
    key = (-1 if turn_log.is_open(live_table.table) and not words else seat, words.language if words else "", after)
    if key not in live_table.messages:
        names = table_bots.names(live_table.seats, words) if words else []
        live_table.messages[key] = b"".join(
            message("entry", event["number"], event) for event in turn_log.news(live_table.table, seat, words, names, after)
        )
    return live_table.messages[key]


def message(event: str, number: int, data: object) -> bytes:
    return f"event: {event}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


# ---------------------------------------------------------------- as long as a stream is open


def open_stream(
    request: Request,
    site: Site,
    live_table: LiveTable,
    messages: AsyncIterator[bytes],
    who: tuple[str, str],
    is_visible: bool = False,
) -> "Stream":
    """Return a stream of messages for a viewer: their owner, and the name shown to others; whether its page is visible."""
    if live_table.broken:
        raise Refused("broken", reason=live_table.broken)
    address = client_of(request.scope)
    if site.streams.get(address, 0) >= site.limits.streams_per_address:
        raise Refused("too-many-streams", most=site.limits.streams_per_address, seconds=60)
    return Stream(
        site, live_table, address, messages, (*who, is_visible) if who[1] or who[0] in live_table.stored.owners else None
    )


class Stream(Response):
    """Messages as they come, until there are no more or the client leaves."""

    media_type = "text/event-stream"

    def __init__(
        self, site: Site, live_table: LiveTable, address: str, messages: AsyncIterator[bytes], who: tuple[str, str, bool] | None
    ) -> None:
        self.site, self.live_table, self.address, self.messages, self.who = site, live_table, address, messages, who
        self.status_code, self.background = 200, None
        self.init_headers({"x-accel-buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        sending = asyncio.create_task(self.send_all(send))
        gone = asyncio.create_task(until_gone(receive))
        try:
            await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()  # a bug of ours fails the request, and is logged with it
        finally:
            sending.cancel()
            gone.cancel()

    async def send_all(self, send: Send) -> None:
        """Send the messages; as long as they flow, the stream counts: for its address, for the table, for the statistics."""
        streams, metrics = self.site.streams, self.site.live_tables.metrics
        streams[self.address] = streams.get(self.address, 0) + 1
        self.live_table.listeners += 1
        if self.who:
            self.live_table.present.come(*self.who)
        metrics.streams.inc()
        try:
            async for text in self.messages:
                await send({"type": "http.response.body", "body": text, "more_body": True})
            await send({"type": "http.response.body"})
        finally:
            self.live_table.listeners -= 1
            if self.who:
                self.live_table.present.leave_soon(*self.who)
            metrics.streams.dec()
            streams[self.address] -= 1
            if not streams[self.address]:
                del streams[self.address]


async def until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def heartbeats(live_tables: LiveTables) -> None:
    """Send a heartbeat to all streams from one clock: a silent connection could also be a lost one."""
    while True:
        await asyncio.sleep(HEARTBEAT)
        for live_table in [live_table for live_table in live_tables.live_tables.values() if live_table.listeners]:
            live_table.wake_streams()
            await asyncio.sleep(0)  # not all at once
