"""What the doors to Gymnasium and PettingZoo share: spaces, and a game that is stepped by number."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction

from inventorium.core import library
from inventorium.core.errors import InventoriumError, shown
from inventorium.core.game import Game, load_game
from inventorium.core.planes import planes_of
from inventorium.core.position import Position
from inventorium.research.batch import observation

GAMES = {name.title().replace("-", ""): name for name in library.names()}  # as libraries call them


class LegalActions(spaces.Discrete):
    """The fixed action space of a game. Without a mask it samples from the legal actions of an environment, so that a sample
    can be played."""

    def __init__(self, number: int, environment: Any, *seat: int) -> None:
        super().__init__(number)
        self._environment, self._seat = environment, seat

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            open_now = self._environment.mask(*self._seat)
            mask = open_now if open_now.any() else None
        return super().sample(mask=mask, probability=probability)


class SealedActions(spaces.MultiDiscrete):
    """The same for many games at once."""

    def __init__(self, number: int, games: int, environment: Any) -> None:
        super().__init__([number] * games)
        self._environment = environment

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = tuple(self._environment.masks())
        return super().sample(mask=mask, probability=probability)


def observation_box(game: Game) -> spaces.Box:
    """Return the space of the planes (core/planes.py): counts, points, and flags of 0 or 1."""
    return spaces.Box(-1_000_000.0, 1_000_000.0, (planes_of(game).size,), np.float32)


def mask_of(position: Position, seat: int, length: int) -> np.ndarray:
    mask = np.zeros(length, np.int8)
    if seat in position.to_act:
        mask[position.actions(seat)] = 1
    return mask


def begin(name: str, players: int | None, seed: int | None, edition: str, components: Any, options: dict[str, Any]) -> Position:
    game = load_game(name)
    return game.new(game.players[0] if players is None else players, edition, seed, components, **options)


def act(position: Position, action: Any, seat: int) -> None:
    """Apply an action by number, or raise the library's error; a refused action changes nothing."""
    try:
        position.act(action, seat)
    except InventoriumError:
        raise InvalidAction(f"action {shown(action)} is not legal for seat {seat} now; see the action mask") from None


def seen(position: Position, seat: int) -> np.ndarray:
    return observation(position, seat)
