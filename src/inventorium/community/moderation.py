"""Reports of chat and behaviour, and the moderators who review them."""

import time
from dataclasses import dataclass

import sqlalchemy as sa

from inventorium.store.rows import from_row
from inventorium.store.schema import moderators, reports
from inventorium.store.secrets import new_id
from inventorium.store.store import Store


@dataclass(frozen=True)
class Report:
    """A player's report of an entry."""

    id: str
    table_id: str
    number: int
    owner: str
    note: str
    created: float
    closed: float | None = None


def report(store: Store, table_id: str, number: int, owner: str, note: str) -> None:
    """Store a report; the same player reports an entry once."""
    with store.writing() as connection:
        there = connection.scalar(
            sa.select(reports.c.id).where(reports.c.table_id == table_id, reports.c.number == number, reports.c.owner == owner)
        )
        if there is None:
            connection.execute(
                reports.insert().values(
                    id=new_id(), table_id=table_id, number=number, owner=owner, note=note, created=time.time()
                )
            )


def open_reports(store: Store, limit: int = 100) -> list[Report]:
    """Return the open reports, the oldest first."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(reports).where(reports.c.closed.is_(None)).order_by(reports.c.created).limit(limit))
        return [from_row(Report, row) for row in rows]


def close_report(store: Store, report_id: str) -> None:
    with store.writing() as connection:
        connection.execute(reports.update().where(reports.c.id == report_id).values(closed=time.time()))


def set_moderator(store: Store, owner: str, is_one: bool) -> None:
    with store.writing() as connection:
        connection.execute(moderators.delete().where(moderators.c.owner == owner))
        if is_one:
            connection.execute(moderators.insert().values(owner=owner))


def is_moderator(store: Store, owner: str) -> bool:
    with store.reading() as connection:
        return connection.scalar(sa.select(moderators.c.owner).where(moderators.c.owner == owner)) is not None
