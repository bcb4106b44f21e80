"""Conditional moves in the database: one row per seat that has some."""

import sqlalchemy as sa

from inventorium.store.schema import plans, seats, tables
from inventorium.store.store import NewEntries, Store
from inventorium.table.conditional_moves import ConditionalMoves, read, written
from inventorium.table.problems import Stale
from inventorium.table.seats import PERSON


def conditional_moves_of(store: Store, table_id: str, seat: int) -> ConditionalMoves:
    with store.reading() as connection:
        return read(connection.scalar(sa.select(plans.c.orders).where(of(table_id, seat))) or "[]")


def save_conditional_moves(store: Store, table_id: str, seat: int, moves: ConditionalMoves) -> None:
    with store.writing() as connection:
        put(connection, table_id, seat, moves)


def commit_conditional_moves(store: Store, news: NewEntries, seat: int, moves: ConditionalMoves, rest: ConditionalMoves) -> None:
    """Commit the conditional moves that were played with those that are left, unless they were changed meanwhile."""
    with store.writing() as connection:
        there = connection.scalar(sa.select(plans.c.orders).where(of(news.table_id, seat)).with_for_update())
        if there != written(moves):
            raise Stale("stale")
        store.add(connection, news)
        put(connection, news.table_id, seat, rest)


def drop_conditional_moves(store: Store, news: NewEntries, seat: int) -> None:
    """Commit a change of a seat, and delete its conditional moves."""
    with store.writing() as connection:
        store.add(connection, news)
        put(connection, news.table_id, seat, ())


def waiting_conditional_moves(store: Store) -> list[tuple[str, int]]:
    """Return the tables and seats where it is the turn of a person who has left conditional moves."""
    asked = " " + tables.c.asked + " "
    is_asked = asked.like("% " + sa.cast(plans.c.seat, sa.Text) + " %")
    with store.reading() as connection:
        found = (
            sa.select(plans.c.table_id, plans.c.seat)
            .join(tables, tables.c.id == plans.c.table_id)
            .join(seats, (seats.c.table_id == plans.c.table_id) & (seats.c.seat == plans.c.seat))
        )
        return [
            (str(row.table_id), int(row.seat))
            for row in connection.execute(found.where(tables.c.over.is_(False), seats.c.kind == PERSON, is_asked))
        ]


def put(connection: sa.Connection, table_id: str, seat: int, moves: ConditionalMoves) -> None:
    connection.execute(plans.delete().where(of(table_id, seat)))
    if moves:
        connection.execute(plans.insert().values(table_id=table_id, seat=seat, orders=written(moves)))


def of(table_id: str, seat: int) -> sa.ColumnElement[bool]:
    return (plans.c.table_id == table_id) & (plans.c.seat == seat)
