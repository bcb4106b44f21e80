"""The look that pages, reports and drawings share.

    tokens.css   the design tokens: colours, type, space, motion
    drawing.css  the look of a drawing that stands alone
    charts       drawings in SVG
"""
from pathlib import Path

TOKENS = Path(__file__).parent / "tokens.css"
DRAWING = Path(__file__).parent / "drawing.css"
