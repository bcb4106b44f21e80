"""Cups: full means started, with all tables of the design at once; standings follow from the tables; pages for everybody."""

import random
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
import sqlalchemy as sa

from inventorium.community.cups import Standings, join_cup, keep_cup, load_cup, new_cup, open_cups
from inventorium.store.personal_data import export_person, forget_person
from inventorium.store.schema import seats, tables
from inventorium.store.store import NewEntries, Store
from inventorium.store.table_loader import replayed
from inventorium.table.names import FORGOTTEN
from inventorium.table.problems import Refused
from inventorium.table.seats import BOT
from tests.web.browser import Visitor, serving
from tests.web.test_store import answered

GAME = "genies"


def test_a_cup_starts_when_it_is_full(database: str) -> None:
    """Seven people, seven tables: everybody meets everybody twice and sits in every seat once; nobody takes part twice."""
    store = Store(database)
    keep_cup(store, cup := new_cup("Spring", GAME, (7, 4), 1, True, None))
    for number in range(7):
        assert store.ids() == []
        for _ in range(2):
            join_cup(store, cup.id, f"holder {number}", f"N{number}")
    with pytest.raises(Refused):
        join_cup(store, cup.id, "an eighth", "")
    full = load_cup(store, cup.id)
    assert full and full.is_full and full.names == tuple(f"N{number}" for number in range(7)) and open_cups(store) == [full]
    found, standings = Standings(store).of(full)
    assert len(found) == len(store.ids()) == 7 and all(stored.rated and stored.cup == cup.id for stored in found)
    pairs = Counter(pair for stored in found for pair in combinations(sorted(map(str, stored.owners)), 2))
    assert set(pairs.values()) == {2} and len(pairs) == 21
    assert set(Counter((owner, seat) for stored in found for seat, owner in enumerate(stored.owners)).values()) == {1}
    assert {row.place for row in standings} == {1} and {row.tables for row in standings} == {0}
    store.close()


def test_who_is_forgotten_leaves_the_cups(database: str) -> None:
    """A place in a cup that waits is free again; in one that runs nobody holds it."""
    store = Store(database)
    waiting, running = (new_cup(name, "genies", (7, 4), 1, False, None) for name in ("waits", "runs"))
    for cup in (waiting, running):
        keep_cup(store, cup)
    for number in range(7):
        join_cup(store, running.id, f"h{number}", f"N{number}")
    for number in range(3):
        join_cup(store, waiting.id, f"h{number}", f"N{number}")
    assert {one["cup"] for one in export_person(store, "h1")["cups"]} == {"waits", "runs"}
    forget_person(store, "h1", lambda game: "easy")
    join_cup(store, waiting.id, "h9", "N9")
    now = load_cup(store, waiting.id), load_cup(store, running.id)
    assert now[0] and now[0].names == ("N0", "N2", "N9")
    assert now[1] and now[1].names[1] == FORGOTTEN and "h1" not in now[1].owners and len(Standings(store).of(now[1])[0]) == 7
    store.close()


def test_standings_follow_from_the_tables(tmp_path: Path) -> None:
    """One table is over; whoever left it to a bot is last there, whatever the bot did. What is pruned is forgotten."""
    store, chance = Store(f"sqlite:///{tmp_path / 'tables.db'}"), random.Random(1)
    keep_cup(store, cup := new_cup("", GAME, (7, 4), 1, False, None))
    for number in range(7):
        join_cup(store, cup.id, str(number), "")
    full = load_cup(store, cup.id)
    assert full
    stored = Standings(store).of(full)[0][0]
    table = replayed(stored, store.entries(stored.id))
    while not table.over:
        after = answered(table, chance)
        store.append(NewEntries(stored.id, table.number, after))
        table = after
    places = table.view(-1).places
    best = places.index(1)
    with store.writing() as connection:
        seat = (seats.c.table_id == stored.id) & (seats.c.seat == best)
        connection.execute(seats.update().where(seat).values(kind=BOT, level="easy"))
    rows = {row.person: row for row in Standings(store).of(full)[1]}
    at_table = [int(str(owner)) for owner in stored.owners]
    assert rows[at_table[best]].points == 0 and sum(row.points for row in rows.values()) == 6
    assert [rows[one].tables for one in at_table] == [1] * 4 and sum(row.tables for row in rows.values()) == 4
    store.remove(time.time() + 1)
    assert load_cup(store, cup.id) is None
    with store.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(tables)) == 0
    store.close()


def test_a_cup_on_pages(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        people = [Visitor(address, "de" if number else "en") for number in range(7)]
        assert people[0].post("/cups", {"size": f"{GAME} 8 4"}).status_code == 422
        path = people[0].post("/cups", {"name": "Spring", "size": f"{GAME} 7 4", "clock": "calm", "me": "Anna"}).url.path
        assert "players: 1 of 7" in people[0].page and "You are in" in people[0].page
        for number, one in enumerate(people[1:], 2):
            assert "Mitspielen" in one.get(path).text and "Spring" in one.get("/cups").text
            one.post(f"{path}/join", {"me": f"P{number}"})
        page = people[6].get(path).text
        assert page.count('href="/table/') == 7 and page.count('scope="row"') == 7 and "Sonneborn" in page
        table = people[6].found(r'href="(/table/\w+)">(?:Du bist dran|Öffnen)')
        assert 'data-seat="-1"' not in people[6].get(table).text, "one's own seat"
        assert people[6].post("/identity/save").status_code == 200
        words = people[6].found(r'<p class="recovery"><b translate="no">([a-z ]+)</b>')
        assert people[5].post("/identity/sign-in", {"words": words}).status_code == 200, "one person took part twice"
        elsewhere = Visitor(address)
        assert elsewhere.post("/identity/save").status_code == 200
        words = elsewhere.found(r'<p class="recovery"><b translate="no">([a-z ]+)</b>')
        assert people[4].post("/identity/sign-in", {"words": words}).status_code == 200
        assert '<tr aria-current="true">' in people[4].get(path).text, "it is still one's own place"
        assert people[0].get("/cup/nonsense").status_code == people[0].get(f"/cup/{'0' * 16}").status_code == 404
