"""A short queue for expensive requests: a few at a time per guest, per network and in all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from inventorium.table.problems import Refused

MOST_AT_ONCE, MOST_OF_A_NETWORK = 4, 2  # who are served at a time; of a guest, one
MOST_WAITING, MOST_WAITING_OF_A_NETWORK = 64, 8
PATIENCE = 6.0  # seconds that a request waits at most


class Asker(NamedTuple):
    """Who asks: a guest, and the network that the request came from."""

    owner: str
    network: str


class Queue:
    """Those who are served, and those who wait, in the order in which they came: each for a few seconds, or where the queue
    is `patient`, as long as it takes."""

    def __init__(self, patient: bool = False) -> None:
        self.patient = patient
        self.served: list[Asker] = []
        self.waiting: list[tuple[Asker, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, who: Asker) -> AsyncIterator[None]:
        """Wait for a place. A request that would wait too long is refused with a time to ask again."""
        await self.wait(who)
        try:
            yield
        finally:
            self.served.remove(who)
            self.call_next()

    async def wait(self, who: Asker) -> None:
        here = sum(other.network == who.network for other, _ in self.waiting)
        if here >= MOST_WAITING_OF_A_NETWORK or len(self.waiting) >= MOST_WAITING:
            raise Refused("too-many-requests", seconds=2)
        mine = who, asyncio.get_running_loop().create_future()
        self.waiting.append(mine)
        self.call_next()
        try:
            await asyncio.wait({mine[1]}, timeout=None if self.patient else PATIENCE)
        except asyncio.CancelledError:
            self.leave(mine)
            raise
        if not mine[1].done():
            self.leave(mine)
            raise Refused("too-many-requests", seconds=2)

    def leave(self, one: tuple[Asker, asyncio.Future[None]]) -> None:
        """Remove a request that no longer waits."""
        if one in self.waiting:
            self.waiting.remove(one)
        else:
            self.served.remove(one[0])
            self.call_next()

    def call_next(self) -> None:
        for one in list(self.waiting):
            if self.may_be_served(one[0]):
                self.waiting.remove(one)
                self.served.append(one[0])
                one[1].set_result(None)

    def may_be_served(self, who: Asker) -> bool:
        return (
            len(self.served) < MOST_AT_ONCE
            and all(other.owner != who.owner for other in self.served)
            and sum(other.network == who.network for other in self.served) < MOST_OF_A_NETWORK
        )
