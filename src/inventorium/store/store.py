"""Stores and finds tables. Every function is one transaction: when it returns, its change is committed."""

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError, TimeoutError as NoConnection

from inventorium.core.errors import InventoriumError
from inventorium.store import postgres, sqlite
from inventorium.store.database_url import default_url, engine_at
from inventorium.store.migration import upgrade
from inventorium.store.outages import Outage
from inventorium.store.pruning import forget_tables, prune
from inventorium.store.rows import from_row
from inventorium.store.schema import entries, plans, seats, studies, tables
from inventorium.store.secrets import new_id
from inventorium.table.clocks import Clock
from inventorium.table.entries import Entry
from inventorium.table.exercises import EXERCISES, PRACTICE
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table

ENTRY_COLUMNS = (
    entries.c.number,
    entries.c.kind,
    entries.c.seat,
    entries.c.action,
    entries.c.automatic,
    entries.c.text,
    entries.c.time,
)
T = TypeVar("T")
TURN, AGAIN = "turn", "again"  # the subject of a notice: a turn, or the same people play again
NOTHING = Entry(0, "", 0)  # what the first entry of a table follows


class NumberTaken(InventoriumError):
    """The store is elsewhere: another entry has this number, or the entry that it would follow is not there."""

    def __init__(self) -> None:
        super().__init__("another entry has this number, or the one before it is not there")


class Unavailable(InventoriumError):
    """The database cannot be reached, or cannot write. Committed entries stay; the rest did not happen."""


@dataclass(frozen=True)
class TableRow:
    """A table as it lies in the store, without its entries."""

    id: str
    setup: Setup
    rules: str
    components: str
    seats: tuple[Seat, ...]
    owners: tuple[str | None, ...]  # digests of secrets
    invitations: tuple[str | None, ...]  # the same
    host: str  # the same
    open: bool = False
    bot_pause: float = 0.0
    rematch: str | None = None
    created: float = 0.0
    changed: float = 0.0
    asked: tuple[int, ...] = ()
    over: bool = False
    due: tuple[float, ...] = ()  # when the time of each of them is over, where there is a clock
    rated: bool = False
    cup: str | None = None
    club: str | None = None
    networks: tuple[str | None, ...] = ()  # where each seat was played from first, at a rated table

    @property
    def shares_a_network(self) -> bool:
        """Whether two seats were played from one network: then it does not count for the ratings."""
        known = [network for network in self.networks if network]
        return len(known) > len(set(known))


@dataclass(frozen=True)
class NewEntries:
    """What is committed of a change of a table: the entries beyond `before`, and what lists show."""

    table_id: str
    before: int
    after: Table


def invited(new: TableRow, table: Table) -> list[int]:
    """Return the seats to notify of a rematch, because it is not their turn yet."""
    told = {new.host, *(owner for seat, owner in enumerate(new.owners) if seat in table.asked)}
    return [seat for seat, who in enumerate(new.seats) if who.kind == PERSON and new.owners[seat] not in told]


def newly_asked(news: NewEntries) -> list[int]:
    """Return the seats whose turn it has become with a change."""
    before = news.after.asks[news.before - 1] if news.before else ()
    return [seat for seat in news.after.asked if seat >= 0 and seat not in before]


