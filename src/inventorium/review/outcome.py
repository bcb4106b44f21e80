"""Returns what a result is made of: the parts of the score in which two seats differ most, and when the difference grew.

Everything is read off the scores, so it is true whatever an evaluation thinks.
"""

from dataclasses import dataclass
from itertools import pairwise

from inventorium.core.position import Position
from inventorium.core.words import Words
from inventorium.review.attribution import check_over

SECOND = 0.5  # of the largest difference, from which on a second part is named
CLEARLY = 0.25  # of all changes of the difference, from which on a stage is named


@dataclass(frozen=True)
class Part:
    """A part of the score, of a seat and of its rival."""

    name: str
    own: int
    other: int


@dataclass(frozen=True)
class Stage:
    """The round or age in which the difference grew most: how many points a seat was ahead before and after it."""

    name: str
    before: int
    after: int


@dataclass(frozen=True)
class Outcome:
    """What separates a seat from its rival: the best of the others, or the winner where it did not win."""

    rival: int
    lead: int  # in points
    parts: tuple[Part, ...]  # in which whoever has more points leads most; nothing where both have the same
    stage: Stage | None


def outcome_of(position: Position, seat: int, words: Words) -> Outcome:
    """Return what separates a seat of a finished game from its rival. The words name the rounds of the game."""
    check_over(position)
    scores, places, breakdown = position.scores, position.places, position.breakdown
    rival = min((other for other in range(position.players) if other != seat), key=lambda other: (places[other], -scores[other]))
    lead = scores[seat] - scores[rival]
    sign = 1 if lead > 0 else -1
    parts = [Part(name, own, breakdown[rival][name]) for name, own in breakdown[seat].items()]
    ranked = sorted(parts, key=lambda part: -sign * (part.own - part.other)) if lead else []
    most = sign * (ranked[0].own - ranked[0].other) if ranked else 0
    named = tuple(part for part in ranked[:2] if sign * (part.own - part.other) >= max(1, SECOND * most))
    return Outcome(rival, lead, named, stage_of(position, seat, rival, sign, words) if lead else None)


def stage_of(position: Position, seat: int, rival: int, sign: int, words: Words) -> Stage | None:
    """Return the stage that changed the difference most in favour of whoever has more points; None where no one stands out."""
    leads, at = [("", 0)], position.initial_copy()
    for who, action in position.log:
        name = at.game.notation.stage(at.fields, words)
        at.act(action, who)
        lead = at.scores[seat] - at.scores[rival]
        if name == leads[-1][0]:
            leads[-1] = name, lead
        else:
            leads.append((name, lead))
    changes = [(sign * (after - before), Stage(name, before, after)) for (_, before), (name, after) in pairwise(leads) if name]
    total = sum(abs(change) for change, _ in changes)
    most, stage = max(changes, key=lambda one: one[0], default=(0, None))
    return stage if len(changes) > 1 and most > 0 and most >= CLEARLY * total else None
