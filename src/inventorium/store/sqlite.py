"""Settings of SQLite: a write-ahead log, and every commit on disk before it counts."""

import sys
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from inventorium.core.errors import InventoriumError

if sys.platform == "win32":
    import msvcrt

    def take(lock: IO[str]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def take(lock: IO[str]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


# Many rows in one statement, as JSON.
ADD_ENTRIES = """
    INSERT INTO entries (table_id, number, kind, seat, action, automatic, text, time)
    SELECT new.value ->> 0, new.value ->> 1, new.value ->> 2, new.value ->> 3, new.value ->> 4, new.value ->> 5,
           new.value ->> 6, new.value ->> 7
    FROM json_each(?) AS new"""
# only at tables whose last entry is the one they follow
AFTER_THEIR_LAST = """
    WHERE new.value ->> 0 IN (
        SELECT last.value ->> 0
        FROM json_each(?) AS last LEFT JOIN entries ON table_id = last.value ->> 0 AND number = last.value ->> 1
        WHERE last.value ->> 1 = 0 OR (kind = last.value ->> 2 AND seat = last.value ->> 3 AND action = last.value ->> 4
                                       AND abs(time - (last.value ->> 7)) < 0.001))"""
CHANGE_TABLES = """
    UPDATE tables SET changed = new.changed, asked = new.asked, over = new.over, due = new.due
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS changed, value ->> 2 AS asked, value ->> 3 AS over, value ->> 4 AS due
          FROM json_each(?)) AS new
    WHERE tables.id = new.id"""

# Notices to players whose turn it has become, or who are invited: the rows are table, seat, number, time, what.
ADD_NOTICES = """
    INSERT INTO outbox (channel, table_id, seat, number, made, due, tries, begun, what)
    SELECT channels.id, new.value ->> 0, min(new.value ->> 1), max(new.value ->> 2), max(new.value ->> 3),
           max(new.value ->> 3) + channels.delay, 0, 0, max(new.value ->> 4)
    FROM json_each(?) AS new
    JOIN seats ON seats.table_id = new.value ->> 0 AND seats.seat = new.value ->> 1 AND seats.kind = 'person'
    JOIN channels ON channels.subject IN (seats.owner, seats.table_id) AND channels.ready
    WHERE true GROUP BY channels.id, channels.delay, new.value ->> 0
    ON CONFLICT (channel, table_id) DO UPDATE SET seat = excluded.seat, number = excluded.number, made = excluded.made,
        due = excluded.due, tries = 0, begun = 0, what = excluded.what"""


def prepare(engine: sa.Engine) -> None:
    sa.event.listen(engine, "connect", set_up)
    sa.event.listen(engine, "begin", begin)


def set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: sa.Connection) -> None:
    """Take the right to write at once: two writers queue instead of failing."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writing") else "BEGIN")


def why_closed(file: str, reason: str) -> str:
    """Return why a file cannot be opened as a database; `reason` is what SQLite says."""
    path = Path(file)
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return "no such folder"
    return "the file is not an SQLite database" if reason == "file is not a database" else reason


def have_to_oneself(file: str) -> IO[str]:
    """Lock the database for one server, with a file beside it; the lock ends with the process, however that ends."""
    path = Path(f"{file}.lock")
    try:
        lock = path.open("w", encoding="utf-8")
    except OSError as error:
        raise InventoriumError(f"{path}: {error.strerror}") from None
    try:
        take(lock)
    except (BlockingIOError, PermissionError):  # what Linux and macOS say, and what Windows says
        lock.close()
        raise InventoriumError(f"{file}: another server is using this database; several servers need PostgreSQL") from None
    except OSError as error:
        raise InventoriumError(f"{path}: {error.strerror}") from None
    return lock