class Store:
    """The tables in one database."""

    def __init__(self, url: str | None = None, may_begin: bool = True) -> None:
        """`may_begin`: make the database, or our tables in it, where there are none."""
        self.engine = engine_at(url or default_url())
        self.name = new_id()  # by which notices say who sent them
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.dialect = sqlite if self.is_sqlite else postgres
        if self.is_sqlite:
            sqlite.prepare(self.engine)
        self.writer = self.engine.execution_options(writing=True)
        self.reader = self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.lock_file: IO[str] | None = None
        self.reads, self.writes = Outage("reading from the database"), Outage("writing to the database")
        self.prepare(may_begin)

    @property
    def file(self) -> str | None:
        """The file of a SQLite database."""
        file = self.engine.url.database
        return file if self.is_sqlite and file and file != ":memory:" else None

    def prepare(self, may_begin: bool) -> None:
        """Bring the database to our schema."""
        if self.file and not may_begin and Path(self.file).parent.is_dir() and not Path(self.file).exists():
            raise self.closed("no such file")  # SQLite would make it
        try:
            with self.writer.begin() as connection:
                if not self.is_sqlite:
                    postgres.one_at_a_time(connection, postgres.SCHEMA_LOCK)
                upgrade(connection, may_begin)
        except (SQLAlchemyError, TypeError, ValueError) as error:  # or the address asks for what no database has
            reason = first_line(error)
            raise self.closed(sqlite.why_closed(self.file, reason) if self.file else reason) from None

    def closed(self, reason: str) -> InventoriumError:
        where = self.file or self.engine.url.render_as_string(hide_password=True)
        return InventoriumError(f"Cannot open the database at {where}: {reason}.")

    def lock(self) -> None:
        """Make this the only server of the file: a server knows by itself what happens at its tables, so no other may serve
        from it. On PostgreSQL, servers notify each other."""
        if self.file:
            self.lock_file = sqlite.have_to_oneself(self.file)

    def close(self) -> None:
        self.engine.dispose()
        if self.lock_file:
            self.lock_file.close()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        try:
            with self.writer.begin() as connection:
                yield connection
        except IntegrityError:
            raise NumberTaken from None
        except (DBAPIError, NoConnection) as error:
            self.writes.failed(first_line(error))
            raise Unavailable(f"the database did not store it: {first_line(error)}") from error
        self.writes.worked()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        try:
            with self.reader.begin() as connection:
                yield connection
        except (DBAPIError, NoConnection) as error:
            self.reads.failed(first_line(error))
            raise Unavailable(f"the database is not responding: {first_line(error)}") from error
        self.reads.worked()

    # ------------------------------------------------ writing

    def create(self, new: TableRow, table: Table, rematch_of: str | None = None, most: int | None = None) -> str:
        """Store a new table and return its id. A table has one rematch: where there is one already, its id is returned. A host
        may have set up at most `most` tables within an hour."""
        with self.writing() as connection:
            if most is not None:
                self._check_host(connection, new.host, time.time() - 3600, most)
            if rematch_of is not None:
                linked = connection.execute(
                    tables.update().where(tables.c.id == rematch_of, tables.c.rematch.is_(None)).values(rematch=new.id)
                )
                if linked.rowcount == 0:
                    return str(connection.scalar(sa.select(tables.c.rematch).where(tables.c.id == rematch_of)))
            self.insert(connection, new, table)
            if rematch_of is not None:
                self._add_notices(connection, [(new.id, seat, table.number, time.time(), AGAIN) for seat in invited(new, table)])
        return new.id

    def insert(self, connection: sa.Connection, new: TableRow, table: Table) -> None:
        """Store a new table, as a part of a transaction."""
        setup, now = new.setup, time.time()
        connection.execute(
            tables.insert().values(
                id=new.id,
                game=setup.game,
                rules=new.rules,
                components=new.components,
                players=setup.players,
                edition=setup.edition,
                options=json.dumps(dict(setup.options)),
                seed=setup.seed,
                given=setup.given,
                open=new.open,
                bot_pause=new.bot_pause,
                rated=new.rated,
                cup=new.cup,
                club=new.club,
                host=new.host,
                created=now,
                changed=now,
                asked=numbers(table.asked),
                over=table.over,
                due=numbers(table.due),
                clock=json.dumps(asdict(setup.clock)) if setup.clock else None,
            )
        )
        connection.execute(
            seats.insert(),
            [
                {
                    "table_id": new.id,
                    "seat": number,
                    "kind": seat.kind,
                    "name": seat.name,
                    "level": seat.level,
                    "owner": new.owners[number],
                    "invitation": new.invitations[number],
                }
                for number, seat in enumerate(new.seats)
            ],
        )
        rows = [(new.id, *entry.row) for entry in table.entries]
        connection.exec_driver_sql(self.dialect.ADD_ENTRIES, (json.dumps(rows),))
        self._queue_notices(connection, [NewEntries(new.id, 0, table)])

    def _check_host(self, connection: sa.Connection, host: str, since: float, most: int) -> None:
        """Check the limit in the transaction of the new table, one after the other: no one gets more by asking many
        times at once."""
        if not self.is_sqlite:
            postgres.one_at_a_time(connection, postgres.lock_number(host))
        there = connection.scalar(
            sa.select(sa.func.count()).select_from(tables).where(tables.c.host == host, tables.c.created > since)
        )
        if int(there or 0) >= most:
            raise Refused("too-many-tables", most=most, seconds=60)

    def append(self, news: NewEntries) -> None:
        """Commit a change: all of it, or nothing if another process was quicker."""
        with self.writing() as connection:
            self.add(connection, news)

    def add(self, connection: sa.Connection, news: NewEntries) -> None:
        """Write a change, as a part of a transaction."""
        self._append(connection, [news])

    def append_all(self, many: Sequence[NewEntries]) -> list[bool]:
        """Commit changes of several tables in one transaction; return which of them were committed."""
        try:
            with self.writing() as connection:
                self._append(connection, many)
            return [True] * len(many)
        except NumberTaken:  # at one of them another process was quicker: then table by table
            with self.writing() as connection:
                return [self._was_kept(connection, news) for news in many]

    def _was_kept(self, connection: sa.Connection, news: NewEntries) -> bool:
        try:
            with connection.begin_nested():
                self.add(connection, news)
            return True
        except (IntegrityError, NumberTaken):
            return False

    def _append(self, connection: sa.Connection, many: Sequence[NewEntries]) -> None:
        """Write changes in two statements, however many moves there are: between two of them other threads take their turns.
        Nothing is written at a table whose last entry is not the one that it follows: the database may have been set back under
        a running server."""
        rows = [(news.table_id, *entry.row) for news in many for entry in news.after.entries[news.before :]]
        lasts = [(news.table_id, *(news.after.entries[news.before - 1] if news.before else NOTHING).row) for news in many]
        added = connection.exec_driver_sql(
            self.dialect.ADD_ENTRIES + self.dialect.AFTER_THEIR_LAST, (json.dumps(rows), json.dumps(lasts))
        )
        if added.rowcount != len(rows):
            raise NumberTaken
        connection.exec_driver_sql(
            self.dialect.CHANGE_TABLES,
            (
                json.dumps(
                    [
                        (
                            news.table_id,
                            news.after.entries[-1].time,
                            numbers(news.after.asked),
                            news.after.over,
                            numbers(news.after.due),
                        )
                        for news in many
                    ]
                ),
            ),
        )
        self._queue_notices(connection, many)
        if not self.is_sqlite:
            postgres.notify(connection, self.name, [(news.table_id, news.after.number) for news in many])

    def _queue_notices(self, connection: sa.Connection, many: Sequence[NewEntries]) -> None:
        """Queue the notices of new turns, in the transaction of their cause."""
        self._add_notices(
            connection,
            [
                (news.table_id, seat, news.after.number, news.after.entries[-1].time, TURN)
                for news in many
                for seat in newly_asked(news)
            ],
        )

    def _add_notices(self, connection: sa.Connection, rows: Sequence[tuple[str, int, int, float, str]]) -> None:
        """Note notices: rows of table, seat, number, time, what."""
        if rows:
            connection.exec_driver_sql(self.dialect.ADD_NOTICES, (json.dumps(rows),))

    def notify_tables(self, connection: sa.Connection, ids: Sequence[str]) -> None:
        """Notify other processes that the seats of these tables have changed without an entry."""
        if ids and not self.is_sqlite:
            postgres.notify(connection, self.name, [(table_id, postgres.SEATED) for table_id in ids])

    def sit(self, news: NewEntries, seat: int, who: Seat, owner: str | None, invitation: str | None = None) -> None:
        """Give a seat to a person; its invitation is used up, unless a new one takes its place. It loses the conditional moves of
        the person before."""
        with self.writing() as connection:
            self.add(connection, news)
            connection.execute(plans.delete().where(plans.c.table_id == news.table_id, plans.c.seat == seat))
            connection.execute(
                seats.update()
                .where(seats.c.table_id == news.table_id, seats.c.seat == seat)
                .values(kind=who.kind, name=who.name, level=who.level, owner=owner, invitation=invitation)
            )

    def remove(self, before: float, only_over: bool = False, most: int = 100) -> list[str]:
        """Delete at most `most` tables without a change since then, the oldest first; return their ids."""
        with self.writing() as connection:
            return prune(connection, before, only_over, most)

    def forget_practice(self, owner: str, before: float) -> None:
        """Forget the positions that this holder practised and has not touched since then."""
        with self.writing() as connection:
            practised = (tables.c.host == owner) & (tables.c.given > 0) & tables.c.seed.startswith(PRACTICE)
            forget_tables(
                connection, list(connection.scalars(sa.select(tables.c.id).where(practised, tables.c.changed < before)))
            )

    def delete(self, table_id: str) -> None:
        """Delete a table; other processes forget it too."""
        with self.writing() as connection:
            forget_tables(connection, [table_id])
            self.notify_tables(connection, [table_id])

    def store_review(self, table_id: str, evaluation: str, seat: int, number: int, body: str) -> None:
        """Store the review of a finished game so far, in place of the earlier one."""
        this = (studies.c.table_id == table_id) & (studies.c.evaluation == evaluation) & (studies.c.seat == seat)
        with self.writing() as connection:
            connection.execute(studies.delete().where(this))
            connection.execute(
                studies.insert().values(table_id=table_id, evaluation=evaluation, seat=seat, number=number, body=body)
            )

    def wipe(self) -> None:
        """Overwrite what was deleted: a database leaves it in free places until they are used again."""
        connection = self.engine.raw_connection()
        database: Any = connection.driver_connection
        try:
            if not self.is_sqlite:
                database.autocommit = True
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)") if self.is_sqlite else ("VACUUM",):
                database.execute(statement)
        except (sqlite3.Error, psycopg.Error) as error:
            raise Unavailable(f"the deleted data is not overwritten yet: {first_line(error)}") from error
        finally:
            connection.invalidate()

    def write_something(self) -> None:
        """Check that the database can write: what is there already is written once more."""
        with self.writing() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))

    # ------------------------------------------------ reading

    def load(self, table_id: str) -> TableRow | None:
        with self.reading() as connection:
            found = self._stored(connection, [table_id])
        return found[0] if found else None

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Return what happened at a table, from one number on."""
        with self.reading() as connection:
            rows = connection.execute(
                sa.select(*ENTRY_COLUMNS)
                .where(entries.c.table_id == table_id, entries.c.number > after)
                .order_by(entries.c.number)
            )
            return [from_row(Entry, row) for row in rows]

    def reviews(self, table_id: str, evaluation: str, number: int) -> dict[int, str]:
        """Return the review of a game whose last entry has this number: by seat; -1: the review of all."""
        with self.reading() as connection:
            rows = connection.execute(
                sa.select(studies.c.seat, studies.c.body).where(
                    studies.c.table_id == table_id, studies.c.evaluation == evaluation, studies.c.number == number
                )
            )
            return {int(row.seat): str(row.body) for row in rows}

    def read_on(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return what happened at many tables, each from the last known number on, including that. In PostgreSQL only, where
        others write too."""
        found: dict[str, list[Entry]] = {table_id: [] for table_id in known}
        with self.reading() as connection:
            for row in connection.exec_driver_sql(postgres.READ_ON, (json.dumps(known),)):
                found[row.table_id].append(from_row(Entry, row))
        return found

    def last_numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the last number of each of the tables."""
        with self.reading() as connection:
            last = sa.select(entries.c.table_id, sa.func.max(entries.c.number).label("last")).where(entries.c.table_id.in_(ids))
            return {str(row.table_id): int(row.last) for row in connection.execute(last.group_by(entries.c.table_id))}

    def ids(self) -> list[str]:
        """Return all tables, the oldest first."""
        with self.reading() as connection:
            return list(connection.scalars(sa.select(tables.c.id).order_by(tables.c.created, tables.c.id)))

    def held_by(self, owner: str, limit: int | None = 50) -> list[TableRow]:
        """Return the tables where this owner has a seat, the last changed first."""
        return self._list(is_held_by(owner), limit)

    def waiting_for(self, owner: str) -> list[TableRow]:
        """Return all tables where other people wait for this owner."""
        return self._list(waits_for(owner), None)

    def other_tables_of(self, owner: str, limit: int, offset: int = 0) -> list[TableRow]:
        """Return the tables of this owner where no one waits for them, without exercises: those that are not over come first,
        of these the last changed."""
        exercises = sa.or_(*(tables.c.seed.startswith(seed) for seed in EXERCISES))
        return self._list(
            is_held_by(owner) & ~waits_for(owner) & ~((tables.c.given > 0) & exercises), limit, offset, tables.c.over
        )

    def open_tables(self, limit: int = 30) -> list[TableRow]:
        """Return the tables open to all, to join or watch, the last changed first."""
        return self._list(tables.c.open.is_(True) & tables.c.over.is_(False), limit)

    def rated(self) -> list[str]:
        """Return the tables that count for ratings and are over, the oldest first."""
        with self.reading() as connection:
            return list(
                connection.scalars(
                    sa.select(tables.c.id).where(tables.c.rated, tables.c.over).order_by(tables.c.created, tables.c.id)
                )
            )

    def of_club(self, club: str, limit: int = 200) -> list[TableRow]:
        """Return the tables of a club, the last changed first."""
        return self._list(tables.c.club == club, limit)

    def with_seed(self, game: str, beginning: str, since: float) -> list[TableRow]:
        """Return the tables of a game whose seed begins like this, changed since then, the oldest first."""
        with self.reading() as connection:
            return self._stored(
                connection,
                list(
                    connection.scalars(
                        sa.select(tables.c.id)
                        .where(
                            tables.c.open.is_(False),
                            tables.c.changed >= since,
                            tables.c.game == game,
                            tables.c.seed.startswith(beginning, autoescape=True),
                        )
                        .order_by(tables.c.created, tables.c.id)
                    )
                ),
            )

    def waiting_for_bots(self) -> list[str]:
        """Return the tables where it is a bot's turn, the one that has waited longest first."""
        with self.reading() as connection:
            return list(
                connection.scalars(
                    sa.select(tables.c.id)
                    .where(
                        tables.c.over.is_(False),
                        sa.exists().where(seats.c.table_id == tables.c.id, seats.c.kind == BOT, IS_ASKED),
                    )
                    .order_by(tables.c.changed)
                )
            )

    def _list(
        self, condition: sa.ColumnElement[bool], limit: int | None, offset: int = 0, *first: sa.ColumnElement[bool]
    ) -> list[TableRow]:
        with self.reading() as connection:
            newest = sa.select(tables.c.id).where(condition).order_by(*first, tables.c.changed.desc()).limit(limit).offset(offset)
            return self._stored(connection, list(connection.scalars(newest)))

    def _stored(self, connection: sa.Connection, ids: list[str]) -> list[TableRow]:
        rows = {row.id: row for row in connection.execute(sa.select(tables).where(tables.c.id.in_(ids)))}
        sitting: dict[str, list[sa.Row]] = {table_id: [] for table_id in ids}
        for row in connection.execute(sa.select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)):
            sitting[row.table_id].append(row)
        return [stored(rows[table_id], sitting[table_id]) for table_id in ids if table_id in rows]


