"""The server, put together."""
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from inventorium import __version__
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.words import words_of
from inventorium.store.store import Store
from inventorium.table.problems import Refused
from inventorium.web import assets, pages, play, streams
from inventorium.web.guests import guest_of
from inventorium.web.rooms import Rooms
from inventorium.web.safety import Safety
from inventorium.web.site import Limits, Site, game_names, site_of, status_of, told
from inventorium.web.templates import make_environment


def make_app(database: str | None = None, limits: Limits | None = None) -> FastAPI:
    """The server on a database (a URL; without one the file in the user's data folder)."""
    limits = limits or Limits()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        rooms = Rooms(Store(database))
        for name in game_names():
            load_game(name).new(load_game(name).players[0])            # compiled before the first guest comes
        app.state.site = Site(rooms, make_environment(), limits)
        for table_id in await rooms.ask_store(rooms.store.running_with_bots):
            await rooms.get(table_id)                                   # bots go on where they were
        yield
        await rooms.close()

    app = FastAPI(title="Inventorium", version=__version__, lifespan=life, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json")
    app.include_router(pages.router)
    app.include_router(play.router)
    app.include_router(streams.router)
    app.mount(f"/static/{assets.version()}", assets.Assets(directory=assets.STATIC), "static")
    app.add_exception_handler(InventoriumError, refuse)
    app.add_exception_handler(HTTPException, no_such_page)
    app.add_middleware(Safety, rate=limits.requests_per_second, at_once=limits.requests_at_once)

    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        return PlainTextResponse("alive")

    @app.get("/ready", include_in_schema=False)
    async def ready(request: Request) -> Response:
        rooms = site_of(request).rooms
        await rooms.ask_store(rooms.store.last_number, "")
        return PlainTextResponse("ready")
    return app


async def refuse(request: Request, error: Exception) -> Response:
    """A refusal, as a page for people and as JSON for programs."""
    assert isinstance(error, InventoriumError)
    guest, status = guest_of(request), status_of(error)
    text = told(error, words_of(None, guest.language))
    if request.url.path.startswith("/api/"):
        return JSONResponse({"problem": getattr(error, "key", "refused"), "text": text}, status)
    return site_of(request).page(request, guest, "problem.html", status, problem=text)


async def no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return await refuse(request, Refused("no-page"))
    return PlainTextResponse(str(error.detail), error.status_code)
