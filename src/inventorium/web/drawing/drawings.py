"""Icons, drawings and portraits on a page: references into our own sprites, made once and used many times."""
from functools import lru_cache

from markupsafe import Markup, escape

from inventorium.web.drawing import assets

STATIC = f"/static/{assets.version()}"


def labelled(label: str) -> str:
    """Give what has a meaning a name, on hover and for a screen reader; hide what has none from the latter."""
    return f' role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>' if label else ' aria-hidden="true">'


@lru_cache(4096)
def icon(name: str, label: str = "") -> Markup:
    return Markup(f'<svg class="i"{labelled(label)}<use href="{STATIC}/icons.svg#{escape(name)}"/></svg>')


@lru_cache(4096)
def drawing(thing: str, kind: str = "") -> Markup:
    """The drawing of an invention."""
    return Markup(f'<svg class="drawing {kind}" viewBox="0 0 48 48" aria-hidden="true">'
                  f'<use href="{STATIC}/drawings.svg#d-{escape(thing)}"/></svg>')


@lru_cache(4096)
def cameo(person: str, ink: str, label: str = "") -> Markup:
    """A portrait on the hatching of its owner's ink."""
    return Markup(
        f'<svg class="cameo {ink}" viewBox="0 0 64 64"{labelled(label)}<circle class="bg" cx="32" cy="32" r="28"/>'
        f'<circle class="lines" cx="32" cy="32" r="28" fill="url(#h{ink[1:]})"/><g clip-path="url(#cc)">'
        f'<use href="{STATIC}/cameos.svg#cameo-{escape(person)}"/></g><circle class="ring" cx="32" cy="32" r="28"/>'
        f'<circle class="edge" cx="32" cy="32" r="30.6"/></svg>')
