"""The page of a game that is being compiled; it continues by itself."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from inventorium.core.words import Words
from inventorium.web.http.sessions import Guest, guest_of
from inventorium.web.http.site import Site, game_named, site_of

router = APIRouter(include_in_schema=False)


@router.get("/compile-status/{game_name}")
async def how_far(request: Request, game_name: str) -> Response:
    """For the page's own script: whether the game can be played, and if not, how long it has been set up."""
    site, game = site_of(request), game_named(game_name)
    words = game.words(guest_of(request).language)
    return JSONResponse({"ready": site.game_compiler.is_ready(game.name), "text": so_far(site, words)})


async def waiting(request: Request, guest: Guest, game_name: str) -> Response:
    """The page shown while a game compiles. It holds the fields of the form, to send them again."""
    site, game = site_of(request), game_named(game_name)
    words = game.words(guest.language)
    sent = await request.form() if request.method == "POST" else {}
    fields = [(key, value) for key, value in getattr(sent, "multi_items", dict)() if isinstance(value, str)]
    return site.page(
        request,
        guest,
        "compile_status.html",
        503,
        game=game,
        words=words,
        text=so_far(site, words),
        fields=fields,
        is_form=request.method == "POST",
    )


def so_far(site: Site, words: Words) -> str:
    return words("problems.setting-up", since=site.game_compiler.seconds)
