"""What several processes on one PostgreSQL use: LISTEN/NOTIFY, and locks that die with their owner."""

import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import psycopg
import sqlalchemy as sa

from inventorium.store.outages import Outage
from inventorium.store.secrets import ID

CHANNEL = "inventorium"
SCHEMA_LOCK = 1229870665
LONGEST = 7_900  # bytes of a notice; PostgreSQL takes 8,000
ChangeNotice = tuple[str, int]  # a table, and the number up to which entries are said to be committed
SEATED = 0  # in place of the number: the seats have changed
HINT = re.compile(rf"({ID.pattern}) (\d{{1,9}})")

# Many rows in one statement, as JSON.
ADD_ENTRIES = """
    INSERT INTO entries (table_id, number, kind, seat, action, automatic, text, time)
    SELECT row ->> 0, (row ->> 1)::int, row ->> 2, (row ->> 3)::int, (row ->> 4)::int, (row ->> 5)::bool, row ->> 6,
           (row ->> 7)::float8
    FROM json_array_elements(%s::json) AS row"""
# only at tables whose last entry is the one they follow
AFTER_THEIR_LAST = """
    WHERE row ->> 0 = ANY (ARRAY(
        SELECT last ->> 0 FROM json_array_elements(%s::json) AS last
        LEFT JOIN entries ON table_id = last ->> 0 AND number = (last ->> 1)::int
        WHERE (last ->> 1)::int = 0 OR (kind = last ->> 2 AND seat = (last ->> 3)::int AND action = (last ->> 4)::int
                                        AND abs(time - (last ->> 7)::float8) < 0.001)))"""
# entries of many tables, each from a number on; table by table, so that the index is used however many tables there are
READ_ON = """
    SELECT found.* FROM json_each_text(%s::json) AS known CROSS JOIN LATERAL (
        SELECT table_id, number, kind, seat, action, automatic, text, time
        FROM entries WHERE table_id = known.key AND number >= known.value::int ORDER BY number OFFSET 0) AS found"""
CHANGE_TABLES = """
    UPDATE tables SET changed = (row ->> 1)::float8, asked = row ->> 2, over = (row ->> 3)::bool, due = row ->> 4
    FROM json_array_elements(%s::json) AS row WHERE tables.id = row ->> 0"""

# Notices to players whose turn it has become, or who are invited: the rows are table, seat, number, time, what.
ADD_NOTICES = """
    INSERT INTO outbox (channel, table_id, seat, number, made, due, tries, begun, what)
    SELECT channels.id, row ->> 0, min((row ->> 1)::int), max((row ->> 2)::int), max((row ->> 3)::float8),
           max((row ->> 3)::float8) + channels.delay, 0, 0, max(row ->> 4)
    FROM json_array_elements(%s::json) AS row
    JOIN seats ON seats.table_id = row ->> 0 AND seats.seat = (row ->> 1)::int AND seats.kind = 'person'
    JOIN channels ON channels.subject IN (seats.owner, seats.table_id) AND channels.ready
    GROUP BY channels.id, channels.delay, row ->> 0
    ON CONFLICT (channel, table_id) DO UPDATE SET seat = excluded.seat, number = excluded.number, made = excluded.made,
        due = excluded.due, tries = 0, begun = 0, what = excluded.what"""


def one_at_a_time(connection: sa.Connection, what: int) -> None:
    """Let one process at a time do this, until the transaction ends."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(what)))


def notify(connection: sa.Connection, sender: str, hints: Sequence[ChangeNotice]) -> None:
    """Say which tables have new entries. Sent with the commit, and only if there is one."""
    for text in notices(sender, hints):
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))


def notices(sender: str, hints: Sequence[ChangeNotice]) -> Iterator[str]:
    """Pack many hints into few texts: the sender, then a line for each table."""
    text = sender
    for table_id, number in hints:
        line = f"\n{table_id} {number}"
        if len(text) + len(line) > LONGEST:
            yield text
            text = sender
        text += line
    yield text


def understood(text: str) -> list[ChangeNotice]:
    """Return the content of a notification; None if it makes no sense. Any user of the database can send one, so it is only a
    reason to read."""
    found = [HINT.fullmatch(line) for line in text.split("\n")[1:]]
    return [(line[1], int(line[2])) for line in found if line]


class NotifyListener:
    """The LISTEN/NOTIFY connection of a process: it receives what the others commit, and holds the locks.

    A lock is the right to let the bots of a table think. When this process dies, so does its connection, and another process
    can take the lock.
    """

    def __init__(self, url: sa.URL, name: str, hear: Callable[[list[ChangeNotice]], None]) -> None:
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.name, self.hear = name, hear  # it ignores its own notices
        self.closing = False
        self.hearing = Outage("hearing what other processes keep")
        self.locks: psycopg.Connection | None = None
        self.lock_of_locks = threading.Lock()
        self.ear = threading.Thread(target=self.listen, name="news", daemon=True)
        self.ear.start()

    def listen(self) -> None:
        """Receive notifications, and reconnect when the connection is lost: missed ones are made good by reading the store."""
        while not self.closing:
            try:
                with psycopg.connect(self.address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self.closing:
                        for notice in connection.notifies(timeout=0.5):
                            if not notice.payload.startswith(self.name):
                                self.hear(understood(notice.payload))
                        self.hearing.worked()
            except psycopg.Error as error:
                self.hearing.failed(str(error).partition("\n")[0])
                time.sleep(1.0)

    def lock(self, table_id: str) -> bool:
        """Take the lock of a table, if it is free."""
        return self._lock("SELECT pg_try_advisory_lock(%s)", table_id)

    def release(self, table_id: str) -> None:
        self._lock("SELECT pg_advisory_unlock(%s)", table_id)

    def _lock(self, statement: str, table_id: str) -> bool:
        with self.lock_of_locks:
            try:
                if self.locks is None or self.locks.closed:
                    self.locks = psycopg.connect(self.address, autocommit=True)
                row = self.locks.execute(statement, (lock_number(table_id),)).fetchone()
                return bool(row and row[0])
            except psycopg.Error:
                if self.locks is not None:
                    self.locks.close()
                self.locks = None
                return False

    def close(self) -> None:
        self.closing = True
        self.ear.join()
        if self.locks is not None:
            self.locks.close()


def lock_number(table_id: str) -> int:
    return int.from_bytes(hashlib.sha256(table_id.encode()).digest()[:8], "big", signed=True)
