"""What every seat can expect of a position: its chance to win and its points at the end, by something fixed beforehand.

It is a trained network where one fits the table, and else the hand-written value of the game. Neither has ever seen
the game in question, and its name says exactly which one it was: whoever changes it afterwards can make any result out of luck.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from types import ModuleType
from typing import Any

import numpy as np

from inventorium import bots
from inventorium.bots.calibration import digest_of
from inventorium.bots.networks import NO_OPTIONS, Net, Scratch, as_int32, file_for, found_for, network_for
from inventorium.core.box import Box
from inventorium.core.chance import new_stream
from inventorium.core.errors import InventoriumError
from inventorium.core.game import Game
from inventorium.core.options import Value
from inventorium.core.position import Position, Snapshot

WAYS = 8  # in which the deals after a deal may fall
METHOD = 5  # changes with whatever makes the same evaluation say something else


@dataclass(frozen=True)
class Evaluation:
    """Something that judges positions: its name, the network, if it is one, and what is known of its errors."""

    name: str
    net: Net | None
    favour: tuple[float, float] = (0.0, 0.0)  # how much of the others' favour proves true, in chances to win and in points
    loss: float = inf  # what a decision costs at most tables that it was calibrated on


def evaluation_of(game: Game, box: Box, options: Mapping[str, Value] = NO_OPTIONS) -> Evaluation:
    """Return what judges a game that is played with these components and options."""
    return by_network(game, box) if network_for(box, options) else by_hand(game)


@cache
def by_network(game: Game, box: Box) -> Evaluation:
    found = found_for(box)
    calibration = f" calibration:{found.calibration.digest}" if found.calibration.digest else ""
    elsewhere = ", trained on other card values" if found.is_elsewhere else ""
    name = f"{METHOD} network:{digest_of(file_for(box))}{calibration}{elsewhere}"
    return Evaluation(name, found.net, found.calibration.favour, found.calibration.loss)


@cache
def by_hand(game: Game) -> Evaluation:
    return Evaluation(f"{METHOD} outlook:{digest_of(game.folder / 'value.py')}", None)


@cache
def compiled(game: Game) -> ModuleType:
    """Return walking.py, compiled with the rules of a game."""
    if not bots.can_judge(game):
        raise InventoriumError(f"luck in {game.name} cannot be measured: the game has no value.py")
    parts = {name: bots.compiled(game, name) for name in ("evaluator", "inference", "regret")[: 3 if game.type.sealed else 2]}
    return game.bind("inventorium.review.game_evaluation", engine=game.engine, **{"regret": None, **parts})


def prepare(position: Position) -> None:
    """Compile what the luck of a game needs, where it can be told, by a walk without a step."""
    if bots.can_judge(position.game):
        nothing = np.zeros((1, 2, position.game.seats))
        compiled(position.game).walk(
            position.states,
            position.box.array,
            np.zeros((0, 2), np.int64),
            False,
            *desk(position),
            nothing,
            nothing,
            nothing,
            np.zeros((1, position.game.seats, 2, position.game.seats)),
            np.zeros(1, np.int64),
        )


def expected(position: Position, evaluation: Evaluation | None = None) -> np.ndarray:
    """Return what every seat can expect of a position: [chance to win or points, seat]. It looks at the whole position,
    secrets and all."""
    found = np.zeros((2, position.game.seats))
    compiled(position.game).expect(position.states, position.box.array, *desk(position, evaluation), found)
    return np.asarray(found[:, : position.players])


def desk(position: Snapshot, evaluation: Evaluation | None = None) -> tuple[Any, ...]:
    """Return what compiled code works with: the number of ways, random numbers, the network and room for its thoughts, and
    copies to try on."""
    game, net = position.game, (evaluation or evaluation_of(position.game, position.box, position.options)).net
    trial, look = np.empty_like(position.states), np.empty_like(position.states)
    room: Scratch | None = bots.compiled(game, "inference").new_scratch(position.states, net) if net else None
    return WAYS, new_stream("luck"), net, room, trial, as_int32(trial), look, np.empty(game.actions, np.int64)
