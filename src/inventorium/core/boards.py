"""The board of a position as plain text and as a drawing, for terminals, programs, pages and notebooks."""

import io
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text
from rich.theme import Theme

from inventorium import theme
from inventorium.core.pages import PLAYER_COLOURS, player_colours
from inventorium.core.position import Snapshot
from inventorium.core.words import Words

WIDTH = 110
LIGHT = theme.colours("light")
PAPER, INK = LIGHT["paper"], LIGHT["ink"]
LETTER, LINE, MARGIN = 8.4, 18, 12  # width of a letter, height of a line, margin of a drawing


def rich_theme(colours: Mapping[str, str]) -> Theme:
    """Return the styles of boards, which write what belongs to a seat with its pen, in these colours."""
    return Theme({"p0": "bold"} | {ink: f"bold {colours[ink]}" for ink in PLAYER_COLOURS.values()})


# The paper of a terminal is not ours: there its own colours can be read, whatever it is like.
TERMINAL_THEME = rich_theme({ink: {"purple": "magenta"}.get(colour, colour) for colour, ink in PLAYER_COLOURS.items()})


def board_of(view: Snapshot, language: str) -> RenderableType:
    return view.game.board.board(view, view.game.words(language))


def seat_name(view: Snapshot, seat: int, words: Words) -> str:
    """Return what a board calls a seat, and whether it is the viewer's own."""
    name = words("seat", seat=seat + 1)
    return f"{name} ({words('you')})" if seat == view.seat else name


def by_seats(view: Snapshot, numbers: Mapping[int, str]) -> Text:
    """Return the numbers of seats, counted from 1, each with what follows it, as its pen writes it."""
    colours = player_colours(view)
    return Text("  ").join(Text(f"{seat + 1}{more}", colours[seat]) for seat, more in numbers.items())


def indented(text: str) -> Padding:
    """Return a line of what a player has; when wrapped, it stays indented."""
    return Padding(Text(text), (0, 0, 0, 2), expand=False)


def text_of(view: Snapshot, language: str = "en") -> str:
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=False)
    console.print(board_of(view, language))
    return console.export_text()


def svg_of(view: Snapshot, language: str = "en") -> str:
    """Return the board as self-contained SVG: no fonts, scripts or addresses. Every word is placed, whatever font is
    available."""
    console = Console(file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor", theme=rich_theme(LIGHT))
    lines = console.render_lines(board_of(view, language), pad=False)
    words, widest = [], 0
    for number, line in enumerate(lines, 1):
        column = 0
        for piece in line:
            if piece.text.strip():
                words.append(written(piece, column, number))
            column += piece.cell_length
            widest = max(widest, column)
    width, height = widest * LETTER + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img">'
        f"<title>{escape(view.game.title(language))}</title>"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        f'<g font-family="monospace" font-size="14" fill="{INK}" xml:space="preserve">{"".join(words)}</g></svg>'
    )


def written(piece: Segment, column: int, line: int) -> str:
    """Return one piece of a line in its style, stretched to the columns that it takes."""
    text, style = piece.text.rstrip(), piece.style
    column += len(text) - len(text.lstrip())
    text = text.lstrip()
    looks = {
        "x": f"{MARGIN + column * LETTER:g}",
        "y": f"{MARGIN + (line - 0.3) * LINE:g}",
        "textLength": f"{Segment(text).cell_length * LETTER:g}",
        "lengthAdjust": "spacingAndGlyphs",
    }
    if style and style.color and not style.color.is_default:
        looks["fill"] = style.color.get_truecolor(DEFAULT_TERMINAL_THEME).hex
    if style and style.bold:
        looks["font-weight"] = "bold"
    if style and style.italic:
        looks["font-style"] = "italic"
    return f"<text {' '.join(f'{name}={quoteattr(value)}' for name, value in looks.items())}>{escape(text)}</text>"
