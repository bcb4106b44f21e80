"""Many games at once on one core: decisions a second with masks and observations, beside pgx on the CPU.

A step acts in every game, deals, restarts finished games, and fills in masks and observations. Choosing the actions is the
learner's work and is not counted, neither for us nor for pgx. Seconds are CPU time of this process.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from inventorium.core import library
from inventorium.research.batch import Batch
from inventorium.research.batch.versus import Versus

UNIT, PEER = "decisions a second", "pgx on the CPU: backgammon"
TABLES, STEPS, ROUNDS = 1024, 60, 4


def ours(game: str, players: int = 4) -> float:
    return stepped(Batch(game, players, TABLES, seed=1, threads=1))


def against_bots(game: str, opponents: str) -> float:
    """The learner's decisions; those of its opponents come on top."""
    return stepped(Versus(game, 2 if game != "era-of-inventions" else 3, TABLES, seed=1, opponents=opponents, threads=1))


def stepped(batch: Batch) -> float:
    chance, best = np.random.default_rng(1), 0.0
    for number in range(ROUNDS + 1):  # the first one only warms up
        spent = 0.0
        for _ in range(STEPS):
            answers = (batch.masks * chance.random(batch.masks.shape, np.float32)).argmax(axis=1)
            begun = time.process_time()
            batch.step(answers)
            spent += time.process_time() - begun
        if number:
            best = max(best, TABLES * STEPS / spent)
    return best


def pgx(name: str) -> float | None:
    """The same through pgx with auto-reset, compiled for one core of the CPU."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    try:
        import jax
        import pgx as library
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    environment: Any = library.make(name)
    begin, step = jax.jit(jax.vmap(environment.init)), jax.jit(jax.vmap(auto_reset(environment.step, environment.init)))
    choose = jax.jit(lambda key, masks: jax.random.categorical(key, jax.numpy.where(masks, 0.0, -jax.numpy.inf), axis=-1))
    key, best = jax.random.PRNGKey(1), 0.0
    state = begin(jax.random.split(key, TABLES))
    for number in range(ROUNDS + 1):
        spent = 0.0
        for _ in range(STEPS):
            key, one, other = jax.random.split(key, 3)
            answers, keys = jax.block_until_ready((choose(one, state.legal_action_mask), jax.random.split(other, TABLES)))
            begun = time.process_time()
            state = jax.block_until_ready(step(state, answers, keys))
            spent += time.process_time() - begun
        if number:
            best = max(best, TABLES * STEPS / spent)
    return best


def measures() -> dict[str, Callable[[], float | None]]:
    rows: dict[str, Callable[[], float | None]] = {f"{game}, 4 players": partial(ours, game) for game in library.names()}
    rows |= {
        f"{game}, a learner against {opponents} bots": partial(against_bots, game, opponents)
        for game in library.names()
        for opponents in ("random", "greedy")
    }
    return rows | {f"pgx on the CPU: {name}": partial(pgx, name) for name in ("backgammon", "connect_four", "leduc_holdem")}
