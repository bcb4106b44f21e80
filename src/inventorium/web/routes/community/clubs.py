"""Clubs: your list, the page of each, and the link to join."""

from hmac import compare_digest

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.community.clubs import Club, clubs_of, found_club, join_club, leave_club
from inventorium.community.cups import open_cups
from inventorium.core.game import load_game
from inventorium.server.lobby import open_seeks
from inventorium.table.clocks import pace_of
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, read_form, redirect, site_of
from inventorium.web.routes.community.services import club_named, own_club, services_of
from inventorium.web.routes.pages import row_of

router = APIRouter(include_in_schema=False)
SHOWN = 30  # of a club's tables


@router.get("/clubs")
async def show_clubs(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    mine = [] if guest.is_new else await site.live_tables.committer.ask(clubs_of, site.live_tables.store, guest.owner)
    return site.page(request, guest, "clubs.html", clubs=mine)


@router.post("/clubs")
async def make_club(request: Request) -> Response:
    """`name`; `me` is the name of the founder."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    name, me = clean_name(fields.get("name", "")), clean_name(fields.get("me", "")) or guest.name
    if not name:
        raise Refused("club-name")
    club_id = await site.live_tables.committer.write(found_club, site.live_tables.store, name, guest.owner, me)
    return await entered(request, site, guest, club_id, me)


@router.get("/club/{club_id}")
async def show_club(request: Request, club_id: str) -> Response:
    """Its people, its tables and cups, one ranking; for its members."""
    site, guest = site_of(request), guest_of(request)
    club, ask, store = await own_club(site, guest, club_id), site.live_tables.committer.ask, site.live_tables.store
    tables = await ask(store.of_club, club.id)
    return site.page(
        request,
        guest,
        "club.html",
        club=club,
        mine=club.owners.index(guest.owner),
        load_game=load_game,
        ranking=await ask(services_of(site).standings.among, club, tables),
        pace_of=pace_of,
        tables=[row_of(stored, guest) for stored in tables[:SHOWN]],
        cups=await ask(open_cups, store, SHOWN, club.id),
        waiting=await ask(open_seeks, store, club.id),
        **site.invitations_from(request),
        invitations=True,
    )  # its link is a secret


@router.post("/club/{club_id}/leave")
async def leave(request: Request, club_id: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    club = await own_club(site, guest, club_id)
    await site.live_tables.committer.write(leave_club, site.live_tables.store, club.id, guest.owner)
    return redirect("/clubs")


@router.get("/club/{club_id}/{key}")
async def show_invitation(request: Request, club_id: str, key: str) -> Response:
    """The page behind the link. Only a click joins, so that no preview of a link does."""
    site, guest = site_of(request), guest_of(request)
    club = await invited_to(site, club_id, key)
    if guest.owner in club.owners:
        return redirect(f"/club/{club.id}")
    return site.page(request, guest, "club_join.html", club=club)


@router.post("/club/{club_id}/{key}")
async def join(request: Request, club_id: str, key: str) -> Response:
    """`name` is what one is called there."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    club, name = await invited_to(site, club_id, key), clean_name(fields.get("name", "")) or guest.name
    await site.live_tables.committer.write(join_club, site.live_tables.store, club.id, guest.owner, name)
    return await entered(request, site, guest, club.id, name)


async def entered(request: Request, site: Site, guest: Guest, club_id: str, name: str) -> Response:
    response = redirect(f"/club/{club_id}")
    remember(response, request, guest)
    await site.remember_name(response, request, guest, name)
    return response


async def invited_to(site: Site, club_id: str, key: str) -> Club:
    club = await club_named(site, club_id)
    if not compare_digest(key.encode(), club.key.encode()):
        raise Refused("invitation")
    return club
