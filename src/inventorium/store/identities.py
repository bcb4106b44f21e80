"""People who sign in: by recovery words, on devices, with passkeys."""

import hashlib
import secrets
import time
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from inventorium.store.personal_data import renumber_person
from inventorium.store.rows import from_row
from inventorium.store.schema import devices, passkeys, people
from inventorium.store.secrets import digest, new_secret
from inventorium.store.site_keys import setting
from inventorium.store.store import Store

WORDS = 8
HOUR = 3600.0


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
    """A browser where a person is signed in."""

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
    """Return eight words, 64 bits, to sign in with on any device."""
    return " ".join(secrets.choice(word_list()) for _ in range(WORDS))


class Identities:
    """The identities in a store. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def words_digest(self, words: str) -> str:
        """Return the digest of eight words. It is slow to compute, because a machine could try all words."""
        salt = setting(self.store, "words-salt", lambda: secrets.token_hex(16))
        plain = " ".join(words.lower().split()).encode()
        return hashlib.scrypt(plain, salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()

    def set_words(self, owner: str, words: str, name: str = "", device: str = "") -> None:
        """Set the recovery words of an owner, instead of earlier ones. A new identity gets a name and is signed in on the
        `device` whose secret is the owner's."""
        kept, now = self.words_digest(words), time.time()
        with self.store.writing() as connection:
            there = connection.execute(people.update().where(people.c.owner == owner).values(words=kept))
            if there.rowcount == 0:
                connection.execute(people.insert().values(owner=owner, words=kept, created=now, name=name))
                connection.execute(devices.insert().values(device=owner, owner=owner, created=now, name=device, used=now))

    def has_words(self, owner: str) -> bool:
        with self.store.reading() as connection:
            return connection.scalar(sa.select(people.c.owner).where(people.c.owner == owner)) is not None

    def by_words(self, words: str) -> str | None:
        """Return the owner of these words."""
        kept = self.words_digest(words)
        with self.store.reading() as connection:
            found = connection.scalar(sa.select(people.c.owner).where(people.c.words == kept))
        return str(found) if found else None

    def call(self, owner: str, name: str) -> None:
        """Change the name of a person on all their devices."""
        with self.store.writing() as connection:
            connection.execute(people.update().where(people.c.owner == owner).values(name=name))

    # ------------------------------------------------ devices

    def sign_in(self, device: str, owner: str, name: str = "", called: str = "") -> None:
        """Sign a person in on a device; the name `called` there becomes theirs, if they have none."""
        now = time.time()
        with self.store.writing() as connection:
            connection.execute(devices.insert().values(device=device, owner=owner, created=now, name=name, used=now))
            connection.execute(people.update().where(people.c.owner == owner, people.c.name == "").values(name=called))

    def on_device(self, device: str) -> SignedIn | None:
        """Return who is signed in on a device."""
        wanted = sa.select(devices.c.owner, people.c.name, devices.c.used).join(people).where(devices.c.device == device)
        with self.store.reading() as connection:
            row = connection.execute(wanted).first()
        return from_row(SignedIn, row) if row else None

    def devices_of(self, owner: str) -> list[Device]:
        """Return the devices where a person is signed in, the one used last first."""
        with self.store.reading() as connection:
            return [
                from_row(Device, row, id=row.device)
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
            return renumber_person(self.store, connection, owner, digest(new_secret())) if is_first else []

    def sign_out_everywhere(self, owner: str) -> None:
        """Sign a person who deletes their data out of all devices."""
        with self.store.writing() as connection:
            connection.execute(devices.delete().where(devices.c.owner == owner))

    # ------------------------------------------------ passkeys

    def add_passkey(self, new: Passkey) -> None:
        with self.store.writing() as connection:
            connection.execute(passkeys.insert().values(asdict(new)))

    def passkey(self, key_id: str) -> Passkey | None:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(passkeys).where(passkeys.c.id == key_id)).first()
        return from_row(Passkey, row) if row else None

    def passkeys_of(self, owner: str) -> list[Passkey]:
        with self.store.reading() as connection:
            return [
                from_row(Passkey, row)
                for row in connection.execute(sa.select(passkeys).where(passkeys.c.owner == owner).order_by(passkeys.c.created))
            ]

    def used(self, key_id: str, count: int) -> None:
        with self.store.writing() as connection:
            connection.execute(passkeys.update().where(passkeys.c.id == key_id).values(count=count, used=time.time()))

    def remove_passkey(self, owner: str, key_id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(passkeys.delete().where(passkeys.c.owner == owner, passkeys.c.id == key_id))
