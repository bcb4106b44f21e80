"""What a strong player would play at a moment of a finished game, with the chances of each move.

It is the search behind hints and reviews, only deeper. The move that was played is always among them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from inventorium import bots
from inventorium.core.position import DEALER, Position, View
from inventorium.core.words import Words
from inventorium.review.ranking import at_a_glance, ranked
from inventorium.review.report import reason_for
from inventorium.review.stakes import is_decided

LINES_SHOWN = 4
THOUGHT = bots.Budget(simulations=4_000, seconds=1.5)


@dataclass(frozen=True)
class Thought:
    """What a strong player thinks of one move at a moment of the game."""

    text: str
    win: float  # the chance of the seat that is asked
    points: float  # what it can expect
    share: float  # of the thinking
    played: bool  # it is what was answered then
    why: str  # what it is good for
    in_points: bool  # the game is as good as decided for the seat, so that points count


def thoughts(
    game: Position, answers: int, seat: int, words: Words, with_reasons: bool, names: Sequence[str] = ()
) -> tuple[int, list[Thought]]:
    """Return who was asked at a moment, and the best moves there with the one that was played; nothing where there was no choice.
    The best of them has a reason, unless it is one of several sealed moves."""
    position = game.at(answers)
    asked = [one for one in position.to_act if one != DEALER]
    if not asked or not bots.can_judge(position.game):
        return DEALER, []
    seat = seat if seat in asked else asked[0]
    view = position.view(seat)
    if len(view.actions()) < 2:
        return seat, []
    played = next((action for one, action in game.log[answers:] if one == seat), None)
    say = position.game.notation.say
    lines, in_points = ranked(view, bots.adviser(view, 0, THOUGHT)), is_decided(view)
    shown = [line for number, line in enumerate(lines) if number < LINES_SHOWN or line.action == played]
    if played is not None and played not in [line.action for line in shown]:
        shown.append(at_a_glance(view, played))
    is_told = with_reasons and not position.game.type.sealed
    return seat, [
        Thought(
            say(view.box, view.state, seat, line.action, words),
            line.wins[seat],
            line.points[seat],
            line.share,
            line.action == played,
            reason_for(view, [line.action], words, names) if is_told and line is lines[0] else "",
            in_points,
        )
        for line in shown
    ]


def hint(view: View, seconds: float) -> int:
    """Return what a strong player would answer after a second's thought at most: the first of the best moves. Sealed moves are
    planned together, for the chance to win."""
    if view.game.type.sealed or len(view.actions()) < 2 or not is_decided(view):
        return bots.hint(view, seconds)
    return ranked(view, bots.adviser(view, 0, bots.Budget(simulations=bots.HINTED, seconds=seconds)))[0].action
