"""Many games at once for learners: arrays in, arrays out, on all cores without the GIL.

>>> from inventorium.research.batch import Batch
>>> batch = Batch("legendary-inventors", players=4, games=64, seed=1)
>>> batch.observations.shape[0], batch.masks.shape == (64, 261)
(64, True)
>>> batch.step(batch.masks.argmax(axis=1))          # one legal action a game; finished games begin anew
>>> batch.rewards.shape, batch.done.sum()
((64, 4), np.int64(0))
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import numpy as np

from inventorium.core.argument_checks import array_of, count_of, seed_text, whole
from inventorium.core.chance import new_stream
from inventorium.core.dealer import Dealer
from inventorium.core.errors import InventoriumError, shown
from inventorium.core.game import Game, load_game
from inventorium.core.old_names import OldName
from inventorium.core.planes import planes_of
from inventorium.core.position import Snapshot, View

BEGIN_ANEW = -1  # instead of an action


class Batch:
    """Many games of one kind, stepped together. After every step:

    to_act         (games,)           the seat to move in each game (the lowest, where several move at once)
    masks          (games, actions)   1 for every action open to it
    observations   (games, size)      what it sees (`planes` says which number means what)
    rewards        (games, players)   at the end of a game from 1 (above all others) to -1, else 0
    done           (games,)           1 where a game ended in this step; a new one has begun there

    A batch can be pickled: restored, in another process too, it plays on exactly as the original does.
    """

    BOUND = frozenset({"_boxes", "_template", "_compiled", "planes", "_program", "_words", "_pool"})

    def __init__(
        self,
        game: str,
        players: int,
        games: int,
        seed: int | str = 0,
        edition: str = "default",
        components: str | Path | None = None,
        threads: int | None = None,
        observe: bool = True,
        **options: Any,
    ) -> None:
        number = whole(games)
        if number is None or number < 1:
            raise InventoriumError(f"a batch needs at least one game, not {shown(games)}")
        self.game, self.games = load_game(game), number
        first = self.game.new(players, edition, seed, components, dealer=None, **options)
        self.players = first.players
        self._first, self._observe, self.planes = first, observe, planes_of(self.game)
        try:
            self._make_room()
        except (MemoryError, ValueError):
            raise InventoriumError(f"there is not enough memory for {shown(games)} games") from None
        threads = min(count_of("threads", (os.cpu_count() or 1) if threads is None else threads, least=1), self.games)
        bounds = np.linspace(0, self.games, threads + 1).astype(int).tolist()
        self._shares = list(pairwise(bounds))
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        """Set up what follows from the rest of the batch, and cannot go to another process."""
        self._boxes, self._template = self._first.box.array, self._first.states
        self._compiled = compiled(self.game)
        self.planes = planes_of(self.game)
        self._program = self.planes.program(self.players)
        self._words = self.states.view(np.int32).reshape(self.games, -1)
        self._pool = ThreadPoolExecutor(len(self._shares)) if len(self._shares) > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in self.BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.game.name}, {self.players} players>"

    def _make_room(self) -> None:
        games = self.games
        self.states = np.zeros(games, self.game.tables.STATE)
        self.to_act = np.zeros(games, np.int64)
        self.done = np.zeros(games, np.int64)
        self.rewards = np.zeros((games, self.players), np.float32)
        self.masks = np.zeros((games, self.game.actions), np.int8)
        self.observations = np.zeros((games, self.planes.size if self._observe else 0), np.float32)

    def reset(self, seed: int | str | None = None) -> np.ndarray:
        """Restart every game and return the observations; with a seed, the games are the very first ones of that seed."""
        if seed is not None:
            self._shuffle(seed)
        self._step(np.full(self.games, BEGIN_ANEW, np.int64))
        return self.observations

    def _shuffle(self, seed: int | str) -> None:
        text = seed_text(seed)
        self._streams = np.stack([new_stream(text, number) for number in range(self.games)])
        self._numbers = np.arange(self.games, dtype=np.int64) - self.games

    def step(self, actions: np.ndarray) -> None:
        """Act in every game. If one of the actions is not legal, all are refused and nothing changes."""
        self._step(self._checked(actions, np.ones(self.games, bool)))

    def _checked(self, actions: np.ndarray, where: np.ndarray) -> np.ndarray:
        """Return the actions, if they are open in all the games of a mask."""
        given = array_of("iu", actions)
        if given is None:
            raise InventoriumError(f"the actions of a step must be whole numbers, not {shown(actions)}")
        if given.shape != (self.games,):
            raise InventoriumError(f"a step takes one action for each of {self.games} games, not an array of {given.shape}")
        chosen = given.astype(np.int64)
        there = np.clip(chosen, 0, self.game.actions - 1)
        wrong = where & ((self.masks[np.arange(self.games), there] == 0) | (there != chosen))
        if wrong.any():
            first = int(np.flatnonzero(wrong)[0])
            raise InventoriumError(f"action {chosen[first]} is not legal for seat {self.to_act[first]} in game {first}")
        return chosen

    def _step(self, chosen: np.ndarray) -> None:
        if self._pool:
            list(self._pool.map(lambda share: self._advance(chosen, *share), self._shares))
        else:
            self._advance(chosen, *self._shares[0])

    def _advance(self, chosen: np.ndarray, first: int, last: int) -> None:
        """Step one share of the games, on one core."""
        self._apply(chosen, first, last)
        self._read(first, last)

    def _apply(self, chosen: np.ndarray, first: int, last: int) -> None:
        scratch = np.zeros((self.players, 2 + len(self.game.tables.SCORE_PARTS)), np.int64)
        self._compiled.step_all(
            self.states,
            self._boxes,
            self._template,
            self._streams,
            scratch,
            self._buffer(),
            chosen,
            first,
            last,
            self._numbers,
            self.to_act,
            self.done,
            self.rewards,
        )

    def _read(self, first: int, last: int) -> None:
        """Fill in the masks and observations."""
        compiled, boxes = self._compiled, self._boxes
        compiled.fill_masks(self.states, boxes, self._buffer(), self.to_act, first, last, self.masks)
        if self._observe:
            hidden = np.zeros(1, self.states.dtype)
            compiled.observe_all(
                self.states,
                boxes,
                self._words,
                hidden,
                hidden.view(np.int32).reshape(1, -1),
                self.to_act,
                first,
                last,
                *self._program,
                self.observations,
            )

    def view(self, number: int) -> View:
        """Return the view of the seat to move in one of the games."""
        place = whole(number)
        if place is None or not 0 <= place < self.games:
            raise InventoriumError(f"there is no game {shown(number)} in this batch; the games are 0 to {self.games - 1}")
        states, seat = self.states[place : place + 1].copy(), int(self.to_act[place])
        if self.game.type.secrets:
            self.game.engine.conceal(states, self._boxes, seat)
        return View(self.game, self._first.box, self._first.options, states, seat)

    def copy(self) -> Self:
        """Return independent copies of the games: with the same actions they are dealt the same."""
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            twin.__dict__[name] = value.copy() if isinstance(value, np.ndarray) else value
        twin._words = twin.states.view(np.int32).reshape(self.games, -1)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    imagine = OldName("determinize")

    def determinize(self, seed: int | str | None = None) -> Self:
        """Return a copy that looks the same to every seat to move: hidden information is dealt anew, everything that fits
        equally likely, and so is the future."""
        twin = self.copy()
        twin._shuffle(Dealer(seed).seed)
        twin._compiled.imagine_all(twin.states, twin._boxes, twin.to_act, twin._streams, twin._numbers)
        twin._read(0, twin.games)
        return twin

    def _buffer(self) -> np.ndarray:
        return np.empty(self.game.actions, np.int64)


@cache
def compiled(game: Game) -> ModuleType:
    """batch/stepping.py with the rules of a game."""
    return game.bind("inventorium.research.batch.step_engine", engine=game.engine)


def observation(position: Snapshot, seat: int) -> np.ndarray:
    """Return what one seat sees of one position, in the same planes."""
    looker = whole(seat)
    if looker is None or not 0 <= looker < position.players:
        raise InventoriumError(f"there is no seat {shown(seat)}; the seats are 0 to {position.players - 1}")
    game, states, planes = position.game, position.states, planes_of(position.game)
    found, hidden = np.empty((1, planes.size), np.float32), np.empty(1, states.dtype)
    compiled(game).observe_all(
        states,
        position.box.array,
        states.view(np.int32).reshape(1, -1),
        hidden,
        hidden.view(np.int32).reshape(1, -1),
        np.array([looker]),
        0,
        1,
        *planes.program(position.players),
        found,
    )
    row: np.ndarray = found[0]
    return row
