"""Timed matches: as research/arena/game_task.py, with the CPU time of each bot's decisions that had a choice."""

from time import thread_time
from typing import Any

from inventorium import bots
from inventorium.research.arena.game_task import Result, Task, key_of, played, prepare
from inventorium.research.arena.workers import Procedure


class TimedResult(Result):
    """The result of one game; seconds and decisions with a choice of every seat."""

    seconds: list[float]
    choices: list[int]


def play(task: Task) -> TimedResult:
    """Play one game."""
    seed = f"{task.seed} deal {task.deal}"
    position = task.variant.new(len(task.seats), seed)
    players = [bots.make(name, position.game, seed) for name in task.seats]
    seconds, choices = [0.0] * len(players), [0] * len(players)
    while not position.over:
        seat = position.to_act[0]
        view = position.view(seat)
        begun = thread_time()
        answer = players[seat].choose(view)
        if len(view.actions()) > 1:
            seconds[seat] += thread_time() - begun
            choices[seat] += 1
        position.act(answer, seat)
    return {
        **played(task, position),
        "answers": position.actions_taken,
        "luck": None,
        "faults": [],
        "seconds": seconds,
        "choices": choices,
    }


TIMED = Procedure("timed 1", play, prepare, key_of)


def milliseconds(results: list[TimedResult], bot: str) -> float:
    """Return the mean time of a bot's decision."""
    rows: list[Any] = [
        row for result in results for row in zip(result["seats"], result["seconds"], result["choices"], strict=True)
    ]
    spent, choices = (sum(row[which] for row in rows if row[0] == bot) for which in (1, 2))
    return float(1000 * spent / max(1, choices))
