"""The people at a table: mute or block a player."""

from collections.abc import Collection

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.words import Words
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.store.blocks import BLOCK, MUTE, avoid, avoided_by, end_avoiding
from inventorium.table.chat import SAID, chat_messages
from inventorium.table.entries import CHAT
from inventorium.table.problems import Refused
from inventorium.table.turn_log import turns
from inventorium.web.http.sessions import Guest, guest_of, remember
from inventorium.web.http.site import Site, read_form, redirect, site_of, whole_number, words_at
from inventorium.web.render.scene import TURNS_SHOWN, Scene
from inventorium.web.routes.streams import others_here

router = APIRouter(include_in_schema=False)
SHOWN = 30  # of the messages


def chat_context(scene: Scene, guest: Guest, silent: Collection[int]) -> dict[str, object]:
    """Return what the page of a table shows of the other people: the chat without the `silent` seats, and who is here."""
    live_table, shown = scene.live_table, chat_messages(scene.live_table.table, scene.seat)
    if scene.moment and scene.answers:  # chat about it would give it away
        last = live_table.table.history[scene.answers - 1].entry.number
        shown = [one for one in shown if one.number <= last]
    return {
        "chat": [one for one in shown if one.what != SAID or one.seat not in silent],
        "here_now": others_here(live_table, guest),
        "has_others": any(owner and owner != guest.owner for owner in live_table.stored.owners),
    }


async def silent_seats(site: Site, guest: Guest, live_table: LiveTable) -> set[int]:
    """Return the seats of players whom a guest has muted or blocked; without a query where no other player has written."""
    owners = live_table.stored.owners
    spoke = {entry.seat for entry in live_table.table.entries if entry.kind == CHAT and owners[entry.seat] != guest.owner}
    known = await site.live_tables.committer.ask(avoided_by, site.live_tables.store, guest.owner) if spoke else {}
    return {seat for seat in spoke if owners[seat] in known}


@router.get("/table/{table_id}/people")
async def show_people(request: Request, table_id: str, reported: int = 0) -> Response:
    """Show the other players, and what can be reported, where there are moderators; `reported` is the entry that just was."""
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
        lines=to_report(live_table, guest, words) if site.community.is_there else [],
        reported=reported,
    )


def others_at(live_table: LiveTable, guest: Guest) -> dict[int, str]:
    """Return the other people at a table: by seat, their owner."""
    return {seat: owner for seat, owner in enumerate(live_table.stored.owners) if owner and owner != guest.owner}


def to_report(live_table: LiveTable, guest: Guest, words: Words) -> list[tuple[int, str, str]]:
    """Return the entries of others, the newest first: number of the entry, name, text."""
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
    told = live_table.table.history
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
    """`id` is of the row on the identity page."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    await site.live_tables.committer.write(end_avoiding, site.live_tables.store, guest.owner, fields.get("id", ""))
    return redirect("/identity")
