"""The page of a table: looking, answering, taking back, talking."""

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from inventorium import bots
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.pages import Moves
from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.server import table_bots
from inventorium.server.live_tables import LiveTable
from inventorium.store.conduct import avoided_by
from inventorium.store.secrets import fits, invitation_secret
from inventorium.table import turn_log
from inventorium.table.chat import SAID
from inventorium.table.clocks import is_given_up
from inventorium.table.entries import CHAT
from inventorium.table.names import LONGEST_CHAT, clean_line
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON
from inventorium.teaching.daily import day_of
from inventorium.teaching.lessons import is_lesson
from inventorium.teaching.puzzle_verdicts import judge_try
from inventorium.teaching.puzzles import MISSED, is_puzzle, noted
from inventorium.theme import charts
from inventorium.web.http.sessions import DOUBTS, Guest, guest_of, keep_stars, keep_tried
from inventorium.web.http.site import Site, read_form, redirect, site_of, status_of, told, wants_fragment, whole_number
from inventorium.web.render.clock_faces import faces_at
from inventorium.web.render.coach import coach_at
from inventorium.web.render.pieces import pieces_of
from inventorium.web.render.playback import Watch, scene_of, watch_context
from inventorium.web.render.scene import TURNS_SHOWN, Scene, page_context, scene_at
from inventorium.web.render.templates import board_of
from inventorium.web.routes.hints import Advice, BlunderWarning, advice_on, blunder_warning_of, how_often, may_help
from inventorium.web.routes.streams import others_here

router = APIRouter(include_in_schema=False)
NO_ADVICE = Advice()


