"""Colours, sizes and charts that pages, reports and drawings share.

tokens.css   the design tokens: colours, type, space, motion
diagram.css  the style of a drawing that stands alone
charts       charts in SVG
"""

import re
from functools import cache
from pathlib import Path

TOKENS = Path(__file__).parent / "tokens.css"
DRAWING = Path(__file__).parent / "diagram.css"
THEMES = ("light", "dark")


@cache
def colours(theme: str) -> dict[str, str]:
    """Return the colours of the tokens in a theme, by name, for those who cannot read CSS: `paper`, `ink`, `p1` and so on."""
    found = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", TOKENS.read_text(encoding="utf-8"))
    return {name: both[THEMES.index(theme)] for name, *both in found}
