"""The pages around the tables: home, a new table, credits, language and theme."""

import math
import re
import time
from collections import Counter
from dataclasses import asdict, replace
from typing import Any, TypedDict

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from inventorium import bots
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.core.words import languages, words_of
from inventorium.server import table_bots
from inventorium.store.store import TableRow
from inventorium.table.clocks import HOUR, NO_CLOCK, OWN_CLOCK, PRESETS, Clock, Night, is_given_up, waiting_clock
from inventorium.table.exercises import is_exercise
from inventorium.table.names import clean_name
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.teaching import daily
from inventorium.teaching.daily_results import MOST_HELD
from inventorium.teaching.puzzles import SOLVED, of_the_day, puzzles_of
from inventorium.web.http.sessions import PACES, Guest, edition_of, guest_of, remember, set_cookie
from inventorium.web.http.site import Site, game_named, own_path, read_form, redirect, site_of, whole_number

router = APIRouter(include_in_schema=False)
GRACE = 0.6  # seconds in which a move can be undone before a bot moves
LISTED = 50  # of the guest's tables, on a page


@router.get("/")
async def home(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    ask, store = site.live_tables.committer.ask, site.live_tables.store
    held = [] if guest.is_new else await ask(store.held_by, guest.owner, MOST_HELD)
    mine, pages = await own_tables(site, guest, dict(request.query_params))
    others = [row_of(stored, guest) for stored in await ask(store.open_tables)]
    games = [load_game(name) for name in library.names()]
    played = [load_game(name) for name in games_of(held)]
    day_game = played[0] if played else games[daily.today().toordinal() % len(games)]
    return site.page(
        request,
        guest,
        "home.html",
        games=games,
        edition_of=edition_of,
        my_tables=mine,
        pages=pages,
        unknown=unknown_game(games, held, guest),
        ratings=await site.community.ratings_of(guest),
        achieved=await ask(site.achievements.of, guest.owner, held),
        day=daily.today(),
        day_game=day_game,
        day_puzzle=of_the_day([day_game] if played else games, daily.today()),
        stronger=await ask(site.achievements.stronger, guest.owner, held),
        solved=SOLVED,
        open_tables=[row for row in others if not (row["mine"] or row["given_up"])],
        levels_of=bots.levels_of,
        number_of=table_bots.default_number,
        level_of=bots.default_level,
        can_judge=bots.can_judge,
    )


@router.get("/records.json")
async def own_records(request: Request) -> Response:
    """What a guest has achieved, as a file of their own."""
    site, guest = site_of(request), guest_of(request)
    ask = site.live_tables.committer.ask
    achieved = await ask(site.achievements.of, guest.owner, await ask(site.live_tables.store.held_by, guest.owner, MOST_HELD))
    days = await ask(site.daily.played_by, guest.owner)
    told = {
        "name": guest.name,
        "games": {game: asdict(one) for game, one in achieved.items()},
        "lessons": guest.stars,
        "puzzles": {
            game.name: {id: how for id, how in guest.tried.items() if id in puzzles_of(game)}
            for game in map(load_game, library.names())
        },
        "days": [
            {"game": game, "day": day.isoformat(), "table": stored.id, "over": stored.over}
            for (game, day), stored in days.items()
        ],
    }
    return JSONResponse(told, headers={"content-disposition": 'attachment; filename="inventorium-records.json"'})


class ListedTable(TypedDict):
    """A table in a list, as one guest sees it."""

    id: str
    game: Game
    setup: Setup
    seats: tuple[Seat, ...]
    mine: list[int]
    is_branch: bool
    names: list[str]
    others: list[str]  # the names on all other seats
    asked_names: list[str]
    changed: float
    asked: tuple[int, ...]
    over: bool
    your_turn: bool
    waiting: bool  # other people wait for this guest
    given_up: bool
    left: float | None  # seconds until a clock of this guest ends
    joinable: bool


async def own_tables(site: Site, guest: Guest, query: dict[str, str]) -> tuple[list[ListedTable], dict[str, int]]:
    """Return a guest's tables for a list, and the pages before and after it. The first page (`page`) begins with all where
    people wait for them, the clock that ends first at the top; then come 50 a page, those that are over last."""
    if guest.is_new:
        return [], {}
    ask, store = site.live_tables.committer.ask, site.live_tables.store
    page = max(1, whole_number(query, "page")) if "page" in query else 1
    waiting = await waiting_tables(site, guest) if page == 1 else []
    others = await ask(store.other_tables_of, guest.owner, LISTED + 1, LISTED * (page - 1))
    beside = {"newer": page - 1} if page > 1 else {}
    return (
        waiting + [row_of(stored, guest) for stored in others[:LISTED]],
        beside | ({"older": page + 1} if len(others) > LISTED else {}),
    )


async def waiting_tables(site: Site, guest: Guest) -> list[ListedTable]:
    """Return the tables where people wait for a guest, the clock that ends first at the top."""
    found = await site.live_tables.committer.ask(site.live_tables.store.waiting_for, guest.owner)
    rows = [row_of(stored, guest) for stored in found]
    return sorted(rows, key=lambda row: (not row["waiting"], math.inf if row["left"] is None else row["left"]))


def games_of(held: list[TableRow]) -> list[str]:
    """Return the games that a guest has played, the last one first. Lessons and puzzles do not count."""
    return list(dict.fromkeys(stored.setup.game for stored in held if not is_exercise(stored.setup)))


def unknown_game(games: list[Game], held: list[TableRow], guest: Guest) -> Game | None:
    """Return the quickest game that the guest has neither played nor read about, to introduce it."""
    known = guest.learned | {*games_of(held)}
    unknown = [game for game in games if game.name not in known and game.words(guest.language).get("learn")]
    return min(unknown, key=lambda game: game.box().components.get("minutes", 0), default=None)


def row_of(stored: TableRow, guest: Guest) -> ListedTable:
    """Return a table for a list: its players, whether it is this guest's turn, and whether other people wait for that."""
    mine = [seat for seat, owner in enumerate(stored.owners) if owner == guest.owner]
    names = table_bots.names(stored.seats, words_of(None, guest.language))
    due = dict(zip(stored.asked, stored.due, strict=False))
    asked, now = [seat for seat in mine if seat in stored.asked and stored.seats[seat].kind == PERSON], time.time()
    has_others = any(
        who.kind == PERSON and owner not in (None, guest.owner) for who, owner in zip(stored.seats, stored.owners, strict=True)
    )
    given_up = is_given_up(stored.due, now)
    return {
        "id": stored.id,
        "game": load_game(stored.setup.game),
        "setup": stored.setup,
        "seats": stored.seats,
        "mine": mine,
        "is_branch": bool(mine and stored.setup.given),
        "names": names,
        "others": [name for seat, name in enumerate(names) if seat not in mine],
        "asked_names": [names[seat] for seat in stored.asked if seat >= 0],
        "changed": stored.changed,
        "asked": stored.asked,
        "over": stored.over,
        "your_turn": bool(asked) and not given_up,
        "waiting": bool(asked) and has_others and not given_up,
        "given_up": given_up,
        "left": min((due[seat] - now for seat in asked if seat in due), default=None),
        "joinable": any(seat.kind == OPEN for seat in stored.seats),
    }


@router.post("/name")
async def keep_name(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    response = redirect(own_path(fields.get("back", "/")))
    await site.remember_name(response, request, guest, clean_name(fields.get("name", "")))
    remember(response, request, guest)
    return response


# ---------------------------------------------------------------- a new table


@router.get("/new/{game_name}")
async def new_table(request: Request, game_name: str) -> Response:
    site, guest = site_of(request), guest_of(request)
    game = game_named(game_name)
    site.game_compiler.want(game.name)
    return site.page(
        request,
        guest,
        "new.html",
        game=game,
        words=game.words(guest.language),
        edition=edition_of(guest, game),
        levels=bots.levels_of(game),
        default_level=bots.default_level(game),
        clocks=[NO_CLOCK, *PRESETS, OWN_CLOCK],
    )


@router.post("/new/{game_name}")
async def create_table(request: Request, game_name: str) -> Response:
    """`players`, `seat.0` to `seat.N` (see `read_seats`), `name`, `edition`, `option.<name>`, `open`, `rated`, and the
    clock (see `read_clock`)."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    game = game_named(game_name)
    number = whole_number(fields, "players")
    if number not in game.players:
        raise Refused("players", fewest=game.players[0], most=game.players[-1])
    name = clean_name(fields.get("name", guest.name))
    sitting, mine = read_seats(fields, game, number, name)
    name = next((sitting[seat].name for seat in mine if fields.get(f"seat.{seat}") == "me"), "") or name
    rated = fields.get("rated") == "yes"
    if rated and (len(mine) > 1 or any(who.kind == BOT for who in sitting)):
        raise Refused("rated-people")
    options = {key.removeprefix("option."): value for key, value in fields.items() if key.startswith("option.") and value}
    clock = waiting_clock(read_clock(fields), sitting)
    table = Table.new(Setup(game.name, number, fields.get("edition", "default"), options, clock=clock))
    live_table = await site.begin(table, sitting, guest, mine, fields.get("open") == "yes", GRACE, rated)
    response = redirect(f"/table/{live_table.id}")
    remember(response, request, guest)
    await site.remember_name(response, request, guest, name)
    return response


@router.post("/play/{game_name}")
async def play_now(request: Request, game_name: str) -> Response:
    """Start a game against bots, of this `level` if one is named: three players, where the game allows it, by the guest's
    rulebook. A guest new to the game sees its introduction first, once."""
    site, guest = site_of(request), guest_of(request)
    fields = await read_form(request, guest)
    game = game_named(game_name)
    if game.name not in guest.learned and game.words(guest.language).get("learn"):
        return redirect(f"/learn/{game.name}?play=yes")
    number, level = table_bots.default_number(game), fields.get("level") or bots.default_level(game)
    if level not in bots.levels_of(game):
        raise Refused("seat-kind", seat=2)
    sitting = [Seat(PERSON, guest.name), *(Seat(BOT, "", level) for _ in range(1, number))]
    live_table = await site.begin(Table.new(Setup(game.name, number, edition_of(guest, game))), sitting, guest, [0], False, GRACE)
    response = redirect(f"/table/{live_table.id}")
    remember(response, request, guest)
    return response


def read_seats(fields: dict[str, str], game: Game, number: int, name: str) -> tuple[list[Seat], list[int]]:
    """Return who is to sit where: `seat.0` is `me`, `here` (a person at this screen), `open`, or a level of bot."""
    sitting, mine = [], []
    for seat in range(number):
        who = fields.get(f"seat.{seat}", OPEN)
        called = clean_name(fields.get(f"name.{seat}", ""))
        if who in ("me", "here"):
            sitting.append(Seat(PERSON, called or (name if who == "me" else "")))
            mine.append(seat)
        elif who in bots.levels_of(game):
            sitting.append(Seat(BOT, called, who))
        elif who == OPEN:
            sitting.append(Seat(OPEN))
        else:
            raise Refused("seat-kind", seat=seat + 1)
    return sitting, mine


def read_clock(fields: dict[str, str]) -> Clock | None:
    """Return the time to think: `clock` is one of PRESETS, or `own` with `bonus` and `cap` in hours; with `night` the clocks
    stop from `night.start` to `night.end`, in local time of `zone`."""
    kind = fields.get("clock", NO_CLOCK)
    if kind == OWN_CLOCK:
        clock = Clock(hours(fields, "bonus"), hours(fields, "cap"))
    elif kind in PRESETS:
        clock = PRESETS[kind]
    else:
        return None
    if fields.get("night") != "yes":
        return clock
    return replace(clock, night=Night(minutes(fields, "night.start"), minutes(fields, "night.end"), fields.get("zone", "")))


def hours(fields: dict[str, str], key: str) -> float:
    """Return seconds."""
    try:
        found = HOUR * float(fields.get(key, "").replace(",", "."))
    except ValueError:
        raise Refused("hours", field=key) from None
    return found


def minutes(fields: dict[str, str], key: str) -> int:
    """Return the minute of the day that `07:30` is."""
    found = re.fullmatch(r"(\d\d):(\d\d)(:\d\d)?", fields.get(key, ""), re.ASCII)
    if not found:
        raise Refused("night")
    return 60 * int(found[1]) + int(found[2])


# ---------------------------------------------------------------- whose work it is


@router.get("/credits")
async def credits_page(request: Request) -> Response:
    site, guest = site_of(request), guest_of(request)
    return site.page(request, guest, "credits.html", games=[load_game(name) for name in library.names()], sources=sources)


def sources(game: Game) -> dict[str, Counter[str]]:
    """Return for every group of components how many values are from a document, from a public page, or ours."""
    components = game.box().components
    default = components.get("default_source", "reconstructed")
    found: dict[str, Counter[str]] = {}
    for group, records in components.data.items():
        if isinstance(records, list) and records and isinstance(records[0], dict):
            found[group] = Counter(
                source_of(record, key, default)
                for record in records
                for key in record
                if key not in ("id", "source", "concluded") and not key.startswith("__")
            )
    return found


def source_of(record: dict[str, Any], key: str, default: str) -> str:
    """Return where a value comes from; a value of several parts comes from where its weakest part does."""
    source = record.get("source", {})
    if key in record.get("concluded", ()):
        return "document"
    found = source.get(key, default) if isinstance(source, dict) else source
    parts = list(found.values()) if isinstance(found, dict) else [found]
    return max(parts, key=("document", "public", "reconstructed").index)


# ---------------------------------------------------------------- how one likes it


@router.get("/language/{language}")
async def choose_language(request: Request, language: str, back: str = "/") -> Response:
    return chosen(request, "language", language, languages(), back)


@router.get("/theme/{theme}")
async def choose_theme(request: Request, theme: str, back: str = "/") -> Response:
    return chosen(request, "theme", theme, ("light", "dark", "auto"), back)


@router.post("/confirm")
async def choose_confirm(request: Request) -> Response:
    """`choice` is on or off. A form, not a link: no other page can switch off the confirmation before a turn ends."""
    fields = await read_form(request, guest_of(request))
    return chosen(request, "confirm", fields.get("choice", ""), ("on", "off"), fields.get("back", "/"))


@router.post("/pace")
async def choose_pace(request: Request) -> Response:
    """`choice` is how fast the page plays back the moves of others: one of PACES. Each guest has their own, and delays no one."""
    fields = await read_form(request, guest_of(request))
    return chosen(request, "pace", fields.get("choice", ""), PACES, fields.get("back", "/"))


@router.post("/sounds")
async def choose_sounds(request: Request) -> Response:
    """`choice` is on or off: whether a table makes quiet sounds."""
    fields = await read_form(request, guest_of(request))
    return chosen(request, "sounds", fields.get("choice", ""), ("on", "off"), fields.get("back", "/"))


def chosen(request: Request, what: str, value: str, allowed: tuple[str, ...], back: str) -> Response:
    """Remember a choice in a cookie, and go back to where it was made."""
    if value not in allowed:
        raise Refused("no-page")
    response = redirect(own_path(back))
    set_cookie(response, request, what, value)
    return response
