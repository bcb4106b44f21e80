"""Planning ahead: standing orders, and a copy of a running game to try things in."""
from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.live import players
from inventorium.live.rooms import Room
from inventorium.store.planned import plan_of
from inventorium.table.plans import LONGEST, MOST_ORDERS, Foreseen, Order, foreseen
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Table
from inventorium.web.plumbing.guests import Guest, guest_of, remember
from inventorium.web.plumbing.site import Site, read_form, redirect, site_of, whole_number
from inventorium.web.routes.pages import GRACE
from inventorium.web.routes.play import words_at

router = APIRouter(include_in_schema=False)


@router.get("/table/{table_id}/plan")
async def show_plan(request: Request, table_id: str) -> Response:
    """What a seat has planned, and what it may be asked: for whoever sits there."""
    site, guest = site_of(request), guest_of(request)
    room = await site.rooms.get(table_id, fresh=True)
    seat = own_seat(room, guest, dict(request.query_params))
    return site.page(request, guest, "plan.html", room=room, seat=seat, words=words_at(room, guest), game=room.table.game,
                     orders=await site.rooms.keeper.ask(plan_of, site.rooms.store, room.id, seat),
                     foreseen=await foreseen_by(site, guest, room, seat), may_copy=may_copy(room))


async def foreseen_by(site: Site, guest: Guest, room: Room, seat: int) -> list[Foreseen]:
    return await site.thinking.look_up(guest.asker, foreseen, room.table.view(seat), words_at(room, guest))


@router.post("/table/{table_id}/plan")
async def leave_order(request: Request, table_id: str) -> Response:
    """`seat` and `order` (a question and a move, as `turn: pass`), `often` (`once` or `every`), `while` and `until` (moves); or
    `drop`, the place of an order that is taken back."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    room = await site.rooms.get(table_id, fresh=True)
    seat = own_seat(room, guest, fields)
    plan = await site.rooms.keeper.ask(plan_of, site.rooms.store, room.id, seat)
    if "drop" in fields:
        place = whole_number(fields, "drop")
        plan = tuple(order for number, order in enumerate(plan) if number != place)
    elif len(plan) < MOST_ORDERS:
        plan = (*plan, read_order(fields, await foreseen_by(site, guest, room, seat)))
    await site.rooms.plan(room, seat, plan)
    return redirect(f"/table/{table_id}/plan?seat={seat}")


def read_order(fields: dict[str, str], may_be: list[Foreseen]) -> Order:
    question, _, move = fields.get("order", "")[:LONGEST].partition(": ")
    texts = {move: text for one in may_be if one.question == question for move, text in one.answers.items()}
    if move not in texts:
        raise Refused("stale")
    return Order(question, move, texts[move], fields.get("often") == "every", fields.get("while", "")[:LONGEST],
                 fields.get("until", "")[:LONGEST])


def own_seat(room: Room, guest: Guest, fields: dict[str, str]) -> int:
    seat = whole_number(fields, "seat")
    if seat not in room.seats_of(guest.holder) or room.table.over:
        raise Refused("not-yours")
    return seat


@router.post("/table/{table_id}/what-if")
async def what_if(request: Request, table_id: str) -> Response:
    """A table of one's own that goes on from here against bots; another dealer deals. Not at rated tables, where nobody gets
    advice, and not where something is secret: what others have written down would go on with it."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    room = await site.rooms.get(table_id, fresh=True)
    seat = own_seat(room, guest, fields)
    if not may_copy(room):
        raise Refused("not-over")
    level = players.default_level(room.table.game)
    sitting = [Seat(PERSON, guest.name) if one == seat else Seat(BOT, "", level) for one in range(len(room.seats))]
    new = await site.begin(Table.going_on(room.table.position), sitting, guest, [seat], False, GRACE)
    response = redirect(f"/table/{new.id}")
    remember(response, request, guest)
    return response


def may_copy(room: Room) -> bool:
    return not (room.stored.rated or room.table.game.type.secrets or room.table.over)
