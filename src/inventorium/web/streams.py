"""News of a table as server-sent events. Every event carries a number; whoever missed some is told again."""
import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from inventorium.table.problems import Refused
from inventorium.web.rooms import Room
from inventorium.web.site import Site, site_of

router = APIRouter(include_in_schema=False)
HEARTBEAT = 15.0                                    # seconds of silence after which a sign of life is sent


@router.get("/table/{table_id}/events")
async def events(request: Request, table_id: str) -> Response:
    """`event: news`, `id:` and `data: {"number": N}`, at once and whenever the table is at another number."""
    site = site_of(request)
    room = await site.rooms.get(table_id)
    return open_stream(request, site, numbers(room))


def open_stream(request: Request, site: Site, messages: AsyncIterator[str]) -> StreamingResponse:
    address = request.client.host if request.client else ""
    if site.streams.get(address, 0) >= site.limits.streams_per_address:
        raise Refused("too-many-streams", most=site.limits.streams_per_address)
    return StreamingResponse(counted(site, address, messages), media_type="text/event-stream",
                             headers={"x-accel-buffering": "no"})


async def counted(site: Site, address: str, messages: AsyncIterator[str]) -> AsyncIterator[str]:
    site.streams[address] = site.streams.get(address, 0) + 1
    try:
        async for message in messages:
            yield message
    except asyncio.CancelledError:
        raise
    finally:
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
