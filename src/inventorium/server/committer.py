"""Commits entries to the store from the event loop. Entries of several tables share a transaction (group commit)."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar, TypeVarTuple

from inventorium.server.metrics import Metrics
from inventorium.store.store import NewEntries, NumberTaken, Store

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
Waiting = tuple[NewEntries, "asyncio.Future[None]"]
MOST_AT_ONCE = 32  # more would delay those who come just after
TRUST = 5.0  # seconds for which one successful write counts as proof
NEVER = float("-inf")


class Committer:
    """Reads in several threads, commits in one: changes that come during a commit share the next."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store, self.metrics, self.loop = store, metrics, asyncio.get_running_loop()
        self.readers, self.writer = ThreadPoolExecutor(4, "read"), ThreadPoolExecutor(1, "write")
        self.waiting: SimpleQueue[Waiting | None] = SimpleQueue()  # None: no more will come
        self.committed_at = NEVER  # when something was written last
        self.keeping = Thread(target=self.commit_batches, name="keep", daemon=True)
        self.keeping.start()

    async def ask(self, function: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        return await self.loop.run_in_executor(self.readers, function, *arguments)

    async def write(self, function: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        return await self.loop.run_in_executor(self.writer, function, *arguments)

    async def check_writing(self) -> None:
        """Check that the database can write now, by trying, unless a commit just succeeded."""
        if time.monotonic() - self.committed_at > TRUST:
            await self.write(self.store.write_something)
            self.committed_at = time.monotonic()

    async def commit(self, news: NewEntries) -> None:
        """Commit a change; return when it is committed."""
        began = time.perf_counter()
        done = self.loop.create_future()
        self.waiting.put((news, done))
        await done
        self.metrics.entries.inc(news.after.number - news.before)
        self.metrics.keeping.observe(time.perf_counter() - began)

    # ------------------------------------------------ in the thread that commits

    def commit_batches(self) -> None:
        while batch := self.next_batch():
            outcome: Sequence[bool] | Exception
            try:
                outcome = self.store.append_all([news for news, _ in batch])
                self.committed_at = time.monotonic()
            except Exception as error:  # any failure must reach the waiting callers
                outcome, self.committed_at = error, NEVER
            self.loop.call_soon_threadsafe(resolve_waiting, batch, outcome)

    def next_batch(self) -> list[Waiting]:
        """Return the changes that wait, as many as share a commit; none when no more will come."""
        batch: list[Waiting] = []
        while len(batch) < MOST_AT_ONCE and not (batch and self.waiting.empty()):
            one = self.waiting.get()
            if one is None:
                self.waiting.put(None)
                break
            batch.append(one)
        return batch

    def close(self) -> None:
        self.waiting.put(None)
        self.keeping.join()
        self.writer.shutdown()
        self.readers.shutdown()
        self.store.close()


def resolve_waiting(batch: Sequence[Waiting], outcome: Sequence[bool] | Exception) -> None:
    """Return the outcome to the callers that still wait."""
    for place, (_, done) in enumerate(batch):
        if done.done():
            continue
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        elif outcome[place]:
            done.set_result(None)
        else:
            done.set_exception(NumberTaken())
