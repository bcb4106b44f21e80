"""Addresses that a camera reads."""
from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(256)                                     # the host's page shows the same one again and again
def qr(address: str, title: str) -> Markup:
    """Return an address as a QR code: black on white in every theme, or cameras would not read it."""
    return Markup(segno.make(address, error="m", micro=False).svg_inline(
        border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None, title=title))
