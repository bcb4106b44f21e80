"""Cups: the list, your own, and the page of each."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.community.block_designs import SIZES, fair_rounds
from inventorium.community.cups import Cup, join_cup, keep_cup, load_cup, new_cup, open_cups
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.store.secrets import is_id
from inventorium.table.clocks import NO_CLOCK, PRESETS
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, game_named, read_form, redirect, site_of
from inventorium.web.routes.community.services import own_club, services_of
from inventorium.web.routes.pages import read_clock

router = APIRouter(include_in_schema=False)
MOST_LISTED = 30


@router.get("/cups")
async def show_cups(request: Request) -> Response:
    """All, or those of a `club`."""
    site, guest = site_of(request), guest_of(request)
    club = await own_club(site, guest, request.query_params["club"]) if request.query_params.get("club") else None
    found = await site.live_tables.committer.ask(open_cups, site.live_tables.store, MOST_LISTED, club.id if club else None)
    games = [load_game(name) for name in library.names()]
    return site.page(
        request,
        guest,
        "cups.html",
        cups=found,
        games={game.name: game for game in games},
        sizes_of=sizes_of,
        club=club,
        clocks=[NO_CLOCK, *PRESETS],
    )


def sizes_of(game: Game) -> list[tuple[int, int]]:
    """Return how many can play a cup of a game, and how many at a table."""
    return [size for size in SIZES if size[1] in game.players]


@router.post("/cups")
async def make_cup(request: Request) -> Response:
    """`name`, `size` (as `genies 7 4`: game, people, seats at a table), `clock`, `rated`, and `fair`, for as many rounds as
    make seats exactly fair. The creator of a cup takes part; the name of a person is `me`. A cup of a `club` is for its
    members."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    name, _, numbers = fields.get("size", "").partition(" ")
    game = game_named(name)
    size = next((one for one in sizes_of(game) if numbers == f"{one[0]} {one[1]}"), None)
    if size is None:
        raise Refused("number", field="size")
    club = await own_club(site, guest, fields["club"]) if fields.get("club") else None
    cup = new_cup(
        clean_name(fields.get("name", "")),
        game.name,
        size,
        fair_rounds(*size) if fields.get("fair") == "yes" else 1,
        fields.get("rated") == "yes",
        read_clock(fields),
        club.id if club else None,
        guest.owner,
    )
    await site.live_tables.committer.write(keep_cup, site.live_tables.store, cup)
    return await take_part(request, site, cup.id, fields)


@router.get("/cup/{cup_id}")
async def show_cup(request: Request, cup_id: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    cup = await cup_named(site, guest, cup_id)
    tables, standings = await site.live_tables.committer.ask(services_of(site).standings.of, cup)
    return site.page(
        request,
        guest,
        "cup.html",
        cup=cup,
        game=load_game(cup.game),
        tables=tables,
        standings=standings,
        mine=cup.owners.index(guest.owner) if guest.owner in cup.owners else None,
    )


@router.post("/cup/{cup_id}/join")
async def join(request: Request, cup_id: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    return await take_part(request, site, (await cup_named(site, guest, cup_id)).id, fields)


async def take_part(request: Request, site: Site, cup_id: str, fields: dict[str, str]) -> Response:
    guest = guest_of(request)
    name = clean_name(fields.get("me", "")) or guest.name
    await site.live_tables.committer.write(join_cup, site.live_tables.store, cup_id, guest.owner, name)
    response = redirect(f"/cup/{cup_id}")
    remember(response, request, guest)
    await site.remember_name(response, request, guest, name)
    return response


async def cup_named(site: Site, guest: Guest, cup_id: str) -> Cup:
    """Return a cup; one of a club is for its members."""
    cup = await site.live_tables.committer.ask(load_cup, site.live_tables.store, cup_id) if is_id(cup_id) else None
    if cup is None:
        raise Refused("no-page")
    if cup.club:
        await own_club(site, guest, cup.club)
    return cup