@router.get("/table/{table_id}")
async def show_table(request: Request, table_id: str) -> Response:
    """The table now, or with `?at=N` as it was after N answers. Looking ahead changes nothing: `?pick=archimedes` begins
    a move with the things it names, `?choose=A` tries an answer, `?why=send+archimedes+bow` asks why not, `?hint=1` for
    a hint, `?because=N` for what the turn of a bot was good for that ended after N answers, and in a game that is over
    `?at=N&think=1` for what a strong player would have thought.

    `?after=N` shows the next step to somebody who has seen N answers, the table itself if there is none; with `once=1` only
    steps that must not be missed. `?at=N&moment=NAME` shows such a moment again."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)
    query = dict(request.query_params)
    await judge_try(site.thinking, guest.asker, live_table)
    if live_table.broken:
        return table_page(request, site, guest, live_table)
    seat, silent = viewer_seat(live_table, live_table.seats_of(guest.owner), query), await silent_seats(site, guest, live_table)
    advice = await advice_on(site, guest, live_table, seat, query, words_at(live_table, guest), may_analyse(live_table))
    return table_page(request, site, guest, live_table, advice=advice, silent=silent)


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
) -> HTMLResponse:
    """Return the page of a table; where somebody has just answered, who had `seen` so many answers, what must not be missed of
    what followed. What the `silent` seats said is left out."""
    query, hint = dict(request.query_params), advice.hint
    words = words_at(live_table, guest)
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
    context = page_context(scene, None if query.get("log") == "all" else TURNS_SHOWN)
    moves, table = context["moves"], live_table.table
    invited = invitations(live_table, guest)
    context["talk"] = [one for one in context["talk"] if one.what != SAID or one.seat not in silent]
    context |= preview_context(scene, query) | watch_context(scene, watch)
    context |= {
        "my_seats": mine,
        "lookers": [one for one in mine if one in table.asked] if seat == DEALER and scene.live else [],
        "may_help": may_help(live_table, mine),
        "doubts": DOUBTS,
        "doubt": advice.doubt,
        "problem": problem,
        "hint": scene.said(hint) if hint else "",
        "explained": advice.because,
        "hinted": hinted(moves, hint or kept_hint(query)),
        "hinted_action": hint[0] if hint else None,
        **site.invitations_from(request),
        "look": f"?seat={seat}&" if "seat" in query else "?",
        "levels": bots.levels_of(scene.game),
        "strong_level": table_bots.strong_level(scene.game),
        "invitations": invited,
        "is_inviting": bool(invited)
        and not set(mine) & set(table.asked)
        and any(live_table.seats[one].kind == OPEN for one in table.asked if one >= 0),
        "faces": faces_at(live_table, words) if scene.live and not table.over else [],
        "given_up": is_given_up(table.due, time.time()),
        "here_now": others_here(live_table, guest),
        "is_host": live_table.stored.host == guest.owner,
        "may_plan": scene.live and seat in mine and may_plan(live_table, seat),
        "overdue": overdue(live_table) if mine else [],
        "may_play_on": may_analyse(live_table),
        "thoughts": advice.thoughts,
        "table_over": table.over,
        "day": day_of(table.setup),
        "is_branch": bool(mine and table.setup.given) and not (is_lesson(table.setup) or is_puzzle(table.setup)),
        "has_others": any(owner and owner != guest.owner for owner in live_table.stored.owners),
        "turn_ends": turn_log.turn_ends(table),
        "hint_sheet": scene.sheet_with(hint),
    }
    context |= ending_context(live_table) if table.over and scene.live else {"charts": [], "may_account": False}
    if scene.game.page:
        context |= {"page": scene.game.page.page(scene), "pieces": pieces_of(site.templates, scene.game, words)}
    coach = context["coach"] = coach_at(scene, watch, guest.coach, advice.speaks)
    template = board_of(scene.game) if wants_fragment(request) else "table.html"
    response = site.page(request, guest, template, status, **context)
    if coach and coach.lesson and coach.judgement:
        keep_stars(response, request, guest, f"{scene.game.name}/{coach.lesson.name}", coach.judgement.stars)
    if coach and coach.puzzle and coach.tried and coach.tried.verdict:
        keep_tried(response, request, guest, coach.puzzle.id, noted(guest.tried.get(coach.puzzle.id), coach.tried.verdict))
    elif coach and coach.puzzle and (hint or advice.thoughts) and coach.puzzle.id not in guest.tried:
        keep_tried(response, request, guest, coach.puzzle.id, MISSED)  # whoever asks has not found it alone
    return response


async def silent_seats(site: Site, guest: Guest, live_table: LiveTable) -> set[int]:
    """Return the seats of those whom a guest has muted or blocked; nothing is looked up where nobody else has said anything."""
    owners = live_table.stored.owners
    spoke = {entry.seat for entry in live_table.table.entries if entry.kind == CHAT and owners[entry.seat] != guest.owner}
    known = await site.live_tables.committer.ask(avoided_by, site.live_tables.store, guest.owner) if spoke else {}
    return {seat for seat in spoke if owners[seat] in known}


def requested_scene(live_table: LiveTable, seat: int, words: Words, query: dict[str, str], watch: Watch | None) -> Scene:
    """Return what somebody wants to see: the table now, as it was, a step of what happened, or a moment of it again."""
    at = whole_number(query, "at") if "at" in query else None
    step = watch.step(live_table.table, seat) if watch else None
    if watch and step:
        return scene_of(live_table, seat, words, step, watch.part)
    if at is not None and "moment" in query and (step := turn_log.step_to(live_table.table, seat, at)):
        return scene_of(live_table, seat, words, step, query["moment"])
    return scene_at(live_table, seat, words, at)


def watch_of(query: dict[str, str]) -> Watch | None:
    """Return what somebody has seen who watches, as the address says."""
    if "after" not in query:
        return None
    part = whole_number(query, "part") if "part" in query else 0
    return Watch(whole_number(query, "after"), part, "once" in query, query.get("seat"))


def ending_context(live_table: LiveTable) -> dict[str, Any]:
    """Return how the scores of a finished game grew. That takes long and never changes, so it is cached."""
    table = live_table.table
    key = ("charts", table.history[-1].entry.number)
    if key not in live_table.endings:
        live_table.endings[key] = {
            "charts": charts.score_charts(turn_log.score_curve(table)),
            "may_account": bots.can_judge(table.game),
        }
    return live_table.endings[key]


def preview_context(scene: Scene, query: dict[str, str]) -> dict[str, Any]:
    """What somebody looks at before answering: the things picked so far, an answer tried, a reason asked for."""
    picked = query.get("pick", "").lower().split()
    scene.picked = picked if scene.moves.about(*picked) else []
    scene.chosen = scene.moves.numbered(whole_number(query, "choose")) if "choose" in query else None
    asked = " ".join(query.get("why", "").lower().split())[:200]
    ruling = scene.why_not(asked) if asked and scene.live else None
    return {
        "chosen": scene.chosen,
        "picked": scene.picked,
        "why": {"rule": ruling.rule, "text": scene.words(f"refused.{ruling.key}", **ruling.values)} if ruling else None,
    }


def hinted(moves: Moves, hint: Sequence[int]) -> set[int | str]:
    """What a page marks to show a hint: the answer, and the things it is about."""
    found = moves.numbered(hint[0]) if hint else None
    return {found.action, *found.things} if found else set()


def kept_hint(query: dict[str, str]) -> list[int]:
    """Return the answer that a hint named, which the page's script keeps in mind while somebody tries it."""
    return [whole_number(query, "hinted")] if "hinted" in query else []


