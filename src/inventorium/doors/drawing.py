"""The terminal board as text, as SVG and as an image, for notebooks and for `render`."""
import importlib
import io

import numpy as np
from rich.console import Console

from inventorium.core.game import View

WIDTH = 110


def text_of(view: View, language: str = "en") -> str:
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=False)
    board = importlib.import_module(f"{view.game.tables.__package__}.board")
    console.print(board.board(view, view.game.words(language)))
    return console.export_text()


def image_of(view: View) -> np.ndarray:
    """Rows and columns of red, green and blue."""
    from PIL import Image, ImageDraw, ImageFont
    font = ImageFont.load_default(12)
    lines = text_of(view).splitlines()
    image = Image.new("RGB", (WIDTH * 8, 16 * (len(lines) + 2)), "#f4ecdc")
    drawing = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        drawing.text((8, 16 * (number + 1)), line, fill="#2b2418", font=font)
    return np.asarray(image, np.uint8)
