"""Checks a database: does every game replay, and do the lists agree with the entries?"""

from collections.abc import Iterator
from dataclasses import dataclass

from inventorium.core.errors import InventoriumError
from inventorium.store.secrets import is_id
from inventorium.store.store import Store, TableRow, first_line
from inventorium.store.table_loader import replayed
from inventorium.table.entries import Entry
from inventorium.table.names import LONGEST_NAME, clean_line
from inventorium.table.problems import DoesNotReplay


@dataclass(frozen=True)
class Finding:
    """What is to be said of one table; nothing, where all is well."""

    table_id: str
    game: str
    entries: int
    problem: str = ""


def examine(store: Store) -> Iterator[Finding]:
    """Replay every table: its numbers without gaps, its actions legal, its deals from the seed it was committed to."""
    for table_id in store.ids():
        try:
            finding = examined(store, table_id)
        except InventoriumError:
            raise
        except Exception as error:  # its rows may hold anything
            finding = Finding(table_id, "?", 0, f"its rows are damaged: {type(error).__name__} {first_line(error)}")
        if finding:
            yield finding


def examined(store: Store, table_id: str) -> Finding | None:
    entries, stored = store.entries(table_id), store.load(table_id)
    if stored is None:
        return None
    problem = problem_of(stored, entries)
    if problem and store.entries(table_id, after=len(entries)):  # it is being played just now
        stored, entries = store.load(table_id) or stored, store.entries(table_id)
        problem = problem_of(stored, entries)
    return Finding(table_id, stored.setup.game, len(entries), problem)


def problem_of(stored: TableRow, entries: list[Entry]) -> str:
    try:
        table = replayed(stored, entries)
    except DoesNotReplay as error:
        return str(error)
    if (stored.asked, stored.over) != (table.asked, table.over):
        return f"lists say that seats {list(stored.asked)} have to move, but it is seats {list(table.asked)}"
    if stored.due and stored.due != table.due:
        return f"lists say that their time ends at {list(stored.due)}, but it ends at {list(table.due)}"
    return oddity_of(stored, entries)


def oddity_of(stored: TableRow, entries: list[Entry]) -> str:
    """Return what can be played, but was not written by this program."""
    if not is_id(stored.id):
        return f"its id {stored.id!r} is not one of ours: no one can reach it"
    for seat, who in enumerate(stored.seats):
        if who.name != clean_line(who.name, LONGEST_NAME):
            return f"seat {seat + 1}: {who.name!r} is not a name"
    for entry in entries:
        if not isinstance(entry.time, float):  # SQLite stores anything
            return f"entry {entry.number}: {entry.time!r} is not a time"
    return ""