def words_at(live_table: LiveTable, guest: Guest) -> Words:
    return load_game(live_table.stored.setup.game).words(guest.language)


def viewer_seat(live_table: LiveTable, mine: list[int], query: dict[str, str]) -> int:
    """Return whose view is shown: one's own seat (the one that is asked, where one has several), else a spectator's. When the
    game is over, anybody's. Where several share a screen and there are secrets, nobody's until somebody says who looks."""
    table = live_table.table
    if "seat" in query:
        wanted = whole_number(query, "seat")
        if wanted in mine or wanted == DEALER or (table.over and wanted in range(table.position.players)):
            return wanted
        raise Refused("not-yours")
    if len(mine) > 1 and table.game.type.secrets and not table.over:
        return DEALER
    return next((seat for seat in mine if seat in table.asked), mine[0] if mine else DEALER)


def invitations(live_table: LiveTable, guest: Guest) -> dict[int, str]:
    """Return the links that the host can share."""
    if live_table.stored.host != guest.owner:
        return {}
    links = {}
    for seat, stored in enumerate(live_table.stored.invitations):
        secret = invitation_secret(guest.secret, live_table.id, seat)
        if fits(secret, stored):
            links[seat] = f"/join/{live_table.id}/{seat}/{secret}"
    return links


def overdue(live_table: LiveTable) -> list[int]:
    """Return the people who are asked and have no time left."""
    table, now = live_table.table, time.time()
    return [
        seat for seat, due in zip(table.asked, table.due, strict=False) if live_table.seats[seat].kind == PERSON and due < now
    ]


def may_plan(live_table: LiveTable, seat: int) -> bool:
    """Return whether somebody waits for other people, and so may leave orders."""
    asked = live_table.table.asked
    return (
        live_table.seats[seat].kind == PERSON
        and seat not in asked
        and any(live_table.seats[one].kind != BOT for one in asked if one >= 0)
    )


def may_analyse(live_table: LiveTable) -> bool:
    """Return whether everything may be looked into: the game is over, or all of it came from a record that somebody brought.
    That nobody sits here says nothing: people may still join, and bots may have sealed their bids."""
    table = live_table.table
    return table.over or 0 < len(table.history) <= table.setup.given


# ---------------------------------------------------------------- answering


@router.post("/table/{table_id}/answer")
async def answer(request: Request, table_id: str) -> Response:
    """`number` (of the last entry that the page knew), `seat`, and `action` or `move`; the moves of a sheet are `move.0`,
    `move.1` and so on. Who wants to be asked before a turn that loses much is asked instead, unless they are `sure`."""

    async def do(site: Site, live_table: LiveTable, seat: int, fields: dict[str, str]) -> BlunderWarning | None:
        number = whole_number(fields, "number")
        answers: Sequence[int | str] = moves_in(fields) or [whole_number(fields, "action")]
        if doubt := await blunder_warning_of(site, guest_of(request), live_table, seat, answers, number, fields):
            return doubt
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
    """`number` as with an answer: a line whose reply was lost may be sent again."""

    async def do(site: Site, live_table: LiveTable, seat: int, fields: dict[str, str]) -> None:
        text, number = clean_line(fields.get("text", ""), LONGEST_CHAT), whole_number(fields, "number")
        if text:
            await site.live_tables.say(live_table, seat, text, number, site.limits.chat_a_minute)

    return await change(request, table_id, do)


async def change(request: Request, table_id: str, do: Any) -> Response:
    """Do something at one's seat. The page's script gets the new fragment, a plain form is redirected to the table."""
    site, guest = site_of(request), guest_of(request)
    live_table = await site.live_tables.get(table_id)
    problem, status, seen, doubt = "", 200, 0, None
    try:
        fields = await read_form(request, guest)
        seat = whole_number(fields, "seat")
        if seat not in live_table.seats_of(guest.owner):
            raise Refused("not-yours")
        seen = len(live_table.table.history)
        doubt = await do(site, live_table, seat, fields)
        await judge_try(site.thinking, guest.asker, live_table)
    except InventoriumError as error:
        problem, status = told(error, words_at(live_table, guest)), status_of(error)
    if problem or doubt or wants_fragment(request):
        advice = Advice(speaks=await how_often(site, guest, live_table), doubt=doubt)
        return table_page(
            request,
            site,
            guest,
            live_table,
            problem,
            status,
            None if problem or doubt else seen,
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
