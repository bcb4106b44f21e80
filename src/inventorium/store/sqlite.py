"""What SQLite needs: a write-ahead log, and every commit on the disk before it counts."""
from typing import Any

import sqlalchemy as sa

# Many rows in one statement, as JSON.
ADD_ENTRIES = """
    INSERT INTO entries (table_id, number, kind, seat, action, automatic, text, time)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(?)"""
CHANGE_TABLES = """
    UPDATE tables SET changed = new.changed, asked = new.asked, over = new.over
    FROM (SELECT value ->> 0 AS id, value ->> 1 AS changed, value ->> 2 AS asked, value ->> 3 AS over FROM json_each(?)) AS new
    WHERE tables.id = new.id"""


def prepare(engine: sa.Engine) -> None:
    sa.event.listen(engine, "connect", set_up)
    sa.event.listen(engine, "begin", begin)


def set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None                       # we begin transactions ourselves
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: sa.Connection) -> None:
    """A writer takes the right to write at once: two of them queue instead of failing."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writing") else "BEGIN")
