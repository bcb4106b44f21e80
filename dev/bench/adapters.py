"""Steps of PettingZoo environments from Python, each with the observation and the mask of the agent to move.

Seconds are those of this process's own computing, so that whatever else runs on the machine counts little.
"""

import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from inventorium.core import library

UNIT, PEER = "steps a second", "PettingZoo's connect_four"
STEPS, ROUNDS = 4_000, 3


def steps_a_second(environment: Any) -> float:
    """Random play through PettingZoo's own interface; the best of some rounds."""
    chance, best = np.random.default_rng(1), 0.0
    for number in range(ROUNDS + 1):  # the first one only warms up
        left, draws, begun = STEPS, chance.random(STEPS).tolist(), time.process_time()
        while left:
            environment.reset(seed=number + left)
            for _ in environment.agent_iter(left):
                observation, _, termination, truncation, _ = environment.last()
                left -= 1
                open_now = () if termination or truncation else observation["action_mask"].nonzero()[0]
                environment.step(int(open_now[int(draws[left] * len(open_now))]) if len(open_now) else None)
        if number:
            best = max(best, STEPS / (time.process_time() - begun))
    return best


def ours(game: str) -> float:
    from inventorium.research.adapters.pettingzoo import env

    return steps_a_second(env(game, players=4))


def peer(name: str) -> float | None:
    warnings.simplefilter("ignore")
    try:
        import pettingzoo

        environment = pettingzoo.make("aec", name)
    except Exception:  # whatever it lacks: RLCard, pygame
        return None
    return steps_a_second(environment)


def measures() -> dict[str, Callable[[], float | None]]:
    rows: dict[str, Callable[[], float | None]] = {f"{game}, 4 players": lambda game=game: ours(game) for game in library.names()}  # type: ignore[misc]
    return rows | {
        PEER: lambda: peer("classic/connect_four-v3"),
        "PettingZoo's texas_holdem": lambda: peer("classic/texas_holdem-v4"),
    }
