"""Cups: when the last place is taken, all tables start at once."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

import sqlalchemy as sa

from inventorium.community.block_designs import Standing, Table as Group, rounds, standings
from inventorium.community.clubs import Club
from inventorium.store.rows import from_row
from inventorium.store.schema import cups, entrants, tables
from inventorium.store.secrets import new_id
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import replayed, versions
from inventorium.table.clocks import Clock
from inventorium.table.problems import DoesNotReplay, Refused
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table

PAUSE = 0.6  # of a substitute bot, as at every table of people


@dataclass(frozen=True)
class Cup:
    id: str
    name: str
    game: str
    people: int
    seats: int  # at each table
    rounds: int
    rated: bool
    clock: Clock | None
    created: float
    owners: tuple[str, ...] = ()  # of who takes part, in the order in which they came
    names: tuple[str, ...] = ()
    club: str | None = None  # then it is for its members
    owner: str = ""  # who made it

    @property
    def is_full(self) -> bool:
        return len(self.owners) == self.people


def new_cup(
    name: str,
    game: str,
    size: tuple[int, int],
    number: int,
    rated: bool,
    clock: Clock | None,
    club: str | None = None,
    owner: str = "",
) -> Cup:
    return Cup(new_id(), name, game, *size, number, rated, clock, time.time(), club=club, owner=owner)


def keep_cup(store: Store, cup: Cup) -> None:
    with store.writing() as connection:
        connection.execute(
            cups.insert().values(
                id=cup.id,
                name=cup.name,
                game=cup.game,
                people=cup.people,
                seats=cup.seats,
                rounds=cup.rounds,
                rated=cup.rated,
                clock=json.dumps(asdict(cup.clock)) if cup.clock else None,
                created=cup.created,
                club=cup.club,
                owner=cup.owner,
            )
        )


def load_cup(store: Store, cup_id: str) -> Cup | None:
    with store.reading() as connection:
        return read_cup(connection, cup_id)


def open_cups(store: Store, limit: int = 30, club: str | None = None) -> list[Cup]:
    """Return the newest cups that are open to all, or of a club; those that wait for players first."""
    with store.reading() as connection:
        wanted = sa.select(cups.c.id).where(cups.c.club == club).order_by(cups.c.created.desc()).limit(limit)
        ids = connection.scalars(wanted).all()
        found = [cup for cup in (read_cup(connection, cup_id) for cup_id in ids) if cup]
    return sorted(found, key=lambda cup: cup.is_full)


def read_cup(connection: sa.Connection, cup_id: str) -> Cup | None:
    row = connection.execute(sa.select(cups).where(cups.c.id == cup_id)).first()
    if row is None:
        return None
    there = connection.execute(sa.select(entrants).where(entrants.c.cup == cup_id).order_by(entrants.c.number)).all()
    clock = Clock.read(json.loads(row.clock) if row.clock else None)
    return from_row(Cup, row, clock=clock, owners=tuple(one.owner for one in there), names=tuple(one.name for one in there))


def join_cup(store: Store, cup_id: str, owner: str, name: str) -> None:
    """Add a player, once. Taking the last place starts the cup: its tables are created in the same transaction."""
    with store.writing() as connection:
        connection.execute(sa.select(cups.c.id).where(cups.c.id == cup_id).with_for_update())  # one after the other
        cup = read_cup(connection, cup_id)
        if cup is None:
            raise Refused("no-page")
        if owner in cup.owners:
            return
        if cup.is_full:
            raise Refused("seat-taken")
        last = connection.scalar(sa.select(sa.func.max(entrants.c.number)).where(entrants.c.cup == cup_id))
        connection.execute(entrants.insert().values(cup=cup_id, number=0 if last is None else last + 1, owner=owner, name=name))
        cup = read_cup(connection, cup_id)
        if cup and cup.is_full:
            for group in rounds(cup.people, cup.seats, cup.rounds):
                table = Table.new(Setup(cup.game, cup.seats, clock=cup.clock))
                store.insert(connection, table_of(cup, group, table), table)


def table_of(cup: Cup, group: Group, table: Table) -> TableRow:
    return TableRow(
        new_id(),
        table.setup,
        *versions(table.setup),
        tuple(Seat(PERSON, cup.names[one]) for one in group),
        tuple(cup.owners[one] for one in group),
        (None,) * cup.seats,
        "",
        bot_pause=PAUSE,
        rated=cup.rated,
        cup=cup.id,
        club=cup.club,
    )


class Standings:
    """A table that is over does not change any more, so each is played again once."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.places = lru_cache(4_096)(self._places)

    def of(self, cup: Cup) -> tuple[list[TableRow], list[Standing]]:
        """Return the tables of a cup, and its standings after the finished ones."""
        with self.store.reading() as connection:
            ids = connection.scalars(
                sa.select(tables.c.id).where(tables.c.cup == cup.id).order_by(tables.c.created, tables.c.id)
            ).all()
        found = [stored for stored in map(self.store.load, ids) if stored]
        results = [
            (tuple(cup.owners.index(str(one)) for one in stored.owners), places)
            for stored in found
            if stored.over and (places := self.places(stored.id))
        ]
        return found, standings(cup.people, results)

    def among(self, club: Club, found: Sequence[TableRow]) -> list[Standing]:
        """Return the standings of a club after its finished tables. Former members count at their tables, but are not listed."""
        ended = [(stored.owners, places) for stored in found if stored.over and (places := self.places(stored.id))]
        people = [*club.owners, *{str(one) for owners, _ in ended for one in owners if one not in club.owners}]
        rows = standings(len(people), [(tuple(people.index(str(one)) for one in owners), places) for owners, places in ended])
        return [row for row in rows if row.person < len(club.owners)]

    def _places(self, table_id: str) -> Sequence[int]:
        """Return the places at a finished table; a player who left the seat to a bot is last."""
        stored = self.store.load(table_id)
        try:
            view = replayed(stored, self.store.entries(table_id)).view(-1) if stored else None
        except DoesNotReplay:
            return ()
        return (
            [len(stored.seats) + 1 if stored.seats[seat].kind == BOT else place for seat, place in enumerate(view.places)]
            if stored and view
            else ()
        )
