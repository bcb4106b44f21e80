"""The turns of a finished game, positions as they looked to a seat, and what else could have been played there.

A turn is everything that a seat answered in a row, or the moves that it sealed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from inventorium import bots
from inventorium.bots.networks import network_for
from inventorium.bots.searcher import Budget, Thinker
from inventorium.core.game import Game
from inventorium.core.position import Position, View


@dataclass(frozen=True)
class Turn:
    """What a seat decided: after so many answers, these."""

    seat: int
    answers: int
    actions: tuple[int, ...]
    view: View


def turns_of(position: Position, seat: int) -> Iterator[Turn]:
    """Yield the turns of a seat in which it had a choice."""
    earlier, log, game = position.initial_copy(), position.log, position.game
    at, beginning, given, choices = 0, earlier, list[int](), 0
    for number, (who, action) in enumerate(log):
        if who == seat:
            if not given:
                at, beginning = number, earlier.copy()
            given.append(action)
            choices += len(earlier.actions(seat)) > 1
        before = window_of(earlier)
        earlier.act(action, who)
        is_closed = window_of(earlier) != before if game.type.sealed else earlier.to_act != (seat,)
        if given and (is_closed or earlier.over):
            if choices:
                yield Turn(seat, at, sealed_of(game, given), beginning.view(seat))
            given, choices = [], 0


def window_of(position: Position) -> int:
    value = position.game.value
    return int(value.window(position.state)) if value and position.game.type.sealed else 0


def sealed_of(game: Game, actions: Sequence[int]) -> tuple[int, ...]:
    """Return the moves that were sealed in the end: what was taken back is not among them."""
    return tuple(actions[-game.type.longest_sealed :]) if game.type.sealed else tuple(actions)


def start_of(view: View, number: int | str) -> Position:
    """Return a position that looks as the seat saw it. The dealer is asked like a seat, so that a turn ends where it deals."""
    position = view.determinize(f"imagined {number}")
    position.dealer = None
    return position


def written(turn: Turn, actions: Sequence[int]) -> tuple[str, ...]:
    """Return a turn in the notation."""
    position, moves = start_of(turn.view, 0), []
    for action in actions:
        moves.append(position.write(turn.seat, action))
        position.act(action, turn.seat)
    return tuple(moves)


def after(start: Position, seat: int, actions: Sequence[int]) -> Position:
    """Return the position after a turn."""
    position = start.copy()
    for action in actions:
        position.act(action, seat)
    return position


# ---------------------------------------------------------------- other turns


def thinker(view: View, simulations: int) -> Thinker:
    """Return the search that looks for better turns: the same as behind hints and the list of best moves."""
    return bots.adviser(view, "errors", Budget(simulations=simulations))


def best_plan(turn: Turn, thread: Any) -> tuple[int, ...]:
    """Return the moves that a search would seal."""
    return next(plans_of(turn, thread))


def plans_of(turn: Turn, thread: Any) -> Iterator[tuple[int, ...]]:
    """Yield the sealed moves that a search has thought of, the best first."""
    for number in (-thread.chosen).argsort(kind="stable").tolist():
        yield filled(turn, thread.plans[turn.seat, number].tolist())


def filled(turn: Turn, plan: Iterable[int]) -> tuple[int, ...]:
    """Return a plan with all its moves, those without a choice, too."""
    position, seat, found = start_of(turn.view, 0), turn.seat, list[int]()
    window = window_of(position)
    for action in plan:
        if seat in position.to_act and window_of(position) == window:
            found.append(action if action in position.actions(seat) else position.actions(seat)[0])
            position.act(found[-1], seat)
    return tuple(found)


def completed(turn: Turn, first: Sequence[int]) -> tuple[int, ...]:
    """Return a turn that begins like this, as a player who looks one move ahead completes it."""
    position, actions = after(start_of(turn.view, 0), turn.seat, first), list(first)
    bot = bots.built_in("net" if network_for(turn.view.box, turn.view.options) else "greedy", turn.view.game, "completed")
    while position.to_act == (turn.seat,) and not turn.view.game.type.secrets:
        actions.append(bot.choose(position.view(turn.seat)))
        position.act(actions[-1], turn.seat)
    return tuple(actions)


def play_all(position: Position, seat: int, bot: bots.Bot) -> Iterator[int]:
    """Let a bot seal its moves, and yield them."""
    window = window_of(position)
    while seat in position.to_act and window_of(position) == window:
        action = bot.choose(position.view(seat))
        yield action
        position.act(action, seat)
