"""Hints for moderators: pairs that help each other more than chance allows at rated tables."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass

from inventorium import bots
from inventorium.community.collusion import FEWEST_SEATS, Played, SuspectPair, suspect_pairs
from inventorium.community.ratings import is_between_people
from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.server.live_tables import LiveTables
from inventorium.server.review_compiler import ReviewCompiler
from inventorium.server.reviews import Reviews
from inventorium.store.store import TableRow
from inventorium.table.seats import PERSON

log = logging.getLogger("inventorium")


@dataclass(frozen=True)
class Suspicion:
    """A suspect pair with names, and the tables it rests on."""

    pair: SuspectPair
    names: list[str]
    tables: list[str]

    @property
    def once_in(self) -> int:
        """How many pairs there would have to be until chance alone does that once."""
        return round(1 / max(self.pair.chance, 1e-6))


class FairPlay:
    """Collusion statistics of the rated tables. A finished table does not change, so each is analysed once; its review is in
    the store (reviews.py)."""

    def __init__(self, live_tables: LiveTables, reviews: Reviews, review_compiler: ReviewCompiler) -> None:
        self.live_tables, self.reviews, self.review_compiler = live_tables, reviews, review_compiler
        self.played: dict[str, Played | None] = {}  # by table; None: it says nothing about pairs
        self.names: dict[str, str] = {}
        self.task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()

    async def missing(self) -> list[str]:
        """Return the tables that are not analysed yet."""
        return [
            table_id
            for table_id in await self.live_tables.committer.ask(self.live_tables.store.rated)
            if table_id not in self.played
        ]

    def start(self) -> None:
        """Analyse the missing tables, one after the other."""
        if not self.is_running:
            self.task = asyncio.create_task(self.run())
            self.live_tables.tasks.add(self.task)
            self.task.add_done_callback(self.live_tables.tasks.discard)

    async def run(self) -> None:
        for table_id in await self.missing():
            try:
                self.played[table_id] = await self.review_of(table_id)
            except InventoriumError as error:
                log.warning("table %s cannot be analysed: %s", table_id, error)
                self.played[table_id] = None

    async def review_of(self, table_id: str) -> Played | None:
        live_table = await self.live_tables.get(table_id)
        if (
            live_table.broken
            or not says_something(live_table.stored)
            or not await self.review_compiler.ready(live_table.table.game)
        ):
            return None
        found = await self.reviews.compute(live_table, await self.reviews.of(live_table))
        people = tuple(map(str, live_table.stored.owners))
        self.names |= dict(zip(people, (who.name for who in live_table.stored.seats), strict=True))
        return Played(people, found.did)

    def forget(self, ids: Iterable[str]) -> None:
        """Drop the results of these tables, because a player there deleted their data."""
        for table_id in ids:
            self.played.pop(table_id, None)
        here = {one for game in self.played.values() if game for one in game.people}
        self.names = {one: name for one, name in self.names.items() if one in here}

    def suspicions(self) -> list[Suspicion]:
        found = {table_id: game for table_id, game in self.played.items() if game}
        return [
            Suspicion(
                pair,
                [self.names[one] for one in pair.people],
                [table_id for table_id, game in found.items() if {*pair.people} <= {*game.people}],
            )
            for pair in suspect_pairs(found.values())
        ]


def says_something(stored: TableRow) -> bool:
    """Return whether a table counts: enough people, all of whom stayed, at a game that can be judged."""
    return (
        len(stored.seats) >= FEWEST_SEATS
        and is_between_people(stored)
        and all(who.kind == PERSON for who in stored.seats)
        and bots.can_judge(load_game(stored.setup.game))
    )
