"""The page of a table: looking, answering, taking back, sitting down, watching again."""
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from inventorium.core.errors import InventoriumError
from inventorium.core.game import DEALER
from inventorium.store.secrets import digest, fits
from inventorium.table import story
from inventorium.table.entries import SEAT
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.web import chart, players
from inventorium.web.guests import Guest, clean_name, guest_of, invitation_secret, remember, set_cookie
from inventorium.web.rooms import Room
from inventorium.web.scene import Moves, Scene, page_context, scene_at
from inventorium.web.templates import board_of
from inventorium.web.site import (
    Site, read_form, redirect, site_of, status_of, told, wants_fragment, whole_number)

router = APIRouter(include_in_schema=False)


@router.get("/table/{table_id}")
async def show_table(request: Request, table_id: str) -> Response:
    """The table now; with `?at=N` as it was after N answers. Looking ahead changes nothing: `?pick=archimedes` begins a
    move with the things it names, `?choose=A` tries an answer, `?why=send+archimedes+bow` tells why not."""
    site, guest = site_of(request), guest_of(request)
    return table_page(request, site, guest, await site.rooms.get(table_id))


def table_page(request: Request, site: Site, guest: Guest, room: Room, problem: str = "", status: int = 200) -> HTMLResponse:
    query = dict(request.query_params)
    words = site_words(room, guest)
    if room.broken:
        return site.page(request, guest, "broken.html", 409, room=room, words=words, reason=room.broken)
    mine = room.seats_of(guest.holder)
    seat = seat_shown(room, mine, query)
    at = whole_number(query, "at") if "at" in query else None
    scene = scene_at(room, seat, words, at)
    table = room.table
    answers = len(table.told) if scene.live else max(0, at or 0)
    context = page_context(scene, table, answers, None if query.get("log") == "all" else 10)
    context |= looking(scene, context["moves"], query)
    context |= {"my_seats": mine, "problem": problem, "levels": players.levels(),
                "look": f"?seat={seat}&" if "seat" in query else "?", "invitations": invitations(room, guest),
                "is_host": room.stored.host == guest.holder, "rematch": room.stored.rematch,
                "table_over": table.over, "turn_ends": story.turn_ends(table),
                "chart": chart.draw(story.score_curve(table)) if table.over and scene.live else None}
    context.pop("lang"), context.pop("words")
    template = board_of(scene.game) if wants_fragment(request) else "table.html"
    return site.page(request, guest, template, status, words=words, **context)


def looking(scene: Scene, moves: Moves, query: dict[str, str]) -> dict[str, Any]:
    """What somebody looks at before answering: the things picked so far, an answer tried, a reason asked for."""
    chosen = None
    if moves and "choose" in query:
        action = whole_number(query, "choose")
        chosen = next((move for move in moves if move.action == action), None)
    picked = query.get("pick", "").lower().split()
    asked = " ".join(query.get("why", "").lower().split())[:200]
    ruling = scene.why_not(asked) if asked and scene.live else None
    return {
        "chosen": chosen, "preview": scene.preview(chosen.action) if chosen else None,
        "picked": picked if moves.about(*picked) else [],
        "why": {"rule": ruling.rule, "text": scene.words(f"refused.{ruling.key}", **ruling.values)} if ruling else None,
    }


def site_words(room: Room, guest: Guest) -> Any:
    from inventorium.core.game import load_game
    return load_game(room.stored.setup.game).words(guest.language)


def seat_shown(room: Room, mine: list[int], query: dict[str, str]) -> int:
    """Through whose eyes: one's own seat (the one that is asked, where one has several), else a spectator's.
    When the game is over, through anybody's."""
    table = room.table
    if "seat" in query:
        wanted = whole_number(query, "seat")
        if wanted in mine or wanted == DEALER or (table.over and wanted in range(table.position.players)):
            return wanted
        raise Refused("not-yours")
    return next((seat for seat in mine if seat in table.asked), mine[0] if mine else DEALER)


def invitations(room: Room, guest: Guest) -> dict[int, str]:
    """The links that the host can give away."""
    if room.stored.host != guest.holder:
        return {}
    links = {}
    for seat, stored in enumerate(room.stored.invitations):
        secret = invitation_secret(guest.secret, room.id, seat, changes_of(room, seat))
        if fits(secret, stored):
            links[seat] = f"/join/{room.id}/{seat}/{secret}"
    return links


def changes_of(room: Room, seat: int) -> int:
    """How often somebody sat down at this seat."""
    return sum(entry.kind == SEAT and entry.seat == seat for entry in room.table.entries)


# ---------------------------------------------------------------- answering

@router.post("/table/{table_id}/answer")
async def answer(request: Request, table_id: str) -> Response:
    """`number` (of the last entry that the page knew), `seat`, and `action` or `move`."""
    return await change(request, table_id, "answer")


@router.post("/table/{table_id}/undo")
async def undo(request: Request, table_id: str) -> Response:
    return await change(request, table_id, "undo")


