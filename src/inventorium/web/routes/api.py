"""The API: create, join, view, legal moves, move, stream, record.

A program shows the secret of its seat as `Authorization: Bearer SECRET`. Without one it is a spectator.
"""

import json
import math
from collections.abc import Callable, Coroutine, Sequence
from functools import cache
from hmac import compare_digest
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from starlette.responses import JSONResponse, PlainTextResponse, Response

from inventorium import bots
from inventorium.core import library
from inventorium.core.errors import IllegalMove
from inventorium.core.game import Game, load_game
from inventorium.core.pages import Moves, Picture, SeatView
from inventorium.core.position import DEALER
from inventorium.core.rule_search import find_rules
from inventorium.core.words import Words, languages, words_of
from inventorium.server.live_tables import LiveTable
from inventorium.store.secrets import digest, new_secret, seat_secret, table_secret
from inventorium.table.clocks import Clock, waiting_clock
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.http.sessions import Guest, bearer, client_of
from inventorium.web.http.site import game_named, site_of
from inventorium.web.render.clock_faces import faces_at
from inventorium.web.render.scene import Scene, scene_at
from inventorium.web.routes import streams
from inventorium.web.routes.seats import check_free, check_invitation

router = APIRouter(prefix="/api", tags=["tables"], generate_unique_id_function=lambda route: route.name)
SECRET = [Depends(HTTPBearer(scheme_name="seat", description="The secret of a seat", auto_error=False))]
OPTIONAL: dict[str, Any] = {"security": [{}]}  # beside SECRET: it may be left out


def known_language(language: str) -> str:
    if language not in languages():
        raise ValueError(f"there are: {', '.join(languages())}")
    return language


Language = Annotated[
    str, Query(description="language of the texts", json_schema_extra={"enum": list(languages())}), AfterValidator(known_language)
]
SeatNumber = Annotated[int | None, Query(description="which of your seats; without it, the one that is asked", ge=-1, le=9)]
Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Text = Annotated[str, Field(max_length=200)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewNight(Strict):
    """From when until when no clock runs: minutes of the day, as the clocks on the wall in a time zone show them."""

    start: Whole
    end: Whole
    zone: Text


class NewClock(Strict):
    """Time to think: seconds that each turn brings, and the most that a seat can have."""

    bonus: float = Field(allow_inf_nan=False)
    cap: float = Field(allow_inf_nan=False)
    night: NewNight | None = None


class NewTable(Strict):
    """A new table. `seats` lists the players: `me` (you, at as many seats as you like), `open` (free for a person with the
    invitation), or a level of bot, as `GET /api/games` lists them."""

    game: Text
    seats: list[Text] = Field(min_length=1, max_length=9)
    name: Text = ""
    edition: Text = "default"
    options: dict[Text, bool | Whole | Text | None] = Field(default_factory=dict, max_length=50)
    open: bool = False
    bot_pause: float = Field(0.0, ge=0, le=10, allow_inf_nan=False)
    clock: NewClock | None = None


class Created(BaseModel):
    """The table, the secret of your seats, and the invitations to its open seats."""

    table: str
    secret: str
    invitations: dict[int, str]


class FoundRule(BaseModel):
    """A rule: its number, its section, its sentence."""

    id: str
    section: str
    text: str


class Joining(Strict):
    """Which seat; the invitation, unless the table is open to all."""

    seat: Whole
    invitation: Text = ""
    name: Text = ""


class Joined(BaseModel):
    table: str
    seat: int
    secret: str


class Answering(Strict):
    """A move at a number (of the last entry that you know): `action` by number, or `move` in the notation. Sealed moves are
    sent as a whole: `actions` holds one of each list in `sheet`, in the same order, the last being the seal."""

    number: Whole
    action: Whole | None = None
    move: Text | None = None
    actions: list[Whole] | None = Field(None, min_length=1, max_length=20)
    seat: Whole | None = None


class Undoing(Strict):
    number: Whole
    seat: Whole | None = None


class Done(BaseModel):
    """It is stored; the last entry has this number now."""

    number: int


class OpenMove(BaseModel):
    action: int
    move: str
    text: str


class ShownClock(BaseModel):
    """The clock of a seat: seconds left (below zero the others may let a bot stand in), and whether it runs now."""

    left: int
    runs: bool


class Shown(BaseModel):
    """A table as a seat sees it (-1: a spectator). `picture` is the position in ids and numbers. `sheet` lists the decisions
    that are made at once, each with its legal moves; `moves` are those of the first. Both are empty where it is not the seat's
    turn; a seat that has sealed its moves can still send the move `reopen` until all others have sealed theirs. `clocks` has
    the clock of every seat with a person, and is empty at a table without clocks."""

    table: str
    game: str
    number: int
    seat: int
    asked: list[int]
    question: str
    over: bool
    seats: list[SeatView]
    picture: Picture
    moves: list[OpenMove]
    sheet: list[list[OpenMove]]
    clocks: list[ShownClock | None]


class Problem(BaseModel):
    """A refusal; nothing has changed. `rule` is the id of the rule that forbids a move, `seconds` how long to wait where
    there were too many requests."""

    problem: str
    text: str
    rule: str | None = None
    seconds: int | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (401, "No seat at this table answers to this bearer token"),
        (403, "Not your seat, or the invitation is not valid"),
        (404, "No such table or game"),
        (409, "Stale, or not possible at this table now"),
        (413, "The body is too large"),
        (422, "The input or the move is not valid"),
        (503, "The database does not answer; try again"),
        (429, "Too many; `seconds` and the header `Retry-After` say how long to wait"),
    )
}


