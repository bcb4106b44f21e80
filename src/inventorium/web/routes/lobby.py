"""The lobby: open seeks, "play now", and the page of a seek."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TypedDict

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.core.words import Words, words_of
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.server.lobby import (
    Seek,
    SeekFilter,
    join,
    leave,
    load_seek,
    match,
    new_seek,
    open_seeks,
    still_here,
)
from inventorium.store.blocks import blocked_with
from inventorium.store.secrets import is_id
from inventorium.store.store import TableRow
from inventorium.table.clocks import DAY, LIVE, MINUTE, NO_CLOCK, PRESETS, is_given_up, pace_of
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused
from inventorium.table.seats import OPEN, PERSON
from inventorium.table.table import Setup
from inventorium.web.http.community import Club
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, game_named, read_form, redirect, site_of
from inventorium.web.routes.seats import check_free, take_seat

router = APIRouter(include_in_schema=False)
PACES = (LIVE, *(name for name in PRESETS if name != LIVE), NO_CLOCK)
FRESH = {LIVE: 15 * MINUTE}  # since the last entry of an open table: its players may still wait
LONG_FRESH = 3 * DAY


@router.get("/lobby")
async def show_lobby(request: Request) -> Response:
    """Show the open seeks, filtered by the fields of a seek as in `play_with_people`. In a `club`: its members."""
    site, guest = site_of(request), guest_of(request)
    query = dict(request.query_params)
    wanted, club = read_filter(query), await club_of(site, guest, query)
    ask, store = site.live_tables.committer.ask, site.live_tables.store
    rows = [
        row_of(one, [*one.names], one.created, one.missing, f"/lobby/{one.id}", guest)
        for one in await ask(open_seeks, store, club.id if club else None)
    ]
    rows += [
        row_of(
            one,
            [who.name for who in one.seats if who.kind == PERSON],
            one.changed,
            sum(who.kind == OPEN for who in one.seats),
            f"/table/{one.id}",
            guest,
        )
        for one in (await ask(joinable, site) if club is None else [])
    ]
    return site.page(
        request,
        guest,
        "lobby.html",
        rows=[row for row in rows if wanted.fits(row["setup"], row["rated"])],
        hidden=sum(not wanted.fits(row["setup"], row["rated"]) for row in rows),
        wanted=wanted,
        clocks=PACES,
        club=club,
        games=[load_game(name) for name in library.names()],
        pace_of=pace_of,
    )


async def club_of(site: Site, guest: Guest, fields: dict[str, str]) -> Club | None:
    """Return the club whose members one wants to play with, where one is named."""
    return await site.community.own_club(guest, fields["club"]) if fields.get("club") else None


def called(names: Sequence[str], words: Words) -> list[str]:
    """Return what people are called who may have given no name."""
    return [name or words("lobby.nameless") for name in names]


class ListedSeek(TypedDict):
    """A seek in a list."""

    game: Game
    setup: Setup
    rated: bool
    since: float
    missing: int
    names: list[str]
    pace: str
    path: str
    mine: bool


def row_of(one: Seek | TableRow, names: list[str], since: float, missing: int, path: str, guest: Guest) -> ListedSeek:
    """Return a seek for a list."""
    return {
        "game": load_game(one.setup.game),
        "setup": one.setup,
        "rated": one.rated,
        "since": since,
        "missing": missing,
        "names": called(names, words_of(None, guest.language)),
        "pace": pace_of(one.setup.clock),
        "path": path,
        "mine": guest.owner in one.owners,
    }


def joinable(site: Site) -> list[TableRow]:
    """Return the open tables with a free seat whose players may still wait."""
    now = time.time()
    return [
        one
        for one in site.live_tables.store.open_tables()
        if any(who.kind == OPEN for who in one.seats)
        and any(who.kind == PERSON for who in one.seats)
        and not is_given_up(one.due, now)
        and one.changed > now - FRESH.get(pace_of(one.setup.clock), LONG_FRESH)
    ]


def read_filter(fields: dict[str, str]) -> SeekFilter:
    """Return the seek of a form: `game` (as `genies` or `genies first`: with its edition), `players`, `pace`, `rated` (yes or
    no); empty or unknown values match any."""
    name, _, edition = fields.get("game", "").partition(" ")
    game = game_named(name) if name in library.names() else None
    players_wanted = fields.get("players", "")
    return SeekFilter(
        game.name if game else "",
        (edition if edition in game.editions else next(iter(game.editions))) if game else "",
        int(players_wanted) if players_wanted in ("2", "3", "4", "5") else 0,
        fields.get("pace", "") if fields.get("pace") in PACES else "",
        {"yes": True, "no": False}.get(fields.get("rated", "")),
    )


def seek_for(wanted: SeekFilter, club: Club | None) -> Seek:
    """Return a new seek for a player whom no open one fits. Defaults are the quickest game, live, not rated."""
    games = (
        [load_game(wanted.game)]
        if wanted.game
        else [game for game in map(load_game, library.names()) if not wanted.players or wanted.players in game.players]
    )
    game: Game = min(games, key=lambda one: one.box().components.get("minutes", 0))
    number = wanted.players or table_bots.default_number(game)
    if number not in game.players:
        raise Refused("players", fewest=game.players[0], most=game.players[-1])
    setup = Setup(game.name, number, wanted.edition or next(iter(game.editions)), clock=PRESETS.get(wanted.pace or LIVE))
    return new_seek(setup, bool(wanted.rated), club.id if club else None)


@router.post("/lobby")
async def play_with_people(request: Request) -> Response:
    """Play now with people: at a table that fits and has a free seat, with those who wait already, or wait for others. `name`,
    the fields of `read_filter`, and `club`, where only its members are wanted."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    wanted, club, ask = read_filter(fields), await club_of(site, guest, fields), site.live_tables.committer.ask
    new, name = seek_for(wanted, club), clean_name(fields.get("name", "")) or guest.name
    site.game_compiler.want(new.setup.game)
    foes = await ask(blocked_with, site.live_tables.store, guest.owner)
    for one in await ask(joinable, site) if club is None else []:
        if wanted.fits(one.setup, one.rated) and not (foes | {guest.owner}) & {one.host, *one.owners}:
            with suppress(Refused):  # another player was quicker
                return await sit_anywhere(request, site, guest, await site.live_tables.get(one.id, fresh=True), fields)
    found = await site.live_tables.committer.write(match, site.live_tables.store, wanted, new, guest.owner, name)
    return await arrived(request, site, guest, found, name)


