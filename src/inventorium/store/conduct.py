"""People who do not get on: muting and blocking, reports, and those who look at them."""

import time
from dataclasses import dataclass

import sqlalchemy as sa

from inventorium.store.schema import avoided, moderators, reports
from inventorium.store.secrets import new_id
from inventorium.store.store import Store
from inventorium.table.problems import Refused

MUTE, BLOCK = "mute", "block"  # whoever is blocked is muted, too
MOST_AVOIDED = 200


@dataclass(frozen=True)
class Avoided:
    """Whom somebody avoids, and what they were called then."""

    id: str
    owner: str
    other: str
    kind: str
    name: str


@dataclass(frozen=True)
class Report:
    """Somebody finds that moderators should look at an entry."""

    id: str
    table_id: str
    number: int
    owner: str
    note: str
    created: float
    closed: float | None = None


def avoid(store: Store, owner: str, other: str, kind: str, name: str) -> None:
    """Mute or block somebody; an empty kind ends it."""
    this = (avoided.c.owner == owner) & (avoided.c.other == other)
    with store.writing() as connection:
        connection.execute(avoided.delete().where(this))
        if not kind:
            return
        there = connection.scalar(sa.select(sa.func.count()).select_from(avoided).where(avoided.c.owner == owner))
        if int(there or 0) >= MOST_AVOIDED:
            raise Refused("too-many-avoided", most=MOST_AVOIDED)
        connection.execute(avoided.insert().values(id=new_id(), owner=owner, other=other, kind=kind, name=name))


def end_avoiding(store: Store, owner: str, avoided_id: str) -> None:
    with store.writing() as connection:
        connection.execute(avoided.delete().where(avoided.c.owner == owner, avoided.c.id == avoided_id))


def avoided_by(store: Store, owner: str) -> dict[str, Avoided]:
    """Return whom somebody avoids, by holder."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(avoided).where(avoided.c.owner == owner).order_by(avoided.c.name, avoided.c.id))
        return {row.other: Avoided(*row) for row in rows}


def at_odds(connection: sa.Connection, owner: str) -> set[str]:
    """Return those whom somebody has blocked, and those who have blocked them."""
    is_block = avoided.c.kind == BLOCK
    both = sa.union(
        sa.select(avoided.c.other).where(avoided.c.owner == owner, is_block),
        sa.select(avoided.c.owner).where(avoided.c.other == owner, is_block),
    )
    return set(connection.scalars(both))


def blocked_with(store: Store, owner: str) -> set[str]:
    with store.reading() as connection:
        return at_odds(connection, owner)


# ---------------------------------------------------------------- reports and moderators


def report(store: Store, table_id: str, number: int, owner: str, note: str) -> None:
    """Keep a report; the same entry is reported once by each."""
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
    """Return the reports that nobody has closed, the oldest first."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(reports).where(reports.c.closed.is_(None)).order_by(reports.c.created).limit(limit))
        return [Report(*row) for row in rows]


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


def forget_conduct(connection: sa.Connection, owner: str, nobody: str) -> None:
    """Forget whom somebody avoids and who avoids them; what they reported stays for the moderators, without their words."""
    connection.execute(avoided.delete().where((avoided.c.owner == owner) | (avoided.c.other == owner)))
    connection.execute(reports.update().where(reports.c.owner == owner).values(owner=nobody, note=""))
    connection.execute(moderators.delete().where(moderators.c.owner == owner))
