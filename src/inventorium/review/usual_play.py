"""Returns what is usually played at a turn: what bots of a low level do there, each with misjudgements of its own."""

from collections import Counter
from typing import NamedTuple

from inventorium import bots
from inventorium.core.position import Position
from inventorium.review.turns import Turn, after, play_all, start_of

LEVEL = "casual"  # a little below the default opponents
PLAYERS = 8


class Usual(NamedTuple):
    """What is usually played instead of a turn."""

    actions: tuple[int, ...]  # what most do who play otherwise
    share: float  # of the players who play otherwise


def usual_instead(turn: Turn) -> Usual | None:
    """Return what is usually played instead of a turn; None where everybody plays it."""
    turns, end = Counter(one_turn(turn, number) for number in range(PLAYERS)), end_of(turn, turn.actions)
    others = [(actions, number) for actions, number in turns.most_common() if not is_same(turn, actions, end)]
    return Usual(others[0][0], sum(number for _, number in others) / PLAYERS) if others else None


def one_turn(turn: Turn, number: int) -> tuple[int, ...]:
    """Return what one of these players does."""
    bot, position = bots.built_in(LEVEL, turn.view.game, f"usual {number}"), start_of(turn.view, 0)
    if turn.view.game.type.sealed:
        return tuple(play_all(position, turn.seat, bot))
    actions = list[int]()
    while position.to_act == (turn.seat,) and not (actions and turn.view.game.type.secrets):
        actions.append(bot.choose(position.view(turn.seat)))
        position.act(actions[-1], turn.seat)
    return tuple(actions)


def is_same(turn: Turn, actions: tuple[int, ...], end: Position) -> bool:
    """Return whether a turn comes to the same as one that ends there."""
    return actions == turn.actions or (not turn.view.game.type.sealed and end_of(turn, actions) == end)


def end_of(turn: Turn, actions: tuple[int, ...]) -> Position:
    return after(start_of(turn.view, 0), turn.seat, actions)
