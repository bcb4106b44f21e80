"""What self-play writes down for the learner, and what it plays with."""

from typing import NamedTuple

import numpy as np

from inventorium.bots.networks import HEADS, as_int32
from inventorium.core.game import Game

# how games are played
SETTINGS_TYPE = np.dtype(
    (
        np.record,
        [
            ("heuristic", "i4"),  # 1: the hand-written value plays, not the network
            ("simulations", "i4"),  # of a search at every question; 0: one look ahead
            ("blunder_rate", "f8"),  # how often a move is any that is legal
            ("temperature", "f8"),  # utility by which a move must be worse to be played 1 / e as often
            ("target_temperature", "f8"),  # the same in what the policy is to learn
            ("td_lambda", "f8"),  # how much the result of a game counts against estimates on the way
            ("sampled", "f8"),  # the share of the decisions that are sampled: those of one game are much alike;
            # a search spends more simulations on them
        ],
    )
)


class Samples(NamedTuple):
    """Decisions with the network's inputs and its targets."""

    inputs: np.ndarray  # int16 [sample, place]; -1 beyond the last
    amounts: np.ndarray  # float32 [sample, place]
    heads: np.ndarray  # float32 [sample, head and seat], seats counted from the one to move
    players: np.ndarray  # int64 [sample]
    seats: np.ndarray  # int64 [sample]: the seat to move
    policy: np.ndarray  # float32 [sample, action]; -1: not legal


class Buffers(NamedTuple):
    """What a thread plays with; the words of a record share its memory."""

    states: np.ndarray
    words: np.ndarray
    ahead: np.ndarray
    ahead_words: np.ndarray
    spare: np.ndarray
    actions: np.ndarray
    more: np.ndarray
    worth: np.ndarray
    thoughts: np.ndarray  # float64 [sample, head and seat]: the network's estimates, in the order of seats


def new_samples(game: Game, number: int, width: int) -> Samples:
    answers = 0 if game.type.sealed else game.actions
    return Samples(
        np.full((number, width), -1, np.int16),
        np.zeros((number, width), np.float32),
        np.zeros((number, HEADS * game.seats), np.float32),
        np.zeros(number, np.int64),
        np.zeros(number, np.int64),
        np.zeros((number, answers), np.float32),
    )


def new_buffers(game: Game, samples: int) -> Buffers:
    states, ahead, spare = (np.zeros(1, game.tables.STATE) for _ in range(3))
    return Buffers(
        states,
        as_int32(states),
        ahead,
        as_int32(ahead),
        spare,
        np.zeros(game.actions, np.int64),
        np.zeros(game.actions, np.int64),
        np.zeros(game.actions),
        np.zeros((samples, HEADS * game.seats)),
    )


def settings(
    heuristic: int = 0,
    simulations: int = 0,
    blunder_rate: float = 0.02,
    temperature: float = 0.005,
    target_temperature: float = 0.02,
    td_lambda: float = 1.0,
    sampled: float = 1.0,
) -> np.ndarray:
    """Return how games are played: one record of SETTINGS_TYPE."""
    return np.array([(heuristic, simulations, blunder_rate, temperature, target_temperature, td_lambda, sampled)], SETTINGS_TYPE)
