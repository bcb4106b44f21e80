"""People who want to be known again, and what is kept of anybody: to be taken along, and to be forgotten."""

import hashlib
import secrets
import time
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from inventorium.community.clubs import forget_in_clubs
from inventorium.community.cups import forget_in_cups
from inventorium.core.errors import UnknownName
from inventorium.store.conduct import forget_conduct
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
from inventorium.store.site_keys import setting
from inventorium.store.store import Store
from inventorium.table.entries import CHAT, SEAT
from inventorium.table.names import FORGOTTEN
from inventorium.table.seats import BOT, PERSON

WORDS = 8
HOUR = 3600.0
HOLDERS = (
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
)  # where a person's number stands, besides `people`


@dataclass(frozen=True)
class Passkey:
    """What is known of the key of a device."""

    id: str
    owner: str
    key: str
    count: int
    created: float
    name: str = ""  # of the browser that made it
    used: float = 0.0


@dataclass(frozen=True)
class Device:
    """A browser where somebody is signed in."""

    id: str  # digest of the secret in its cookie
    owner: str
    created: float
    name: str = ""
    used: float = 0.0  # to within an hour


@dataclass(frozen=True)
class SignedIn:
    """Who is signed in on a device."""

    owner: str
    name: str
    used: float


@cache
def word_list() -> tuple[str, ...]:
    return tuple(tomllib.loads((Path(__file__).parent / "recovery.toml").read_text(encoding="utf-8"))["words"])


def new_words() -> str:
    """Return eight words, 64 bits: by them somebody comes back, on any device."""
    return " ".join(secrets.choice(word_list()) for _ in range(WORDS))


