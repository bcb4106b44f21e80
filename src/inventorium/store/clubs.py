"""Clubs: people who found each other. Whoever has the link may join; tables and cups of a club are for its members."""
import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from inventorium.store.schema import clubs, members
from inventorium.store.secrets import new_id, new_secret
from inventorium.store.store import Store
from inventorium.table.problems import Refused

MOST_MEMBERS = 200
MOST_CLUBS = 20                                     # of one person


@dataclass(frozen=True)
class Club:
    id: str
    name: str
    key: str                                        # in the link by which one joins
    created: float
    holders: tuple[str, ...] = ()                   # in the order in which they joined
    names: tuple[str, ...] = ()


def found_club(store: Store, name: str, holder: str, called: str) -> str:
    """Found a club with one member; return its id."""
    club_id = new_id()
    with store.writing() as connection:
        connection.execute(clubs.insert().values(id=club_id, name=name, key=new_secret(), created=time.time(), holder=holder))
        enter(connection, club_id, holder, called)
    return club_id


def load_club(store: Store, club_id: str) -> Club | None:
    with store.reading() as connection:
        return next(iter(read_clubs(connection, clubs.c.id == club_id)), None)


def clubs_of(store: Store, holder: str) -> list[Club]:
    with store.reading() as connection:
        return read_clubs(connection, clubs.c.id.in_(sa.select(members.c.club).where(members.c.holder == holder)))


def read_clubs(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[Club]:
    rows = connection.execute(sa.select(clubs).where(which).order_by(clubs.c.name, clubs.c.id)).all()
    there: dict[str, list[Any]] = {row.id: [] for row in rows}
    for one in connection.execute(sa.select(members).where(members.c.club.in_(there)).order_by(members.c.joined)):
        there[one.club].append(one)
    return [Club(row.id, row.name, row.key, row.created, tuple(one.holder for one in there[row.id]),
                 tuple(one.name for one in there[row.id])) for row in rows]


def join_club(store: Store, club_id: str, holder: str, name: str) -> None:
    """Let somebody in, once; whoever is in it already may be called otherwise from now on."""
    with store.writing() as connection:
        connection.execute(sa.select(clubs.c.id).where(clubs.c.id == club_id).with_for_update())        # one after the other
        here = (members.c.club == club_id) & (members.c.holder == holder)
        if connection.execute(members.update().where(here).values(name=name)).rowcount == 0:
            enter(connection, club_id, holder, name)


def enter(connection: sa.Connection, club_id: str, holder: str, name: str) -> None:
    for column, value, most in ((members.c.club, club_id, MOST_MEMBERS), (members.c.holder, holder, MOST_CLUBS)):
        there = connection.scalar(sa.select(sa.func.count()).select_from(members).where(column == value))
        if int(there or 0) >= most:
            raise Refused("club-full", most=most)
    connection.execute(members.insert().values(club=club_id, holder=holder, name=name, joined=time.time()))


def leave_club(store: Store, club_id: str, holder: str) -> None:
    with store.writing() as connection:
        forget_member(connection, holder, members.c.club == club_id)


def forget_in_clubs(connection: sa.Connection, holder: str) -> None:
    """Forget somebody: they are in no club any more, and those that they founded have no name."""
    forget_member(connection, holder)
    connection.execute(clubs.update().where(clubs.c.holder == holder).values(name="", holder=""))


def forget_member(connection: sa.Connection, holder: str, where: sa.ColumnElement[bool] | None = None) -> None:
    """Let somebody out of one club, or of all. A club that nobody is in any more is gone."""
    connection.execute(members.delete().where(members.c.holder == holder, sa.true() if where is None else where))
    connection.execute(clubs.delete().where(clubs.c.id.not_in(sa.select(members.c.club))))
