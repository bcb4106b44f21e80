"""The data of a person in all tables of the database: exported, deleted, or given to another owner.

Clubs, cups and reports are here, too: a server without them may have their data from before.
"""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from inventorium.core.errors import UnknownName
from inventorium.store.schema import (
    avoided,
    channels,
    clubs,
    cups,
    devices,
    entrants,
    entries,
    gathered,
    members,
    moderators,
    outbox,
    passkeys,
    people,
    plans,
    reports,
    seats,
    tables,
)
from inventorium.store.secrets import digest, new_secret
from inventorium.store.store import Store
from inventorium.table.entries import CHAT, SEAT
from inventorium.table.names import FORGOTTEN
from inventorium.table.seats import BOT, PERSON

OWNER_COLUMNS = (
    devices.c.owner,
    passkeys.c.owner,
    seats.c.owner,
    tables.c.host,
    channels.c.owner,
    channels.c.subject,
    cups.c.owner,
    entrants.c.owner,
    gathered.c.owner,
    clubs.c.owner,
    members.c.owner,
    avoided.c.owner,
    avoided.c.other,
    reports.c.owner,
    moderators.c.owner,
)  # columns with a person's number, besides `people`


def export_person(store: Store, owner: str) -> dict[str, Any]:
    """Return all data of an owner: names, chat, seats and channels of notices."""
    with store.reading() as connection:
        sitting = connection.execute(
            sa.select(seats, tables.c.game, tables.c.created, tables.c.over).join(tables).where(seats.c.owner == owner)
        ).all()
        kept = connection.execute(sa.select(people.c.created, people.c.name).where(people.c.owner == owner)).first()
        told = connection.execute(sa.select(channels).where(channels.c.owner == owner)).all()
        hosted = list(connection.scalars(sa.select(tables.c.id).where(tables.c.host == owner)))
        entered = connection.execute(
            sa.select(cups.c.id, cups.c.name, entrants.c.name.label("called")).join(entrants).where(entrants.c.owner == owner)
        ).all()
        avoids = connection.execute(sa.select(avoided).where(avoided.c.owner == owner)).all()
        reported = connection.execute(sa.select(reports).where(reports.c.owner == owner)).all()
        waits = connection.execute(sa.select(gathered).where(gathered.c.owner == owner)).all()
        joined = connection.execute(
            sa.select(clubs.c.name, members.c.name.label("called")).join(members).where(members.c.owner == owner)
        ).all()
        made = [
            {"kind": kind, "name": name}
            for kind, rows in (("cup", cups), ("club", clubs))
            for name in connection.scalars(sa.select(rows.c.name).where(rows.c.owner == owner))
        ]
        moderates = connection.scalar(sa.select(moderators.c.owner).where(moderators.c.owner == owner)) is not None
        signed_in = connection.execute(
            sa.select(devices).where(devices.c.owner == owner).order_by(devices.c.used.desc(), devices.c.device)
        ).all()
        keys = connection.execute(sa.select(passkeys).where(passkeys.c.owner == owner).order_by(passkeys.c.created)).all()
        if not (sitting or kept or told or hosted or entered or avoids or reported or waits or joined or made or moderates):
            raise UnknownName("person", owner[:20], [])
        found = [
            {
                "table": row.table_id,
                "game": row.game,
                "created": row.created,
                "over": row.over,
                "seat": row.seat,
                "name": row.name,
                "said": [
                    {"time": entry.time, "text": entry.text}
                    for entry in connection.execute(
                        sa.select(entries.c.time, entries.c.text)
                        .where(mine(row), entries.c.kind == CHAT)
                        .order_by(entries.c.number)
                    )
                ],
            }
            for row in sitting
        ]
    return {
        "id": owner,
        "kept-since": kept.created if kept else None,
        "name": kept.name if kept else "",
        "seats": found,
        "host-of": hosted,
        "is-moderator": moderates,
        "avoids": [{"name": row.name, "kind": row.kind} for row in avoids],
        "reported": [{"table": row.table_id, "entry": row.number, "note": row.note} for row in reported],
        "waits-at": [{"gathering": row.gathering, "name": row.name} for row in waits],
        "clubs": [{"club": row.name, "name": row.called} for row in joined],
        "cups": [{"id": row.id, "cup": row.name, "name": row.called} for row in entered],
        "made": made,
        "devices": [{"name": one.name, "created": one.created, "used": one.used} for one in signed_in],
        "passkeys": [{"id": one.id, "name": one.name, "created": one.created, "used": one.used} for one in keys],
        "told-at": [{"kind": row.kind, "address": row.address, "language": row.language} for row in told],
    }