class People:
    """The people of a store. Every function is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def words_digest(self, words: str) -> str:
        """Return what is kept of somebody's words. They are few enough to be guessed by a machine, so it is made slow."""
        salt = setting(self.store, "words-salt", lambda: secrets.token_hex(16))
        plain = " ".join(words.lower().split()).encode()
        return hashlib.scrypt(plain, salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()

    def keep(self, owner: str, words: str, name: str = "", device: str = "") -> None:
        """Know a holder again by these words; earlier ones are void. Whoever is new has a name and is signed in on the `device`
        whose secret is their number."""
        kept, now = self.words_digest(words), time.time()
        with self.store.writing() as connection:
            there = connection.execute(people.update().where(people.c.owner == owner).values(words=kept))
            if there.rowcount == 0:
                connection.execute(people.insert().values(owner=owner, words=kept, created=now, name=name))
                connection.execute(devices.insert().values(device=owner, owner=owner, created=now, name=device, used=now))

    def is_kept(self, owner: str) -> bool:
        with self.store.reading() as connection:
            return connection.scalar(sa.select(people.c.owner).where(people.c.owner == owner)) is not None

    def by_words(self, words: str) -> str | None:
        """Return the holder whom these words belong to."""
        kept = self.words_digest(words)
        with self.store.reading() as connection:
            found = connection.scalar(sa.select(people.c.owner).where(people.c.words == kept))
        return str(found) if found else None

    def call(self, owner: str, name: str) -> None:
        """Let a person have this name, on all their devices."""
        with self.store.writing() as connection:
            connection.execute(people.update().where(people.c.owner == owner).values(name=name))

    # ------------------------------------------------ devices

    def sign_in(self, device: str, owner: str, name: str = "", called: str = "") -> None:
        """Let a device be somebody's; what they were `called` there is their name, if they have none."""
        now = time.time()
        with self.store.writing() as connection:
            connection.execute(devices.insert().values(device=device, owner=owner, created=now, name=name, used=now))
            connection.execute(people.update().where(people.c.owner == owner, people.c.name == "").values(name=called))

    def on_device(self, device: str) -> SignedIn | None:
        """Return who is signed in on a device."""
        wanted = sa.select(devices.c.owner, people.c.name, devices.c.used).join(people).where(devices.c.device == device)
        with self.store.reading() as connection:
            row = connection.execute(wanted).first()
        return SignedIn(*row) if row else None

    def devices_of(self, owner: str) -> list[Device]:
        """Return the devices where somebody is signed in, the one used last first."""
        with self.store.reading() as connection:
            return [
                Device(*row)
                for row in connection.execute(
                    sa.select(devices).where(devices.c.owner == owner).order_by(devices.c.used.desc(), devices.c.device)
                )
            ]

    def was_here(self, device: str, name: str) -> None:
        with self.store.writing() as connection:
            connection.execute(devices.update().where(devices.c.device == device).values(used=time.time(), name=name))

    def sign_out(self, owner: str, device: str | None = None, but: str | None = None) -> list[str]:
        """Sign out a device, or all of a person `but` one. The secret of the first device is the person's number: where that is
        signed out, the person gets another number. Return the tables where that changes something."""
        which = devices.c.owner == owner
        which &= devices.c.device == device if device else devices.c.device != but
        with self.store.writing() as connection:
            is_first = connection.scalar(sa.select(devices.c.device).where(which, devices.c.device == owner)) is not None
            connection.execute(devices.delete().where(which))
            return self.renumber(connection, owner, digest(new_secret())) if is_first else []

    def sign_out_everywhere(self, owner: str) -> None:
        """Let no device be this person's any more, who is to be forgotten."""
        with self.store.writing() as connection:
            connection.execute(devices.delete().where(devices.c.owner == owner))

    def renumber(self, connection: sa.Connection, old: str, new: str) -> list[str]:
        """Give a person another number, wherever the old one stands."""
        there = connection.execute(sa.select(people).where(people.c.owner == old)).one()
        connection.execute(people.insert().values(there._asdict() | {"owner": new}))
        ids = list(
            connection.scalars(
                sa.select(seats.c.table_id).where(seats.c.owner == old).union(sa.select(tables.c.id).where(tables.c.host == old))
            )
        )
        for column in HOLDERS:
            connection.execute(column.table.update().where(column == old).values({column.name: new}))
        connection.execute(people.delete().where(people.c.owner == old))
        self.store.tell_seated(connection, ids)
        return ids

    # ------------------------------------------------ passkeys

    def add_passkey(self, new: Passkey) -> None:
        with self.store.writing() as connection:
            connection.execute(passkeys.insert().values(asdict(new)))

    def passkey(self, key_id: str) -> Passkey | None:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(passkeys).where(passkeys.c.id == key_id)).first()
        return Passkey(*row) if row else None

    def passkeys_of(self, owner: str) -> list[Passkey]:
        with self.store.reading() as connection:
            return [
                Passkey(*row)
                for row in connection.execute(sa.select(passkeys).where(passkeys.c.owner == owner).order_by(passkeys.c.created))
            ]

    def used(self, key_id: str, count: int) -> None:
        with self.store.writing() as connection:
            connection.execute(passkeys.update().where(passkeys.c.id == key_id).values(count=count, used=time.time()))

    def remove_passkey(self, owner: str, key_id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(passkeys.delete().where(passkeys.c.owner == owner, passkeys.c.id == key_id))

    def bring_along(self, device: str, owner: str) -> None:
        """Let what a device had before somebody came back on it be theirs: clubs, cups, whom they avoid, what they reported."""
        with self.store.writing() as connection:
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

    # ------------------------------------------------ everything that is kept of somebody

    def export(self, owner: str) -> dict[str, Any]:
        """Return everything that is kept of a holder: how they are called, what they said, where they sit and are told."""
        with self.store.reading() as connection:
            sitting = connection.execute(
                sa.select(seats, tables.c.game, tables.c.created, tables.c.over).join(tables).where(seats.c.owner == owner)
            ).all()
            kept = connection.execute(sa.select(people.c.created, people.c.name).where(people.c.owner == owner)).first()
            told = connection.execute(sa.select(channels).where(channels.c.owner == owner)).all()
            hosted = list(connection.scalars(sa.select(tables.c.id).where(tables.c.host == owner)))
            plays_in = connection.execute(
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
            if not (sitting or kept or told or hosted or plays_in or avoids or reported or waits or joined or made or moderates):
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
            "cups": [{"id": row.id, "cup": row.name, "name": row.called} for row in plays_in],
            "made": made,
            "devices": [{"name": one.name, "created": one.created, "used": one.used} for one in self.devices_of(owner)],
            "passkeys": [
                {"id": one.id, "name": one.name, "created": one.created, "used": one.used} for one in self.passkeys_of(owner)
            ],
            "told-at": [{"kind": row.kind, "address": row.address, "language": row.language} for row in told],
        }

    def forget(self, owner: str, level_for: Callable[[str], str]) -> list[str]:
        """Forget a holder: answers stay, because they belong to the others' game, and a bot goes on; the name, what they said and
        the names that they gave become FORGOTTEN, and nothing else is left. The seats are held by nobody who could come back, so
        that they still count for the others' ratings. Return the tables where they sat."""
        self.export(owner)  # or there is no such person
        nobody = digest(new_secret())
        with self.store.writing() as connection:
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
            self.store.tell_seated(connection, [row.table_id for row in sitting])
        self.store.wipe()
        return [row.table_id for row in sitting]


def mine(row: Any) -> Any:
    """The entries of a seat."""
    return sa.and_(entries.c.table_id == row.table_id, entries.c.seat == row.seat)


def forget_notes(connection: sa.Connection, row: Any) -> None:
    """Forget the notes of reports about what a seat said, and of those that name who sat there."""
    about: sa.ColumnElement[bool] = reports.c.number.in_(sa.select(entries.c.number).where(mine(row), entries.c.kind == CHAT))
    if row.name:
        about |= sa.func.lower(reports.c.note).contains(row.name.lower(), autoescape=True)
    connection.execute(reports.update().where(reports.c.table_id == row.table_id, about).values(note=""))
