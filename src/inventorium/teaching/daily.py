"""The deal of the day: on one day everyone gets the same deals, the same seat and the same bots.

The seat and the level of the bots follow from the date. The deals do not: the first player's dealer takes a secret seed, and
all others play on that one. The seed begins with the date, which identifies the table later.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from inventorium import bots
from inventorium.bots.levels import stand_in
from inventorium.core.dealer import Dealer
from inventorium.core.game import Game
from inventorium.table.exercises import DAILY
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.teaching.puzzles import hashed

DAYS = 30  # that can still be played
FEWEST, MOST = 2, 4  # players
WEEK = ("easy", "casual", "medium", "tricky", "hard", "expert", "master")  # the bots from Monday to Sunday


@dataclass(frozen=True)
class DayDeal:
    """The settings of a game on a day."""

    game: str
    day: date
    players: int
    seat: int
    level: str

    @property
    def beginning(self) -> str:
        """How the seed begins."""
        return f"{DAILY}{self.day.isoformat()} "

    @property
    def own_seed(self) -> str:
        """The seed for a player without a server: the same all day long, on every machine."""
        return f"{self.beginning}{hashed(DAILY, self.game, self.day.isoformat())[:32]}"

    @property
    def since(self) -> float:
        """When the day began, everywhere by the same clock."""
        return datetime.combine(self.day, time(), UTC).timestamp()

    def table(self, seed: str = "") -> Table:
        """Return a new table; without a seed, for the first player of the day."""
        return Table.new(Setup(self.game, self.players, seed=seed or f"{self.beginning}{Dealer().seed}"))

    def sitting(self, name: str) -> list[Seat]:
        """Return the seats: one person among bots."""
        return [Seat(PERSON, name) if seat == self.seat else Seat(BOT, "", self.level) for seat in range(self.players)]


def deal_on(game: Game, day: date) -> DayDeal:
    numbers = [number for number in game.players if FEWEST <= number <= MOST] or [game.players[0]]
    drawn = int(hashed(game.name, day.isoformat())[:8], 16)
    players, levels = numbers[drawn % len(numbers)], bots.levels_of(game)
    wanted = WEEK[day.weekday()]
    level = next(level for level in (wanted, stand_in(wanted), levels[-1]) if level in levels)
    return DayDeal(game.name, day, players, drawn // 100 % players, level)


def today() -> date:
    return datetime.now(UTC).date()


def days(last: date) -> list[date]:
    """Return the days that can be played, the last one first."""
    return [last - timedelta(number) for number in range(DAYS)]
