"""Seats: join a table, let a bot play for you, play again."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import bots
from inventorium.server import achievements, table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.server.notifications import has_others
from inventorium.store.blocks import blocked_with
from inventorium.store.secrets import fits, seat_secret, table_secret
from inventorium.table.clocks import pace_of
from inventorium.table.entries import CAME_BACK, CHANGES, HANDED_OVER, REPLACED, RESIGNED, SEAT
from inventorium.table.exercises import day_of
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, local_path, read_form, redirect, site_of, whole_number, words_at
from inventorium.web.render.clock_faces import lasting, overdue
from inventorium.web.render.scene import Scene

router = APIRouter(include_in_schema=False)
MOST_STAND_INS = 50  # per player in a game
HANDED = CHANGES.index(HANDED_OVER)


def seat_context(request: Request, site: Site, guest: Guest, scene: Scene, mine: Sequence[int]) -> dict[str, object]:
    """Return what the page of a table shows of its seats: invitations, and the bots that can take one."""
    live_table, table = scene.live_table, scene.live_table.table
    invited = invitations(live_table, guest)
    return {
        **site.invitations_from(request),
        "invitations": invited,
        "table_invitation": f"/join/{live_table.id}/{table_secret(guest.secret, live_table.id)}" if invited else "",
        "is_inviting": bool(invited)
        and not {*mine} & {*table.asked}
        and any(live_table.seats[one].kind == OPEN for one in table.asked if one >= 0),
        "may_resign": [seat for seat in mine if may_resign(live_table, seat)],
        "resigned": [seat for seat in mine if table.has_resigned(seat)],
        "may_delete": may_delete(live_table, guest),
        "is_host": live_table.stored.host == guest.owner,
        "levels": bots.levels_of(scene.game),
        "strong_level": table_bots.strong_level(scene.game),
        **ending(live_table, guest),
    }


def ending(live_table: LiveTable, guest: Guest) -> dict[str, object]:
    """Return what the end of a game against bots shows: whether hints were used, and the level that suits better next time."""
    seat = achievements.own_seat(guest.owner, replace(live_table.stored, over=live_table.table.over))  # stored is from before
    if seat is None:
        return {"next_level": "", "is_stronger": False, "is_hinted": False}
    result = achievements.result_of(live_table.table)
    is_stronger, level = achievements.next_level(live_table.stored, seat, result)
    return {
        "next_level": level,
        "is_stronger": is_stronger,
        "is_hinted": seat in result.hinted and bool(achievements.strongest(live_table.stored)),
    }


def invitations(live_table: LiveTable, guest: Guest) -> dict[int, str]:
    """Return the links to free seats that the host can share."""
    if live_table.stored.host != guest.owner:
        return {}
    secret = table_secret(guest.secret, live_table.id)
    return {seat: f"/join/{live_table.id}/{seat}/{seat_secret(secret, seat)}" for seat in free_seats(live_table, secret)}


def free_seats(live_table: LiveTable, secret: str) -> list[int]:
    """Return the seats that the invitation to a table is good for."""
    return [seat for seat, stored in enumerate(live_table.stored.invitations) if fits(seat_secret(secret, seat), stored)]


@router.get("/join/{table_id}/{secret}")
async def table_invitation(request: Request, table_id: str, secret: str) -> Response:
    """The page behind the invitation to a table: first come, first served. Only a click takes a seat, so link previews do not."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    if live_table.seats_of(guest.owner):
        return redirect(f"/table/{table_id}")
    return invitation_page(request, site, guest, live_table, bool(free_seats(live_table, secret)))


