"""Health, readiness and metrics, for the host."""

import json
from functools import cache

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import PlainTextResponse, Response

from inventorium import bots
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.core.position import View
from inventorium.server.game_compiler import AGAIN
from inventorium.table.problems import Refused
from inventorium.table.table import Setup, Table
from inventorium.web.http.rate_limit import retry_after
from inventorium.web.http.sessions import guest_of
from inventorium.web.http.site import site_of

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> Response:
    """The process is alive."""
    return PlainTextResponse("alive\n")


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Return whether every game can be played and the database can be read and written; 503 if not."""
    live_tables, game_compiler = site_of(request).live_tables, site_of(request).game_compiler
    if not game_compiler.all_ready:
        return PlainTextResponse("games are being compiled\n", 503, retry_after(AGAIN))
    await live_tables.committer.ask(live_tables.store.last_numbers, [])
    await live_tables.committer.check_writing()
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus on the same machine, and for no other client."""
    if request.client is None or request.client.host not in ("127.0.0.1", "::1"):
        raise Refused("no-page")
    return Response(site_of(request).live_tables.metrics.text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/api")
async def interface(request: Request) -> Response:
    """The HTTP interface, explained: drawn from the same description that programs read, with examples that can be copied."""
    site, guest = site_of(request), guest_of(request)
    return site.page(
        request,
        guest,
        "api.html",
        description=request.app.openapi(),
        game=load_game(library.names()[0]),
        sealed=example_of_sealed_moves(guest.language),
        levels_of=bots.levels_of,
        seats_for=seats_for,
        base=site.address(request),
    )


def seats_for(game: Game) -> str:
    """Return the seats of the smallest table of a game, as JSON: one person among bots."""
    return json.dumps(["me"] + [bots.default_level(game)] * (game.players[0] - 1))


@cache
def example_of_sealed_moves(language: str) -> dict[str, object]:
    """Return sealed moves at the beginning of a game: the first two moves of each decision, as JSON, and a complete set."""
    game = next(game for game in map(load_game, library.names()) if game.type.sealed)
    table, words = Table.new(Setup(game.name, game.players[0])), game.words(language)
    seat = table.asked[0]
    views = table.sealed_views(seat)

    def choice(view: View, action: int) -> dict[str, object]:
        said = game.notation.say(view.box, view.fields, seat, action, words)
        return {"action": action, "move": view.write(seat, action), "text": said}

    lists = [json.dumps([choice(view, action) for action in view.actions()[:2]], ensure_ascii=False) for view in views]
    return {"game": game, "actions": [view.actions()[:7][-1] for view in views], "sheet": "[" + ",\n ".join(lists) + "]"}
