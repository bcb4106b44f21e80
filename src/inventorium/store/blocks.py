"""Players whom others have muted or blocked."""

from dataclasses import dataclass

import sqlalchemy as sa

from inventorium.store.rows import from_row
from inventorium.store.schema import avoided
from inventorium.store.secrets import new_id
from inventorium.store.store import Store
from inventorium.table.problems import Refused

MUTE, BLOCK = "mute", "block"  # a block also mutes
MOST_AVOIDED = 200


@dataclass(frozen=True)
class Avoided:
    """A player whom another avoids, and their name at that time."""

    id: str
    owner: str
    other: str
    kind: str
    name: str


def avoid(store: Store, owner: str, other: str, kind: str, name: str) -> None:
    """Mute or block a person; an empty kind ends it."""
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
    """Return the players whom a player avoids, by owner."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(avoided).where(avoided.c.owner == owner).order_by(avoided.c.name, avoided.c.id))
        return {row.other: from_row(Avoided, row) for row in rows}


def at_odds(connection: sa.Connection, owner: str) -> set[str]:
    """Return the players whom a player has blocked, and those who have blocked that player."""
    is_block = avoided.c.kind == BLOCK
    both = sa.union(
        sa.select(avoided.c.other).where(avoided.c.owner == owner, is_block),
        sa.select(avoided.c.owner).where(avoided.c.other == owner, is_block),
    )
    return set(connection.scalars(both))


def blocked_with(store: Store, owner: str) -> set[str]:
    with store.reading() as connection:
        return at_odds(connection, owner)
