"""Styles, scripts and drawings. Their address changes with their content, so browsers may cache them for ever."""

import hashlib
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from inventorium.core import library
from inventorium.theme import TOKENS
from inventorium.web.render import fonts

STATIC = Path(__file__).parents[1] / "static"
ART = "art.svg"
OF_GAMES = ("table.css", "table.js", ART)
FOREVER = "public, max-age=31536000, immutable"


def version() -> str:
    """Return a short name for the content of all files."""
    content = hashlib.sha256(fonts.version().encode())
    brought = (folder / name for folder in library.folders().values() for name in OF_GAMES)
    for path in sorted([TOKENS, *STATIC.iterdir(), *(path for path in brought if path.exists())]):
        content.update(path.read_bytes())
    return content.hexdigest()[:10]


class Assets(StaticFiles):
    """The shared files under their own names, the design tokens and fonts among them, those of a game as `<game>.table.css`."""

    def lookup_path(self, path: str) -> tuple[str, object]:  # type: ignore[override]
        if path == TOKENS.name:
            return str(TOKENS), TOKENS.stat()
        if path in fonts.sources():
            font = fonts.cut(path)
            return str(font), font.stat()
        game, _, file = path.partition(".")
        if file in OF_GAMES and game in library.names():
            found = library.folder_of(game) / file
            if found.exists():
                return str(found), found.stat()
        return super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers["cache-control"] = FOREVER
        return response