IS_ASKED = (" " + tables.c.asked + " ").like("% " + sa.cast(seats.c.seat, sa.Text) + " %")


def is_held_by(owner: str) -> sa.ColumnElement[bool]:
    return tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.owner == owner))


def waits_for(owner: str) -> sa.ColumnElement[bool]:
    """Select the tables where it is an owner's turn and other people play."""
    other = seats.alias()
    return (
        tables.c.over.is_(False)
        & sa.exists().where(seats.c.table_id == tables.c.id, seats.c.owner == owner, seats.c.kind == PERSON, IS_ASKED)
        & sa.exists().where(other.c.table_id == tables.c.id, other.c.owner != owner, other.c.kind == PERSON)
    )


def stored(row: sa.Row, sitting: list[sa.Row]) -> TableRow:
    clock = Clock.read(json.loads(row.clock)) if row.clock else None
    return from_row(
        TableRow,
        row,
        setup=from_row(Setup, row, options=json.loads(row.options), clock=clock),
        seats=tuple(from_row(Seat, seat) for seat in sitting),
        owners=tuple(seat.owner for seat in sitting),
        invitations=tuple(seat.invitation for seat in sitting),
        asked=tuple(map(int, row.asked.split())),
        due=tuple(map(float, row.due.split())),
        networks=tuple(seat.network for seat in sitting),
    )


def with_occupant(old: TableRow, seat: int, who: Seat, owner: str | None, invitation: str | None) -> TableRow:
    """Return the same table with a person in a seat."""

    def put(row: tuple[T, ...], value: T) -> tuple[T, ...]:
        return (*row[:seat], value, *row[seat + 1 :])

    return replace(old, seats=put(old.seats, who), owners=put(old.owners, owner), invitations=put(old.invitations, invitation))


def numbers(many: Sequence[float]) -> str:
    return " ".join(map(str, many))


def first_line(error: Exception) -> str:
    return str(getattr(error, "orig", error)).partition("\n")[0]
