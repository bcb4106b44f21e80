"""News of a table as server-sent events. Every event carries a number; whoever missed some is told again."""
import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from inventorium.core.words import Words
from inventorium.table import story
from inventorium.table.problems import Refused
from inventorium.web.rooms import Room, Rooms
from inventorium.web.safety import sender
from inventorium.web.site import Site, site_of

router = APIRouter(include_in_schema=False)
HEARTBEAT = 15.0                                    # seconds after which everybody gets a sign of life
BEGINNING = b"retry: 1000\n\n"
SIGN_OF_LIFE = b": here\n\n"


@router.get("/table/{table_id}/events")
async def events(request: Request, table_id: str) -> Response:
    """`event: news`, `id:` and `data: {"number": N}`, at once and whenever the table is at another number."""
    site = site_of(request)
    room = await site.rooms.get(table_id, fresh=True)
    return open_stream(request, site, room, numbers(room))


async def numbers(room: Room) -> AsyncIterator[bytes]:
    """Only the last number, always: a reader who is slow misses none that matters, and nothing piles up for him."""
    yield BEGINNING
    told = -1
    while not room.broken and not room.closing:
        if room.table.number != told:
            told = room.table.number
            yield message("news", told, {"number": told})
        elif not await room.news_after(told):
            yield SIGN_OF_LIFE


async def entries_as_seen(room: Room, seat: int, words: Words, after: int) -> AsyncIterator[bytes]:
    """Every entry from a number on, as a seat may know it: first those that were missed, then each as it comes."""
    yield BEGINNING
    after = min(after, room.table.number)
    while not room.broken and not room.closing:
        if room.table.number > after:
            yield told_since(room, seat, words, after)
            after = room.table.number
        elif not await room.news_after(after):
            yield SIGN_OF_LIFE


def told_since(room: Room, seat: int, words: Words, after: int) -> bytes:
    """The same for all who may know the same, so it is put together once."""
    key = (-1 if story.is_open(room.table) else seat, words.language, after)
    if key not in room.messages:
        room.messages[key] = b"".join(message("entry", event["number"], event)
                                      for event in story.news(room.table, seat, words, after))
    return room.messages[key]


def message(event: str, number: int, data: object) -> bytes:
    return f"event: {event}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


# ---------------------------------------------------------------- as long as a stream is open

def open_stream(request: Request, site: Site, room: Room, messages: AsyncIterator[bytes]) -> StreamingResponse:
    if room.broken:
        raise Refused("broken", reason=room.broken)
    address = sender(request.scope)
    if site.streams.get(address, 0) >= site.limits.streams_per_address:
        raise Refused("too-many-streams", most=site.limits.streams_per_address)
    return StreamingResponse(counted(site, room, address, messages), media_type="text/event-stream",
                             headers={"x-accel-buffering": "no"})


async def counted(site: Site, room: Room, address: str, messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The messages, and as long as they flow, the stream counts: for its address, for the table, for the statistics."""
    metrics = site.rooms.metrics
    site.streams[address] = site.streams.get(address, 0) + 1
    room.listeners += 1
    metrics.streams += 1
    try:
        async for message in messages:
            yield message
    finally:
        room.listeners -= 1
        metrics.streams -= 1
        site.streams[address] -= 1
        if not site.streams[address]:
            del site.streams[address]


async def signs_of_life(rooms: Rooms) -> None:
    """One clock for all streams: who hears nothing for long cannot know whether there is nothing to hear."""
    while True:
        await asyncio.sleep(HEARTBEAT)
        for room in [room for room in rooms.rooms.values() if room.listeners]:
            room.tell()
            await asyncio.sleep(0)                      # not all at once
