"""The pages around the tables: home, a new table, rules, credits, language and theme."""
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core.game import Game, load_game
from inventorium.core.words import LANGUAGES
from inventorium.store.store import Stored
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import Setup
from inventorium.web import players
from inventorium.web.guests import Guest, clean_name, guest_of, remember, set_cookie
from inventorium.web.rooms import Room
from inventorium.web.site import Site, game_named, game_names, read_form, redirect, site_of, whole_number

router = APIRouter(include_in_schema=False)
BOT_PAUSES = {"fast": 0.0, "normal": 0.8, "slow": 2.0}


@router.get("/")
async def home(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    store = site.rooms.store
    mine = [] if guest.is_new else await site.rooms.ask_store(store.held_by, guest.holder)
    joinable = await site.rooms.ask_store(store.open_tables)
    ids = {stored.id for stored in mine}
    my_tables = [await row_of(site, stored, guest) for stored in mine]
    my_tables.sort(key=lambda row: (not row["waiting"], row["over"]))
    return site.page(request, guest, "home.html", games=[load_game(name) for name in game_names()], my_tables=my_tables,
                     open_tables=[await row_of(site, stored, guest) for stored in joinable if stored.id not in ids])


async def row_of(site: Site, stored: Stored, guest: Guest) -> dict[str, Any]:
    """A table in a list: who sits there, and whether it waits for this guest."""
    room = await site.rooms.get(stored.id)
    mine = room.seats_of(guest.holder)
    asked = () if room.broken else room.table.asked
    return {"id": stored.id, "game": load_game(stored.setup.game), "seats": room.seats, "mine": mine,
            "changed": stored.changed, "waiting": any(seat in asked for seat in mine),
            "over": not room.broken and room.table.over,
            "joinable": any(seat.kind == OPEN for seat in room.seats), "broken": room.broken}


@router.post("/name")
async def keep_name(request: Request) -> Response:
    guest = guest_of(request)
    fields = await read_form(request, guest)
    response = redirect(back_to(fields.get("back", "/")))
    set_cookie(response, request, "name", clean_name(fields.get("name", "")))
    remember(response, request, guest)
    return response


@router.get("/new/{game_name}")
async def new_table(request: Request, game_name: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    game = game_named(game_name)
    return site.page(request, guest, "new.html", game=game, words=game.words(guest.language), levels=players.levels(),
                     pauses=list(BOT_PAUSES))


@router.post("/new/{game_name}")
async def create_table(request: Request, game_name: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    game = game_named(game_name)
    number = whole_number(fields, "players")
    if number not in game.players:
        raise Refused("players", fewest=game.players[0], most=game.players[-1])
    name = clean_name(fields.get("name", guest.name))
    sitting, mine = read_seats(fields, number, name)
    options = {key.removeprefix("option."): value for key, value in fields.items()
               if key.startswith("option.") and value != ""}
    setup = Setup(game.name, number, fields.get("edition", "default"), options)
    room = await begin(site, guest, setup, sitting, mine, fields.get("open") == "yes",
                       BOT_PAUSES.get(fields.get("pause", "normal"), BOT_PAUSES["normal"]))
    response = redirect(f"/table/{room.id}")
    remember(response, request, guest)
    if name:
        set_cookie(response, request, "name", name)
    return response


@router.post("/play/{game_name}")
async def play_now(request: Request, game_name: str) -> Response:
    """Against bots at once: the fewest players but two, at the normal level."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    game = game_named(game_name)
    number = max(game.players[0], min(3, game.players[-1]))
    bots = [Seat(BOT, bot_name(guest, players.levels()[0], seat), players.levels()[0]) for seat in range(1, number)]
    room = await begin(site, guest, Setup(game.name, number), [Seat(PERSON, guest.name), *bots], [0], False,
                       BOT_PAUSES["normal"])
    response = redirect(f"/table/{room.id}")
    remember(response, request, guest)
    return response


def read_seats(fields: dict[str, str], number: int, name: str) -> tuple[list[Seat], list[int]]:
    """Who is to sit where: `seat.0` is `me`, `here` (a person at this screen), `open`, or a level of bot."""
    sitting, mine = [], []
    for seat in range(number):
        who = fields.get(f"seat.{seat}", "open")
        called = clean_name(fields.get(f"name.{seat}", ""))
        if who in ("me", "here"):
            sitting.append(Seat(PERSON, called or (name if who == "me" else "")))
            mine.append(seat)
        elif who in players.levels():
            sitting.append(Seat(BOT, called, who))
        elif who == OPEN:
            sitting.append(Seat(OPEN))
        else:
            raise Refused("seat-kind", seat=seat + 1)
    return sitting, mine


def bot_name(guest: Guest, level: str, seat: int) -> str:
    return ""


async def begin(site: Site, guest: Guest, setup: Setup, sitting: list[Seat], mine: list[int], is_open: bool,
                pause: float) -> Room:
    import time
    made = await site.rooms.ask_store(site.rooms.store.tables_since, guest.holder, time.time() - 3600)
    if made >= site.limits.tables_per_hour:
        raise Refused("too-many-tables", most=site.limits.tables_per_hour)
    return await site.rooms.create(setup, sitting, guest.secret, mine, is_open, pause)


@router.get("/rules/{game_name}")
async def rules(request: Request, game_name: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    game = game_named(game_name)
    return site.page(request, guest, "rules.html", game=game, words=game.words(guest.language))


@router.get("/credits")
async def credits_page(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    return site.page(request, guest, "credits.html", games=[load_game(name) for name in game_names()], sources=sources)


def sources(game: Game) -> dict[str, int]:
    """How many records of a component set rest on which source."""
    return {}


@router.get("/language/{language}")
async def choose_language(request: Request, language: str, back: str = "/") -> Response:
    if language not in LANGUAGES:
        raise Refused("no-page")
    response = redirect(back_to(back))
    set_cookie(response, request, "language", language)
    return response


@router.get("/theme/{theme}")
async def choose_theme(request: Request, theme: str, back: str = "/") -> Response:
    if theme not in ("light", "dark", "auto"):
        raise Refused("no-page")
    response = redirect(back_to(back))
    set_cookie(response, request, "theme", theme)
    return response


@router.get("/confirm/{choice}")
async def choose_confirm(request: Request, choice: str, back: str = "/") -> Response:
    if choice not in ("on", "off"):
        raise Refused("no-page")
    response = redirect(back_to(back))
    set_cookie(response, request, "confirm", choice)
    return response


def back_to(path: str) -> str:
    """Only a path of our own: nobody can use us to send people elsewhere."""
    safe = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if safe else "/"
