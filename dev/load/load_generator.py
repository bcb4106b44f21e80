"""Moves at a steady rate, whatever the server does, and how long each takes to reach all players of the table."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

LIMIT = 0.1  # seconds: a rate counts if 99 of 100 moves are seen by all within it
WARM_UP = 1.5  # seconds that are not counted


class LoadedTable(Protocol):
    """A table with its players, each with a live connection for news."""

    @property
    def moves_left(self) -> int: ...

    def close(self) -> None: ...

    async def move(self) -> None:
        """Make the next move; return when the mover has its acknowledgement and every player has received the move."""


@dataclass(frozen=True)
class Step:
    """What came of one rate."""

    wanted: float
    done: float  # moves a second
    median: float  # seconds
    p99: float
    errors: int

    @property
    def held(self) -> bool:
        return self.errors == 0 and self.p99 < LIMIT and self.done > 0.97 * self.wanted

    def __str__(self) -> str:
        return (
            f"{self.wanted:,.0f} moves/s wanted, {self.done:,.0f} done, median {1e3 * self.median:.1f} ms, "
            f"p99 {1e3 * self.p99:.1f} ms, {self.errors} errors"
        )


async def drive(tables: Sequence[LoadedTable], rate: float, seconds: float) -> Step:
    """Make moves at this rate, at one table after the other. The time of a move begins when it is due, not when there was
    time to send it, so that a server that stalls cannot hide it."""
    busy = [asyncio.Lock() for _ in tables]
    times: list[float] = []
    ends: list[float] = []
    errors = 0
    began = time.perf_counter()
    counted_from, until = began + WARM_UP, began + WARM_UP + seconds

    async def move(place: int, due: float) -> None:
        nonlocal errors
        try:
            async with busy[place]:
                await asyncio.wait_for(tables[place].move(), 10)
        except Exception as error:
            errors += 1
            if errors == 1:
                print(f"    {type(error).__name__}: {error}")
            return
        now = time.perf_counter()
        if due >= counted_from:
            times.append(now - due)
            ends.append(now)

    running = set()
    number = 0
    while (due := began + number / rate) < until:
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        place = number % len(tables)
        if tables[place].moves_left:
            task = asyncio.create_task(move(place, due))
            running.add(task)
            task.add_done_callback(running.discard)
        number += 1
    await asyncio.gather(*running)
    times.sort()
    if not times:
        return Step(rate, 0, 9, 9, max(1, errors))
    return Step(
        rate, sum(end <= until + LIMIT for end in ends) / seconds, times[len(times) // 2], times[int(0.99 * len(times))], errors
    )
