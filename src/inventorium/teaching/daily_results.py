"""Results of the deal of the day, from the tables on its seed: the first of each guest."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import DoesNotReplay, replayed
from inventorium.table.exercises import day_of
from inventorium.table.seats import BOT, PERSON
from inventorium.table.turn_log import score_curve
from inventorium.teaching.daily import DayDeal

REMEMBERED = 4_096  # tables
MOST_COMPARED = 200  # of a day: the first who played
MOST_HELD = 500  # tables of one guest


@dataclass(frozen=True)
class Run:
    """How one guest played the deal of a day."""

    owner: str
    table_id: str
    over: bool
    points: int = 0
    place: int = 0  # at the table, among the bots
    curve: tuple[int, ...] = ()  # points after every turn


class Daily:
    """The deals of all days. A table is replayed once; what came of it is remembered."""

    def __init__(self, store: Store) -> None:
        self.store, self.lock = store, asyncio.Lock()
        self.ended = lru_cache(REMEMBERED)(self._ended)

    def tables(self, deal: DayDeal) -> list[TableRow]:
        """Return the tables of a deal, the first one first: it decided on the seed."""
        found = [one for one in self.store.with_seed(deal.game, deal.beginning, deal.since) if day_of(one.setup)]
        return [one for one in found if one.setup.seed == found[0].setup.seed]

    def played_by(self, owner: str) -> dict[tuple[str, date], TableRow]:
        """Return the deals that a guest has played, by game and day: the table that counts."""
        found: dict[tuple[str, date], TableRow] = {}
        for stored in sorted(self.store.held_by(owner, MOST_HELD), key=lambda one: one.created):
            if day := day_of(stored.setup):
                found.setdefault((stored.setup.game, day), stored)
        return found

    def runs(self, deal: DayDeal) -> list[Run]:
        """Return each player's first result; the best first, then those who still play."""
        first: dict[str, TableRow] = {}
        for stored in self.tables(deal):
            first.setdefault(stored.host, stored)
        counted = [stored for stored in first.values() if is_of(stored, deal)][:MOST_COMPARED]
        runs = [self.ended(stored.id, deal.seat) if stored.over else Run(stored.host, stored.id, False) for stored in counted]
        return sorted((run for run in runs if run), key=lambda run: (not run.over, -run.points))

    def _ended(self, table_id: str, seat: int) -> Run | None:
        stored = self.store.load(table_id)
        try:
            table = replayed(stored, self.store.entries(table_id)) if stored else None
        except DoesNotReplay:
            return None
        if stored is None or table is None:
            return None
        view = table.view(-1)
        return Run(
            stored.host,
            table_id,
            True,
            view.scores[seat],
            view.places[seat],
            tuple(points[seat] for _, points in score_curve(table)),
        )


def is_of(stored: TableRow, deal: DayDeal) -> bool:
    """Return whether a guest plays a deal as intended: alone, against its bots. A game left to a bot has no result."""
    return (
        all(
            who.kind == PERSON if seat == deal.seat else (who.kind, who.level) == (BOT, deal.level)
            for seat, who in enumerate(stored.seats)
        )
        and stored.setup.players == deal.players
    )


def place_of(run: Run, runs: Sequence[Run]) -> int:
    """Return the place of a run among all that are over; equals share one."""
    return 1 + sum(other.over and other.points > run.points for other in runs)
