"""Where people want to be told that it is their turn, and the notices that are not delivered yet.

A notice is written in the transaction of the entry that it tells of (`Store.append`), and removed when it is delivered. A try is
noted before it begins: of those whose end nobody learned, because the process died, there are at most two.
"""
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from inventorium.store.schema import channels, outbox
from inventorium.store.store import TURN, Store
from inventorium.table.problems import Refused

WEBHOOKS = DISCORD, SLACK, NTFY, JSON = "discord", "slack", "ntfy", "json"
PUSH, MAIL = "push", "mail"
MOST_CHANNELS = 8                                       # of one guest
MOST_BEGUN = 2                                          # tries of which nobody knows how they ended
AT_ONCE = 50


@dataclass(frozen=True)
class Channel:
    """One way to tell somebody."""

    id: str
    subject: str                                        # a holder, or a table
    holder: str
    kind: str
    address: str
    language: str
    site: str
    key: str
    delay: float = 0.0
    ready: bool = True
    seen: float = 0.0
    sent: float = 0.0
    error: str = ""


@dataclass(frozen=True)
class Notice:
    """Somebody is asked at a table, or the same people play again there; `number` is the last entry there."""

    channel: Channel
    table_id: str
    seat: int
    number: int
    made: float
    tries: int
    what: str = TURN


class Outbox:
    """The channels and notices of a store. Every function is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ------------------------------------------------ channels

    def add(self, new: Channel) -> None:
        """Keep a channel. The same address is kept once; a guest has a few."""
        with self.store.writing() as connection:
            there = [Channel(*row) for row in connection.execute(sa.select(channels).where(channels.c.holder == new.holder))]
            if any((one.subject, one.address) == (new.subject, new.address) for one in there):
                return
            if len(there) >= MOST_CHANNELS:
                raise Refused("too-many-channels", most=MOST_CHANNELS)
            connection.execute(channels.insert().values(asdict(new)))

    def of(self, holder: str) -> list[Channel]:
        with self.store.reading() as connection:
            return [Channel(*row) for row in connection.execute(sa.select(channels).where(channels.c.holder == holder))]

    def get(self, channel_id: str) -> Channel | None:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(channels).where(channels.c.id == channel_id)).first()
        return Channel(*row) if row else None

    def remove(self, channel_id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(outbox.delete().where(outbox.c.channel == channel_id))
            connection.execute(channels.delete().where(channels.c.id == channel_id))

    def confirm(self, channel_id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(channels.update().where(channels.c.id == channel_id).values(ready=True))

    # ------------------------------------------------ notices

    def waiting(self) -> set[str]:
        """Return those for whom a notice waits."""
        with self.store.reading() as connection:
            return set(connection.scalars(sa.select(channels.c.subject).distinct().join(outbox)))

    def see(self, holders: Iterable[str], now: float) -> None:
        """Note that somebody is here."""
        with self.store.writing() as connection:
            connection.execute(channels.update().where(channels.c.subject.in_(list(holders))).values(seen=now))

    def due(self, now: float) -> list[Notice]:
        """Return the notices whose time has come."""
        found = (sa.select(channels, outbox.c.table_id, outbox.c.seat, outbox.c.number, outbox.c.made, outbox.c.tries,
                           outbox.c.what)
                 .join(outbox).where(outbox.c.due <= now).order_by(outbox.c.due).limit(AT_ONCE))
        with self.store.reading() as connection:
            return [Notice(Channel(*row[:-6]), *row[-6:]) for row in connection.execute(found)]

    def begin(self, notice: Notice) -> bool:
        """Note that a notice is being sent, unless a newer one has taken its place or it was tried too often in the dark."""
        with self.store.writing() as connection:
            begun = connection.execute(outbox.update().where(is_(notice), outbox.c.begun < MOST_BEGUN)
                                       .values(begun=outbox.c.begun + 1))
            if begun.rowcount == 0:
                connection.execute(outbox.delete().where(is_(notice)))
            return begun.rowcount > 0

    def settle(self, notice: Notice, now: float | None = None) -> None:
        """Forget a notice: it was delivered, or nobody needs it any more."""
        with self.store.writing() as connection:
            connection.execute(outbox.delete().where(is_(notice)))
            if now is not None:
                connection.execute(channels.update().where(channels.c.id == notice.channel.id).values(sent=now, error=""))

    def postpone(self, notice: Notice, until: float, error: str = "", is_known: bool = True) -> None:
        """Try again later; `is_known`, where it is certain that nothing arrived."""
        with self.store.writing() as connection:
            changes: dict[str, Any] = {"due": until, "tries": notice.tries + 1} | ({"begun": 0} if is_known else {})
            connection.execute(outbox.update().where(is_(notice)).values(changes))
            connection.execute(channels.update().where(channels.c.id == notice.channel.id).values(error=error[:200]))


def is_(notice: Notice) -> Any:
    """The row of a notice, as long as no newer one has taken its place."""
    return sa.and_(outbox.c.channel == notice.channel.id, outbox.c.table_id == notice.table_id, outbox.c.number == notice.number)
