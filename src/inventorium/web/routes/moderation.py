"""The people at a table: mute or block somebody, report an entry; and the page of the moderators."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.game import load_game
from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.store.conduct import (
    BLOCK,
    MUTE,
    Report,
    avoid,
    avoided_by,
    close_report,
    end_avoiding,
    is_moderator,
    open_reports,
    report,
)
from inventorium.store.rate_limits import seconds_to_wait
from inventorium.store.secrets import is_id
from inventorium.table.chat import chat_messages
from inventorium.table.entries import ANSWER, CHAT
from inventorium.table.names import LONGEST_CHAT, clean_line
from inventorium.table.problems import Refused
from inventorium.table.turn_log import moves_known_to, turns
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, read_form, redirect, site_of, whole_number
from inventorium.web.render.scene import TURNS_SHOWN
from inventorium.web.routes.play import words_at

router = APIRouter(include_in_schema=False)
REPORTS_AN_HOUR = 10  # of one guest, at all processes together
SHOWN = 30  # of what was said


@router.get("/table/{table_id}/people")
async def show_people(request: Request, table_id: str, reported: int = 0) -> Response:
    """Who else sits here, and what can be reported; `reported` is the entry that just was."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    words, known = (
        words_at(live_table, guest),
        await site.live_tables.committer.ask(avoided_by, site.live_tables.store, guest.owner),
    )
    names, others = table_bots.names(live_table.seats, words), others_at(live_table, guest)
    people = [
        {"seat": seat, "name": names[seat], "kind": known[owner].kind if owner in known else ""} for seat, owner in others.items()
    ]
    return site.page(
        request,
        guest,
        "people.html",
        live_table=live_table,
        words=words,
        game=live_table.table.game,
        people=people,
        lines=to_report(live_table, guest, words),
        reported=reported,
    )


def others_at(live_table: LiveTable, guest: Guest) -> dict[int, str]:
    """Return the other people at a table: by seat, to whom it answers."""
    return {seat: owner for seat, owner in enumerate(live_table.stored.owners) if owner and owner != guest.owner}


def to_report(live_table: LiveTable, guest: Guest, words: Words) -> list[tuple[int, str, str]]:
    """Return what others said and did, the newest first: number of the entry, who, and what."""
    mine, others, names = (
        live_table.seats_of(guest.owner),
        others_at(live_table, guest),
        table_bots.names(live_table.seats, words),
    )
    seat = mine[0] if mine else -1
    said = [
        (one.number, names[one.seat], one.text or words(f"friends.{one.what}", name=names[one.seat], number=one.times))
        for one in chat_messages(live_table.table, seat)
        if one.seat in others
    ][-SHOWN:]
    told = live_table.table.told
    done = [
        (told[turn.lines[0].answers - 1].entry.number, names[turn.seat], "; ".join(clause.text for clause in turn.clauses))
        for turn in turns(live_table.table, seat, words, names, TURNS_SHOWN)
        if turn.seat in others
    ]
    return sorted(said + [line for line in done if line[2]], reverse=True)


@router.post("/table/{table_id}/avoid")
async def avoid_somebody(request: Request, table_id: str) -> Response:
    """`seat`, and `kind`: mute, block, or nothing, which ends it."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat, kind = whole_number(fields, "seat"), fields.get("kind", "")
    others = others_at(live_table, guest)
    if seat not in others or kind not in ("", MUTE, BLOCK):
        raise Refused("number", field="seat")
    name = table_bots.names(live_table.seats, words_at(live_table, guest))[seat]
    await site.live_tables.committer.write(avoid, site.live_tables.store, guest.owner, others[seat], kind, name)
    response = redirect(f"/table/{table_id}/people")
    remember(response, request, guest)
    return response


@router.post("/identity/unblock")
async def avoid_no_longer(request: Request) -> Response:
    """`id` is of the row on the page about oneself."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    await site.live_tables.committer.write(end_avoiding, site.live_tables.store, guest.owner, fields.get("id", ""))
    return redirect("/identity")


@router.post("/table/{table_id}/report")
async def report_entry(request: Request, table_id: str) -> Response:
    """`entry` is its number; `note` what is wrong, in one's own words."""
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
    """The reports that nobody has closed, and pairs who help each other. To all but moderators there is no such page."""
    site, guest = site_of(request), guest_of(request)
    await check_moderator(site, guest)
    rows = [
        await reported(site, one, guest) for one in await site.live_tables.committer.ask(open_reports, site.live_tables.store)
    ]
    fair = site.fair_play
    response = site.page(
        request,
        guest,
        "moderation.html",
        rows=rows,
        suspicions=await site.live_tables.committer.ask(fair.suspicions),
        missing=await fair.missing(),
        growing=fair.is_growing,
        known=sum(map(bool, fair.played.values())),
    )
    if fair.is_growing:
        response.headers["refresh"] = "10"
    return response


async def reported(site: Site, one: Report, guest: Guest) -> dict[str, Any]:
    """Return a report for the list: what it is about, as a spectator sees it, who did it and who says so, and where to look."""
    live_table = await site.live_tables.get(one.table_id, fresh=True)
    entry = (await site.live_tables.committer.ask(site.live_tables.store.entries, one.table_id, one.number - 1))[0]
    words = words_at(live_table, guest)
    names, owners = table_bots.names(live_table.seats, words), live_table.stored.owners
    before = 0 if live_table.broken else sum(answer.entry.number <= one.number for answer in live_table.table.told)
    move = moves_known_to(live_table.table, DEALER).get(before - 1, "") if entry.kind == ANSWER and before else ""
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
    """Look into the rated tables that nobody has looked into yet."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    await check_moderator(site, guest)
    site.fair_play.begin()
    return redirect("/moderation")


async def check_moderator(site: Site, guest: Guest) -> None:
    if guest.is_new or not await site.live_tables.committer.ask(is_moderator, site.live_tables.store, guest.owner):
        raise Refused("no-page")
