"""What a turn is good for: beside what else could be done there, in points at the end by their source.

It is the same comparison as that of errors (decisions.py), with the others of all answers in place of a better one.
"""

from typing import Any

import numpy as np

from inventorium import bots
from inventorium.core.game import Game
from inventorium.review import evaluation
from inventorium.review.decisions import (
    ROUNDS,
    Turn,
    after,
    compare_ends,
    compare_sealed,
    no_gains,
    play_all,
    sealed_of,
    start_of,
    thinker,
)
from inventorium.review.value_parts import Source, sources

PLANNING = 200  # simulations of what others may seal
SEALED = 8  # other sealed moves to compare with


def explain_turn(turn: Turn) -> list[Source]:
    """Return what a turn brings more than the others do, in points by their source, the most first; nothing where there is no
    other."""
    gains = beside_sealed(turn) if turn.view.game.type.sealed else beside_answers(turn)
    return sources(turn.view.game, gains[:, 2:].mean(axis=0)) if len(gains) else []


def beside_answers(turn: Turn) -> np.ndarray:
    """Compare a turn with every other first answer in turn: what follows is imagined, the same for both."""
    secrets, gains = turn.view.game.type.secrets, no_gains(turn.view.game)
    others = [action for action in turn.view.actions() if action != turn.actions[0]]
    if not others:
        return gains[:0]
    starts = [start_of(turn.view, number) for number in range(ROUNDS if secrets else 1)]
    pairs = [
        [after(start, turn.seat, turn.actions), after(start, turn.seat, [others[number % len(others)]])]
        for number in range(ROUNDS)
        for start in [starts[number % len(starts)]]
    ]
    compare_ends(turn, pairs, gains)
    return gains


def beside_sealed(turn: Turn) -> np.ndarray:
    """Compare sealed moves with others that a short search finds; with random ones if it finds none."""
    thread: Any = thinker(turn.view, PLANNING).ponder(turn.view)[0]
    plans = (tuple(action for action in plan if action >= 0) for plan in thread.plans[turn.seat].tolist())
    others = ([plan for plan in dict.fromkeys(plans) if plan and plan != turn.actions] or random_sealed(turn))[:SEALED]
    found = [no_gains(turn.view.game, ROUNDS // SEALED) for _ in others]
    for other, gains in zip(others, found, strict=True):
        compare_sealed(Turn(turn.seat, turn.answers, other, turn.view), turn.actions, thread, gains)
    return np.concatenate(found) if found else no_gains(turn.view.game, 0)


def random_sealed(turn: Turn) -> list[tuple[int, ...]]:
    """Return sealed moves that are drawn at random."""
    drawn = (bots.built_in("random", turn.view.game, number) for number in range(SEALED))
    sheets = (tuple(play_all(start_of(turn.view, 0), turn.seat, bot)) for bot in drawn)
    return [sheet for sheet in dict.fromkeys(sheets) if sheet != turn.actions]


def compile_all(game: Game) -> None:
    """Compile everything that looks into games, by looking at the first question with a choice."""
    position = game.new(game.players[0], seed=0)
    evaluation.prepare(position)
    while len(position.actions(position.to_act[0])) < 2:
        position.act(position.actions(position.to_act[0])[0], position.to_act[0])
    view = position.view(position.to_act[0])
    explain_turn(Turn(view.seat, 0, sealed_of(game, view.actions()[:1]), view))
