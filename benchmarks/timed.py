"""Plays like arena/playing.py and also notes how long each bot thought: CPU time of its thread, only where it had a choice."""
from time import thread_time
from typing import Any

from inventorium import bots
from inventorium.arena.playing import Task, key_of, prepare
from inventorium.core.game import load_game

__all__ = ["key_of", "milliseconds", "play", "prepare"]


def play(task: Task) -> dict[str, Any]:
    """Play one game."""
    game, luck = load_game(task.terms.game), f"{task.seed} deal {task.deal}"
    position = game.new(len(task.seats), task.terms.edition, luck, **dict(task.terms.changes))
    players = [bots.make(name, game, luck) for name in task.seats]
    seconds, thoughts = [0.0] * len(players), [0] * len(players)
    while not position.over:
        seat = position.to_act[0]
        view = position.view(seat)
        begun = thread_time()
        answer = players[seat].choose(view)
        if len(view.actions()) > 1:
            seconds[seat] += thread_time() - begun
            thoughts[seat] += 1
        position.act(answer, seat)
    return {"game": task.terms.game, "edition": task.terms.edition, "changes": [list(pair) for pair in task.terms.changes],
            "seed": task.seed, "deal": task.deal, "seats": list(task.seats), "scores": list(position.scores),
            "places": list(position.places), "answers": position.answers_given, "faults": [], "seconds": seconds,
            "thoughts": thoughts}


def milliseconds(results: list[dict[str, Any]], bot: str) -> float:
    """Return how long a bot thought about an answer, on the average."""
    rows = [row for result in results for row in zip(result["seats"], result["seconds"], result["thoughts"], strict=True)]
    spent, thoughts = (sum(row[which] for row in rows if row[0] == bot) for which in (1, 2))
    return 1000 * spent / max(1, thoughts)
