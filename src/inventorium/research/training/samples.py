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
            ("heuristic", "i4"),  # 1: the hand-written value plays, the network is not asked
            ("simulations", "i4"),  # of a search at every question; 0: one look ahead
            ("blunder_rate", "f8"),  # how often a move is any that is legal
            ("temperature", "f8"),  # utility by which a move must be worse to be played 1 / e as often
            ("target_temperature", "f8"),  # the same in what the policy is to learn
            ("td_lambda", "f8"),  # how much the result of a game counts against what was thought on the way
            ("noted", "f8"),  # the share of the questions that are noted: those of one game are much alike;
            # a search thinks longer about them
        ],
    )
)


class Samples(NamedTuple):
    """Questions with what the network saw and what it should have thought."""

    inputs: np.ndarray  # int16 [note, place]; -1 beyond the last
    amounts: np.ndarray  # float32 [note, place]
    heads: np.ndarray  # float32 [note, head and seat], seats counted from the one who is asked
    players: np.ndarray  # int64 [note]
    seats: np.ndarray  # int64 [note]: who is asked
    policy: np.ndarray  # float32 [note, answer]; -1: not allowed


class Buffers(NamedTuple):
    """What a thread plays with; the words of a record share its memory."""

    states: np.ndarray
    words: np.ndarray
    look: np.ndarray
    look_words: np.ndarray
    spare: np.ndarray
    actions: np.ndarray
    more: np.ndarray
    worth: np.ndarray
    thoughts: np.ndarray  # float64 [note, head and seat]: what the network thought, seats as they sit


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


def new_buffers(game: Game, notes: int) -> Buffers:
    states, look, spare = (np.zeros(1, game.tables.STATE) for _ in range(3))
    return Buffers(
        states,
        as_int32(states),
        look,
        as_int32(look),
        spare,
        np.zeros(game.actions, np.int64),
        np.zeros(game.actions, np.int64),
        np.zeros(game.actions),
        np.zeros((notes, HEADS * game.seats)),
    )


def settings(
    heuristic: int = 0,
    simulations: int = 0,
    blunder_rate: float = 0.02,
    temperature: float = 0.005,
    target_temperature: float = 0.02,
    td_lambda: float = 1.0,
    noted: float = 1.0,
) -> np.ndarray:
    """Return how games are played: one record of SETTINGS_TYPE."""
    return np.array([(heuristic, simulations, blunder_rate, temperature, target_temperature, td_lambda, noted)], SETTINGS_TYPE)
