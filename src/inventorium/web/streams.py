"""News of a table as server-sent events. Every event carries a number; whoever missed some is told again."""
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from inventorium.core.words import Words
from inventorium.table import story
from inventorium.table.problems import Refused
from inventorium.web.rooms import Room
from inventorium.web.site import Site, site_of

router = APIRouter(include_in_schema=False)
HEARTBEAT = 15.0                                    # seconds of silence after which a sign of life is sent


@router.get("/table/{table_id}/events")
async def events(request: Request, table_id: str) -> Response:
    """`event: news`, `id:` and `data: {"number": N}`, at once and whenever the table is at another number."""
    site = site_of(request)
    room = await site.rooms.get(table_id, fresh=True)
    return open_stream(request, site, room, numbers(room))


async def entries_as_seen(room: Room, seat: int, words: Words, after: int) -> AsyncIterator[str]:
    """Every entry from a number on, as a seat may know it: first those that were missed, then each as it comes."""
    yield "retry: 1000\n\n"
    while not room.broken and not room.closing:
        table = room.table
        for event in story.news(table, seat, words, after):
            yield message("entry", event["number"], event)
        after = table.number
        while not room.closing and not await room.news_after(after, HEARTBEAT):
            yield ": here\n\n"


def open_stream(request: Request, site: Site, room: Room, messages: AsyncIterator[str]) -> StreamingResponse:
    address = request.client.host if request.client else ""
    if site.streams.get(address, 0) >= site.limits.streams_per_address:
        raise Refused("too-many-streams", most=site.limits.streams_per_address)
    return StreamingResponse(counted(site, room, address, messages), media_type="text/event-stream",
                             headers={"x-accel-buffering": "no"})


async def counted(site: Site, room: Room, address: str, messages: AsyncIterator[str]) -> AsyncIterator[str]:
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


async def numbers(room: Room) -> AsyncIterator[str]:
    """Only the last number, always: a reader who is slow misses none that matters, and nothing piles up for him."""
    yield "retry: 1000\n\n"
    told = -1
    while not room.broken and not room.closing:
        number = room.table.number
        if number != told:
            told = number
            yield message("news", number, {"number": number})
        elif not await room.news_after(told, HEARTBEAT):
            yield ": here\n\n"


def message(event: str, number: int, data: object) -> str:
    return f"event: {event}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
