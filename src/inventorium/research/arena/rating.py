"""Ratings from places: arithmetic over outcomes, without a file or a database. The same outcomes give the same ratings.

openskill compares all pairs of players at a table (Bradley-Terry). Those comparisons are not independent, so each counts
less the more play (`weight`); without that the intervals are far too narrow at tables of four and five. How often they hold,
`python -m dev ratings` measures.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, NamedTuple

from inventorium.core.errors import InventoriumError
from inventorium.core.statistics import Z95, Interval

MEAN = 1500.0
UNIT = 400 / log(10)  # as in chess: 400 points more are ten times the odds of coming in ahead
PEOPLE, BOTS = 200.0, 400.0  # standard deviation of strengths before anything is known: bots differ more
DRIFT = 1.0  # points that a strength changes by from one game to the next
SURE = 1 / 3  # a rating is provisional until its error is this part of what it was

Pool = tuple[str, str]  # a game, and TWO or MORE
TWO, MORE = "two", "more"  # players at a table: those are different games


class Strength(NamedTuple):
    """The estimated strength of a player."""

    mean: float = MEAN
    error: float = PEOPLE
    games: int = 0

    @property
    def interval(self) -> Interval:
        """Where the strength lies with a probability of 95 %."""
        return [self.mean - Z95 * self.error, self.mean + Z95 * self.error]

    @property
    def is_sure(self) -> bool:
        return self.error < SURE * PEOPLE


@dataclass(frozen=True)
class Outcome:
    """How a game between people ended, seat by seat."""

    game: str
    people: tuple[str, ...]
    places: tuple[int, ...]
    left: tuple[bool, ...]  # the players who left the seat to a bot
    head_starts: tuple[float, ...]  # points that the seat is worth, by the lab: no sign of strength


def weight(players: int) -> float:
    """Return what a comparison counts at a table of so many. A place is the sum of n - 1 comparisons; were they independent, its
    variance would be (n - 1) / 4, but it is (n² - 1) / 12."""
    return 3 / (players + 1)


class Scale:
    """The model behind a set of ratings."""

    def __init__(self, spread: float = PEOPLE) -> None:
        try:
            from openskill.models import BradleyTerryFull
        except ModuleNotFoundError:
            raise InventoriumError("ratings need openskill: pip install 'inventorium[arena]'") from None
        self.start = Strength(error=spread)
        self.model = BradleyTerryFull(mu=MEAN, sigma=spread, beta=UNIT / sqrt(2), tau=DRIFT, gamma=gamma)

    def compared(self, strengths: Sequence[Strength], places: Sequence[float], head_starts: Sequence[float]) -> list[Strength]:
        """Return the strengths after a game with these places."""
        teams = [[self.model.rating(one.mean + ahead, one.error)] for one, ahead in zip(strengths, head_starts, strict=True)]
        rated = self.model.rate(teams, ranks=[float(place) for place in places])
        part = weight(len(strengths))
        return [
            Strength(one.mean + part * (new.mu - ahead - one.mean), new.sigma, one.games + 1)
            for one, ahead, (new,) in zip(strengths, head_starts, rated, strict=True)
        ]


def gamma(c: float, players: int, *_: Any) -> float:
    """openskill's name for the weight of a comparison in the error."""
    return weight(players)


def rate(outcomes: Iterable[Outcome]) -> dict[Pool, dict[str, Strength]]:
    """Return the strength of each player at each game, after outcomes in the order in which they ended."""
    scale, found = Scale(), dict[Pool, dict[str, Strength]]()
    for outcome in outcomes:
        known = found.setdefault((outcome.game, TWO if len(outcome.people) == 2 else MORE), {})
        known.update(rated(scale, known, outcome))
    return found


def rated(scale: Scale, known: dict[str, Strength], outcome: Outcome) -> dict[str, Strength]:
    """Return the new strengths after one game. A player who left is last against all; the others are compared among themselves,
    without the bot that replaced them."""
    seats = range(len(outcome.people))

    def among(some: Sequence[int]) -> dict[str, Strength]:
        if len(some) < 2:
            return {}
        people = [outcome.people[seat] for seat in some]
        places = [len(seats) + 1 if outcome.left[seat] else outcome.places[seat] for seat in some]
        return dict(
            zip(
                people,
                scale.compared(
                    [known.get(one, scale.start) for one in people], places, [outcome.head_starts[seat] for seat in some]
                ),
                strict=True,
            )
        )

    stayed = among([seat for seat in seats if not outcome.left[seat]])
    if not any(outcome.left):
        return stayed
    everybody = among(seats)
    return stayed | {outcome.people[seat]: everybody[outcome.people[seat]] for seat in seats if outcome.left[seat]}
