"""Tables of a position in the terminal: the points, and the statistics of all players."""

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from inventorium.core.boards import seat_name
from inventorium.core.pages import player_colours
from inventorium.core.position import Position, Snapshot
from inventorium.core.words import Words


def scores_of(view: Snapshot, words: Words) -> Table:
    """Return the points of every seat, so far or at the end, and what they are made of."""
    table = by_seats(view, words("terminal.score"), words)
    for part in view.game.tables.SCORE_PARTS:
        table.add_row(words(f"parts.{part}"), *(str(parts[part]) for parts in view.breakdown))
    table.add_row(words("terminal.total"), *map(str, view.scores), style="bold")
    table.add_row(words("terminal.place"), *map(str, view.places))
    return table


def statistics_of(position: Position, viewer: Snapshot, words: Words) -> Table | None:
    """Return the statistics of all players, where the game's notation has them."""
    seats = position.game.notation.statistics(position)
    if not seats:
        return None
    table = by_seats(viewer, words("statistics.title"), words)
    for key in seats[0]:
        table.add_row(words(f"statistics.{key}"), *(str(one[key]) for one in seats))
    return table


def by_seats(view: Snapshot, title: str, words: Words) -> Table:
    """Return a table with a column for every seat."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    for seat, ink in enumerate(player_colours(view)):
        table.add_column(Text(seat_name(view, seat, words), ink), justify="right")
    return table