@router.post("/join/{table_id}/{secret}")
async def accept_at_table(request: Request, table_id: str, secret: str) -> Response:
    """Take the first free seat, or the next one if someone else was quicker."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    if live_table.seats_of(guest.owner):  # the form was sent twice
        return redirect(f"/table/{table_id}")
    while free := free_seats(live_table, secret):
        with suppress(InvitationUsed):
            return await take_seat(
                request,
                site,
                guest,
                live_table,
                free[0],
                fields,
                partial(check_invitation, live_table, free[0], seat_secret(secret, free[0])),
            )
    return invitation_page(request, site, guest, live_table, False)


@router.get("/join/{table_id}/{seat}/{secret}")
async def seat_invitation(request: Request, table_id: str, seat: int, secret: str) -> Response:
    """The page behind the invitation to one seat."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    check_invitation(live_table, seat, secret)
    return invitation_page(request, site, guest, live_table, True)


def invitation_page(request: Request, site: Site, guest: Guest, live_table: LiveTable, is_free: bool) -> Response:
    """Return what one agrees to by sitting down, and the button for it where a seat is free."""
    words, stored = words_at(live_table, guest), live_table.stored
    seats = [
        (name if who.kind != OPEN else "", who)
        for name, who in zip(table_bots.names(live_table.seats, words), live_table.seats, strict=True)
    ]
    return site.page(
        request,
        guest,
        "join.html",
        live_table=live_table,
        words=words,
        seats=seats,
        names=[name for name, who in seats if who.kind == PERSON],
        is_free=is_free,
        pace=pace_of(stored.setup.clock),
        clock=stored.setup.clock,
        lasting=lasting,
        game=live_table.table.game,
        setup=stored.setup,
        back=local_path(request),
        site_address=site.address(request),
    )


@router.post("/join/{table_id}/{seat}/{secret}")
async def accept(request: Request, table_id: str, seat: int, secret: str) -> Response:
    """Exchange the invitation for the seat, once; also where another person used the seat."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    return await take_seat(request, site, guest, live_table, seat, fields, lambda: check_invitation(live_table, seat, secret))


class InvitationUsed(Refused):
    """The seat is taken, or the secret is wrong."""


def check_invitation(live_table: LiveTable, seat: int, secret: str) -> None:
    if seat not in range(len(live_table.seats)) or not fits(secret, live_table.stored.invitations[seat]):
        raise InvitationUsed("invitation")


@router.post("/table/{table_id}/sit")
async def sit_down(request: Request, table_id: str) -> Response:
    """Take a free seat at an open table."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = whole_number(fields, "seat")
    return await take_seat(request, site, guest, live_table, seat, fields, lambda: check_free(live_table, seat))


def check_free(live_table: LiveTable, seat: int) -> None:
    if not live_table.stored.open or seat not in range(len(live_table.seats)) or live_table.seats[seat].kind != OPEN:
        raise Refused("seat-taken")


async def take_seat(
    request: Request,
    site: Site,
    guest: Guest,
    live_table: LiveTable,
    seat: int,
    fields: dict[str, str],
    check: Callable[[], None],
) -> Response:
    """Sit down, unless the player and the host have blocked each other."""
    name = clean_name(fields.get("name", "")) or guest.name
    foes = await site.live_tables.committer.ask(blocked_with, site.live_tables.store, guest.owner)

    def check_all() -> None:
        check()
        if live_table.stored.host in foes:
            raise Refused("not-together")
        if live_table.stored.rated and live_table.seats_of(guest.owner):
            raise Refused("rated-people")

    await site.live_tables.sit(live_table, seat, Seat(PERSON, name), guest.owner, check_all)
    response = redirect(f"/table/{live_table.id}")
    remember(response, request, guest)
    await site.remember_name(response, request, guest, name)
    return response


