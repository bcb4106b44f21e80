"""The board as text and as an image, for `render`."""

from typing import Any

import numpy as np

from inventorium.core.boards import INK, PAPER, WIDTH, text_of
from inventorium.core.position import View

RENDER_MODES = ["human", "ansi", "rgb_array"]


def rendered(view: View, mode: str | None) -> Any:
    """Return what `render` returns in each of its modes; `human` prints."""
    if mode == "rgb_array":
        return image_of(view)
    if mode == "human":
        print(text_of(view))
        return None
    return text_of(view) if mode == "ansi" else None


def image_of(view: View) -> np.ndarray:
    """Return rows and columns of red, green and blue."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(12)
    lines = text_of(view).splitlines()
    image = Image.new("RGB", (WIDTH * 8, 16 * (len(lines) + 2)), PAPER)
    drawing = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        drawing.text((8, 16 * (number + 1)), line, fill=INK, font=font)
    return np.asarray(image, np.uint8)
