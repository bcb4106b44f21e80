"""The store: what is kept is kept, in order, once; on SQLite and on PostgreSQL."""

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from inventorium.community.moderation import open_reports, report
from inventorium.core.errors import InventoriumError
from inventorium.server.live_tables import open_room
from inventorium.store import migration, schema
from inventorium.store.blocks import avoid, avoided_by
from inventorium.store.database_url import engine_at
from inventorium.store.doctor import examine
from inventorium.store.identities import Identities, Passkey
from inventorium.store.outbox import Channel, Outbox
from inventorium.store.postgres import ChangeNotice, NotifyListener, notices, understood
from inventorium.store.secrets import digest, fits, new_secret
from inventorium.store.store import NewEntries, NumberTaken, Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.clocks import Clock
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table

GAME = "legendary-inventors"
ONE, TWO, THREE = (f"{number:016x}" for number in (1, 2, 3))


def keep_new(store: Store, table_id: str = ONE, seed: str = "7") -> Table:
    table = Table.new(Setup(GAME, 3, seed=seed))
    sitting = (Seat(PERSON, "Mira"), Seat(BOT, "", "random"), Seat(OPEN))
    store.create(
        TableRow(
            table_id,
            table.setup,
            *versions(table.setup),
            sitting,
            (digest("me"), None, None),
            (None, None, digest("link")),
            digest("me"),
            open=True,
        ),
        table,
    )
    return table


def answered(table: Table, chance: random.Random) -> Table:
    seat = table.asked[0]
    return table.play(seat, chance.choice(table.position.actions(seat)))


def test_what_is_kept_is_read_again(database: str) -> None:
    store, chance = Store(database), random.Random(1)
    table = keep_new(store)
    while not table.over:
        after = answered(table, chance)
        store.append(NewEntries(ONE, table.number, after))
        table = after
    store.close()
    store = Store(database)
    stored = store.load(ONE)
    assert stored and stored.over and stored.asked == () and stored.setup == table.setup
    assert store.entries(ONE) == table.entries
    assert store.entries(ONE, after=table.number - 2) == table.entries[-2:]
    assert open_room(stored, store.entries(ONE)).table.position.states.tobytes() == table.position.states.tobytes()
    store.close()


def reverse_columns(_: Any, statement: Any, many: Any, values: Any, __: Any) -> tuple[Any, Any, Any]:
    """Select the same columns in another order, as they would come if the tables were defined in another order."""
    if isinstance(statement, sa.Select) and len(statement.selected_columns) > 1:
        statement = statement.with_only_columns(*reversed(statement.selected_columns), maintain_column_froms=True)
    return statement, many, values


def test_the_order_of_columns_means_nothing(database: str) -> None:
    store, me = Store(database), digest("me")
    table, people, outbox = keep_new(store), Identities(store), Outbox(store)
    people.set_words(me, "eight words", "Mira", "a browser")
    people.add_passkey(Passkey("key", me, "public", 3, 1.0, "a browser", 2.0))
    channel = Channel("one", me, me, "json", "https://one.example", "en", "https://here.example", "key", 3.0, True, 5.0, "late")
    outbox.add(channel)
    while not outbox.waiting():
        after = answered(table, random.Random(1))
        store.append(NewEntries(ONE, table.number, after))
        table = after
    avoid(store, me, digest("you"), "mute", "Jo")
    report(store, ONE, 1, me, "a note")
    later = time.time() + 60

    def everything() -> list[Any]:
        assert channel == outbox.get("one")
        return [
            store.load(ONE),
            store.entries(ONE),
            store.last_numbers([ONE]),
            {} if store.is_sqlite else store.read_on({ONE: 1}),
            *(outbox.of(me), outbox.waiting(), outbox.channels_due(later), outbox.due(channel, later)),
            *(people.on_device(me), people.devices_of(me), people.passkey("key"), people.passkeys_of(me)),
            *(avoided_by(store, me), open_reports(store)),
        ]

    before = everything()
    assert store.is_sqlite or before[3], "something was read on"
    assert all(before[:3] + before[4:])
    sa.event.listen(store.engine, "before_execute", reverse_columns, retval=True)
    assert everything() == before
    store.close()


