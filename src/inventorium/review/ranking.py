"""Returns the moves of a position, the best first: for reviews, "Think", hints and explanations alike."""

from collections.abc import Iterator
from typing import Any

from inventorium.bots.searcher import Line, Thinker
from inventorium.core.position import View
from inventorium.review import evaluation
from inventorium.review.stakes import DECIDED, POINT, is_decided
from inventorium.review.turns import Turn, after, completed, plans_of, start_of, thinker

SEEN = 0.02  # the part of a search from which on its points for a move say more than a glance


def ranked(view: View, searcher: Thinker) -> list[Line]:
    """Return the moves of a position, the best first: as the search ranks them, or by points where the game is as good as
    decided. There, and where the search knew the best at once, every other move is there by what the evaluation alone says."""
    lines, in_points = searcher.study(view), is_decided(view)
    if in_points or len(lines) == 1:
        lines += sorted(glances(view, lines), key=lambda line: -worth(line, view.seat, in_points))
    if in_points:  # what the search has hardly tried comes after what it knows, and what loses a chance after all others
        most = max(line.wins[view.seat] for line in lines if line.share >= SEEN)
        lines.sort(key=lambda line: (line.wins[view.seat] <= most - DECIDED, line.share < SEEN, -line.points[view.seat]))
    return lines


def worth(line: Line, seat: int, in_points: bool) -> float:
    """Return what a move counts for a seat, as a chance to win."""
    return POINT * line.points[seat] if in_points else line.wins[seat]


def glances(view: View, lines: list[Line]) -> Iterator[Line]:
    """Yield the moves that a search has not tried."""
    tried = {line.action for line in lines}
    yield from (at_a_glance(view, action) for action in view.actions() if action not in tried)


def at_a_glance(view: View, action: int) -> Line:
    """Return what the evaluation alone says of a move that the search has not looked at."""
    position = after(start_of(view, 0), view.seat, [action])
    wins, points = evaluation.expected(position).tolist()
    return Line(action, 0.0, tuple(wins), tuple(points))


def best_other(turn: Turn, simulations: int, thread: Any = None) -> tuple[int, ...] | None:
    """Return the best turn that leads elsewhere; None where there is none."""
    if turn.view.game.type.sealed:
        return next((plan for plan in plans_of(turn, thread) if plan and plan != turn.actions), None)
    start, first = start_of(turn.view, 0), list[int]()
    end, at = after(start, turn.seat, turn.actions), start.copy()
    for action in turn.actions:
        if len(at.actions(turn.seat)) > 1:
            for line in ranked(at.view(turn.seat), thinker(turn.view, simulations)):
                if line.action != action:
                    other = completed(turn, [*first, line.action])
                    if after(start, turn.seat, other) != end:
                        return other
        first.append(action)
        at.act(action, turn.seat)
        if turn.view.game.type.secrets:
            break
    return None