def forget_person(store: Store, owner: str, level_for: Callable[[str], str]) -> list[str]:
    """Delete a person's data. Actions stay, because they belong to the others' game, and a bot continues. The name, the chat
    and the names that they gave become FORGOTTEN, and nothing else is left. The seats belong to an owner who cannot come back, so
    that they still count for the others' ratings. Return the tables where they sat."""
    export_person(store, owner)  # or there is no such person
    nobody = digest(new_secret())
    with store.writing() as connection:
        sitting = connection.execute(
            sa.select(seats, tables.c.game, tables.c.over).join(tables).where(seats.c.owner == owner)
        ).all()
        for row in sitting:
            forget_notes(connection, row)
            for kind in (SEAT, CHAT):
                connection.execute(entries.update().where(mine(row), entries.c.kind == kind).values(text=FORGOTTEN))
            connection.execute(plans.delete().where(plans.c.table_id == row.table_id, plans.c.seat == row.seat))
            changes = {"name": FORGOTTEN, "owner": nobody}
            if row.kind == PERSON and not row.over:
                changes |= {"kind": BOT, "level": level_for(row.game)}
            here = sa.and_(seats.c.table_id == row.table_id, seats.c.seat == row.seat)
            connection.execute(seats.update().where(here).values(changes))
        forget_in_cups(connection, owner, nobody)
        forget_conduct(connection, owner, nobody)
        forget_in_clubs(connection, owner)
        connection.execute(tables.update().where(tables.c.host == owner).values(host=""))
        theirs = sa.select(channels.c.id).where(channels.c.owner == owner)
        connection.execute(outbox.delete().where(outbox.c.channel.in_(theirs)))
        for rows in (channels, gathered, passkeys, devices, people):
            connection.execute(rows.delete().where(rows.c.owner == owner))
        store.notify_tables(connection, [row.table_id for row in sitting])
    store.wipe()
    return [row.table_id for row in sitting]


def mine(row: sa.Row) -> sa.ColumnElement[bool]:
    """The entries of a seat."""
    return sa.and_(entries.c.table_id == row.table_id, entries.c.seat == row.seat)


def forget_notes(connection: sa.Connection, row: sa.Row) -> None:
    """Forget the notes of reports about what a seat said, and of those that name who sat there."""
    about: sa.ColumnElement[bool] = reports.c.number.in_(sa.select(entries.c.number).where(mine(row), entries.c.kind == CHAT))
    if row.name:
        about |= sa.func.lower(reports.c.note).contains(row.name.lower(), autoescape=True)
    connection.execute(reports.update().where(reports.c.table_id == row.table_id, about).values(note=""))


def forget_in_cups(connection: sa.Connection, owner: str, nobody: str) -> None:
    """Delete a person from cups: in a cup that waits, the place is free again; in one that runs, it has no owner. A cup that they
    made loses its name, and is deleted if it has no entrants."""
    theirs = entrants.c.owner == owner
    full = sa.select(cups.c.id).join(entrants).group_by(cups.c.id, cups.c.people).having(sa.func.count() == cups.c.people)
    connection.execute(entrants.update().where(theirs, entrants.c.cup.in_(full)).values(owner=nobody, name=FORGOTTEN))
    connection.execute(entrants.delete().where(theirs))
    made = cups.c.owner == owner
    connection.execute(cups.delete().where(made, cups.c.id.not_in(sa.select(entrants.c.cup))))
    connection.execute(cups.update().where(made).values(name="", owner=""))


def forget_conduct(connection: sa.Connection, owner: str, nobody: str) -> None:
    """Delete whom a person avoids and who avoids them. Their reports stay for the moderators, without their words."""
    connection.execute(avoided.delete().where((avoided.c.owner == owner) | (avoided.c.other == owner)))
    connection.execute(reports.update().where(reports.c.owner == owner).values(owner=nobody, note=""))
    connection.execute(moderators.delete().where(moderators.c.owner == owner))


def forget_in_clubs(connection: sa.Connection, owner: str) -> None:
    """Delete a person from clubs; those that they founded lose their name."""
    leave_clubs(connection, owner)
    connection.execute(clubs.update().where(clubs.c.owner == owner).values(name="", owner=""))


def leave_clubs(connection: sa.Connection, owner: str, which: sa.ColumnElement[bool] | None = None) -> None:
    """Remove a person from one club, or from all. A club without members is deleted."""
    connection.execute(members.delete().where(members.c.owner == owner, sa.true() if which is None else which))
    connection.execute(clubs.delete().where(clubs.c.id.not_in(sa.select(members.c.club))))


def renumber_person(store: Store, connection: sa.Connection, old: str, new: str) -> list[str]:
    """Give a person another number, wherever the old one is stored."""
    there = connection.execute(sa.select(people).where(people.c.owner == old)).one()
    connection.execute(people.insert().values(there._asdict() | {"owner": new}))
    ids = list(
        connection.scalars(
            sa.select(seats.c.table_id).where(seats.c.owner == old).union(sa.select(tables.c.id).where(tables.c.host == old))
        )
    )
    for column in OWNER_COLUMNS:
        connection.execute(column.table.update().where(column == old).values({column.name: new}))
    connection.execute(people.delete().where(people.c.owner == old))
    store.notify_tables(connection, ids)
    return ids


def adopt_device(store: Store, device: str, owner: str) -> None:
    """Give a person what a device had before they signed in on it: clubs, cups, blocks and reports."""
    with store.writing() as connection:
        for rows, whose, what in (
            (members, members.c.owner, members.c.club),
            (entrants, entrants.c.owner, entrants.c.cup),
            (gathered, gathered.c.owner, gathered.c.gathering),
            (avoided, avoided.c.owner, avoided.c.other),
            (avoided, avoided.c.other, avoided.c.owner),
        ):
            there = sa.select(what).where(whose == owner).scalar_subquery()
            connection.execute(rows.update().where(whose == device, what.not_in(there)).values({whose: owner}))
        for column in (reports.c.owner, tables.c.host, cups.c.owner, clubs.c.owner):
            connection.execute(column.table.update().where(column == device).values({column.name: owner}))
