"""Clubs: found by link, one ranking over its tables, cups and gatherings for its members, results at the deal of the day."""

import random
from pathlib import Path

import pytest

from inventorium.community.clubs import Club, clubs_of, found_club, join_club, leave_club, load_club
from inventorium.community.cups import Standings, keep_cup, new_cup, open_cups
from inventorium.server.lobby import SeekFilter, match, new_seek, open_seeks
from inventorium.server.table_bots import level_of
from inventorium.store.blocks import BLOCK, avoid, avoided_by
from inventorium.store.personal_data import adopt_device, forget_person
from inventorium.store.secrets import digest
from inventorium.store.store import NewEntries, Store
from inventorium.store.table_loader import replayed
from inventorium.table.problems import Refused
from inventorium.table.table import Setup
from inventorium.teaching.daily import today
from tests.web.browser import Visitor, serving
from tests.web.test_store import answered

GAME = "genies"


def test_a_club_comes_and_goes(database: str) -> None:
    store = Store(database)
    club_id = found_club(store, "Lamp", "a", "A")
    for name in ("B", "B.", "C"):
        join_club(store, club_id, name[0].lower(), name)
    club = load_club(store, club_id)
    assert club and club.names == ("A", "B.", "C") and clubs_of(store, "b") == [club] and clubs_of(store, "d") == []
    keep_cup(store, new_cup("inside", GAME, (7, 4), 1, False, None, club_id))
    keep_cup(store, new_cup("outside", GAME, (7, 4), 1, False, None))
    assert [[cup.name for cup in open_cups(store, 9, one)] for one in (None, club_id)] == [["outside"], ["inside"]]
    for owner in ("a", "b"):
        leave_club(store, club_id, owner)
    forget_person(store, "c", level_of)
    assert load_club(store, club_id) is None, "nobody is in it any more"
    store.close()


def test_what_a_device_had_comes_along(database: str) -> None:
    """Whoever comes back on a device keeps the clubs of both, once; and whoever avoided the device avoids the person."""
    store = Store(database)
    both, one = found_club(store, "Both", "me", "M"), found_club(store, "One", "device", "D")
    join_club(store, both, "device", "D")
    avoid(store, "device", "foe", BLOCK, "F")
    avoid(store, "foe", "device", BLOCK, "D")
    adopt_device(store, "device", "me")
    assert {club.id for club in clubs_of(store, "me")} == {both, one}
    assert set(avoided_by(store, "me")) == {"foe"} and set(avoided_by(store, "foe")) == {"me"}
    store.close()


def test_one_ranking_over_the_tables_of_a_club(tmp_path: Path) -> None:
    """Only tables of the club count; who has left it counts where they sat, and is not told."""
    store, chance = Store(f"sqlite:///{tmp_path / 'tables.db'}"), random.Random(3)
    club_id = found_club(store, "Lamp", "a", "A")
    for owner in ("b", "c"):
        join_club(store, club_id, owner, owner.upper())
    setup = Setup(GAME, 3)
    for club in (club_id, None):
        for owner in ("a", "b", "c"):
            where = match(store, SeekFilter(), new_seek(setup, False, club), owner, owner.upper())
        stored = store.load(str(where.table_id))
        assert stored and stored.club == club and stored.open == (club is None)
        table = replayed(stored, store.entries(stored.id))
        while not table.over:
            after = answered(table, chance)
            store.append(NewEntries(stored.id, table.number, after))
            table = after
        if club:
            places = dict(zip(stored.owners, table.view(-1).places, strict=True))

    def ranking() -> tuple[Club, dict[str, float]]:
        now = load_club(store, club_id)
        assert now
        rows = Standings(store).among(now, store.of_club(club_id))
        assert [row.tables for row in rows] == [1] * len(rows)
        return now, {now.owners[row.person]: row.points for row in rows}

    club_now, points = ranking()
    for owner in "abc":
        ahead = [one for one in places if one != owner]
        assert points[owner] == sum((places[owner] < places[one]) + (places[owner] == places[one]) / 2 for one in ahead)
    leave_club(store, club_id, "c")
    assert ranking()[1] == {owner: points[owner] for owner in "ab"} and club_now.owners == ("a", "b", "c")
    assert open_seeks(store, club_id) == []
    store.close()


def test_a_club_on_pages(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with serving(f"sqlite:///{file}") as address:
        anna, ben, stranger = Visitor(address), Visitor(address, "de"), Visitor(address)
        assert anna.post("/clubs", {"name": " ", "me": "Zauberanna"}).status_code == 422
        path = anna.post("/clubs", {"name": "Zauberclub", "me": "Zauberanna"}).url.path
        link = anna.found(r'value="http://[^/]+(/club/\w+/[\w-]+)"')
        assert stranger.get(path).status_code == 404 and stranger.get(link[:-2]).status_code == 403
        assert "Zauberclub" in ben.get(link).text and "Beitreten" in ben.page and "Zauberanna" not in ben.page
        assert "Ben" in ben.post(link, {"name": "Ben"}).text and ben.response.url.path == path
        assert path in anna.get("/clubs").text

        query = path.replace("/club/", "?club=")
        wish = {"game": "legendary-inventors default", "players": 2, "club": path.rpartition("/")[2]}
        waiting = anna.post("/lobby", {**wish, "name": "Zauberanna"}).url.path
        assert (
            waiting in ben.get(path).text and waiting in ben.get(f"/lobby{query}").text and waiting not in ben.get("/lobby").text
        )
        assert stranger.get(waiting).status_code == stranger.post("/lobby", wish).status_code == 404
        table = ben.post(f"{waiting}/join", {"name": "Ben"}).url.path
        assert table in anna.get(path).text and table not in stranger.get("/").text
        cup = anna.post("/cups", {"size": f"{GAME} 7 4", "me": "Zauberanna", "club": wish["club"]}).url.path
        assert cup in ben.get(path).text and cup not in ben.get("/cups").text and stranger.get(cup).status_code == 404
        assert ben.get(cup).status_code == 200

        day = f"/daily/{GAME}/{today()}"
        anna.post(day)
        assert "Zauberanna" in ben.get(day).text and "Zauberanna" not in stranger.get(day).text
        ben.csrf = (ben.get("/"), ben.found(r'name="csrf" value="(\w+)"'))[1]
        ben.post(f"{path}/leave")
        assert ben.get(path).status_code == 404 and "Zauberanna" not in ben.get(day).text

        owner = digest(anna.http.cookies["guest"])
        assert anna.get("/identity/export").json()["clubs"] == [{"club": "Zauberclub", "name": "Zauberanna"}]
        assert anna.post("/identity/delete", {"sure": "yes"}).status_code == 200
        for part in (file, file.with_name(file.name + "-wal")):
            content = part.read_bytes() if part.exists() else b""
            for text in (b"Zauberanna", b"Zauberclub", owner.encode()):
                assert text not in content, (part.name, text)


def test_nobody_is_in_too_many_clubs(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    for number in range(20):
        found_club(store, f"Club {number}", "a", "A")
    with pytest.raises(Refused):
        found_club(store, "one more", "a", "A")
    assert len(clubs_of(store, "a")) == 20
    store.close()
