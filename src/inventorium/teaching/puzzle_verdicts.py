"""Judges answers to puzzles in the background, once each."""

import asyncio
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from inventorium.server.advice_queue import Asker
from inventorium.server.bot_runner import BotRunner
from inventorium.server.live_tables import LiveTable
from inventorium.table.problems import Refused
from inventorium.teaching.puzzle_criteria import Puzzle, Verdict
from inventorium.teaching.puzzles import Judged, answer_at, judge, puzzle_at

PATIENCE = 3.0  # seconds
verdicts: WeakKeyDictionary[LiveTable, dict[tuple[int, ...], Judged]] = WeakKeyDictionary()  # by answer
running: set[asyncio.Task[None]] = set()  # judgements that continue after the request


@dataclass(frozen=True)
class Try:
    """An answer to a puzzle, and its verdict; None until it is judged."""

    answer: tuple[int, ...]
    judged: Judged | None = None

    @property
    def verdict(self) -> Verdict | None:
        return self.judged.verdict if self.judged else None


def try_at(live_table: LiveTable, puzzle: Puzzle) -> Try:
    """Return the answer to the puzzle of a table, as far as it is judged."""
    answer = answer_at(live_table.table, puzzle)
    return Try(answer, verdicts.get(live_table, {}).get(answer))


async def judge_try(thinking: BotRunner, who: Asker, live_table: LiveTable) -> None:
    """Judge the answer to the puzzle of a table, if it is one and is answered. A slow judgement, as the first one on a machine
    or under load, continues in the background and is shown on the next page."""
    puzzle = None if live_table.broken else puzzle_at(live_table.table)
    if puzzle and (tried := try_at(live_table, puzzle)).answer and not tried.verdict:
        task = asyncio.create_task(keep_verdict(thinking, who, live_table, puzzle, tried.answer))
        running.add(task)
        task.add_done_callback(running.discard)
        await asyncio.wait({task}, timeout=PATIENCE)


async def keep_verdict(thinking: BotRunner, who: Asker, live_table: LiveTable, puzzle: Puzzle, answer: tuple[int, ...]) -> None:
    try:
        verdicts.setdefault(live_table, {})[answer] = await thinking.look_up(who, judge, live_table.table.game, puzzle, answer)
    except Refused:
        return
