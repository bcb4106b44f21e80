"""Removes old tables, and everything that exists only because of them."""

from collections.abc import Sequence

import sqlalchemy as sa

from inventorium.store.schema import (
    channels,
    cups,
    entrants,
    entries,
    gathered,
    gatherings,
    outbox,
    plans,
    reports,
    seats,
    studies,
    tables,
)


def prune(connection: sa.Connection, before: float, only_over: bool, most: int) -> list[str]:
    """Delete at most `most` tables without a change since then, the oldest first; return their ids."""
    old = tables.c.changed < before
    ids = list(
        connection.scalars(
            sa.select(tables.c.id)
            .where(old & tables.c.over if only_over else old)
            .order_by(tables.c.changed)
            .limit(most)
            .with_for_update()
        )
    )
    forget_tables(connection, ids)
    used = sa.select(tables.c.cup).where(tables.c.cup.is_not(None))
    old_cups = sa.select(cups.c.id).where(cups.c.created < before, cups.c.id.not_in(used))
    connection.execute(entrants.delete().where(entrants.c.cup.in_(old_cups)))
    connection.execute(cups.delete().where(cups.c.created < before, cups.c.id.not_in(used)))
    return ids


def forget_tables(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Forget tables, and everything that exists only because of them."""
    connection.execute(tables.update().where(tables.c.rematch.in_(ids)).values(rematch=None))
    forget_seeks(connection, gatherings.c.table_id.in_(ids))
    for rows, key in (
        (outbox, outbox.c.table_id),
        (channels, channels.c.subject),
        (plans, plans.c.table_id),
        (studies, studies.c.table_id),
        (reports, reports.c.table_id),
        (entries, entries.c.table_id),
        (seats, seats.c.table_id),
        (tables, tables.c.id),
    ):
        connection.execute(rows.delete().where(key.in_(ids)))


def forget_seeks(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    """Forget gatherings, and who came."""
    connection.execute(gathered.delete().where(gathered.c.gathering.in_(sa.select(gatherings.c.id).where(which))))
    connection.execute(gatherings.delete().where(which))
