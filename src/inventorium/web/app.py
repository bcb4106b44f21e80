"""The server, put together."""
import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from inventorium import __version__
from inventorium.core import library
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.core.words import words_of
from inventorium.store.store import Store
from inventorium.table.problems import Refused
from inventorium.table.table import Setup, Table
from inventorium.web import api, assets, operations, pages, play, players, replay, seating, streams
from inventorium.web.answering import Answers
from inventorium.web.drawings import STATIC
from inventorium.web.guests import guest_of
from inventorium.web.logs import Observed
from inventorium.web.rooms import Rooms
from inventorium.web.safety import Safety
from inventorium.web.site import Limits, Site, problem_of, site_of, status_of, told
from inventorium.web.templates import make_environment
from inventorium.web.thinking import Thinking


class App(FastAPI):
    """Every request passes logs and limits first; then answers of programs take the short way, all others the framework's."""

    def __init__(self, limits: Limits, **more: Any) -> None:
        super().__init__(**more)
        self.front = Observed(Safety(Answers(super().__call__), limits.requests_per_second, limits.requests_at_once,
                                     limits.tables_per_address), fail)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["app"], scope["straight"] = self, send        # straight: past everything, for web/streams.py
            await self.front(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(database: str | None = None, limits: Limits | None = None) -> FastAPI:
    """The server on a database (a URL; without one the file in the user's data folder)."""
    limits, store = limits or Limits(), Store(database)             # first: whatever is wrong with it is one line
    store.claim()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        warm_up()
        rooms = Rooms(store)
        thinking = Thinking(rooms)
        app.state.site = Site(rooms, thinking, make_environment(), limits)
        rooms.tasks.add(asyncio.create_task(streams.signs_of_life(rooms)))
        yield
        thinking.close()
        await rooms.close()

    app = App(limits, title="Inventorium", version=__version__, lifespan=life, docs_url=None, redoc_url=None,
              redirect_slashes=False, openapi_url="/api/openapi.json", description=api.__doc__ or "")
    for part in (pages, play, seating, replay, streams, api, operations):
        app.include_router(part.router)
    # Pages are not compressed: the secret of their forms stands beside what others wrote.
    app.mount(STATIC, GZipMiddleware(assets.Assets(directory=assets.STATIC)), "static")
    app.add_exception_handler(Exception, lambda request, _: fail(request))
    app.add_exception_handler(InventoriumError, refuse)
    app.add_exception_handler(HTTPException, refuse_request)
    app.add_exception_handler(RequestValidationError, refuse_input)
    return app


def warm_up() -> None:
    """Everything is compiled before the first guest comes."""
    for name in library.names():
        game = load_game(name)
        table = Table.new(Setup(name, game.players[0]))
        view = table.view(table.asked[0])
        assert len(view.scores) == view.players
        players.compile_for(game, view)
    gc.collect()
    gc.freeze()                                     # what is there now stays: looking through it stops everybody for a while
    gc.set_threshold(2_000, 5, 10_000)              # often and little: 50,000 new things to look through stop everybody for 50 ms


async def refuse(request: Request, error: Exception) -> Response:
    """A refusal, as a page for people and as JSON for programs."""
    assert isinstance(error, InventoriumError)
    guest, status = guest_of(request), status_of(error)
    text = told(error, words_of(None, guest.language))
    if request.url.path.startswith("/api/"):
        return JSONResponse({"problem": problem_of(error), "text": text}, status)
    return site_of(request).page(request, guest, "problem.html", status, problem=text)


def fail(request: Request) -> Response:
    """A mistake of ours. What happened is in the log, under the id that the page tells."""
    guest = guest_of(request)
    text = words_of(None, guest.language)("problems.ours", id=request.state.request_id)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"problem": "ours", "text": text}, 500)
    return site_of(request).page(request, guest, "problem.html", 500, problem=text)


async def refuse_request(request: Request, error: Exception) -> Response:
    """What the framework itself refuses."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return await refuse(request, Refused("no-page"))
    if request.url.path.startswith("/api/"):
        return JSONResponse({"problem": "input", "text": str(error.detail)}, error.status_code, error.headers)
    return PlainTextResponse(str(error.detail), error.status_code, error.headers)


async def refuse_input(request: Request, error: Exception) -> Response:
    """Input of the wrong form: programs are told where; people meet it only at addresses that no page has."""
    assert isinstance(error, RequestValidationError)
    if not request.url.path.startswith("/api/"):
        return await refuse(request, Refused("no-page"))
    where = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:5])
    return JSONResponse({"problem": "input", "text": where}, 422)
