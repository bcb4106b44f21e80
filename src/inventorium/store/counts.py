"""Rate limits that all processes share: how often someone did something within an hour, counted in the database."""

import hashlib
import secrets
import time

import sqlalchemy as sa

from inventorium.store.schema import counts
from inventorium.store.site_keys import setting
from inventorium.store.store import Store

HOUR = 3_600
FOREVER = 10**6 * HOUR  # a hundred years
ONE_MORE = sa.text(
    "INSERT INTO counts (key, hour, number) VALUES (:key, :hour, 1) "
    "ON CONFLICT (key, hour) DO UPDATE SET number = counts.number + 1 RETURNING number"
)


def seconds_to_wait(store: Store, what: str, who: str, most: int) -> int:
    """Count once more, and return 0, or the seconds to wait where that is more than `most` within an hour. The hour slides: of
    the last full one as much counts as lies within 60 minutes. What is stored shows neither who did it nor what it was. It is
    gone after two hours."""
    key = key_of(store, what, who)
    hour, gone = divmod(int(time.time()), HOUR)
    with store.writing() as connection:
        here = int(connection.execute(ONE_MORE, {"key": key, "hour": hour}).scalar_one())
        before = connection.scalar(sa.select(counts.c.number).where(counts.c.key == key, counts.c.hour == hour - 1)) or 0
        if here == 1:
            connection.execute(counts.delete().where(counts.c.hour < hour - 1))
    return HOUR - gone if here + before * (1 - gone / HOUR) > most else 0


def first_within(store: Store, key: str, seconds: float) -> bool:
    """Return whether this is new, and note it for so many seconds. `key` is from `key_of`, and nothing else is stored."""
    hour = int(time.time()) // HOUR
    with store.writing() as connection:
        return (
            connection.scalar(sa.select(counts.c.key).where(counts.c.key == key, counts.c.hour > hour).limit(1)) is None
            and note(connection, key, hour, seconds) == 1
        )


def note_for_good(store: Store, key: str) -> None:
    with store.writing() as connection:
        note(connection, key, int(time.time()) // HOUR, FOREVER)


def note(connection: sa.Connection, key: str, hour: int, seconds: float) -> int:
    return int(connection.execute(ONE_MORE, {"key": key, "hour": hour + 1 + int(seconds) // HOUR}).scalar_one())


def forget(store: Store, key: str) -> None:
    with store.writing() as connection:
        connection.execute(counts.delete().where(counts.c.key == key))


def key_of(store: Store, what: str, who: str) -> str:
    """Return under which key something is counted. The salt prevents guessing addresses."""
    salt = setting(store, "counts-salt", lambda: secrets.token_hex(16))
    return hashlib.sha256(f"{salt} {what} {who}".encode()).hexdigest()
