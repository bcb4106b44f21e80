"""Icons, drawings and portraits on a page: references to symbols, made once and used many times.

A game draws with the symbols in the `art.svg` of its own folder, and with those that all share.
"""

import re
from functools import cache, lru_cache

from markupsafe import Markup, escape

from inventorium.core import library
from inventorium.web.render import assets

STATIC = f"/static/{assets.version()}"
SHARED = ""  # in place of the name of a game
SYMBOL = re.compile(r'<symbol id="([^"]+)"')


@cache
def symbols(game: str) -> frozenset[str]:
    """Return the symbols that a game brings, or those that all share; a game may do without."""
    file = (assets.STATIC if game == SHARED else library.folder_of(game)) / assets.ART
    return frozenset(SYMBOL.findall(file.read_text(encoding="utf-8")) if file.exists() else ())


def use(game: str, symbol: str) -> str:
    """Return the reference to a symbol: the game's own, else the shared one. A piece without a symbol, as in a box of your own,
    stays empty."""
    for owner in (game, SHARED):
        if symbol in symbols(owner):
            file = assets.ART if owner == SHARED else f"{owner}.{assets.ART}"
            return f'<use href="{STATIC}/{file}#{escape(symbol)}"/>'
    return ""


def labelled(label: str) -> str:
    """Give what has a meaning a name, on hover and for a screen reader; hide what has none from the latter."""
    return f' role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>' if label else ' aria-hidden="true">'


@lru_cache(4096)
def icon(game: str, name: str, label: str = "") -> Markup:
    return Markup(f'<svg class="i"{labelled(label)}{use(game, name)}</svg>')


@lru_cache(4096)
def drawing(game: str, thing: str, kind: str = "") -> Markup:
    """The drawing of an invention."""
    return Markup(f'<svg class="drawing {kind}" viewBox="0 0 48 48" aria-hidden="true">{use(game, f"d-{thing}")}</svg>')


@lru_cache(4096)
def cameo(game: str, person: str, ink: str, label: str = "") -> Markup:
    """A portrait on the hatching of its owner's ink."""
    return Markup(
        f'<svg class="cameo {ink}" viewBox="0 0 64 64"{labelled(label)}<circle class="bg" cx="32" cy="32" r="28"/>'
        f'<circle class="lines" cx="32" cy="32" r="28" fill="url(#h{ink[1:]})"/><g clip-path="url(#cc)">'
        f'{use(game, f"cameo-{person}")}</g><circle class="ring" cx="32" cy="32" r="28"/>'
        f'<circle class="edge" cx="32" cy="32" r="30.6"/></svg>'
    )
