"""The store: what is kept is kept, in order, once; on SQLite and on PostgreSQL."""
import random
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from inventorium.core.errors import InventoriumError
from inventorium.store import schema
from inventorium.store.doctor import examine
from inventorium.store.loading import versions
from inventorium.store.postgres import Kept, Wire, notices, understood
from inventorium.store.secrets import digest, fits, new_secret
from inventorium.store.store import News, NumberTaken, Store, Stored, normal
from inventorium.table.entries import CHAT, Entry
from inventorium.table.seats import BOT, OPEN, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.web.rooms import open_room

GAME = "legendary-inventors"


def keep_new(store: Store, table_id: str = "one", seed: str = "7") -> Table:
    table = Table.new(Setup(GAME, 3, seed=seed))
    sitting = (Seat(PERSON, "Mira"), Seat(BOT, "", "random"), Seat(OPEN))
    store.create(Stored(table_id, table.setup, *versions(table.setup), sitting, (digest("me"), None, None),
                        (None, None, digest("link")), digest("me"), open=True), table)
    return table


def answered(table: Table, chance: random.Random) -> Table:
    seat = table.asked[0]
    return table.answer(seat, chance.choice(table.position.actions(seat)))


def test_what_is_kept_is_read_again(database: str) -> None:
    store, chance = Store(database), random.Random(1)
    table = keep_new(store)
    while not table.over:
        after = answered(table, chance)
        store.append(News("one", table.number, after))
        table = after
    store.close()
    store = Store(database)
    stored = store.load("one")
    assert stored and stored.over and stored.asked == () and stored.setup == table.setup
    assert store.entries("one") == table.entries
    assert store.entries("one", after=table.number - 2) == table.entries[-2:]
    assert open_room(stored, store.entries("one")).table.position.states.tobytes() == table.position.states.tobytes()
    store.close()


def test_a_number_is_taken_once(database: str) -> None:
    store = Store(database)
    table = keep_new(store)
    first, second = answered(table, random.Random(1)), answered(table, random.Random(2))
    store.append(News("one", table.number, first))
    with pytest.raises(NumberTaken):
        store.append(News("one", table.number, second))
    assert store.entries("one") == first.entries
    other = keep_new(store, "two")
    kept = store.append_all([News("one", table.number, second), News("two", other.number, answered(other, random.Random(3)))])
    assert kept == [False, True], "in one transaction the one who was late fails alone"
    assert store.entries("one") == first.entries and len(store.entries("two")) > other.number
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
        while not table.over and table.number < 120:
            try:
                after = answered(table, chance)
                store.append(News("one", table.number, after))
                taken.append((table.number, writer))
                table = after
                time.sleep(0.001)                           # so that the others get a chance
            except NumberTaken:
                table = table.extended(store.entries("one", table.number))

    threads = [threading.Thread(target=hammer, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = [number for number, _ in taken]
    assert len(numbers) == len(set(numbers)) and len({writer for _, writer in taken}) > 1
    entries = stores[0].entries("one")
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    Table.load(first.setup, entries)
    for store in stores:
        store.close()


def test_lists(database: str) -> None:
    store = Store(database)
    keep_new(store)
    assert [stored.id for stored in store.held_by(digest("me"))] == ["one"] and not store.held_by(digest("you"))
    assert [stored.id for stored in store.open_tables()] == ["one"]
    assert store.tables_since(digest("me"), 0) == 1 and store.ids() == ["one"]
    assert store.load("two") is None and store.last_numbers(["two"]) == {}
    assert store.waiting_for_bots() == []
    with store.writing() as connection:
        connection.execute(schema.tables.update().values(asked="0 1"))
    assert store.waiting_for_bots() == ["one"], "seat 1 is a bot's"
    store.close()


def test_there_is_one_rematch(database: str) -> None:
    store = Store(database)
    keep_new(store)
    table = Table.new(Setup(GAME, 3))
    made = [store.create(Stored(name, table.setup, "1", "x", (Seat(),), (None,), (None,), ""), table, "one")
            for name in ("two", "three")]
    assert made == ["two", "two"] and store.load("three") is None
    store.close()


def test_a_table_of_other_rules_is_shown_and_not_touched(database: str) -> None:
    store = Store(database)
    table = keep_new(store)
    with store.writing() as connection:
        connection.execute(schema.tables.update().values(rules="0"))
    stored = store.load("one")
    assert stored
    room = open_room(stored, store.entries("one"))
    assert "version 0" in room.broken
    with pytest.raises(InventoriumError):
        room.table                                                      # noqa: B018
    assert store.entries("one") == table.entries
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
    """As the first program made it, without steps and without an index: its games are there, and it is brought up to date."""
    store = Store(database)
    table = keep_new(store)
    with store.writing() as connection:
        connection.execute(sa.text("DROP INDEX tables_running"))
        connection.execute(sa.text("DROP TABLE alembic_version"))
        connection.execute(sa.text("CREATE TABLE inventorium (version INTEGER NOT NULL)"))
        connection.execute(sa.text("INSERT INTO inventorium VALUES (1)"))
    store.close()
    for _ in range(2):
        store = Store(database)
        assert version_of(store) == schema.VERSION
        inspector = sa.inspect(store.engine)
        assert "inventorium" not in inspector.get_table_names()
        assert "tables_running" in {index["name"] for index in inspector.get_indexes("tables")}
        assert store.entries("one") == table.entries and not [finding for finding in examine(store) if finding.problem]
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
    engine = sa.create_engine(normal(sa.make_url(database)))
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


def test_a_lock_dies_with_its_holder(new_postgres) -> None:             # type: ignore[no-untyped-def]
    url = new_postgres()
    heard: list[Kept] = []
    store = Store(url)
    one, two = (Wire(store.engine.url, name, heard.extend) for name in ("one", store.name))
    assert one.claim("t") and not two.claim("t") and two.claim("u")
    assert one.locks is not None
    one.locks.close()                                                   # as if the process had died
    for _ in range(100):
        if two.claim("t"):
            break
    else:
        raise AssertionError("the lock outlives its holder")
    table = keep_new(store)
    after = answered(table, random.Random(1))
    for _ in range(50):
        if not heard:
            store.append(News("one", table.number, after))
            table, after = after, answered(after, random.Random(1))
            threading.Event().wait(0.1)
    table_id, number, entries = heard[0]
    assert table_id == "one" and entries == store.entries("one")[entries[0].number - 1:number]
    assert len({number for _, number, _ in heard}) == len(heard), "a process does not hear its own"
    for end in (one, two, store):
        end.close()


def test_notices_carry_what_they_can() -> None:
    def said(number: int, text: str) -> Entry:
        return Entry(number, CHAT, 0, text=text, time=1.5)

    news = [(f"table{place}", [said(1, "ü" * 20), said(2, "\n")]) for place in range(300)]
    news.insert(7, ("long", [said(1, "x" * 9000)]))
    texts = list(notices("me", news))
    assert 1 < len(texts) < 20 and all(text.startswith("me\n") and len(text.encode()) < 8000 for text in texts)
    heard = [kept for text in texts for kept in understood(text)]
    assert heard == [(table, entries[-1].number, [] if table == "long" else entries) for table, entries in news]
    for nonsense in ("", "me", "me\n", "me\n[]", "me\n[1]", 'me\n["t", "x", []]', 'me\n["t", 1, [[1, 2, 3, 4, 5, 6, 7, 8]]]'):
        assert understood(nonsense) == []
