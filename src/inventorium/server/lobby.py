"""The lobby: players who seek others. When the last one joins, a table with all of them is created."""

import json
import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from inventorium.store import postgres
from inventorium.store.blocks import at_odds
from inventorium.store.pruning import forget_seeks
from inventorium.store.rows import from_row
from inventorium.store.schema import gathered, gatherings
from inventorium.store.secrets import new_id
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.clocks import DAY, LIVE, MINUTE, Clock, pace_of
from inventorium.table.problems import Refused
from inventorium.table.seats import PERSON, Seat
from inventorium.table.table import Setup, Table

PAUSE = 0.6  # of a substitute bot, as at every table of people
PATIENCE = {LIVE: 3 * MINUTE}  # with the page closed, until the player leaves the queue
LONG_PATIENCE = 14 * DAY
shuffled = random.SystemRandom()


@dataclass(frozen=True)
class SeekFilter:
    """The table that a player seeks; empty fields match any."""

    game: str = ""
    edition: str = ""
    players: int = 0
    pace: str = ""
    rated: bool | None = None

    def fits(self, setup: Setup, rated: bool) -> bool:
        return (
            self.game in ("", setup.game)
            and self.edition in ("", setup.edition)
            and self.players in (0, setup.players)
            and self.pace in ("", pace_of(setup.clock))
            and self.rated in (None, rated)
        )


@dataclass(frozen=True)
class Seek:
    """Those who wait together for others."""

    id: str
    setup: Setup
    rated: bool
    created: float
    table_id: str | None = None  # where they play; then no one waits any more
    owners: tuple[str, ...] = ()  # in the order in which they came
    names: tuple[str, ...] = ()
    club: str | None = None  # then it is for its members

    @property
    def missing(self) -> int:
        return self.setup.players - len(self.owners)


def new_seek(setup: Setup, rated: bool, club: str | None = None) -> Seek:
    return Seek(new_id(), setup, rated, time.time(), club=club)


def load_seek(store: Store, seek_id: str) -> Seek | None:
    with store.reading() as connection:
        return next(iter(read(connection, gatherings.c.id == seek_id)), None)


def open_seeks(store: Store, club: str | None = None) -> list[Seek]:
    """Return the open seeks of all players, or of a club, the oldest first."""
    with store.reading() as connection:
        return [one for one in read(connection, gatherings.c.table_id.is_(None) & (gatherings.c.club == club)) if one.owners]


def read(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[Seek]:
    """Return gatherings with those who still wait there."""
    rows = connection.execute(sa.select(gatherings).where(which).order_by(gatherings.c.created, gatherings.c.id)).all()
    there: dict[str, list[sa.Row]] = {row.id: [] for row in rows}
    for one in connection.execute(sa.select(gathered).where(gathered.c.gathering.in_(there)).order_by(gathered.c.came)):
        there[one.gathering].append(one)
    return [from_rows(row, there[row.id]) for row in rows]


def from_rows(row: sa.Row, there: Sequence[sa.Row]) -> Seek:
    clock = Clock.read(json.loads(row.clock) if row.clock else None)
    since = time.time() - PATIENCE.get(pace_of(clock), LONG_PATIENCE)
    waiting = [one for one in there if one.seen > since]
    return from_row(
        Seek,
        row,
        setup=Setup(row.game, row.players, row.edition, clock=clock),
        owners=tuple(one.owner for one in waiting),
        names=tuple(one.name for one in waiting),
    )


def match(store: Store, wanted: SeekFilter, new: Seek, owner: str, name: str) -> Seek:
    """Add a player to a seek that fits, or open a new one; return it, with its table if it is complete. Players who have
    blocked each other are never matched."""
    with store.writing() as connection:
        clear_away(store, connection)
        waiting = read(connection, gatherings.c.table_id.is_(None) & (gatherings.c.club == new.club))
        foes = at_odds(connection, owner)
        fitting = [one for one in waiting if wanted.fits(one.setup, one.rated) and not foes & {*one.owners}]
        found = next((one for one in fitting if owner in one.owners), fitting[0] if fitting else None)
        if found is None:
            found = new
            clock = json.dumps(asdict(new.setup.clock)) if new.setup.clock else None
            connection.execute(
                gatherings.insert().values(
                    id=new.id,
                    game=new.setup.game,
                    players=new.setup.players,
                    edition=new.setup.edition,
                    rated=new.rated,
                    clock=clock,
                    created=new.created,
                    club=new.club,
                )
            )
        return add_player(store, connection, found, owner, name)


def join(store: Store, seek_id: str, owner: str, name: str) -> Seek:
    """Add a player to a seek that they chose."""
    with store.writing() as connection:
        clear_away(store, connection)
        found = next(iter(read(connection, gatherings.c.id == seek_id)), None)
        if found is None:
            raise Refused("no-page")
        if found.table_id:
            raise Refused("seat-taken")
        if at_odds(connection, owner) & {*found.owners}:
            raise Refused("not-together")
        return add_player(store, connection, found, owner, name)


def add_player(store: Store, connection: sa.Connection, there: Seek, owner: str, name: str) -> Seek:
    """Add one more player, once. With the last one the table is stored in the same transaction; seats are drawn."""
    if owner in there.owners:
        return there
    now = time.time()
    connection.execute(gathered.insert().values(gathering=there.id, owner=owner, name=name, came=now, seen=now))
    there = replace(there, owners=(*there.owners, owner), names=(*there.names, name))
    if there.missing:
        return there
    table = Table.new(there.setup)
    people = list(zip(there.names, there.owners, strict=True))
    shuffled.shuffle(people)
    new = TableRow(
        new_id(),
        table.setup,
        *versions(table.setup),
        tuple(Seat(PERSON, called) for called, _ in people),
        tuple(one for _, one in people),
        (None,) * len(people),
        "",
        open=there.club is None,
        bot_pause=PAUSE,
        rated=there.rated,
        club=there.club,
    )
    store.insert(connection, new, table)
    connection.execute(gathered.delete().where(gathered.c.gathering == there.id))
    connection.execute(gatherings.update().where(gatherings.c.id == there.id).values(table_id=new.id))
    return replace(there, table_id=new.id)


def clear_away(store: Store, connection: sa.Connection) -> None:
    """Delete those who wait no longer, and empty seeks. From here on one comes after the other."""
    if not store.is_sqlite:
        postgres.one_at_a_time(connection, postgres.lock_number("gatherings"))
    for one in read(connection, gatherings.c.table_id.is_(None)):
        gone = (gathered.c.gathering == one.id) & gathered.c.owner.not_in(one.owners)
        connection.execute(gathered.delete().where(gone))
    someone = sa.select(gathered.c.gathering)
    forget_seeks(connection, gatherings.c.table_id.is_(None) & gatherings.c.id.not_in(someone))


def still_here(store: Store, seek_id: str, owner: str) -> None:
    """Note that a person still waits."""
    with store.writing() as connection:
        connection.execute(
            gathered.update().where(gathered.c.gathering == seek_id, gathered.c.owner == owner).values(seen=time.time())
        )


def leave(store: Store, seek_id: str, owner: str) -> None:
    with store.writing() as connection:
        connection.execute(gathered.delete().where(gathered.c.gathering == seek_id, gathered.c.owner == owner))
        clear_away(store, connection)
