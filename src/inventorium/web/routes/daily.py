"""The deal of the day: play it, compare results, and play those of the last days. docs/puzzles.md."""

from datetime import date

from fastapi import APIRouter, Request
from starlette.responses import Response

from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.table.problems import Refused
from inventorium.teaching import daily
from inventorium.teaching.daily_results import Run, place_of
from inventorium.theme import charts
from inventorium.web.http.community import Club
from inventorium.web.http.sessions import guest_of, remember
from inventorium.web.http.site import game_named, read_form, redirect, site_of
from inventorium.web.routes.pages import GRACE

router = APIRouter(include_in_schema=False)


@router.get("/daily")
async def show_days(request: Request) -> Response:
    """The deal of the day of every game, and the archive."""
    site, guest = site_of(request), guest_of(request)
    last = daily.today()
    games = [load_game(name) for name in library.names()]
    played = {} if guest.is_new else await site.live_tables.committer.ask(site.daily.played_by, guest.owner)
    return site.page(request, guest, "days.html", games=games, days=daily.days(last), played=played, deal_on=daily.deal_on)


@router.get("/daily/{game_name}/{day}")
async def show_day(request: Request, game_name: str, day: str) -> Response:
    """Show one deal: the seats, and the results of all players."""
    site, guest = site_of(request), guest_of(request)
    game, deal = deal_named(game_name, day)
    runs = await site.live_tables.committer.ask(site.daily.runs, deal)
    mine = next((run for run in runs if run.owner == guest.owner), None)
    over = [run for run in runs if run.over]
    clubs = await site.community.clubs_of(guest)
    return site.page(
        request,
        guest,
        "day.html",
        game=game,
        words=game.words(guest.language),
        deal=deal,
        mine=mine,
        runs=over,
        place=place_of(mine, runs) if mine and mine.over else 0,
        is_today=deal.day == daily.today(),
        chart=chart_of(mine, over, game, guest.language),
        guest_owner=guest.owner,
        clubs=[(club, found) for club in clubs if (found := runs_in(club, runs))],
    )


def runs_in(club: Club, runs: list[Run]) -> list[tuple[str, Run]]:
    """Return how it went for the members of a club, by name, the best first."""
    names = dict(zip(club.owners, club.names, strict=True))
    return [(names[run.owner], run) for run in runs if run.owner in names]


@router.post("/daily/{game_name}/{day}")
async def play_day(request: Request, game_name: str, day: str) -> Response:
    """Sit down at the deal of a day. Only the first time counts; one that is not over is gone on with."""
    site, guest = site_of(request), guest_of(request)
    await read_form(request, guest)
    _, deal = deal_named(game_name, day)
    async with site.daily.lock:  # the first player decides on the seed, so one after the other
        tables = await site.live_tables.committer.ask(site.daily.tables, deal)
        running = next((one.id for one in tables if one.host == guest.owner and not one.over), None)
        if running is None:
            table = deal.table(tables[0].setup.seed if tables else "")
            live_table = await site.begin(table, deal.sitting(guest.name), guest, [deal.seat], False, GRACE)
            running = live_table.id
    response = redirect(f"/table/{running}")
    remember(response, request, guest)
    return response


def deal_named(game_name: str, day: str) -> tuple[Game, daily.DayDeal]:
    """Return the deal of a day that can be played: today's, or one of the last weeks."""
    game = game_named(game_name)
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise Refused("no-page") from None
    if wanted not in daily.days(daily.today()):
        raise Refused("no-page")
    return game, daily.deal_on(game, wanted)


def chart_of(mine: Run | None, over: list[Run], game: Game, language: str) -> charts.Svg | None:
    """Draw the viewer's points beside those of the others, where any have finished."""
    others = [run.curve for run in over if run is not mine and run.curve]
    own = mine.curve if mine else ()
    return charts.beside(own, others, game.words(language)("daily.curve")) if others or own else None
