"""Clubs: anyone with the link may join; a club's tables and cups are for its members."""

import time
from dataclasses import dataclass

import sqlalchemy as sa

from inventorium.store.personal_data import leave_clubs
from inventorium.store.rows import from_row
from inventorium.store.schema import clubs, members
from inventorium.store.secrets import new_id, new_secret
from inventorium.store.store import Store
from inventorium.table.problems import Refused

MOST_MEMBERS = 200
MOST_CLUBS = 20  # of one person


@dataclass(frozen=True)
class Club:
    id: str
    name: str
    key: str  # in the link by which one joins
    created: float
    owners: tuple[str, ...] = ()  # in the order in which they joined
    names: tuple[str, ...] = ()


def found_club(store: Store, name: str, owner: str, called: str) -> str:
    """Found a club with one member; return its id."""
    club_id = new_id()
    with store.writing() as connection:
        connection.execute(clubs.insert().values(id=club_id, name=name, key=new_secret(), created=time.time(), owner=owner))
        enter(connection, club_id, owner, called)
    return club_id


def load_club(store: Store, club_id: str) -> Club | None:
    with store.reading() as connection:
        return next(iter(read_clubs(connection, clubs.c.id == club_id)), None)


def clubs_of(store: Store, owner: str) -> list[Club]:
    with store.reading() as connection:
        return read_clubs(connection, clubs.c.id.in_(sa.select(members.c.club).where(members.c.owner == owner)))


def read_clubs(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[Club]:
    rows = connection.execute(sa.select(clubs).where(which).order_by(clubs.c.name, clubs.c.id)).all()
    there: dict[str, list[sa.Row]] = {row.id: [] for row in rows}
    for one in connection.execute(sa.select(members).where(members.c.club.in_(there)).order_by(members.c.joined)):
        there[one.club].append(one)
    return [
        from_row(
            Club,
            row,
            owners=tuple(one.owner for one in there[row.id]),
            names=tuple(one.name for one in there[row.id]),
        )
        for row in rows
    ]


def join_club(store: Store, club_id: str, owner: str, name: str) -> None:
    """Add a member, once; joining again changes the name."""
    with store.writing() as connection:
        connection.execute(sa.select(clubs.c.id).where(clubs.c.id == club_id).with_for_update())  # one after the other
        here = (members.c.club == club_id) & (members.c.owner == owner)
        if connection.execute(members.update().where(here).values(name=name)).rowcount == 0:
            enter(connection, club_id, owner, name)


def enter(connection: sa.Connection, club_id: str, owner: str, name: str) -> None:
    for column, value, most in ((members.c.club, club_id, MOST_MEMBERS), (members.c.owner, owner, MOST_CLUBS)):
        there = connection.scalar(sa.select(sa.func.count()).select_from(members).where(column == value))
        if int(there or 0) >= most:
            raise Refused("club-full", most=most)
    connection.execute(members.insert().values(club=club_id, owner=owner, name=name, joined=time.time()))


def leave_club(store: Store, club_id: str, owner: str) -> None:
    with store.writing() as connection:
        leave_clubs(connection, owner, members.c.club == club_id)
