"""The page of a table: look, move, undo, chat."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.position import DEALER
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.server.practice import judge_practice
from inventorium.table import turn_log
from inventorium.table.exercises import day_of, is_exercise
from inventorium.table.names import LONGEST_CHAT, clean_line
from inventorium.table.problems import Refused
from inventorium.teaching.puzzle_verdicts import judge_try
from inventorium.web.http.sessions import Guest, guest_of
from inventorium.web.http.site import (
    Site,
    read_form,
    redirect,
    site_of,
    status_of,
    text_of,
    wants_fragment,
    whole_number,
    words_at,
)
from inventorium.web.render.clock_faces import clock_context
from inventorium.web.render.coach import coach_at
from inventorium.web.render.pieces import pieces_of
from inventorium.web.render.playback import Watch, watch_context
from inventorium.web.render.scene import TURNS_SHOWN, page_context, scene_at
from inventorium.web.render.score_charts import ending_context
from inventorium.web.render.templates import board_of
from inventorium.web.routes.conditional_moves import conditional_moves_context
from inventorium.web.routes.hints import Advice, BlunderWarning, advice_context, advice_on, blunder_warning_of, remark_of
from inventorium.web.routes.lessons import note_stars
from inventorium.web.routes.pages import ListedTable, waiting_tables
from inventorium.web.routes.people import chat_context, silent_seats
from inventorium.web.routes.puzzles import note_try
from inventorium.web.routes.review import note_practice, practice_context, thought_context
from inventorium.web.routes.seats import seat_context
from inventorium.web.routes.table_view import preview_context, requested_scene, viewer_seat, watch_of

# A change at a seat, with the fields of a form; it may end with a warning instead.
Act = Callable[[Site, LiveTable, int, dict[str, str]], Awaitable[BlunderWarning | None]]

router = APIRouter(include_in_schema=False)
NO_ADVICE = Advice()


@router.get("/table/{table_id}")
async def show_table(request: Request, table_id: str) -> Response:
    """The table now, or with `?at=N` as it was after N actions. Previews change nothing: `?pick=archimedes` begins a move with
    its pieces, `?choose=A` tries a move, `?why=send+archimedes+bow` asks for the ruling, `?hint=1` for a hint, `?because=N` for
    the reason of a bot's turn that ended after N actions, and in a finished game `?at=N&think=1` for an analysis.

    `?after=N` shows the next step after the first N actions, or the table itself if there is none; with `once=1` only moments.
    `?at=N& moment=NAME` shows such a moment again.
    """
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    query = dict(request.query_params)
    await judge_try(site.thinking, guest.asker, live_table)
    await judge_practice(site.reviews, guest.asker, live_table)
    if live_table.broken:
        return table_page(request, site, guest, live_table)
    seat, silent = viewer_seat(live_table, live_table.seats_of(guest.owner), query), await silent_seats(site, guest, live_table)
    advice = await advice_on(site, guest, live_table, seat, query, words_at(live_table, guest))
    waiting = await other_waiting_tables(site, guest, live_table)
    return table_page(request, site, guest, live_table, advice=advice, silent=silent, waiting=waiting)


def table_page(
    request: Request,
    site: Site,
    guest: Guest,
    live_table: LiveTable,
    problem: str = "",
    status: int = 200,
    seen: int | None = None,
    advice: Advice = NO_ADVICE,
    silent: Collection[int] = (),
    waiting: Sequence[ListedTable] = (),
) -> HTMLResponse:
    """Return the page of a table; after a move of a guest who had `seen` so many actions, the moments that followed. Chat of
    the `silent` seats is left out."""
    query, words = dict(request.query_params), words_at(live_table, guest)
    if live_table.broken:
        return site.page(
            request,
            guest,
            "broken.html",
            409,
            live_table=live_table,
            words=words,
            reason=live_table.broken,
            title=load_game(live_table.stored.setup.game).title(guest.language),
            names=table_bots.names(live_table.seats, words),
        )
    mine = live_table.seats_of(guest.owner)
    seat = viewer_seat(live_table, mine, query)
    watch = watch_of(query) if seen is None else Watch(seen, 0, True, query.get("seat"))
    scene = requested_scene(live_table, seat, words, query, watch)
    table = live_table.table
    context = page_context(scene, None if query.get("log") == "all" else TURNS_SHOWN)
    context |= {
        "my_seats": mine,
        "lookers": [one for one in mine if one in table.asked] if seat == DEALER and scene.live else [],
        "look": f"?seat={seat}&" if "seat" in query else "?",
        "problem": problem,
        "table_over": table.over,
        "turn_ends": turn_log.turn_ends(table),
        "day": day_of(table.setup),
        "is_branch": bool(mine and table.setup.given) and not is_exercise(table.setup),
        "waiting_tables": waiting,
    }
    context |= preview_context(scene, query) | watch_context(scene, watch)
    context |= advice_context(scene, mine, advice, query)
    context |= chat_context(scene, guest, silent)
    context |= seat_context(request, site, guest, scene, mine)
    context |= clock_context(scene, mine)
    context |= conditional_moves_context(scene, mine)
    context |= ending_context(scene)
    context |= thought_context(site, live_table, advice, scene.answers, words)
    strip = context["practice"] = practice_context(request, live_table, words)
    if scene.game.page:
        context |= {"page": scene.game.page.page(scene), "pieces": pieces_of(site.templates, scene.game, words)}
    coach = context["coach"] = coach_at(scene, watch, guest.coach, advice.remark)
    template = board_of(scene.game) if wants_fragment(request) else "table.html"
    response = site.page(request, guest, template, status, **context)
    note_practice(response, request, strip)
    note_stars(response, request, guest, coach)
    note_try(response, request, guest, coach, bool(advice.hint or advice.thoughts))
    return response


async def other_waiting_tables(site: Site, guest: Guest, live_table: LiveTable) -> list[ListedTable]:
    """Return the other tables where people wait for a guest whose turn it is not at this one."""
    mine = live_table.seats_of(guest.owner)
    if guest.is_new or (not live_table.table.over and {*mine} & {*live_table.table.asked}):
        return []
    return [row for row in await waiting_tables(site, guest) if row["waiting"] and row["id"] != live_table.id]


# ---------------------------------------------------------------- moves


@router.post("/table/{table_id}/answer")
async def answer(request: Request, table_id: str) -> Response:
    """`number` (of the last entry that the page knew), `seat`, and `action` or `move`; sealed moves are `move.0`, `move.1` and
    so on. A guest with blunder warnings gets one instead, unless `sure`."""

    async def do(site: Site, live_table: LiveTable, seat: int, fields: dict[str, str]) -> BlunderWarning | None:
        number = whole_number(fields, "number")
        answers: Sequence[int | str] = moves_in(fields) or [whole_number(fields, "action")]
        if warning := await blunder_warning_of(site, guest_of(request), live_table, seat, answers, number, fields):
            return warning
        await site.live_tables.play(live_table, seat, answers, number)
        await site.live_tables.played_from(live_table, seat, guest_of(request).network)
        return None

    return await change(request, table_id, do)


def moves_in(fields: Mapping[str, str]) -> list[str]:
    """Return the moves of a form in the order of their questions: `move.2` before `move.10`."""
    keys = [key for key in fields if key == "move" or key.startswith("move.")]
    return [fields[key][:200] for key in sorted(keys, key=lambda key: (len(key), key))]


@router.post("/table/{table_id}/undo")
async def undo(request: Request, table_id: str) -> Response:
    async def do(site: Site, live_table: LiveTable, seat: int, fields: dict[str, str]) -> None:
        await site.live_tables.undo(live_table, seat, whole_number(fields, "number"))

    return await change(request, table_id, do)


@router.post("/table/{table_id}/chat")
async def chat(request: Request, table_id: str) -> Response:
    """`number` as with a move: a message whose reply was lost may be sent again."""

    async def do(site: Site, live_table: LiveTable, seat: int, fields: dict[str, str]) -> None:
        text, number = clean_line(fields.get("text", ""), LONGEST_CHAT), whole_number(fields, "number")
        if text:
            await site.live_tables.say(live_table, seat, text, number, site.limits.chat_a_minute)

    return await change(request, table_id, do)


async def change(request: Request, table_id: str, do: Act) -> Response:
    """Change something at the guest's seat. The page's script gets the new fragment, a plain form is redirected to the table."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id)
    problem, status, seen, warning = "", 200, 0, None
    try:
        fields = await read_form(request, guest)
        seat = whole_number(fields, "seat")
        if seat not in live_table.seats_of(guest.owner):
            raise Refused("not-yours")
        seen = len(live_table.table.history)
        warning = await do(site, live_table, seat, fields)
        await judge_try(site.thinking, guest.asker, live_table)
        await judge_practice(site.reviews, guest.asker, live_table)
    except InventoriumError as error:
        problem, status = text_of(error, words_at(live_table, guest)), status_of(error)
    if problem or warning or wants_fragment(request):
        advice = Advice(remark=await remark_of(site, guest, live_table), warning=warning)
        return table_page(
            request,
            site,
            guest,
            live_table,
            problem,
            status,
            None if problem or warning else seen,
            advice,
            await silent_seats(site, guest, live_table),
        )
    return redirect(f"/table/{table_id}?after={seen}&once=1")


@router.get("/table/{table_id}/why")
async def why(request: Request, table_id: str, move: str = "") -> Response:
    """Why a move is not possible now: one line, with the id of the rule."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id)
    words = words_at(live_table, guest)
    scene = scene_at(live_table, viewer_seat(live_table, live_table.seats_of(guest.owner), dict(request.query_params)), words)
    ruling = scene.why_not(move[:200])
    text = f"{words(f'refused.{ruling.key}', **ruling.values)} ({ruling.rule})" if ruling else words("table.possible")
    return PlainTextResponse(text)


@router.get("/table/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """The record as one may see it: a text file."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    seat = viewer_seat(live_table, live_table.seats_of(guest.owner), dict(request.query_params))
    return PlainTextResponse(
        live_table.table.record(seat, table_bots.names(live_table.seats, words_at(live_table, guest))),
        headers={"content-disposition": f'attachment; filename="{live_table.stored.setup.game}-{live_table.id}.txt"'},
    )