async def change(request: Request, table_id: str, what: str) -> Response:
    """Answer or take back. The page's script gets the new fragment, a plain form is led back to the table."""
    site, guest = site_of(request), guest_of(request)
    room = await site.rooms.get(table_id)
    problem, status = "", 200
    try:
        fields = await read_form(request, guest)
        seat, number = whole_number(fields, "seat"), whole_number(fields, "number")
        if seat not in room.seats_of(guest.holder):
            raise Refused("not-yours")
        if what == "undo":
            await site.rooms.undo(room, seat, number)
        elif fields.get("move"):
            await site.rooms.answer(room, seat, fields["move"][:200], number)
        else:
            await site.rooms.answer(room, seat, whole_number(fields, "action"), number)
    except InventoriumError as error:
        problem, status = told(error, site_words(room, guest)), status_of(error)
    if problem or wants_fragment(request):
        return table_page(request, site, guest, room, problem, status)
    return redirect(f"/table/{table_id}")


@router.get("/table/{table_id}/why")
async def why(request: Request, table_id: str, move: str = "") -> Response:
    """Why a move is not possible now: one line, with the id of the rule."""
    site, guest = site_of(request), guest_of(request)
    room = await site.rooms.get(table_id)
    words = site_words(room, guest)
    scene = scene_at(room, seat_shown(room, room.seats_of(guest.holder), dict(request.query_params)), words)
    ruling = scene.why_not(move[:200])
    text = f"{words(f'refused.{ruling.key}', **ruling.values)} ({ruling.rule})" if ruling else words("table.possible")
    return PlainTextResponse(text)


# ---------------------------------------------------------------- seats

@router.get("/join/{table_id}/{seat}/{secret}")
async def invitation(request: Request, table_id: str, seat: int, secret: str) -> Response:
    """The page behind an invitation. Only a click sits down, so that no preview of a link uses it up."""
    site, guest = site_of(request), guest_of(request)
    room = await site.rooms.get(table_id)
    check_invitation(room, seat, secret)
    return site.page(request, guest, "join.html", room=room, words=site_words(room, guest), seat=seat, secret=secret)


@router.post("/join/{table_id}/{seat}/{secret}")
async def accept(request: Request, table_id: str, seat: int, secret: str) -> Response:
    """The invitation is exchanged for the seat, once."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    room = await site.rooms.get(table_id)
    check_invitation(room, seat, secret)
    return await take_seat(request, site, guest, room, seat, fields)


def check_invitation(room: Room, seat: int, secret: str) -> None:
    if seat not in range(len(room.seats)) or not fits(secret, room.stored.invitations[seat]):
        raise Refused("invitation")


@router.post("/table/{table_id}/sit")
async def sit_down(request: Request, table_id: str) -> Response:
    """Take a free seat at an open table."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    room = await site.rooms.get(table_id)
    seat = whole_number(fields, "seat")
    if not room.stored.open or seat not in range(len(room.seats)) or room.seats[seat].kind != OPEN:
        raise Refused("seat-taken")
    return await take_seat(request, site, guest, room, seat, fields)


async def take_seat(request: Request, site: Site, guest: Guest, room: Room, seat: int, fields: dict[str, str]) -> Response:
    name = clean_name(fields.get("name", "")) or guest.name
    await site.rooms.sit(room, seat, Seat(PERSON, name), guest.holder)
    response = redirect(f"/table/{room.id}")
    remember(response, request, guest)
    set_cookie(response, request, "name", name)
    return response


@router.post("/table/{table_id}/stand-in")
async def stand_in(request: Request, table_id: str) -> Response:
    """A bot answers for one's seat (`bot` is its level), or one takes the seat back (`bot` is empty)."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    room = await site.rooms.get(table_id)
    seat, level = whole_number(fields, "seat"), fields.get("bot", "")
    if seat not in room.seats_of(guest.holder):
        raise Refused("not-yours")
    if level and level not in players.levels():
        raise Refused("seat-kind", seat=seat + 1)
    await site.rooms.sit(room, seat, Seat(BOT if level else PERSON, room.seats[seat].name, level), guest.holder)
    return redirect(f"/table/{table_id}")


@router.post("/table/{table_id}/rematch")
async def rematch(request: Request, table_id: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    room = await site.rooms.get(table_id)
    if not room.seats_of(guest.holder) and room.stored.host != digest(guest.secret):
        raise Refused("not-yours")
    return redirect(f"/table/{(await site.rooms.rematch(room, guest.secret)).id}")


@router.get("/table/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """The record as one may see it: a text file."""
    site, guest = site_of(request), guest_of(request)
    room = await site.rooms.get(table_id)
    seat = seat_shown(room, room.seats_of(guest.holder), dict(request.query_params))
    name = f"{room.stored.setup.game}-{room.id}.txt"
    return PlainTextResponse(room.table.record(seat), headers={"content-disposition": f'attachment; filename="{name}"'})
