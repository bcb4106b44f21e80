"""The installed app on a phone: manifest and offline page; and the documentation."""

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from inventorium.core.words import words_of
from inventorium.web.http.rate_limit import POLICY
from inventorium.web.http.sessions import guest_of
from inventorium.web.http.site import site_of
from inventorium.web.render.icons import STATIC

router = APIRouter(include_in_schema=False)
PAPER, INK = "#f4ecd8", "#a12a16"
SITE = Path(__file__).parents[1] / "site"  # built for a release, `make docs`


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a phone wants to know to put us on its first screen."""
    language = guest_of(request).language
    icons = [
        {"src": f"{STATIC}/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    return JSONResponse(
        {
            "id": "/",
            "name": "Inventorium",
            "short_name": "Inventorium",
            "description": words_of(None, language)("web.welcome"),
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": INK,
            "icons": [{"src": f"{STATIC}/icon.svg", "sizes": "any", "type": "image/svg+xml"}, *icons],
        },
        media_type="application/manifest+json",
    )


@router.get("/offline")
async def offline(request: Request) -> Response:
    return site_of(request).page(request, guest_of(request), "offline.html")


@router.get("/docs")
async def no_documentation() -> Response:
    """Where the documentation was not built; elsewhere it is mounted before this."""
    return PlainTextResponse("The documentation is not part of this installation; in a checkout, `make docs` builds it.\n", 404)


class Documentation(StaticFiles):
    """The documentation as a site. Its pages have scripts in them; just these are allowed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["content-security-policy"] = policy()
        return response


@cache
def policy() -> str:
    scripts = " ".join((SITE / "scripts.txt").read_text(encoding="utf-8").split())
    return POLICY.replace("script-src 'self'", f"script-src 'self' {scripts}; worker-src 'self'").replace(
        "style-src 'self'", "style-src 'self' 'unsafe-inline'"
    )
