"""Compiles games beside the server, each in its own process, so that the first page does not wait.

The process leaves its results in the cache, and the server loads them in a thread. Until then the page of the game shows the
progress. A game has three stages: `table` (rules and pages), `bot` (the usual level), `bots` (all other levels). A requested
game goes first.
"""

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

from inventorium.bots.compile_stages import STAGES, TABLE, compile_stage, is_compiled, stage_of
from inventorium.core import game as games, library
from inventorium.core.cpu import cores
from inventorium.core.game import Game
from inventorium.table.problems import SettingUp

BEHIND, MOST = 9, 19  # how much more patient (nice) the processes of other games become, and can be
AGAIN = 2  # seconds after which it is worth asking again
T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
log = logging.getLogger("inventorium")


class GameCompiler:
    """All games of a server, as far as they are compiled."""

    def __init__(self, names: Iterable[str], log_line: Callable[[str], None]) -> None:
        self.log_line, self.began = log_line, time.monotonic()
        self.own = {name: Game(name, library.package_of(name)) for name in names}  # to be compiled; others are played
        self.done = {(name, stage): asyncio.Event() for name in self.own for stage in STAGES}
        self.processes: dict[str, asyncio.subprocess.Process] = {}
        self.wanted, self.niceness = "", 0
        self.slots, self.loader = asyncio.Semaphore(max(3, cores())), ThreadPoolExecutor(1, "workshop")
        self.tasks = [asyncio.create_task(self.set_up(name)) for name in self.own]
        games.before_first_use.append(self.check)

    def close(self) -> None:
        games.before_first_use.remove(self.check)
        for task in self.tasks:
            task.cancel()
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        self.loader.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------ asking

    def is_ready(self, name: str, stage: str = TABLE) -> bool:
        return name not in self.own or self.done[name, stage].is_set()

    @property
    def all_ready(self) -> bool:
        """Whether every game can be played."""
        return all(self.is_ready(name) for name in self.own)

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self.began)

    def check(self, game: Game) -> None:
        """Refuse to play a game that is not compiled yet, and hurry up with it."""
        if game is not self.own.get(game.name) and not self.is_ready(game.name):
            self.want(game.name)
            raise SettingUp("setting-up", since=self.seconds, seconds=AGAIN, game=game.name)

    async def finished(self) -> None:
        """Wait until every game is compiled and loaded, or cannot be."""
        await asyncio.gather(*self.tasks)

    async def level_ready(self, game: Game, level: str) -> None:
        """Wait until a level of bots is compiled."""
        if game.name in self.own:
            await self.done[game.name, stage_of(level, game)].wait()

    def want(self, name: str) -> None:
        """Lower the priority of the processes of other games, for good: only root can raise it again."""
        if name != self.wanted:
            self.wanted, self.niceness = name, min(MOST, self.niceness + BEHIND)
            for other in self.processes:
                self.lower_priority(other)

    def lower_priority(self, name: str) -> None:
        if self.wanted not in ("", name) and hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):  # it is gone
                os.setpriority(os.PRIO_PROCESS, self.processes[name].pid, self.niceness)

    # ------------------------------------------------ doing

    async def set_up(self, name: str) -> None:
        """Bring a game through its stages."""
        try:
            if not await self.beside(self.is_there, name):
                async with self.slots:
                    await self.compile(name)
            for stage in STAGES:
                await self.load(name, stage)
        except Exception:
            log.exception("the game %s cannot be set up", name)
            for stage in STAGES:  # its players see what is wrong
                self.done[name, stage].set()

    def is_there(self, name: str) -> bool:
        return all(is_compiled(self.own[name], stage) for stage in STAGES)

    async def compile(self, name: str) -> None:
        """Compile a game in a process of its own, and load every stage that it reports. If the process ends early, the missing
        stages are compiled when they are loaded."""
        self.log_line(f"{name}: being compiled")
        process = await asyncio.create_subprocess_exec(  # in a session of its own, Linux would not heed patience
            sys.executable,
            "-m",
            __name__,
            name,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            preexec_fn=getattr(os, "setpgrp", None),
        )  # Ctrl-C is for us
        self.processes[name] = process
        self.lower_priority(name)
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                if (stage := line.decode().strip()) in STAGES:
                    await self.load(name, stage)
                    self.log_line(f"{name}: {stage} ready after {self.seconds} s")
            await process.wait()
        finally:
            del self.processes[name]

    async def load(self, name: str, stage: str) -> None:
        if not self.done[name, stage].is_set():
            await self.beside(compile_stage, self.own[name], stage)
            self.done[name, stage].set()

    async def beside(self, function: Callable[[*Arguments], T], *about: *Arguments) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.loader, function, *about)


def main(name: str) -> None:
    """Compile one game, and print every stage when it is done: the process of its own. It ends with the server."""
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
    game = games.load_game(name)
    for stage in STAGES:
        compile_stage(game, stage)
        print(stage, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
