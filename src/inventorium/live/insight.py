"""What a finished game teaches: where it turned, and what a strong player would have thought at a moment of it."""
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from inventorium import bots
from inventorium.core.position import DEALER
from inventorium.core.words import Words
from inventorium.table import story
from inventorium.table.table import Table

LINES_SHOWN = 4
THOUGHT = bots.Budget(simulations=4_000, seconds=1.5)


@dataclass(frozen=True)
class Moment:
    """A turn of a seat, and what it did to the seat's chance to win."""

    seat: int
    turn: int
    answers: int                                    # how many stand after it: where a replay shows it
    text: str
    before: float
    after: float

    @property
    def gain(self) -> float:
        return self.after - self.before


def turning_points(table: Table, words: Words, names: Sequence[str]) -> list[tuple[Moment, Moment]]:
    """Return the best and the worst turn of every seat of a finished game, from the moment when everybody has had a turn:
    before that there is nothing to compare. Where several answer at once, a turn has no effect of its own, so there are none."""
    game = table.game
    if game.type.secrets or not bots.can_judge(game):
        return []
    players, chances = table.position.players, outlooks(table)
    turns = [turn for turn in story.turns(table, DEALER, words, names) if turn.seat != DEALER]
    turns = turns[max(next(place for place, turn in enumerate(turns, 1) if turn.seat == seat) for seat in range(players)):]
    found = [Moment(turn.seat, turn.number, turn.lines[-1].answers, turn.text,
                    chances[turn.lines[0].answers - 1][turn.seat], chances[turn.lines[-1].answers][turn.seat]) for turn in turns]
    by_seat = [[moment for moment in found if moment.seat == seat] for seat in range(players)]
    return [(max(mine, key=lambda one: one.gain), min(mine, key=lambda one: one.gain)) for mine in by_seat if mine]


def outlooks(table: Table) -> dict[int, tuple[float, ...]]:
    """Return every seat's chance to win before and after every turn, by the number of answers."""
    seats = [DEALER, *(one.entry.seat for one in table.told), DEALER]
    wanted = {place for place, (before, after) in enumerate(pairwise(seats)) if before != after}
    position = table.setup.begin()
    found = {0: bots.outlook(position)} if 0 in wanted else {}
    for place, one in enumerate(table.told, 1):
        position.act(one.entry.action, one.entry.seat)
        if place in wanted:
            found[place] = bots.outlook(position)
    return found


@dataclass(frozen=True)
class Thought:
    """What a strong player thinks of one answer at a moment of the game."""

    text: str
    win: float                                      # the chance of the seat that is asked
    points: float                                   # what it can expect
    share: float                                    # of the thinking
    played: bool                                    # it is what was answered then


def thoughts(table: Table, answers: int, seat: int, words: Words) -> tuple[int, list[Thought]]:
    """Return whom the question at a moment was put to, and the best answers to it; nothing where there was no choice."""
    position = table.at(answers)
    asked = [one for one in position.to_act if one != DEALER]
    if not asked or not bots.can_judge(table.game):
        return DEALER, []
    seat = seat if seat in asked else asked[0]
    view = position.view(seat)
    if len(view.actions()) < 2:
        return seat, []
    played = next((one.entry.action for one in table.told[answers:] if one.entry.seat == seat), None)
    say = table.game.notation.say
    return seat, [Thought(say(view.box, view.state, seat, line.action, words), line.wins[seat], line.points[seat], line.share,
                          line.action == played)
                  for line in bots.analyse(view, THOUGHT)[:LINES_SHOWN]]
