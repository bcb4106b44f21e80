"""Games in progress on this server, and how they stay fair: whose record it is, and from which network it is played."""

from ipaddress import ip_interface

import sqlalchemy as sa

from inventorium.core.dealer import commitment
from inventorium.core.position import DEALER
from inventorium.store.counts import key_of
from inventorium.store.schema import entries, seats, tables
from inventorium.store.store import Store
from inventorium.table.entries import ACTION
from inventorium.table.seats import BOT
from inventorium.table.table import Table

COMPARED, FEWEST = 12, 6  # first deals of a record by which its game is found


def is_running(store: Store, table: Table, committed: str | None) -> bool:
    """Return whether the game of a record is being played here by several people: one with its commitment, or with its deals."""
    dealt = [one.entry.action for one in table.history if one.entry.seat == DEALER][:COMPARED]
    people = sa.select(sa.func.count()).where(seats.c.table_id == tables.c.id, seats.c.kind != BOT).scalar_subquery()
    candidates = sa.select(tables.c.id, tables.c.seed).where(
        tables.c.over.is_(False), tables.c.game == table.setup.game, tables.c.players == table.setup.players, people > 1
    )
    with store.reading() as connection:
        seeds = {row.id: row.seed for row in connection.execute(candidates)}
        if committed and committed in map(commitment, seeds.values()):
            return True
        if len(dealt) < FEWEST:
            return False
        found: dict[str, list[int]] = {table_id: [] for table_id in seeds}
        for row in connection.execute(
            sa.select(entries.c.table_id, entries.c.action)
            .where(
                entries.c.table_id.in_(candidates.with_only_columns(tables.c.id)),
                entries.c.kind == ACTION,
                entries.c.seat == DEALER,
            )
            .order_by(entries.c.table_id, entries.c.number)
        ):
            found[row.table_id].append(row.action)
    return any(here[: len(dealt)] == dealt for here in found.values())


def note_network(store: Store, table_id: str, seat: int, network: str) -> tuple[str | None, ...]:
    """Note from which network a seat is played, the first time; return what is noted of all seats. The mark is so short that many
    networks share it, and another one at every table: it shows only that two are the same."""
    mark = key_of(store, f"plays at {table_id}", network)[:4]
    with store.writing() as connection:
        connection.execute(
            seats.update()
            .where(seats.c.table_id == table_id, seats.c.seat == seat, seats.c.network.is_(None))
            .values(network=mark)
        )
        return tuple(connection.scalars(sa.select(seats.c.network).where(seats.c.table_id == table_id).order_by(seats.c.seat)))


def says_something(network: str) -> bool:
    """Return whether a network distinguishes people. A proxy that hides where they come from is on our own machine."""
    try:
        return not ip_interface(network).ip.is_loopback
    except ValueError:
        return False
