"""Scenes for tests of the games' pages: a table at some moment, seen by a seat, if need be with a state of its own."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from inventorium import load
from inventorium.core.position import View, copied
from inventorium.server.live_tables import LiveTable
from inventorium.store.store import TableRow
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.render.scene import Scene

NAMES = ("Mira", "Jonas", "Ines", "Otto", "Zoe")


def begun(game: str, players: int, **options: Any) -> Table:
    return Table.new(Setup(game, players, seed=f"{players:032x}", options=options))


def played(table: Table, chance: random.Random) -> Iterator[Table]:
    """A table, and then what becomes of it when it is played on at random, question by question, to the end."""
    yield table
    while not table.over:
        seat = chance.choice(table.asked)
        table = table.play(seat, chance.choice(table.view(seat).actions()))
        yield table


def asking(table: Table, question: str, chance: random.Random) -> Table:
    """The table when this question is put for the first time."""
    return next(one for one in played(table, chance) if one.game.notation.question(one.position.state) == question)


def scene_of(table: Table, seat: int | None = None, language: str = "en", change: Callable[[Any], None] | None = None) -> Scene:
    """What a seat sees, that which is asked if none is named; `change` may write another state first."""
    seat = table.asked[0] if seat is None else seat
    seen = table.view(seat)
    view = View(seen.game, seen.box, seen.options, copied(seen.states), seat)
    if change:
        change(view.state)
    players = table.position.players
    stored = TableRow(
        "table",
        table.setup,
        "",
        "",
        tuple(Seat(PERSON, name) for name in NAMES[:players]),
        (None,) * players,
        (None,) * players,
        "",
    )
    return Scene(LiveTable(stored, table), view, seat, load(table.setup.game).words(language), len(table.history), live=True)
