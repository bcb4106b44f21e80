"""Looking after a store: does every game replay, and does what lists show fit the entries?"""
from collections.abc import Iterator
from dataclasses import dataclass

from inventorium.store.loading import replayed
from inventorium.store.store import Store
from inventorium.table.problems import DoesNotReplay


@dataclass(frozen=True)
class Finding:
    """What is to be said of one table; nothing, where all is well."""

    table_id: str
    game: str
    entries: int
    problem: str = ""


def examine(store: Store) -> Iterator[Finding]:
    """Every table, played again: its numbers without gaps, its answers legal, its deals from the seed it vouched for."""
    for table_id in store.ids():
        stored, entries = store.load(table_id), store.entries(table_id)
        assert stored is not None
        try:
            table = replayed(stored, entries)
            problem = "" if (stored.asked, stored.over) == (table.asked, table.over) else (
                f"lists say that {list(stored.asked)} are asked; it is {list(table.asked)}")
        except DoesNotReplay as error:
            problem = str(error)
        yield Finding(table_id, stored.setup.game, len(entries), problem)
