"""Drawing a table for the seat that is asked, at every question of a game: what the server does for each click."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from starlette.requests import Request

from inventorium.core import library
from inventorium.server.live_tables import Scratch
from inventorium.store.store import Stored
from inventorium.store.table_loader import versions
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.app import warm_up
from inventorium.web.http.sessions import Guest
from inventorium.web.http.site import Limits, Site
from inventorium.web.render.templates import make_environment
from inventorium.web.routes.play import table_page
from inventorium.web.server import calm_collector

UNIT, PEER = "ms (95 of 100 are faster)", None
REQUEST = Request(
    {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "server": ("localhost", 80),
        "path": "/table/bench",
        "query_string": b"",
        "headers": [(b"x-fragment", b"1")],
    }
)


def drawing(name: str, players: int = 4) -> float:
    """The 95th percentile of the milliseconds that a view takes, in a process that is set up as a server is."""
    warm_up()
    calm_collector()
    times = sorted(times_of_a_game(name, players))
    return 1000 * times[int(0.95 * len(times))]


def times_of_a_game(name: str, players: int) -> Iterator[float]:
    site = Site(None, None, make_environment(), Limits())  # type: ignore[arg-type]  (a page asks neither)
    guest, chance = Guest("somebody at this screen"), random.Random(1)
    table = Table.new(Setup(name, players, seed="bench"))
    stored = Stored(
        "bench",
        table.setup,
        *versions(table.setup),
        (Seat(PERSON, "Mira"),) * players,
        (None,) * players,
        (None,) * players,
        guest.owner,
    )
    while not table.over:
        seat = table.asked[0]
        room = Scratch(replace(stored, owners=tuple(guest.owner if one == seat else None for one in range(players))), table)
        begun = time.perf_counter()
        table_page(REQUEST, site, guest, room)
        yield time.perf_counter() - begun
        table = table.play(seat, chance.choice(table.view(seat).actions()))


def measures() -> dict[str, Callable[[], float | None]]:
    return {f"{name}: a view of the table": (lambda name=name: drawing(name)) for name in library.names()}  # type: ignore[misc]
