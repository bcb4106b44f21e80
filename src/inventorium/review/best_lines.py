"""What a strong player would play at a moment of a finished game, with the chances of each move."""

from dataclasses import dataclass

from inventorium import bots
from inventorium.core.position import DEALER, Position
from inventorium.core.words import Words
from inventorium.review.report import reason_for

LINES_SHOWN = 4
THOUGHT = bots.Budget(simulations=4_000, seconds=1.5)


@dataclass(frozen=True)
class Thought:
    """What a strong player thinks of one answer at a moment of the game."""

    text: str
    win: float  # the chance of the seat that is asked
    points: float  # what it can expect
    share: float  # of the thinking
    played: bool  # it is what was answered then
    why: str  # what it is good for


def thoughts(game: Position, answers: int, seat: int, words: Words, with_reasons: bool) -> tuple[int, list[Thought]]:
    """Return whom the question at a moment was put to, and the best answers to it; nothing where there was no choice. An answer
    that is one of a sheet has no reason of its own."""
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
    return seat, [
        Thought(
            say(view.box, view.state, seat, line.action, words),
            line.wins[seat],
            line.points[seat],
            line.share,
            line.action == played,
            reason_for(view, [line.action], words) if with_reasons and not position.game.type.sealed else "",
        )
        for line in bots.analyse(view, THOUGHT)[:LINES_SHOWN]
    ]
