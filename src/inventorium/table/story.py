"""The story of a table as somebody may hear it: turns in words, what is new since one's last turn, the scores over time."""
from dataclasses import dataclass, field

from inventorium.core.game import DEALER
from inventorium.core.words import Words
from inventorium.table.table import Table, Told


@dataclass
class Line:
    """One answer of a turn. `answers` is how many answers stand with it, which is where a replay can show it."""

    answers: int
    move: str
    text: str
    automatic: bool


@dataclass
class Turn:
    """Answers of one seat in a row (-1: the dealer's)."""

    seat: int
    number: int                                     # turns are counted from 1; what is dealt belongs to the turn before
    news: bool                                      # later than the last answer of whoever hears it
    time: float
    lines: list[Line] = field(default_factory=list)


def turns(table: Table, seat: int, words: Words, last: int | None = None) -> list[Turn]:
    """What was answered, turn by turn, as this seat may know it (-1: a spectator)."""
    told = table.told
    mine = last_answer(table, seat)
    found: list[Turn] = []
    number = 0
    for place, (one, heard) in enumerate(zip(told, heard_by(table, seat, words), strict=True)):
        who = one.entry.seat
        if not found or found[-1].seat != who:
            number += who != DEALER
            found.append(Turn(who, number, seat >= 0 and place > mine, one.entry.time))
        found[-1].lines.append(Line(place + 1, *heard, one.entry.automatic))
    return found if last is None else found[-last:]


def heard_by(table: Table, seat: int, words: Words) -> list[tuple[str, str]]:
    """Every answer that stands as a seat may know it: in the notation, and in words."""
    told = table.told
    if not table.game.has_secrets or table.over:
        return [(one.move, one.text[words.language]) for one in told]
    answers = [(one.entry.seat, one.move) for one in told]
    seen = table.game.notation.answers_as_seen(table.position, answers, seat)
    return [(move, one.text[words.language] if move == one.move else words("table.hidden"))
            for one, (_, move) in zip(told, seen, strict=True)]


def last_answer(table: Table, seat: int) -> int:
    """Where the last answer stands that this seat gave itself; -1 if it gave none."""
    return max((place for place, one in enumerate(table.told) if one.entry.seat == seat and not one.entry.automatic),
               default=-1)


def score_curve(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """The scores after every turn of a finished game: how many answers there were, and the points of every seat."""
    position = table.setup.begin()
    curve: list[tuple[int, tuple[int, ...]]] = []
    told: list[Told] = table.told
    for place, one in enumerate(told):
        position.act(one.entry.action, one.entry.seat)
        following = told[place + 1].entry.seat if place + 1 < len(told) else None
        if one.entry.seat != DEALER and following != one.entry.seat:
            curve.append((place + 1, position.scores))
    return curve