@router.post("/table/{table_id}/stand-in")
async def stand_in(request: Request, table_id: str) -> Response:
    """Let a bot play the guest's own seat (`bot` is its level), or take the seat back (`bot` is empty). For a player whose time
    is over, any other player may call a bot: a strong one."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat, level = whole_number(fields, "seat"), fields.get("bot", "")
    if seat not in range(len(live_table.seats)):
        raise Refused("not-yours")
    now, owner = live_table.seats[seat], live_table.stored.owners[seat]

    def check() -> None:
        if (live_table.seats[seat], live_table.stored.owners[seat]) != (now, owner):
            raise Refused("seat-taken")
        check_stand_in(live_table, live_table.seats_of(guest.owner), seat, level)

    change = CAME_BACK if not level else HANDED_OVER if seat in live_table.seats_of(guest.owner) else REPLACED
    await site.live_tables.sit(live_table, seat, Seat(BOT if level else PERSON, now.name, level), owner, check, change)
    return redirect(f"/table/{table_id}")


@router.post("/table/{table_id}/resign")
async def resign(request: Request, table_id: str) -> Response:
    """Resign at `seat`: a bot plays to the end, and the player cannot come back."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = whole_number(fields, "seat")

    def check() -> None:
        if seat not in live_table.seats_of(guest.owner) or not may_resign(live_table, seat):
            raise Refused("not-resigned")

    level = bots.default_level(live_table.table.game)
    name, owner = live_table.seats[seat].name if seat in range(len(live_table.seats)) else "", guest.owner
    await site.live_tables.sit(live_table, seat, Seat(BOT, name, level), owner, check, RESIGNED)
    return redirect(f"/table/{table_id}")


def may_resign(live_table: LiveTable, seat: int) -> bool:
    """Return whether a person can give the game up: others play on."""
    return (
        not live_table.table.over
        and not live_table.table.has_resigned(seat)
        and has_others(live_table.stored, live_table.stored.owners[seat])
    )


@router.post("/table/{table_id}/delete")
async def delete(request: Request, table_id: str) -> Response:
    """Delete a table at which no one else has sat."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)

    def check() -> None:
        if not may_delete(live_table, guest):
            raise Refused("not-deleted")

    await site.live_tables.delete(live_table, check)
    return redirect("/")


def may_delete(live_table: LiveTable, guest: Guest) -> bool:
    """Return whether a table belongs to this guest alone. The deal of a day does not: there the first game counts."""
    stored = live_table.stored
    is_own = stored.host == guest.owner or guest.owner in stored.owners
    return is_own and {*stored.owners} <= {guest.owner, None} and not day_of(stored.setup) and not stored.cup


def check_stand_in(live_table: LiveTable, mine: list[int], seat: int, level: str) -> None:
    """Allow any bot for the guest's own seat; for others who are overdue only a strong one or the usual one, so that no game is
    spoilt."""
    game = live_table.table.game
    levels = bots.levels_of(game)
    if not mine:
        raise Refused("not-yours")
    if live_table.table.over:
        raise Refused("is-over")
    if live_table.table.has_resigned(seat):
        raise Refused("has-resigned")
    if seat not in mine and (not level or seat not in overdue(live_table)):
        raise Refused("not-overdue")
    if (
        level
        and seat in mine
        and sum((entry.kind, entry.seat, entry.action) == (SEAT, seat, HANDED) for entry in live_table.table.entries)
        >= MOST_STAND_INS
    ):
        raise Refused("enough-stand-ins", most=MOST_STAND_INS)
    if level and level not in (levels if seat in mine else (table_bots.strong_level(game), bots.default_level(game))):
        raise Refused("seat-kind", seat=seat + 1)


@router.post("/table/{table_id}/rematch")
async def rematch(request: Request, table_id: str) -> Response:
    """The same people play again; with a `level`, against bots of that level."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    if not live_table.seats_of(guest.owner):
        raise Refused("not-yours")
    level = fields.get("level", "")
    if level and level not in bots.levels_of(live_table.table.game):
        raise Refused("seat-kind", seat=2)
    if await site.live_tables.committer.ask(blocked_with, site.live_tables.store, guest.owner) & {*live_table.stored.owners}:
        raise Refused("not-together")
    return redirect(f"/table/{(await site.live_tables.rematch(live_table, guest.owner, level)).id}")
