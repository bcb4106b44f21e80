"""Ratings of people, from the entries of all rated tables: the same entries give the same ratings."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypedDict

from inventorium.core.statistics import Interval
from inventorium.research.arena.rating import Outcome, Pool, Strength, rate
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import replayed
from inventorium.table.entries import SEAT
from inventorium.table.problems import DoesNotReplay
from inventorium.table.seats import BOT
from inventorium.table.table import Table


@dataclass(frozen=True)
class Result:
    """How one table ended."""

    ended: float  # when the last move was made
    outcome: Outcome
    names: tuple[str, ...]


@dataclass(frozen=True)
class Ranking:
    """The strength of all rated players, by owner, and their names at their last rated table."""

    pools: dict[Pool, dict[str, Strength]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def ranked(self, pool: Pool) -> list[tuple[str, Strength]]:
        """Return all players: those whose rating is sure first, the strongest of them at the top."""
        return sorted(self.pools[pool].items(), key=lambda row: (not row[1].is_sure, -row[1].mean, row[0]))

    def of(self, owner: str) -> dict[Pool, Strength]:
        return {pool: rated[owner] for pool, rated in self.pools.items() if owner in rated}

    def rows(self) -> list["Row"]:
        return [
            {
                "game": pool[0],
                "players": pool[1],
                "person": one,
                "name": self.names[one],
                "rating": round(known.mean, 1),
                "interval": [round(end, 1) for end in known.interval],
                "games": known.games,
                "provisional": not known.is_sure,
            }
            for pool in sorted(self.pools)
            for one, known in self.ranked(pool)
        ]


class Row(TypedDict):
    """One person in one pool, for programs."""

    game: str
    players: str
    person: str
    name: str
    rating: float
    interval: Interval
    games: int
    provisional: bool


class Ratings:
    """A table that is over does not change any more, so each is played again once."""

    def __init__(self, store: Store) -> None:
        self.store, self.lock = store, Lock()
        self.results: dict[str, Result | None] = {}
        self.ranking = Ranking()

    def now(self) -> Ranking:
        with self.lock:
            ids = self.store.rated()
            if ids != list(self.results):
                self.results = {
                    table_id: self.results[table_id] if table_id in self.results else self.result(table_id) for table_id in ids
                }
                self.ranking = ranking_of([result for result in self.results.values() if result])
            return self.ranking

    def forget(self, ids: Iterable[str]) -> None:
        """Drop the results of these tables, because a player there deleted their data."""
        with self.lock:
            for table_id in ids:
                self.results.pop(table_id, None)

    def result(self, table_id: str) -> Result | None:
        """Return how a table ended; nothing where it does not count, or does not fit our rules any more."""
        stored = self.store.load(table_id)
        if stored is None or not is_between_people(stored) or stored.shares_a_network:
            return None
        try:
            return result_of(stored, replayed(stored, self.store.entries(table_id)))
        except DoesNotReplay:
            return None


def is_between_people(stored: TableRow) -> bool:
    """Return whether every seat has a person of its own, who may have left it to a bot."""
    people = [owner for owner in stored.owners if owner]
    return len(people) == len(set(people)) == len(stored.seats)


def result_of(stored: TableRow, table: Table) -> Result | None:
    """Return the result of a table; None if a player left before ever moving."""
    position, left = table.position, tuple(who.kind == BOT for who in stored.seats)
    if any(left[seat] and never_played(table, seat) for seat in range(len(left))):
        return None
    outcome = Outcome(
        stored.setup.game,
        tuple(map(str, stored.owners)),
        tuple(position.places),
        left,
        tuple(table.game.inventory.head_starts(position)),
    )
    return Result(table.history[-1].entry.time, outcome, tuple(who.name for who in stored.seats))


def never_played(table: Table, seat: int) -> bool:
    """Return whether a seat was left to a bot before its first move."""
    handed_over = max((entry.number for entry in table.entries if entry.kind == SEAT and entry.seat == seat), default=0)
    return not any(one.entry.seat == seat and one.entry.number < handed_over and not one.entry.automatic for one in table.history)


def ranking_of(results: list[Result]) -> Ranking:
    """Return the ratings after these results, in the order in which they ended."""
    in_order = sorted(results, key=lambda result: (result.ended, result.outcome.people))
    names = {one: name for result in in_order for one, name in zip(result.outcome.people, result.names, strict=True)}
    return Ranking(rate(result.outcome for result in in_order), names)
