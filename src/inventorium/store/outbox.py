"""Where people want to be notified, and the notifications that are not delivered yet.

A notice is written in the transaction of its entry (`Store.append`), and removed when it is delivered. A try is
noted before it begins: at most two have an unknown end, because the process died.
"""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from inventorium.store.rows import from_row
from inventorium.store.schema import channels, outbox
from inventorium.store.store import TURN, Store
from inventorium.table.problems import Refused

WEBHOOKS = DISCORD, SLACK, NTFY, JSON = "discord", "slack", "ntfy", "json"
PUSH = "push"
MAILS = {"mail": 86_400.0, "mail-2h": 7_200.0}  # seconds between two
MOST_CHANNELS = 8  # of one guest
MOST_BEGUN = 2  # tries with an unknown end
LEASE = 15.0  # seconds for which a notice is its sender's, who may have died
CHANNELS, NOTICES = 50, 50  # that are read at once


@dataclass(frozen=True)
class Channel:
    """One way to notify a person."""

    id: str
    subject: str  # an owner, or a table
    owner: str
    kind: str
    address: str
    language: str
    site: str
    key: str
    delay: float = 0.0
    ready: bool = True
    sent: float = 0.0
    error: str = ""


@dataclass(frozen=True)
class Notice:
    """It is a person's turn at a table, or the same people play again there; `number` is the last entry there."""

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
        """Store a channel. The same address is stored once; a guest has a few."""
        with self.store.writing() as connection:
            there = [
                from_row(Channel, row) for row in connection.execute(sa.select(channels).where(channels.c.owner == new.owner))
            ]
            if any((one.subject, one.address) == (new.subject, new.address) for one in there):
                return
            if len(there) >= MOST_CHANNELS:
                raise Refused("too-many-channels", most=MOST_CHANNELS)
            connection.execute(channels.insert().values(asdict(new)))

    def of(self, owner: str) -> list[Channel]:
        with self.store.reading() as connection:
            return [from_row(Channel, row) for row in connection.execute(sa.select(channels).where(channels.c.owner == owner))]

    def get(self, channel_id: str) -> Channel | None:
        with self.store.reading() as connection:
            row = connection.execute(sa.select(channels).where(channels.c.id == channel_id)).first()
        return from_row(Channel, row) if row else None

    def remove(self, channel_id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(outbox.delete().where(outbox.c.channel == channel_id))
            connection.execute(channels.delete().where(channels.c.id == channel_id))

    def confirm(self, channel_id: str) -> None:
        with self.store.writing() as connection:
            connection.execute(channels.update().where(channels.c.id == channel_id).values(ready=True))

    # ------------------------------------------------ notices

    def waiting(self) -> set[tuple[str, str]]:
        """Return the owners with pending notices, and the tables."""
        with self.store.reading() as connection:
            found = sa.select(channels.c.subject, outbox.c.table_id).distinct().join(outbox)
            return {(str(row.subject), str(row.table_id)) for row in connection.execute(found)}

    def see(self, seen: Iterable[tuple[str, str]]) -> None:
        """Delete the notices of tables that their owners have open."""
        with self.store.writing() as connection:
            for owner, table_id in seen:
                theirs = sa.select(channels.c.id).where(channels.c.subject == owner)
                connection.execute(outbox.delete().where(outbox.c.channel.in_(theirs), outbox.c.table_id == table_id))

    def channels_due(self, now: float, busy: Collection[str] = ()) -> list[Channel]:
        """Return the channels for which the time of a notice has come, the longest waiting first, without those that are busy."""
        first = (
            sa.select(outbox.c.channel, sa.func.min(outbox.c.due).label("due"))
            .where(outbox.c.due <= now, outbox.c.channel.not_in(busy))
            .group_by(outbox.c.channel)
            .subquery()
        )
        with self.store.reading() as connection:
            return [
                from_row(Channel, row)
                for row in connection.execute(
                    sa.select(channels).join(first, first.c.channel == channels.c.id).order_by(first.c.due).limit(CHANNELS)
                )
            ]

    def due(self, channel: Channel, now: float) -> list[Notice]:
        """Return the notices of a channel whose time has come."""
        found = (
            sa.select(outbox.c.table_id, outbox.c.seat, outbox.c.number, outbox.c.made, outbox.c.tries, outbox.c.what)
            .where(outbox.c.channel == channel.id, outbox.c.due <= now)
            .order_by(outbox.c.due)
            .limit(NOTICES)
        )
        with self.store.reading() as connection:
            return [from_row(Notice, row, channel=channel) for row in connection.execute(found)]

    def begin(self, notice: Notice, now: float) -> bool:
        """Take a notice to send it, unless another process has it, a newer one has taken its place, or it was tried too often in
        the dark. No other process takes it before the lease is over."""
        with self.store.writing() as connection:
            mine = sa.and_(same_notice(notice), outbox.c.due <= now)
            begun = connection.execute(
                outbox.update().where(mine, outbox.c.begun < MOST_BEGUN).values(begun=outbox.c.begun + 1, due=now + LEASE)
            )
            if begun.rowcount == 0:
                connection.execute(outbox.delete().where(mine))
            return begun.rowcount > 0

    def settle(self, notice: Notice, now: float | None = None) -> None:
        """Delete a notice that was delivered or is no longer needed."""
        with self.store.writing() as connection:
            connection.execute(outbox.delete().where(same_notice(notice)))
            if now is not None:
                connection.execute(channels.update().where(channels.c.id == notice.channel.id).values(sent=now, error=""))

    def postpone(self, notice: Notice, until: float, error: str = "", is_known: bool = True) -> None:
        """Try again later; `is_known`, where it is certain that nothing arrived."""
        with self.store.writing() as connection:
            changes: dict[str, float] = {"due": until, "tries": notice.tries + 1} | ({"begun": 0} if is_known else {})
            connection.execute(outbox.update().where(same_notice(notice)).values(changes))
            connection.execute(channels.update().where(channels.c.id == notice.channel.id).values(error=error[:200]))


def same_notice(notice: Notice) -> sa.ColumnElement[bool]:
    """The row of a notice, as long as no newer one has taken its place."""
    return sa.and_(outbox.c.channel == notice.channel.id, outbox.c.table_id == notice.table_id, outbox.c.number == notice.number)