def test_a_number_is_taken_once(database: str) -> None:
    store = Store(database)
    table = keep_new(store)
    first, second = answered(table, random.Random(1)), answered(table, random.Random(2))
    store.append(NewEntries(ONE, table.number, first))
    with pytest.raises(NumberTaken):
        store.append(NewEntries(ONE, table.number, second))
    assert store.entries(ONE) == first.entries
    other = keep_new(store, TWO)
    kept = store.append_all(
        [NewEntries(ONE, table.number, second), NewEntries(TWO, other.number, answered(other, random.Random(3)))]
    )
    assert kept == [False, True], "in one transaction the one who was late fails alone"
    assert store.entries(ONE) == first.entries and len(store.entries(TWO)) > other.number
    store.close()


def test_many_race_for_the_same_numbers(database: str) -> None:
    """Eight writers with two stores: every number is taken once, and what was refused is not there."""
    stores = [Store(database), Store(database)]
    first = keep_new(stores[0])
    taken: list[tuple[int, int]] = []
    together = threading.Barrier(8)

    def hammer(writer: int) -> None:
        store, chance = stores[writer % 2], random.Random(writer)
        table = first
        together.wait()
        mine = 0
        while mine < 20 and not table.over and table.number < 120:  # nobody can take all of them
            try:
                after = answered(table, chance)
                store.append(NewEntries(ONE, table.number, after))
                taken.append((table.number, writer))
                table, mine = after, mine + 1
            except NumberTaken:
                table = table.extended(store.entries(ONE, table.number))

    threads = [threading.Thread(target=hammer, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = [number for number, _ in taken]
    assert len(numbers) == len(set(numbers)) and len({writer for _, writer in taken}) > 1
    entries = stores[0].entries(ONE)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    Table.load(first.setup, entries)
    for store in stores:
        store.close()


def test_lists(database: str) -> None:
    store = Store(database)
    keep_new(store)
    assert [stored.id for stored in store.held_by(digest("me"))] == [ONE] and not store.held_by(digest("you"))
    assert [stored.id for stored in store.open_tables()] == [ONE]
    assert store.ids() == [ONE]
    assert store.load(TWO) is None and store.last_numbers([TWO]) == {}
    assert store.waiting_for_bots() == []
    with store.writing() as connection:
        connection.execute(schema.tables.update().values(asked="0 1"))
    assert store.waiting_for_bots() == [ONE], "seat 1 is a bot's"
    store.close()


def test_there_is_one_rematch(database: str) -> None:
    store = Store(database)
    keep_new(store)
    table = Table.new(Setup(GAME, 3))
    made = [
        store.create(TableRow(name, table.setup, "1", "x", (Seat(),), (None,), (None,), ""), table, ONE) for name in (TWO, THREE)
    ]
    assert made == [TWO, TWO] and store.load(THREE) is None
    store.close()


def test_a_table_of_other_rules_is_shown_and_not_touched(database: str) -> None:
    store = Store(database)
    table = keep_new(store)
    with store.writing() as connection:
        connection.execute(schema.tables.update().values(rules="0"))
    stored = store.load(ONE)
    assert stored
    live_table = open_room(stored, store.entries(ONE))
    assert "version 0" in live_table.broken
    with pytest.raises(InventoriumError):
        live_table.table  # noqa: B018
    assert store.entries(ONE) == table.entries
    store.close()


def version_of(store: Store) -> str:
    with store.reading() as connection:
        return str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")))


def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    store = Store(database)
    with store.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '99'"))
    store.close()
    with pytest.raises(InventoriumError, match="newer"):
        Store(database)


def test_an_older_database_becomes_one_of_this_program(database: str) -> None:
    """As the first program made it, without steps and what they bring: its games are there, and it is brought up to date.
    Whoever agreed to wait for an hour has an hour a turn."""
    store = Store(database)
    table = keep_new(store)
    with store.writing() as connection:
        for statement in (
            "DROP INDEX tables_running",
            "DROP TABLE alembic_version",
            "DROP TABLE outbox",
            "DROP TABLE channels",
            "DROP TABLE settings",
            "DROP TABLE plans",
            "DROP TABLE studies",
            "DROP TABLE passkeys",
            "DROP TABLE devices",
            "DROP TABLE people",
            "DROP TABLE entrants",
            "DROP TABLE cups",
            "DROP TABLE gathered",
            "DROP TABLE gatherings",
            "DROP TABLE avoided",
            "DROP TABLE reports",
            "DROP TABLE moderators",
            "DROP TABLE counts",
            "DROP TABLE members",
            "DROP TABLE clubs",
            "DROP INDEX tables_by_club",
            "ALTER TABLE tables DROP COLUMN club",
            "DROP INDEX tables_by_cup",
            "ALTER TABLE tables DROP COLUMN cup",
            "DROP INDEX tables_rated",
            "ALTER TABLE tables DROP COLUMN rated",
            "ALTER TABLE seats DROP COLUMN network",
            "DROP INDEX seats_by_owner",
            "ALTER TABLE seats RENAME COLUMN owner TO holder",
            "CREATE INDEX seats_by_holder ON seats (holder)",
            "ALTER TABLE tables DROP COLUMN clock",
            "ALTER TABLE tables DROP COLUMN due",
            "ALTER TABLE tables ADD COLUMN patience FLOAT",
            "UPDATE tables SET patience = 3600",
            "CREATE TABLE inventorium (version INTEGER NOT NULL)",
            "INSERT INTO inventorium VALUES (1)",
        ):
            connection.execute(sa.text(statement))
    store.close()
    for _ in range(2):
        store = Store(database)
        assert version_of(store) == schema.VERSION
        inspector = sa.inspect(store.engine)
        assert "inventorium" not in inspector.get_table_names()
        assert "tables_running" in {index["name"] for index in inspector.get_indexes("tables")}
        stored = store.load(ONE)
        assert stored and stored.setup.clock == Clock(3600, 3600)
        assert store.entries(ONE) == table.entries and not [finding for finding in examine(store) if finding.problem]
        store.close()


def test_owners_keep_what_is_theirs_when_the_column_is_renamed(database: str) -> None:
    """A database as the steps until 12 made it, with a person, a device, a seat and a channel; its foreign keys still hold."""
    engine = engine_at(database)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migration.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "12")
        for statement in (
            "INSERT INTO people (holder, words, created) VALUES ('mira', 'w', 1)",
            "INSERT INTO devices (device, holder, created) VALUES ('phone', 'mira', 1)",
            "INSERT INTO channels VALUES ('c', 'mira', 'mira', 'mail', 'a@b.c', 'en', 's', 'k', 0, true, 7, 0, '')",
            "INSERT INTO moderators (holder) VALUES ('mira')",
        ):
            connection.execute(sa.text(statement))
    engine.dispose()
    store = Store(database)
    assert version_of(store) == schema.VERSION
    assert [(channel.id, channel.key, channel.ready) for channel in Outbox(store).of("mira")] == [("c", "k", True)]
    with store.reading() as connection:
        assert connection.scalar(sa.select(schema.devices.c.owner)) == "mira" == connection.scalar(sa.select(schema.moderators))
    inspector = sa.inspect(store.engine)
    for table in inspector.get_table_names():
        assert "holder" not in {column["name"] for column in inspector.get_columns(table)}, table
    assert {"seats_by_owner"} <= {index["name"] for index in inspector.get_indexes("seats")}
    with pytest.raises(NumberTaken), store.writing() as connection:  # what a store says of every broken constraint
        connection.execute(schema.devices.insert().values(device="tablet", owner="nobody", created=1))
    store.close()


def test_studies_are_kept_until_their_table_goes(database: str) -> None:
    """By evaluation and seat, for a table as it was; the last one counts."""
    store = Store(database)
    table = keep_new(store)
    for body in ("first", "second"):
        store.store_review(ONE, "some network", 2, table.number, body)
    store.store_review(ONE, "some network", -1, table.number, "all")
    assert store.reviews(ONE, "some network", table.number) == {2: "second", -1: "all"}
    assert store.reviews(ONE, "another", table.number) == store.reviews(ONE, "some network", table.number + 1) == {}
    assert store.remove(time.time() + 10) == [ONE]
    assert store.reviews(ONE, "some network", table.number) == {}
    store.close()


def test_the_steps_lead_to_the_schema(database: str) -> None:
    """What the migrations make is what schema.py says, and its version is the last of them."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    store = Store(database)
    assert version_of(store) == schema.VERSION
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    store.close()


def test_a_database_of_another_program_is_left_alone(database: str) -> None:
    engine = engine_at(database)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE tables (x INTEGER)"))
    with pytest.raises(InventoriumError, match="another program"):
        Store(database)
    assert sa.inspect(engine).get_table_names() == ["tables"]
    engine.dispose()


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    for url in ("nonsense", "ftp://x/y"):
        with pytest.raises(InventoriumError, match="sqlite:///FILE"):
            Store(url)
    with pytest.raises(InventoriumError, match="database"):
        Store(f"sqlite:///{tmp_path}/no/such/folder/x.db")


def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    with store.reading() as connection:
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(sa.text("PRAGMA synchronous")) == 2
    store.close()


def test_secrets_are_long_and_only_their_digest_is_stored(database: str) -> None:
    secret = new_secret()
    assert len(secret) >= 32 and fits(secret, digest(secret)) and not fits(secret + "x", digest(secret))
    assert not fits(None, digest(secret)) and not fits(secret, None) and not fits("", None)
    store = Store(database)
    keep_new(store)
    with store.reading() as connection:
        rows = str(connection.execute(sa.select(schema.seats)).all())
    assert digest("link") in rows and "'link'" not in rows
    store.close()


def test_a_lock_dies_with_its_holder(new_postgres) -> None:  # type: ignore[no-untyped-def]
    url = new_postgres()
    heard: list[ChangeNotice] = []
    store = Store(url)
    one, two = (NotifyListener(store.engine.url, name, heard.extend) for name in ("another", store.name))
    assert one.lock("t") and not two.lock("t") and two.lock("u")
    assert one.locks is not None
    one.locks.close()  # as if the process had died
    for _ in range(100):
        if two.lock("t"):
            break
    else:
        raise AssertionError("the lock outlives its holder")
    table = keep_new(store)
    after = answered(table, random.Random(1))
    for _ in range(50):
        if not heard:
            store.append(NewEntries(ONE, table.number, after))
            table, after = after, answered(after, random.Random(1))
            threading.Event().wait(0.1)
    assert {table_id for table_id, _ in heard} == {ONE} and heard[-1][1] <= table.number
    assert len(set(heard)) == len(heard), "a process does not hear its own"
    for end in (one, two, store):
        end.close()


def test_notices_say_where_to_read() -> None:
    hints = [(f"{place:016x}", place + 1) for place in range(1000)]
    texts = list(notices("me", hints))
    assert 1 < len(texts) < 5 and all(text.startswith("me\n") and len(text.encode()) < 8000 for text in texts)
    assert [hint for text in texts for hint in understood(text)] == hints
    for nonsense in (
        "",
        "me",
        "me\n",
        "me\n[]",
        f"me\n{ONE}",
        f"me\n{ONE} x",
        f"me\n{ONE} " + "9" * 5000,
        f"me\nx{ONE} 1",
        "me\n\0 1",
        f'me\n["{ONE}", 1, []]',
    ):
        assert understood(nonsense) == []
