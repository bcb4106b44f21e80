"""The store, asked from the event loop. What happens at several tables at the same time is kept in one transaction."""
import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from inventorium.store.store import News, NumberTaken, Store
from inventorium.web.metrics import Metrics

T = TypeVar("T")
MOST_AT_ONCE = 32                                   # more would make those wait who come just after


class Keeper:
    """Reads in several threads, writes in one: a commit takes its time, and those who come meanwhile share the next."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store, self.metrics = store, metrics
        self.readers, self.writer = ThreadPoolExecutor(4, "read"), ThreadPoolExecutor(1, "write")
        self.waiting: list[tuple[News, asyncio.Future[None]]] = []
        self.writing: asyncio.Task[None] | None = None

    async def ask(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, function, *arguments)

    async def write(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.writer, function, *arguments)

    async def keep(self, news: News) -> None:
        """When this returns, it is kept."""
        began = time.perf_counter()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((news, done))
        if self.writing is None or self.writing.done():
            self.writing = asyncio.create_task(self.keep_waiting())
        await done
        self.metrics.entries += news.after.number - news.before
        self.metrics.keeping.add(time.perf_counter() - began)

    async def keep_waiting(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
            try:
                kept = await self.write(self.store.append_all, [news for news, _ in batch])
            except Exception as error:                  # whatever it was: those who wait must hear of it
                for _, done in batch:
                    done.set_exception(error)
            else:
                for was_kept, (_, done) in zip(kept, batch, strict=True):
                    if was_kept:
                        done.set_result(None)
                    else:
                        done.set_exception(NumberTaken("another entry has this number"))

    def close(self) -> None:
        self.writer.shutdown()
        self.readers.shutdown()
        self.store.close()
