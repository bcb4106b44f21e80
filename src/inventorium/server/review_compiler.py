"""Compiles the code of reviews in the background, when someone wants a review for the first time.

A process of its own compiles for half a minute, once per machine; the server then loads the result in a few seconds. Meanwhile
pages say that the review is being prepared, and hints come without explanations.
"""

import asyncio
import logging
import sys

from inventorium import bots, review
from inventorium.core.game import Game
from inventorium.server.bot_runner import BotRunner, beside

COMPILE = "import sys; from inventorium import load, review; review.compile_all(load(sys.argv[1]))"
log = logging.getLogger("inventorium")


class ReviewCompiler:
    """Compiles the analysis of games in the background."""

    def __init__(self, thinking: BotRunner) -> None:
        self.thinking = thinking
        self.tasks: dict[str, asyncio.Task[bool]] = {}  # by game

    def is_ready(self, game: Game) -> bool:
        """Return whether a game can be analysed at once; if not, start to compile."""
        if not bots.can_judge(game):
            return False
        task = self.tasks.get(game.name) or self.begin(game)
        return task.done() and not task.cancelled() and task.result()

    async def ready(self, game: Game) -> bool:
        """Wait until a game can be analysed; False if that failed."""
        return self.is_ready(game) or await asyncio.shield(self.tasks[game.name])

    def begin(self, game: Game) -> asyncio.Task[bool]:
        task = self.tasks[game.name] = asyncio.create_task(self.set_up(game))
        return task

    async def set_up(self, game: Game) -> bool:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", COMPILE, game.name)
        try:
            if await process.wait() == 0:
                await beside(self.thinking.hint_pool, review.compile_all, game)
                return True
        except asyncio.CancelledError:
            process.kill()
            raise
        except Exception:
            log.exception("cannot compile reviews of %s", game.name)
        log.error("games of %s cannot be reviewed", game.name)
        return False

    def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
