"""Builds the application: routes, middleware, templates."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.util import find_spec

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from inventorium import __version__
from inventorium.bots.compile_stages import compile_all
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.words import words_of
from inventorium.server.bot_runner import BotRunner
from inventorium.server.game_compiler import GameCompiler
from inventorium.server.live_tables import LiveTables
from inventorium.server.notifications import Notifier
from inventorium.server.senders import Settings
from inventorium.store.store import Store
from inventorium.table.problems import Refused, SettingUp
from inventorium.web.http.community import Community
from inventorium.web.http.hosts import Hosts
from inventorium.web.http.identity_middleware import Persons
from inventorium.web.http.logs import Observed, log
from inventorium.web.http.old_addresses import OldAddresses
from inventorium.web.http.rate_limit import Heads, Limits, Safety, is_for_programs, refusal, retry_after
from inventorium.web.http.sessions import guest_of
from inventorium.web.http.site import Site, problem_of, site_of, status_of, text_of
from inventorium.web.render import assets, fonts
from inventorium.web.render.icons import STATIC
from inventorium.web.render.templates import make_environment
from inventorium.web.routes import (
    api,
    compile_status,
    conditional_moves,
    daily,
    health,
    identity,
    installed_app,
    lessons,
    lobby,
    notifications,
    pages,
    people,
    play,
    profile,
    puzzles,
    records,
    review,
    rulebook,
    seats,
    streams,
)


def make_app(
    database: str | None = None,
    limits: Limits | None = None,
    settings: Settings | None = None,
    log_line: Callable[[str], None] | None = None,
    hosts: Hosts | None = None,
) -> FastAPI:
    """Return the server on a database (a URL; without one the file in the user's data folder); `settings` are those of notices,
    `hosts` the names at which it answers. Its games are compiled before the first guest comes; with `log_line` they are
    compiled beside the server, which logs the progress there."""
    limits, hosts, store = limits or Limits(), hosts or Hosts(), Store(database)  # first: whatever is wrong with it is one line
    store.lock()
    community_routers, community_of = find_community()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if log_line is None:
            warm_up()
        shop = GameCompiler(library.names() if log_line else (), log_line or log.info)
        live_tables = LiveTables(store)
        thinking = BotRunner(live_tables, shop)
        site = app.state.site = Site(
            live_tables, thinking, Notifier(live_tables, settings or Settings(), hosts.site), make_environment(), limits, hosts
        )
        site.community = community_of(site)
        live_tables.tasks.add(asyncio.create_task(streams.heartbeats(live_tables)))
        yield
        site.reviews.close()
        site.review_compiler.close()
        thinking.close()
        shop.close()
        await live_tables.close()

    app = FastAPI(
        title="Inventorium",
        version=__version__,
        description=api.__doc__ or "",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        openapi_url="/api/openapi.json",
        middleware=[
            Middleware(Heads),
            Middleware(Observed, fail),
            Middleware(OldAddresses),
            Middleware(Safety, limits.requests_per_second, limits.requests_at_once, limits.tables_per_address, hosts),
            Middleware(Persons),
        ],
    )
    app.router.add_api_route(**api.ANSWERING)
    if installed_app.SITE.is_dir():
        app.mount("/docs", GZipMiddleware(installed_app.Documentation(directory=installed_app.SITE, html=True)), "docs")
    for router in (
        api.router,
        installed_app.router,
        pages.router,
        lessons.router,
        puzzles.router,
        daily.router,
        rulebook.router,
        play.router,
        seats.router,
        records.router,
        review.router,
        conditional_moves.router,
        lobby.router,
        people.router,
        profile.router,
        streams.router,
        notifications.router,
        identity.router,
        health.router,
        compile_status.router,
        *community_routers,
    ):
        app.include_router(router)
    app.mount(STATIC, GZipMiddleware(assets.Assets(directory=assets.STATIC)), "static")
    app.add_exception_handler(InventoriumError, refuse)
    app.add_exception_handler(HTTPException, refuse_request)
    app.add_exception_handler(RequestValidationError, refuse_input)
    return app


def find_community() -> tuple[Sequence[APIRouter], Callable[[Site], Community]]:
    """Return the routes of the community and its services, where its package is installed."""
    if find_spec("inventorium.community") is None:
        return (), lambda site: Community()
    from inventorium.web.routes.community import ROUTERS, Services

    return ROUTERS, Services


def warm_up() -> None:
    """Compile everything before the first guest comes, and cut our fonts."""
    fonts.cut_all()
    for name in library.names():
        warm_up_game(name)


@cache
def warm_up_game(name: str) -> None:
    """Compile a game, or load its compiled code; once in a process, which may have several servers."""
    compile_all(load_game(name))


async def refuse(request: Request, error: Exception) -> Response:
    """A refusal, as a page for people and as JSON for programs."""
    assert isinstance(error, InventoriumError)
    guest, status = guest_of(request), status_of(error)
    text = text_of(error, words_of(None, guest.language))
    seconds = error.values.get("seconds") if isinstance(error, Refused) else None
    if is_for_programs(request.scope):
        wanted = {"www-authenticate": "Bearer"} if status == 401 else {}
        return refusal(request.scope, problem_of(error), text, status, seconds, wanted)
    if isinstance(error, SettingUp):
        response = await compile_status.waiting(request, guest, error.values["game"])
    else:
        response = site_of(request).page(request, guest, "problem.html", status, problem=text)
    response.headers.update(retry_after(seconds))
    return response


def fail(request: Request) -> Response:
    """Return the page for a bug. The log has the details, under the id that the page shows."""
    guest = guest_of(request)
    text = words_of(None, guest.language)("problems.ours", id=request.state.request_id)
    if is_for_programs(request.scope):
        return refusal(request.scope, "ours", text, 500)
    return site_of(request).page(request, guest, "problem.html", 500, problem=text)


async def refuse_request(request: Request, error: Exception) -> Response:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return await refuse(request, Refused("no-page"))
    return refusal(request.scope, "input", str(error.detail), error.status_code, headers=error.headers)


async def refuse_input(request: Request, error: Exception) -> Response:
    """Input of the wrong form: programs learn where; people meet it only at addresses that no page has."""
    assert isinstance(error, RequestValidationError)
    if not is_for_programs(request.scope):
        return await refuse(request, Refused("no-page"))
    where = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:5])
    return refusal(request.scope, "input", where, 422)
