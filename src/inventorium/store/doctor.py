"""Looking after a store: does every game replay, and does what lists show fit the entries?"""
from collections.abc import Iterator
from dataclasses import dataclass

from inventorium.store.loading import replayed
from inventorium.store.store import Store, Stored
from inventorium.table.entries import Entry
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
        entries = store.entries(table_id)
        try:
            stored = store.load(table_id)
        except ValueError as error:                         # what follows from the entries cannot even be read
            yield Finding(table_id, "?", len(entries), f"its row is damaged: {error}")
        else:
            if stored:
                problem = problem_of(stored, entries)
                if problem and store.entries(table_id, after=len(entries)):         # somebody plays there just now
                    stored, entries = store.load(table_id) or stored, store.entries(table_id)
                    problem = problem_of(stored, entries)
                yield Finding(table_id, stored.setup.game, len(entries), problem)


def problem_of(stored: Stored, entries: list[Entry]) -> str:
    try:
        table = replayed(stored, entries)
    except DoesNotReplay as error:
        return str(error)
    if (stored.asked, stored.over) != (table.asked, table.over):
        return f"lists say that {list(stored.asked)} are asked; it is {list(table.asked)}"
    return ""
