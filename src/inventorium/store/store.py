"""Keeping and finding tables. Every function is one transaction: when it returns, what it did is kept."""
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from inventorium.core.errors import InventoriumError
from inventorium.core.game import load_game
from inventorium.store import schema
from inventorium.store.schema import entries, seats, tables
from inventorium.table.entries import Entry
from inventorium.table.seats import BOT, Seat
from inventorium.table.table import Setup

ENTRY_COLUMNS = (entries.c.number, entries.c.kind, entries.c.seat, entries.c.action, entries.c.automatic, entries.c.text,
                 entries.c.time)


class NumberTaken(InventoriumError):
    """Somebody else was quicker: there is another entry with this number."""


@dataclass(frozen=True)
class Stored:
    """A table as it lies in the store."""

    id: str
    setup: Setup
    rules: str
    components: str
    open: bool
    bot_pause: float
    host: str
    rematch: str | None
    over: bool
    created: float
    changed: float
    seats: tuple[Seat, ...]
    holders: tuple[str | None, ...]                     # digests
    invitations: tuple[str | None, ...]


def default_url() -> str:
    folder = Path(platformdirs.user_data_dir("inventorium"))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'inventorium.db'}"


class Store:
    """The tables in one database."""

    def __init__(self, url: str | None = None) -> None:
        self.url = sa.make_url(url or default_url())
        if self.url.drivername in ("postgresql", "postgres"):
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = sa.create_engine(self.url, pool_pre_ping=not self.is_sqlite)
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", prepare_sqlite)
            sa.event.listen(self.engine, "begin", begin_sqlite)
        self.writer = self.engine.execution_options(writing=True)
        self.prepare()

    def prepare(self) -> None:
        """Make the tables of the database where there are none; refuse a database that a newer program has made."""
        with self.writer.begin() as connection:
            if not self.is_sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(1229870665)"))
            schema.metadata.create_all(connection)
            version = connection.scalar(sa.select(schema.about.c.version))
            if version is None:
                connection.execute(schema.about.insert().values(version=schema.VERSION))
            elif version != schema.VERSION:
                raise InventoriumError(f"the database has version {version} of the schema, this program {schema.VERSION}")

    def close(self) -> None:
        self.engine.dispose()

    # ------------------------------------------------ writing

    def create(self, table_id: str, setup: Setup, sitting: Sequence[Seat], holders: Sequence[str | None],
               invitations: Sequence[str | None], first: Sequence[Entry], host: str, is_open: bool, bot_pause: float,
               over: bool = False) -> None:
        """A new table with its seats and its first entries."""
        game, now = load_game(setup.game), time.time()
        with self.writer.begin() as connection:
            connection.execute(tables.insert().values(
                id=table_id, game=setup.game, rules=str(game.tables.RULES_VERSION),
                components=game.box().components.set_name, players=setup.players, edition=setup.edition,
                options=json.dumps(dict(setup.options)), seed=setup.seed,
                open=is_open, bot_pause=bot_pause, host=host, over=over, created=now, changed=now))
            connection.execute(seats.insert(), [
                {"table_id": table_id, "seat": number, "kind": seat.kind, "name": seat.name, "level": seat.level,
                 "holder": holders[number], "invitation": invitations[number]} for number, seat in enumerate(sitting)])
            write_entries(connection, table_id, first)

    def append(self, table_id: str, new: Sequence[Entry], over: bool = False) -> None:
        """Keep what happened. Either all of it is kept, or somebody else was quicker and nothing is."""
        try:
            with self.writer.begin() as connection:
                write_entries(connection, table_id, new)
                connection.execute(tables.update().where(tables.c.id == table_id).values(changed=new[-1].time, over=over))
        except IntegrityError:
            raise NumberTaken(f"entry {new[0].number} of table {table_id} is taken") from None

    def sit(self, table_id: str, seat: int, who: Seat, holder: str | None, new: Sequence[Entry],
            invitation: str | None = None) -> None:
        """Somebody takes a seat; an invitation is used up, unless a new one takes its place."""
        try:
            with self.writer.begin() as connection:
                write_entries(connection, table_id, new)
                connection.execute(seats.update().where(seats.c.table_id == table_id, seats.c.seat == seat).values(
                    kind=who.kind, name=who.name, level=who.level, holder=holder, invitation=invitation))
                connection.execute(tables.update().where(tables.c.id == table_id).values(changed=new[-1].time))
        except IntegrityError:
            raise NumberTaken(f"entry {new[0].number} of table {table_id} is taken") from None

    def invite(self, table_id: str, seat: int, invitation: str | None) -> None:
        """A new link for a seat; the old one opens nothing any more."""
        with self.writer.begin() as connection:
            connection.execute(seats.update().where(seats.c.table_id == table_id, seats.c.seat == seat)
                               .values(invitation=invitation))

    def link_rematch(self, table_id: str, rematch: str) -> str:
        """The table where the same people play on: the first one that is named stays."""
        with self.writer.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table_id, tables.c.rematch.is_(None))
                               .values(rematch=rematch))
            return str(connection.scalar(sa.select(tables.c.rematch).where(tables.c.id == table_id)))

    # ------------------------------------------------ reading

    def load(self, table_id: str) -> Stored | None:
        with self.engine.begin() as connection:
            found = self._stored(connection, [table_id])
        return found[0] if found else None

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """What happened at a table, from one number on."""
        with self.engine.begin() as connection:
            rows = connection.execute(sa.select(*ENTRY_COLUMNS).where(
                entries.c.table_id == table_id, entries.c.number > after).order_by(entries.c.number))
            return [Entry(*row) for row in rows]

    def last_number(self, table_id: str) -> int:
        with self.engine.begin() as connection:
            last = sa.select(sa.func.max(entries.c.number)).where(entries.c.table_id == table_id)
            return int(connection.scalar(last) or 0)

    def ids(self) -> list[str]:
        with self.engine.begin() as connection:
            return list(connection.scalars(sa.select(tables.c.id).order_by(tables.c.created)))

    def held_by(self, holder: str, limit: int = 50) -> list[Stored]:
        """The tables where this holder has a seat, the last changed first."""
        mine = sa.select(seats.c.table_id).where(seats.c.holder == holder, seats.c.kind != BOT)
        return self._list(tables.c.id.in_(mine), limit)

    def open_tables(self, limit: int = 30) -> list[Stored]:
        """The tables that everybody may join or watch, the last changed first."""
        return self._list(tables.c.open.is_(True) & tables.c.over.is_(False), limit)

    def tables_since(self, host: str, since: float) -> int:
        """How many tables somebody has set up since then."""
        with self.engine.begin() as connection:
            return int(connection.scalar(sa.select(sa.func.count()).select_from(tables).where(
                tables.c.host == host, tables.c.created > since)) or 0)

    def running_with_bots(self) -> list[str]:
        """The tables that are not over and where a bot sits: after a start they may wait for it."""
        with_bots = sa.select(seats.c.table_id).where(seats.c.kind == BOT)
        with self.engine.begin() as connection:
            running = sa.select(tables.c.id).where(tables.c.over.is_(False), tables.c.id.in_(with_bots))
            return list(connection.scalars(running))

    def _list(self, condition: Any, limit: int) -> list[Stored]:
        with self.engine.begin() as connection:
            newest = sa.select(tables.c.id).where(condition).order_by(tables.c.changed.desc()).limit(limit)
            return self._stored(connection, list(connection.scalars(newest)))

    def _stored(self, connection: sa.Connection, ids: list[str]) -> list[Stored]:
        rows = {row.id: row for row in connection.execute(sa.select(tables).where(tables.c.id.in_(ids)))}
        sitting: dict[str, list[Any]] = {table_id: [] for table_id in ids}
        for row in connection.execute(sa.select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)):
            sitting[row.table_id].append(row)
        return [stored(rows[table_id], sitting[table_id]) for table_id in ids if table_id in rows]


def stored(row: Any, sitting: list[Any]) -> Stored:
    setup = Setup(row.game, row.players, row.edition, json.loads(row.options), row.seed)
    return Stored(row.id, setup, row.rules, row.components, row.open, row.bot_pause, row.host, row.rematch, row.over,
                  row.created, row.changed, tuple(Seat(seat.kind, seat.name, seat.level) for seat in sitting),
                  tuple(seat.holder for seat in sitting), tuple(seat.invitation for seat in sitting))


def write_entries(connection: sa.Connection, table_id: str, new: Sequence[Entry]) -> None:
    if new:
        connection.execute(entries.insert(), [
            {"table_id": table_id, "number": entry.number, "kind": entry.kind, "seat": entry.seat, "action": entry.action,
             "automatic": entry.automatic, "text": entry.text, "time": entry.time} for entry in new])


def prepare_sqlite(connection: Any, _: Any) -> None:
    """A write-ahead log, and every commit on the disk before it counts."""
    connection.isolation_level = None                       # we begin transactions ourselves
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def begin_sqlite(connection: sa.Connection) -> None:
    """Take the right to write at once: two writers queue instead of failing."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writing") else "BEGIN")