WITH_BODY = {**REFUSALS, 400: {"model": Problem, "description": "The body cannot be read: it is not UTF-8"}}


# ---------------------------------------------------------------- moves


class Quick(APIRoute):
    """A route that parses its body itself: FastAPI's parameter handling takes longer than a move, and programs send thousands a
    second. For the same reason it is the first of all routes."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def handle(request: Request) -> Response:
            try:
                wanted = Answering.model_validate_json(await request.body())
            except ValidationError as error:
                raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in error.errors()]) from None
            words = words_of(None, request.query_params.get("lang", "en"))
            done = await answer(request, request.path_params["table_id"], wanted, words.language)
            return done if isinstance(done, Response) else Response(done.model_dump_json(), media_type="application/json")

        return handle


async def answer(request: Request, table_id: str, wanted: Answering, lang: Language = "en") -> Done | Response:
    """Make a move. It is stored once this returns. Repeating it has no effect. Where the table has changed in the meantime it
    is rejected with 409: fetch the table again. Sealed moves of others change nothing for yours."""
    live_tables = site_of(request).live_tables
    live_table = await live_tables.get(table_id)
    if sum(given is not None for given in (wanted.action, wanted.move, wanted.actions)) != 1:
        raise Refused("action-or-move")
    answers: Sequence[int | str] = wanted.actions or [str(wanted.move) if wanted.action is None else wanted.action]
    try:
        seat = own_seat(request, live_table, wanted.seat)
        await live_tables.play(live_table, seat, answers, wanted.number)
        await live_tables.played_from(live_table, seat, client_of(request.scope))
    except IllegalMove as error:
        text = error.message(live_table.table.game.words(lang))
        return JSONResponse({"problem": "illegal", "text": text, "rule": error.ruling.rule}, 422)
    return Done(number=live_table.table.number)


ANSWERING: dict[str, Any] = {  # its entry in the OpenAPI schema
    "path": f"{router.prefix}/tables/{{table_id}}/answers",
    "endpoint": answer,
    "methods": ["POST"],
    "tags": router.tags,
    "operation_id": "answer",
    "dependencies": SECRET,
    "response_model": Done,
    "responses": REFUSALS,
    "route_class_override": Quick,
}


# ---------------------------------------------------------------- all else


@router.get("/games")
async def list_games() -> list[dict[str, Any]]:
    """The games, with their numbers of players, editions, options and levels of bot."""
    return [
        {
            "name": game.name,
            "title": {language: game.title(language) for language in languages()},
            "players": [game.players[0], game.players[-1]],
            "editions": list(game.editions),
            "options": {option.name: list(option.values) for option in game.options},
            "actions": game.actions,
            "levels": list(bots.levels_of(game)),
        }
        for game in map(load_game, library.names())
    ]


@router.get("/games/{game}/components", responses={404: REFUSALS[404]}, response_model=dict[str, Any])
async def list_components(game: str) -> Response:
    """Every card, tile and token of a game by its id: names in each language, costs, yields, text."""
    return Response(components_of(game_named(game)), media_type="application/json")


@router.get("/games/{game}/rules", responses={404: REFUSALS[404]})
async def list_rules(game: str, find: Annotated[str, Query(max_length=200)], language: Language = "en") -> list[FoundRule]:
    """The rules that match a search, best first: number, section and sentence."""
    return [FoundRule(**one) for one in find_rules(game_named(game), language, find)]


@cache
def components_of(game: Game) -> str:
    return json.dumps(game.describe(game.box()), ensure_ascii=False)


@router.post("/tables", status_code=201, responses=WITH_BODY, dependencies=SECRET, openapi_extra=OPTIONAL)
async def create_table(request: Request, wanted: NewTable) -> Created:
    """Create a table. If you send a secret of your own as bearer, it opens your seats; otherwise you get a new one."""
    site, game = site_of(request), game_named(wanted.game)
    if len(wanted.seats) not in game.players:
        raise Refused("players", fewest=game.players[0], most=game.players[-1])
    secret = bearer(request) or new_secret()
    sitting = [seat_wanted(game, kind, number, clean_name(wanted.name)) for number, kind in enumerate(wanted.seats)]
    mine = [number for number, kind in enumerate(wanted.seats) if kind == "me"]
    clock = waiting_clock(Clock.read(wanted.clock.model_dump()), sitting) if wanted.clock else None
    table = Table.new(Setup(game.name, len(sitting), wanted.edition, wanted.options, clock=clock))
    live_table = await site.begin(table, sitting, Guest(secret), mine, wanted.open, wanted.bot_pause)
    return Created(
        table=live_table.id,
        secret=secret,
        invitations={
            seat: seat_secret(table_secret(secret, live_table.id), seat) for seat, who in enumerate(sitting) if who.kind == OPEN
        },
    )


def seat_wanted(game: Game, kind: str, number: int, name: str) -> Seat:
    if kind == "me":
        return Seat(PERSON, name)
    if kind == OPEN:
        return Seat(OPEN)
    if kind in bots.levels_of(game):
        return Seat(BOT, "", kind)
    raise Refused("no-such-kind", seat=number + 1, kind=kind, known=", ".join(["me", OPEN, *bots.levels_of(game)]))


@router.post("/tables/{table_id}/join", responses=WITH_BODY, dependencies=SECRET, openapi_extra=OPTIONAL)
async def join_table(request: Request, table_id: str, wanted: Joining) -> Joined:
    """Exchange an invitation for a seat, once; or take a free seat at an open table."""
    site = site_of(request)
    live_table = await site.live_tables.get(table_id, fresh=True)

    def check() -> None:
        if wanted.invitation:
            check_invitation(live_table, wanted.seat, wanted.invitation)
        else:
            check_free(live_table, wanted.seat)

    secret = bearer(request) or new_secret()
    await site.live_tables.sit(live_table, wanted.seat, Seat(PERSON, clean_name(wanted.name)), digest(secret), check)
    return Joined(table=live_table.id, seat=wanted.seat, secret=secret)


@router.get("/tables/{table_id}", responses=REFUSALS, dependencies=SECRET, openapi_extra=OPTIONAL)
async def view_table(request: Request, table_id: str, seat: SeatNumber = None, lang: Language = "en") -> Shown:
    """The table as your seat sees it, with the moves open to it."""
    live_table, scene = await requested_scene(request, table_id, seat, lang)
    view, sheet = scene.view, [open_moves(moves) for moves in asked_now(scene)]
    return Shown(
        table=live_table.id,
        game=scene.game.name,
        number=live_table.table.number,
        seat=scene.seat,
        asked=list(view.to_act),
        question=scene.question,
        over=view.over,
        seats=scene.seats,
        picture=scene.picture,
        moves=sheet[0] if sheet else [],
        sheet=sheet,
        clocks=[
            ShownClock(left=math.ceil(face.left), runs=face.runs) if face else None for face in faces_at(live_table, scene.words)
        ],
    )


@router.get("/tables/{table_id}/moves", responses=REFUSALS, dependencies=SECRET, openapi_extra=OPTIONAL)
async def legal_moves(request: Request, table_id: str, seat: SeatNumber = None, lang: Language = "en") -> list[OpenMove]:
    """The legal moves of your seat; empty if it is not your turn."""
    sheet = asked_now((await requested_scene(request, table_id, seat, lang))[1])
    return open_moves(sheet[0]) if sheet else []


@router.post("/tables/{table_id}/undo", responses=WITH_BODY, dependencies=SECRET)
async def undo(request: Request, table_id: str, wanted: Undoing) -> Done:
    """Undo your last move, if nothing new was seen and no other player has moved since."""
    site = site_of(request)
    live_table = await site.live_tables.get(table_id)
    await site.live_tables.undo(live_table, own_seat(request, live_table, wanted.seat), wanted.number)
    return Done(number=live_table.table.number)


@router.get(
    "/tables/{table_id}/stream",
    responses={**REFUSALS, 200: {"content": {"text/event-stream": {}}}},
    response_class=Response,
    dependencies=SECRET,
    openapi_extra=OPTIONAL,
)
async def stream(
    request: Request,
    table_id: str,
    seat: SeatNumber = None,
    lang: Language | None = None,
    after: Annotated[int, Query(ge=0, lt=2**31, description="the last number you know")] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: every entry from `after` (or `Last-Event-ID`) on, as your seat may know it, then new ones as they
    come. With `lang` they are also in words."""
    site = site_of(request)
    live_table, scene = await requested_scene(request, table_id, seat, lang or "en")
    if last_event_id and last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 10:
        after = int(last_event_id)
    return streams.open_stream(
        request,
        site,
        live_table,
        streams.entries_as_seen(live_table, scene.seat, scene.words if lang else None, after),
        (digest(bearer(request) or ""), ""),
    )


