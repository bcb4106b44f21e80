"""Many games at once for learners: arrays in, arrays out, on all cores without the GIL.

>>> from inventorium.batch import Batch
>>> batch = Batch("legendary-inventors", players=4, games=64, seed=1)
>>> batch.observations.shape[0], batch.masks.shape == (64, 261)
(64, True)
>>> batch.step(batch.masks.argmax(axis=1))          # one legal action a game; finished games begin anew
>>> batch.rewards.shape, batch.done.sum()
((64, 4), np.int64(0))
"""
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from inventorium.core import compiler
from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Position, load_game
from inventorium.core.planes import planes_of


class Batch:
    """So many games of one kind. After every step:

    to_act         (games,)           the seat that is asked in each game (the lowest, where several are asked at once)
    masks          (games, actions)   1 for every answer open to it
    observations   (games, size)      what it sees (`planes` says where what stands)
    rewards        (games, players)   at the end of a game from 1 (above all others) to -1, else 0
    done           (games,)           1 where a game ended in this step; a new one has begun there
    """

    def __init__(self, game: str, players: int, games: int, seed: int | str = 0, edition: str = "default",
                 components: str | Path | None = None, threads: int | None = None, observe: bool = True, **options: Any) -> None:
        if games < 1:
            raise InventoriumError(f"a batch has at least one game, not {games}")
        self.game = load_game(game)
        self.players, self.games = players, games
        first = self.game.new(players, edition, seed, components, dealer=None, **options)
        self._boxes, self._template = first.box.array, first.states
        self._compiled = compiler.bind("inventorium.core.batching", self.game.rules, playing=self.game.playing)
        self.planes = planes_of(self.game)
        self._program = self.planes.program(players)
        self._observe = observe
        self.states = np.zeros(games, self.game.tables.STATE)
        self._words = self.states.view(np.int32).reshape(games, -1)
        self._streams = np.stack([new_stream(str(seed))] * games)
        self._numbers = np.arange(games, dtype=np.int64) - games
        self.to_act = np.zeros(games, np.int64)
        self.done = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, players), np.float32)
        self.masks = np.zeros((games, self.game.actions), np.int8)
        self.observations = np.zeros((games, self.planes.size if observe else 0), np.float32)
        threads = min(threads or os.cpu_count() or 1, games)
        bounds = np.linspace(0, games, threads + 1).astype(int).tolist()
        self._shares = list(zip(bounds[:-1], bounds[1:], strict=True))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset()

    def reset(self) -> np.ndarray:
        """Begin every game anew; gives the observations."""
        self._step(np.full(self.games, -1, np.int64))
        return self.observations

    def step(self, actions: np.ndarray) -> None:
        """One answer in every game. An action that is not legal is refused, and nothing is changed."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise InventoriumError(f"a step takes one action for each of {self.games} games, not an array of {chosen.shape}")
        there = np.clip(chosen, 0, self.game.actions - 1)
        legal = (self.masks[np.arange(self.games), there] == 1) & (there == chosen)
        if not legal.all():
            wrong = int(np.flatnonzero(~legal)[0])
            raise InventoriumError(f"action {chosen[wrong]} is not open to seat {self.to_act[wrong]} in game {wrong}")
        self._step(chosen)

    def _step(self, chosen: np.ndarray) -> None:
        if self._pool:
            list(self._pool.map(lambda share: self._advance(chosen, *share), self._shares))
        else:
            self._advance(chosen, *self._shares[0])

    def _advance(self, chosen: np.ndarray, first: int, last: int) -> None:
        """One share of the games, on one core."""
        compiled, boxes = self._compiled, self._boxes
        buffer = np.empty(self.game.actions, np.int64)
        scratch = np.zeros((self.players, 2 + self.game.rules.PARTS), np.int64)
        compiled.step_all(self.states, boxes, self._template, self._streams, scratch, buffer, chosen, first, last,
                          self._numbers, self.to_act, self.done, self.rewards)
        compiled.fill_masks(self.states, boxes, buffer, self.to_act, first, last, self.masks)
        if self._observe:
            hidden = np.zeros(1, self.states.dtype)
            compiled.observe_all(self.states, boxes, self._words, hidden, hidden.view(np.int32).reshape(1, -1), self.to_act,
                                 first, last, *self._program, self.observations)


def observation(position: Position, seat: int) -> np.ndarray:
    """What one seat sees of one position, in the same planes."""
    planes = planes_of(position.game)
    compiled = compiler.bind("inventorium.core.batching", position.game.rules, playing=position.game.playing)
    found, hidden = np.zeros((1, planes.size), np.float32), np.zeros(1, position.states.dtype)
    compiled.observe_all(position.states, position.box.array, position.states.view(np.int32).reshape(1, -1), hidden,
                         hidden.view(np.int32).reshape(1, -1), np.array([seat]), 0, 1, *planes.program(position.players), found)
    row: np.ndarray = found[0]
    return row
