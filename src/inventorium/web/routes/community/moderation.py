"""Reports, and the page of the moderators."""

from typing import TypedDict

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.community.moderation import Report, close_report, is_moderator, open_reports, report
from inventorium.core.game import Game, load_game
from inventorium.core.position import DEALER
from inventorium.server import table_bots
from inventorium.store.counts import seconds_to_wait
from inventorium.store.secrets import is_id
from inventorium.table.entries import ACTION, CHAT
from inventorium.table.names import LONGEST_CHAT, clean_line
from inventorium.table.problems import Refused
from inventorium.table.turn_log import moves_known_to
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, read_form, redirect, site_of, whole_number, words_at
from inventorium.web.routes.community.services import services_of
from inventorium.web.routes.people import others_at

router = APIRouter(include_in_schema=False)
REPORTS_AN_HOUR = 10  # of one guest, at all processes together


@router.post("/table/{table_id}/report")
async def report_entry(request: Request, table_id: str) -> Response:
    """`entry` is its number; `note` says what is wrong."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    number = whole_number(fields, "entry")
    if not 1 <= number <= live_table.table.number or live_table.table.entries[number - 1].seat not in others_at(
        live_table, guest
    ):
        raise Refused("number", field="entry")
    write, store = site.live_tables.committer.write, site.live_tables.store
    if seconds := await write(seconds_to_wait, store, "report", guest.owner, REPORTS_AN_HOUR):
        raise Refused("too-many-reports", most=REPORTS_AN_HOUR, seconds=seconds)
    await write(report, store, live_table.id, number, guest.owner, clean_line(fields.get("note", ""), LONGEST_CHAT))
    response = redirect(f"/table/{table_id}/people?reported={number}")
    remember(response, request, guest)
    return response


# ---------------------------------------------------------------- moderators


@router.get("/moderation")
async def show_moderation(request: Request) -> Response:
    """Show the open reports, and suspect pairs. Only moderators have this page."""
    site, guest = site_of(request), guest_of(request)
    await check_moderator(site, guest)
    rows = [
        await reported(site, one, guest) for one in await site.live_tables.committer.ask(open_reports, site.live_tables.store)
    ]
    fair = services_of(site).fair_play
    response = site.page(
        request,
        guest,
        "moderation.html",
        rows=rows,
        suspicions=await site.live_tables.committer.ask(fair.suspicions),
        missing=await fair.missing(),
        growing=fair.is_running,
        known=sum(map(bool, fair.played.values())),
    )
    if fair.is_running:
        response.headers["refresh"] = "10"
    return response


class ListedReport(TypedDict):
    report: Report
    game: Game
    text: str
    name: str
    who: str | None
    by: str
    look: str


async def reported(site: Site, one: Report, guest: Guest) -> ListedReport:
    """Return a report for the list: what it is about, as a spectator sees it, who did it and who says so, and where to look."""
    live_table = await site.live_tables.get(one.table_id, fresh=True)
    entry = (await site.live_tables.committer.ask(site.live_tables.store.entries, one.table_id, one.number - 1))[0]
    words = words_at(live_table, guest)
    names, owners = table_bots.names(live_table.seats, words), live_table.stored.owners
    before = 0 if live_table.broken else sum(answer.entry.number <= one.number for answer in live_table.table.history)
    move = moves_known_to(live_table.table, DEALER).get(before - 1, "") if entry.kind == ACTION and before else ""
    by = owners.index(one.owner) if one.owner in owners else None
    return {
        "report": one,
        "game": load_game(live_table.stored.setup.game),
        "text": entry.text if entry.kind == CHAT else move,
        "name": names[entry.seat],
        "who": owners[entry.seat],
        "by": words("moderation.spectator") if by is None else names[by],
        "look": f"/table/{one.table_id}?at={before}",
    }


@router.post("/moderation/{report_id}/close")
async def close(request: Request, report_id: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    await check_moderator(site, guest)
    if is_id(report_id):
        await site.live_tables.committer.write(close_report, site.live_tables.store, report_id)
    return redirect("/moderation")


@router.post("/moderation/fair-play")
async def look_into_games(request: Request) -> Response:
    """Analyse the rated tables that are not analysed yet."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    await check_moderator(site, guest)
    services_of(site).fair_play.start()
    return redirect("/moderation")


async def check_moderator(site: Site, guest: Guest) -> None:
    if guest.is_new or not await site.live_tables.committer.ask(is_moderator, site.live_tables.store, guest.owner):
        raise Refused("no-page")
