"""Planned moves, and a copy of a running game to try moves in."""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import bots
from inventorium.server.live_tables import LiveTable
from inventorium.store.conditional_moves import conditional_moves_of
from inventorium.table.conditional_moves import LONGEST, MOST_MOVES, ConditionalMove, Foreseen, foreseen
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Table
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, read_form, redirect, site_of, whole_number, words_at
from inventorium.web.render.scene import Scene
from inventorium.web.routes.pages import GRACE

router = APIRouter(include_in_schema=False)


def conditional_moves_context(scene: Scene, mine: Sequence[int]) -> dict[str, object]:
    """Return whether the page of a table links to the moves that a seat can leave."""
    return {"may_plan": scene.live and scene.seat in mine and may_plan(scene.live_table, scene.seat)}


def may_plan(live_table: LiveTable, seat: int) -> bool:
    """Return whether a player waits for other people, and so may plan moves."""
    asked = live_table.table.asked
    return (
        live_table.seats[seat].kind == PERSON
        and seat not in asked
        and any(live_table.seats[one].kind != BOT for one in asked if one >= 0)
    )


@router.get("/table/{table_id}/planned-moves")
async def show_conditional_moves(request: Request, table_id: str) -> Response:
    """Show a seat's conditional moves and its coming decisions to its player."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = own_seat(live_table, guest, dict(request.query_params))
    return site.page(
        request,
        guest,
        "conditional_moves.html",
        live_table=live_table,
        seat=seat,
        words=words_at(live_table, guest),
        game=live_table.table.game,
        moves=await site.live_tables.committer.ask(conditional_moves_of, site.live_tables.store, live_table.id, seat),
        foreseen=await foreseen_by(site, guest, live_table, seat),
        may_copy=may_copy(live_table),
    )


async def foreseen_by(site: Site, guest: Guest, live_table: LiveTable, seat: int) -> list[Foreseen]:
    return await site.thinking.look_up(guest.asker, foreseen, live_table.table.view(seat), words_at(live_table, guest))


@router.post("/table/{table_id}/planned-moves")
async def change_conditional_moves(request: Request, table_id: str) -> Response:
    """`seat` and `move` (a question and a move, as `turn: pass`), `often` (`once` or `every`), `while` and `until` (moves); or
    `drop`, the place of a move that is deleted."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = own_seat(live_table, guest, fields)
    moves = await site.live_tables.committer.ask(conditional_moves_of, site.live_tables.store, live_table.id, seat)
    if "drop" in fields:
        place = whole_number(fields, "drop")
        moves = tuple(one for number, one in enumerate(moves) if number != place)
    elif len(moves) < MOST_MOVES:
        moves = (*moves, read_conditional_move(fields, await foreseen_by(site, guest, live_table, seat)))
    await site.live_tables.set_conditional_moves(live_table, seat, moves)
    return redirect(f"/table/{table_id}/planned-moves?seat={seat}")


def read_conditional_move(fields: dict[str, str], may_be: list[Foreseen]) -> ConditionalMove:
    question, _, move = fields.get("move", "")[:LONGEST].partition(": ")
    texts = {move: text for one in may_be if one.question == question for move, text in one.answers.items()}
    if move not in texts:
        raise Refused("stale")
    return ConditionalMove(
        question,
        move,
        texts[move],
        fields.get("often") == "every",
        fields.get("while", "")[:LONGEST],
        fields.get("until", "")[:LONGEST],
    )


def own_seat(live_table: LiveTable, guest: Guest, fields: dict[str, str]) -> int:
    seat = whole_number(fields, "seat")
    if seat not in live_table.seats_of(guest.owner) or live_table.table.over:
        raise Refused("not-yours")
    return seat


@router.post("/table/{table_id}/what-if")
async def what_if(request: Request, table_id: str) -> Response:
    """A new table that continues from here against bots, with another dealer. Not at rated tables, where no one gets
    advice, and not where something is secret: it would contain the sealed moves of others."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = own_seat(live_table, guest, fields)
    if not may_copy(live_table):
        raise Refused("not-over")
    level = bots.default_level(live_table.table.game)
    sitting = [Seat(PERSON, guest.name) if one == seat else Seat(BOT, "", level) for one in range(len(live_table.seats))]
    new = await site.begin(Table.going_on(live_table.table.position), sitting, guest, [seat], False, GRACE)
    response = redirect(f"/table/{new.id}")
    remember(response, request, guest)
    return response


def may_copy(live_table: LiveTable) -> bool:
    return not (live_table.stored.rated or live_table.table.game.type.secrets or live_table.table.over)
