"""Uploaded records, and games that continue from the middle of another."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import bots
from inventorium.core.records import read_head
from inventorium.store.export import from_record
from inventorium.store.running_games import is_running
from inventorium.store.store import TableRow
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Table
from inventorium.web.http.sessions import guest_of, remember
from inventorium.web.http.site import game_named, read_form, redirect, site_of, whole_number
from inventorium.web.routes.hints import may_analyse
from inventorium.web.routes.pages import GRACE

router = APIRouter(include_in_schema=False)
READER = ThreadPoolExecutor(1, "record")  # one record at a time, so that pages and moves are not delayed


@router.get("/replay")
async def bring_record(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    return site.page(request, guest, "replay.html")


@router.post("/replay")
async def watch_record(request: Request) -> Response:
    """A record, pasted as `record` or uploaded as `file`, becomes a table without players."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    text = fields.get("file") or fields.get("record", "")
    new, table, committed = await asyncio.get_running_loop().run_in_executor(READER, brought, text)
    if await site.live_tables.committer.ask(is_running, site.live_tables.store, table, committed):
        raise Refused("still-running")
    live_table = await site.begin(table, new.seats, guest)
    response = redirect(f"/table/{live_table.id}?at={table.opening}")
    remember(response, request, guest)
    return response


def brought(text: str) -> tuple[TableRow, Table, str | None]:
    """In the thread that reads: a record of one of our games, and the commitment that it bears."""
    head = read_head(text)[0]
    game_named(head["game"])
    return *from_record(text), head.get("commitment")


@router.post("/table/{table_id}/play-on")
async def play_on(request: Request, table_id: str) -> Response:
    """A new table that continues from action `at` of a finished game, against bots; the guest takes the seat `seat`."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    table = live_table.table
    if not may_analyse(live_table):
        raise Refused("not-over")
    at, seat = whole_number(fields, "at"), whole_number(fields, "seat")
    if at not in range(len(table.history) + 1) or seat not in range(table.position.players):
        raise Refused("number", field="at")
    level = fields.get("bot") or bots.default_level(table.game)
    if level not in bots.levels_of(table.game):
        raise Refused("seat-kind", seat=seat + 1)
    sitting = [Seat(PERSON, guest.name) if one == seat else Seat(BOT, "", level) for one in range(table.position.players)]
    new = await site.begin(Table.going_on(table.at(at)), sitting, guest, [seat], False, GRACE)
    response = redirect(f"/table/{new.id}")
    remember(response, request, guest)
    return response
