"""The guided first game, and lessons with stars. docs/lessons.md."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium import bots
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Table
from inventorium.teaching.guide import guide_of
from inventorium.teaching.lessons import lessons_of
from inventorium.web.http.sessions import DOUBTS, Guest, edition_of, guest_of, keep_stars, remember, set_cookie
from inventorium.web.http.site import game_named, read_form, redirect, site_of
from inventorium.web.render.coach import Coach
from inventorium.web.routes.pages import GRACE, chosen

router = APIRouter(include_in_schema=False)
GENTLE = "easy"  # the level of the other seats of a lesson


@router.get("/learn/{game_name}/lessons")
async def show_lessons(request: Request, game_name: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    game = game_named(game_name)
    return site.page(
        request,
        guest,
        "lessons.html",
        game=game,
        words=game.words(guest.language),
        guide=guide_of(game),
        lessons=list(lessons_of(game).values()),
        stars=guest.stars,
    )


@router.post("/learn/{game_name}/lessons/{name}")
async def take_lesson(request: Request, game_name: str, name: str) -> Response:
    """A private table that begins where the lesson does; trying again is another one."""
    lesson = lessons_of(game_named(game_name)).get(name)
    if lesson is None:
        raise Refused("no-page")
    return await begin(request, lesson.table(), lesson.pupil, GENTLE)


@router.post("/learn/{game_name}/play")
async def play_guided(request: Request, game_name: str) -> Response:
    """A whole game on a chosen deal, in which every rule is explained when it first matters."""
    game = game_named(game_name)
    guide = guide_of(game)
    if guide is None:
        raise Refused("no-page")
    response = await begin(request, guide.table(edition_of(guest_of(request), game)), 0, guide.level)
    set_cookie(response, request, "coach", "on")
    return response


async def begin(request: Request, table: Table, seat: int, level: str) -> Response:
    """Set up a table with the guest at one seat and bots at the others."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    if level not in bots.levels_of(table.game):
        level = bots.levels_of(table.game)[0]
    sitting = [Seat(PERSON, guest.name) if one == seat else Seat(BOT, "", level) for one in range(table.position.players)]
    live_table = await site.begin(table, sitting, guest, [seat], False, GRACE)
    response = redirect(f"/table/{live_table.id}")
    remember(response, request, guest)
    return response


@router.post("/coach")
async def choose_coach(request: Request) -> Response:
    """`choice` is on or off: the coach in a guided game, and in first games against bots."""
    fields = await read_form(request, guest_of(request))
    return chosen(request, "coach", fields.get("choice", ""), ("on", "off"), fields.get("back", "/"))


@router.post("/blunder-warning")
async def choose_doubts(request: Request) -> Response:
    """`choice` is off, or the least error that warns before a turn ends: one of DOUBTS."""
    fields = await read_form(request, guest_of(request))
    return chosen(request, "doubts", fields.get("choice", ""), DOUBTS, fields.get("back", "/"))


def note_stars(response: Response, request: Request, guest: Guest, coach: Coach | None) -> None:
    """Remember the stars of a lesson that a page shows."""
    if coach and coach.lesson and coach.judgement:
        keep_stars(response, request, guest, f"{coach.lesson.game}/{coach.lesson.name}", coach.judgement.stars)