async def sit_anywhere(request: Request, site: Site, guest: Guest, live_table: LiveTable, fields: dict[str, str]) -> Response:
    """Take the first free seat."""
    seat = next((seat for seat, who in enumerate(live_table.seats) if who.kind == OPEN), -1)
    return await take_seat(request, site, guest, live_table, seat, fields, lambda: check_free(live_table, seat))


@router.get("/lobby/{seek_id}")
async def show_seek(request: Request, seek_id: str) -> Response:
    """The page on which one waits; when all are there, the table."""
    site, guest = site_of(request), guest_of(request)
    there = await seek_named(site, guest, seek_id)
    if there.table_id:
        return redirect(f"/table/{there.table_id}")
    waits = guest.owner in there.owners
    if waits:
        await site.live_tables.committer.write(still_here, site.live_tables.store, there.id, guest.owner)
    game = load_game(there.setup.game)
    return site.page(
        request,
        guest,
        "seek.html",
        there=there,
        waits=waits,
        game=game,
        words=game.words(guest.language),
        pace=pace_of(there.setup.clock),
        names=called(there.names, words_of(None, guest.language)),
    )


@router.post("/lobby/{seek_id}/join")
async def join_seek(request: Request, seek_id: str) -> Response:
    """Wait with those who are there; `name`."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    there = await seek_named(site, guest, seek_id)
    if there.table_id:
        return redirect(f"/table/{there.table_id}")
    name = clean_name(fields.get("name", "")) or guest.name
    there = await site.live_tables.committer.write(join, site.live_tables.store, there.id, guest.owner, name)
    return await arrived(request, site, guest, there, name)


@router.post("/lobby/{seek_id}/leave")
async def leave_seek(request: Request, seek_id: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    await site.live_tables.committer.write(leave, site.live_tables.store, seek_id, guest.owner)
    return redirect("/lobby")


async def arrived(request: Request, site: Site, guest: Guest, there: Seek, name: str) -> Response:
    response = redirect(f"/table/{there.table_id}" if there.table_id else f"/lobby/{there.id}")
    remember(response, request, guest)
    await site.remember_name(response, request, guest, name)
    return response


async def seek_named(site: Site, guest: Guest, seek_id: str) -> Seek:
    """Return a gathering; one of a club is for its members."""
    found = await site.live_tables.committer.ask(load_seek, site.live_tables.store, seek_id) if is_id(seek_id) else None
    if found is None:
        raise Refused("no-page")
    if found.club:
        await site.community.own_club(guest, found.club)
    return found
