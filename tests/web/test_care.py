"""Looking after a store: doctor, export and import; what the log tells, and what it does not."""

import json
import random
from pathlib import Path

import httpx
import pytest

from inventorium.core.errors import InventoriumError
from inventorium.core.words import words_of
from inventorium.store import schema
from inventorium.store.doctor import examine
from inventorium.store.export import exported, imported
from inventorium.store.store import Store
from inventorium.web.http.logs import log, write_logs
from inventorium.web.routes import pages
from tests.web.browser import Visitor, serving
from tests.web.program import Program
from tests.web.test_store import ONE, THREE, TWO, answered, keep_new


def test_a_sound_store_and_an_ill_one(database: str) -> None:
    store = Store(database)
    for name in (ONE, TWO, THREE):
        keep_new(store, name)
    assert [finding.problem for finding in examine(store)] == ["", "", ""]
    with store.writing() as connection:
        connection.execute(schema.entries.delete().where(schema.entries.c.table_id == ONE, schema.entries.c.number == 1))
        connection.execute(schema.tables.update().where(schema.tables.c.id == TWO).values(seed="another"))
    problems = {finding.table_id: finding.problem for finding in examine(store)}
    assert problems[ONE] and "deals" in problems[TWO] and problems[THREE] == ""
    store.close()


def test_a_table_moves_to_another_store(database: str, tmp_path: Path) -> None:
    """A running game, with its undo and its seed; its people get new invitations."""
    here, there = Store(database), Store(f"sqlite:///{tmp_path / 'there.db'}")
    table, chance = keep_new(here), random.Random(1)
    from inventorium.store.store import NewEntries

    for _ in range(20):
        after = answered(table, chance)
        here.append(NewEntries(ONE, table.number, after))
        table = after
    text = exported(here, ONE)
    table_id, links = imported(there, text)
    assert table_id == ONE and list(links) == [0] and links[0].startswith(f"/join/{ONE}/0/")
    assert there.entries(ONE) == here.entries(ONE)
    moved, stayed = there.load(ONE), here.load(ONE)
    assert moved and stayed and moved.setup == stayed.setup and moved.seats == stayed.seats and moved.asked == stayed.asked
    with pytest.raises(InventoriumError, match="already exists here"):
        imported(there, text)
    for broken in (
        "",
        "{}",
        "[]",
        text[:-40],
        text.replace('"rules": "1"', '"rules": "0"'),
        text.replace('"seed": "7"', '"seed": "8"'),
        text.replace('"players": 3', '"players": "3"'),
    ):
        with pytest.raises(InventoriumError):
            imported(there, broken.replace(ONE, TWO))
    assert there.ids() == [ONE]
    here.close()
    there.close()


def test_a_moved_table_is_played_on_by_whoever_has_the_new_link(tmp_path: Path) -> None:
    here, there = Store(f"sqlite:///{tmp_path / 'here.db'}"), f"sqlite:///{tmp_path / 'there.db'}"
    keep_new(here)
    store = Store(there)
    _, links = imported(store, exported(here, ONE))
    store.close()
    here.close()
    with serving(there) as address:
        mira = Visitor(address)
        assert mira.post(links[0], {"name": "Mira"}).status_code == 200 and mira.seat == 0
        assert Visitor(address).get(links[0]).status_code == 403


def test_a_record_is_imported(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    table, chance = keep_new(store), random.Random(1)
    while not table.over:
        table = answered(table, chance)
    table_id, links = imported(store, table.record())
    stored = store.load(table_id)
    assert links == {} and stored and stored.over and stored.setup.seed == table.setup.seed and stored.setup.given == 0
    running = table.at(40).record()
    part = store.load(imported(store, running)[0])
    assert part and not part.over and part.setup.given == 40
    assert all(not finding.problem for finding in examine(store))
    store.close()


def test_the_log_tells_the_way_but_no_secret(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_logs("info")
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address:
        program = Program(address)
        created = program.create("legendary-inventors", ["me", "open"])
        secret = created["invitations"]["1"]
        Visitor(address).post(f"/join/{created['table']}/1/{secret}", {"name": "Jonas"})

        def broken(*_: object) -> None:
            raise RuntimeError("a mistake of ours")

        monkeypatch.setattr(pages, "sources", broken)
        response = httpx.get(f"{address}/credits", headers={"accept-language": "de"})
        assert response.status_code == 500 and "Bei uns ist etwas schiefgegangen" in response.text
        assert response.headers["x-request-id"] in response.text
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if line.startswith('{"time"')]
    log.handlers.clear()
    text = json.dumps(lines)
    assert "/join/{table_id}/{seat}/{secret}" in text and '"status": 201' in text and "a mistake of ours" in text
    assert secret not in text and str(program.secret) not in text


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"rules": "0"}, "version 0 of the rules"), ({"components": "another box"}, "another box"), ({"seed": "another"}, "deals")],
)
def test_a_table_that_does_not_replay_is_only_shown(tmp_path: Path, change: dict[str, str], reason: str) -> None:
    """Whoever comes is told why; nobody can change it; everything else goes on; doctor reports it."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    store = Store(url)
    table = keep_new(store)
    with store.writing() as connection:
        connection.execute(schema.tables.update().values(**change))
    keep_new(store, TWO)
    assert {finding.table_id: reason in finding.problem for finding in examine(store)} == {ONE: True, TWO: False}
    with serving(url) as address:
        mira, program, stranger = Visitor(address), Program(address), Program(address, "m" * 24)
        page = mira.get(f"/table/{ONE}")
        kept = words_of(None, "en")("web.broken-saved", entries=table.number)
        assert page.status_code == 409 and reason in page.text and "Mira" in page.text and kept in page.text
        for path in ("answer", "undo", "chat", "stand-in", "rematch"):
            fields = {"seat": 0, "number": table.number, "action": 1, "text": "x"}
            assert mira.post(f"/table/{ONE}/{path}", fields).status_code in (403, 409)
        assert program.http.get(f"/tables/{ONE}").json()["problem"] == "broken"
        assert program.answer(ONE, number=table.number, seat=0, action=1).status_code == 403, "a spectator"
        assert stranger.answer(ONE, number=table.number, seat=0, action=1).status_code == 401, "not its seat either"
        assert mira.get(f"/table/{ONE}/events").status_code == 409 and mira.get(f"/table/{TWO}").status_code == 200
    assert store.entries(ONE) == table.entries
    store.close()


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("options", "{", "damaged"),
        ("asked", "x", "damaged"),
        ("asked", "0 1 2", "lists say"),
        ("game", "chess", "chess"),
        ("players", 99, "players"),
        ("edition", "none such", "none such"),
        ("options", "[1]", ""),
        ("given", 10**6, "another game"),
    ],
)
def test_doctor_says_what_it_found_whatever_it_is(database: str, column: str, value: object, told: str) -> None:
    store = Store(database)
    keep_new(store)
    keep_new(store, TWO)
    with store.writing() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == ONE).values({column: value}))
    problems = {finding.table_id: finding.problem for finding in examine(store)}
    assert told in problems[ONE] and problems[TWO] == ""
    assert problems[ONE]
    store.close()
