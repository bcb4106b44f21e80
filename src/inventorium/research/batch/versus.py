"""A learning seat against bots in many games at once, stepped in one compiled call. It knows nothing of any library."""

from types import ModuleType
from typing import Any

import numpy as np

from inventorium import bots
from inventorium.core.argument_checks import array_of, whole
from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError, shown
from inventorium.core.game import Game, load_game
from inventorium.research.batch import BEGIN_ANEW, Batch

LEAVE = -2  # instead of an action: the game is not touched
ANYTHING = -1  # in place of a blunder rate: uniformly random actions
OPPONENTS = {"random": ANYTHING, "careless": 1, "greedy": 0}  # which play compiled: one action in how many is careless (0: none)


def compiled(game: Game) -> ModuleType:
    return game.bind("inventorium.research.batch.opponent_engine", engine=game.engine, greedy=bots.compiled(game, "greedy"))


def seat_in(seat: int | None, players: int) -> int | None:
    """Return the learner's seat, if there is such a seat."""
    number = whole(seat)
    if seat is not None and number not in range(players):
        raise InventoriumError(f"the learner's seat must be 0 to {players - 1}, or None for any, not {shown(seat)}")
    return number


class Versus(Batch):
    """A batch in which `to_act` is always the learner's seat: the bots have moved when a step returns. A finished game stays as
    it is until it is restarted; `places` holds its result. Its action is ignored, so its mask is all ones."""

    BOUND = Batch.BOUND | {"_opposing"}

    def __init__(
        self, game: str, players: int, games: int, opponents: str = "greedy", seat: int | None = None, **arguments: Any
    ) -> None:
        if not isinstance(opponents, str) or opponents not in OPPONENTS:
            raise InventoriumError(f"opponents must be {' or '.join(OPPONENTS)}, not {shown(opponents)}")
        self._slips = OPPONENTS[opponents]
        self._wanted = seat_in(seat, load_game(game).checked_players(players))
        super().__init__(game, players, games, **arguments)

    def _bind(self) -> None:
        super()._bind()
        self._opposing = compiled(self.game)

    def _make_room(self) -> None:
        super()._make_room()
        self.places = np.ones((self.games, self.players), np.int64)

    def _shuffle(self, seed: int | str) -> None:
        super()._shuffle(seed)
        self._lucks = np.stack([new_stream(f"opponents {seed}", number) for number in range(self.games)])

    def begin(self, which: np.ndarray) -> None:
        """Restart the games of a mask."""
        mask = array_of("b", which)
        if mask is None or mask.shape != (self.games,):
            raise InventoriumError(f"a reset mask needs one truth value for each of {self.games} games, not {shown(which)}")
        self._step(np.where(mask, BEGIN_ANEW, LEAVE))

    def step(self, actions: np.ndarray) -> None:
        """Act in every game that is not over; the others restart, and their action is ignored."""
        over = self.done == 1
        chosen = self._checked(actions, ~over)
        chosen[over] = BEGIN_ANEW
        self._step(chosen)

    def _read(self, first: int, last: int) -> None:
        super()._read(first, last)
        self.masks[first:last][self.done[first:last] == 1] = 1

    def _apply(self, chosen: np.ndarray, first: int, last: int) -> None:
        scratch = np.zeros((self.players, 1 + len(self.game.tables.SCORE_PARTS)), np.int64)
        spare, worth = np.zeros(2, self.states.dtype), np.zeros(self.game.actions)
        self._opposing.step_all(
            self.states,
            self._boxes,
            self._template,
            self._streams,
            self._lucks,
            scratch,
            spare,
            self._buffer(),
            worth,
            chosen,
            first,
            last,
            -1 if self._wanted is None else self._wanted,
            self._slips,
            self._numbers,
            self.to_act,
            self.done,
            self.places,
        )
