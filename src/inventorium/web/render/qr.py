"""QR codes of addresses."""

import io
from functools import lru_cache

import segno
from markupsafe import Markup

WHITE_ON_BLACK, AS_BEFORE = "\033[97;40m", "\033[0m"


def qr_for_terminal(address: str) -> str:
    """Return an address as a QR code for a terminal, whatever its colours are."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in out.getvalue().splitlines())


@lru_cache(256)  # the host's page shows the same one again and again
def qr(address: str, title: str) -> Markup:
    """Return an address as a QR code: black on white in every theme, or cameras would not read it."""
    return Markup(
        segno.make(address, error="m", micro=False).svg_inline(
            border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None, title=title
        )
    )