@router.get(
    "/tables/{table_id}/record",
    responses={**REFUSALS, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    response_class=Response,
    dependencies=SECRET,
    openapi_extra=OPTIONAL,
)
async def record(request: Request, table_id: str, seat: SeatNumber = None) -> Response:
    """The record of the game so far, as your seat may see it."""
    live_table, scene = await requested_scene(request, table_id, seat, "en")
    return PlainTextResponse(live_table.table.record(scene.seat))


# ---------------------------------------------------------------- whose eyes


async def requested_scene(request: Request, table_id: str, seat: int | None, language: str) -> tuple[LiveTable, Scene]:
    live_table = await site_of(request).live_tables.get(table_id, fresh=True)
    words: Words = load_game(live_table.stored.setup.game).words(language)
    return live_table, scene_at(live_table, seat_seen(request, live_table, seat), words)


def seat_seen(request: Request, live_table: LiveTable, wanted: int | None) -> int:
    """Return the seat whose view is allowed: the sender's own; a spectator's without one; any seat when the game is over."""
    mine, table = held_seats(request, live_table), live_table.table
    if wanted is None:
        return next((seat for seat in mine if seat in table.asked), mine[0] if mine else DEALER)
    if wanted in mine or wanted == DEALER or (table.over and wanted < table.position.players):
        return wanted
    raise Refused("not-yours")


def own_seat(request: Request, live_table: LiveTable, wanted: int | None) -> int:
    """Return the seat that moves; it must be the sender's own."""
    mine = held_seats(request, live_table)
    if wanted is None:
        asked = [seat for seat in mine if seat in live_table.table.asked] or mine
        if not asked:
            raise Refused("not-yours")
        return asked[0]
    if wanted not in mine:
        raise Refused("not-yours")
    return wanted


def held_seats(request: Request, live_table: LiveTable) -> list[int]:
    """The seats of a bearer token. Who set up the table may have none; any other that holds none is a wrong one."""
    secret = bearer(request)
    if secret is None:
        return []
    mine = live_table.seats_of(digest(secret))
    if not mine and not compare_digest(live_table.stored.host or "", digest(secret)):
        raise Refused("wrong-secret")
    return mine


def asked_now(scene: Scene) -> list[Moves]:
    """Return the legal moves of each decision of the seat; reopening sealed moves is no decision."""
    return scene.sheet if scene.seat in scene.view.to_act else []


def open_moves(moves: Moves) -> list[OpenMove]:
    return [OpenMove(action=move.action, move=move.move, text=move.text) for move in moves]
