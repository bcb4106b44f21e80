"""The clocks of a table as a page shows them."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from inventorium.core.words import Words
from inventorium.server.live_tables import LiveTable
from inventorium.table.clocks import DAY, HOUR, MINUTE, is_given_up
from inventorium.table.seats import PERSON
from inventorium.web.render.scene import Scene

SHORT = 0.1  # of the most that one can have: then it is time to hurry


@dataclass(frozen=True)
class Face:
    """The clock of a seat: seconds left, in words too; whether it runs; in how many seconds a night begins or ends. Tenths are
    rounded up, so that a page that counts down never asks before the time is over."""

    left: float
    text: str
    runs: bool
    asleep: bool
    turns: int | None
    is_short: bool


def clock_context(scene: Scene, mine: Sequence[int]) -> dict[str, object]:
    """Return the context of a table's clocks for a viewer with these seats."""
    live_table = scene.live_table
    return {
        "faces": faces_at(live_table, scene.words) if scene.live and not live_table.table.over else [],
        "given_up": is_given_up(live_table.table.due, time.time()),
        "overdue": overdue(live_table) if mine else [],
    }


def overdue(live_table: LiveTable) -> list[int]:
    """Return the people whose turn it is and who have no time left."""
    table, now = live_table.table, time.time()
    return [
        seat for seat, due in zip(table.asked, table.due, strict=False) if live_table.seats[seat].kind == PERSON and due < now
    ]


def faces_at(live_table: LiveTable, words: Words) -> list[Face | None]:
    """Return the clock of every seat with a person; nothing at a table without clocks."""
    table, clock, now = live_table.table, live_table.table.setup.clock, time.time()
    if clock is None:
        return []
    asleep, change = clock.is_night(now), clock.next_change(now)
    found: list[Face | None] = []
    for who, hand in zip(live_table.seats, table.hands, strict=True):
        left = math.ceil(10 * hand.at(clock, table.last_time, now)) / 10
        found.append(
            Face(
                left,
                lasting(left, words),
                hand.runs and not asleep,
                hand.runs and asleep,
                int(change - now) + 1 if change and hand.runs else None,
                left < SHORT * clock.cap,
            )
            if who.kind == PERSON
            else None
        )
    return found


def time_left(seconds: float, words: Words) -> str:
    """Return the time left in words, for a list."""
    return words("clocks.left", text=lasting(seconds, words)) if seconds > 0 else words("clocks.out")


def lasting(seconds: float, words: Words) -> str:
    """Return how long something lasts, in the two largest units that matter. The script of the page writes it the same way."""
    days, hours, minutes, rest = words.get("clocks.units")
    left = math.ceil(seconds)
    if left <= 0:
        return words("clocks.out")
    if left >= DAY:
        return f"{left // int(DAY)} {days} {left % int(DAY) // int(HOUR)} {hours}"
    if left >= HOUR:
        return f"{left // int(HOUR)} {hours} {left % int(HOUR) // int(MINUTE)} {minutes}"
    return f"{left // int(MINUTE)} {minutes} {left % int(MINUTE)} {rest}"
