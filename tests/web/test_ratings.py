"""Rated tables: only people, no hints, whoever leaves is last; the ratings follow from the entries, on pages and in a command."""

import json
import random
from pathlib import Path

import pytest

from inventorium.cli import app
from inventorium.community.ratings import Ratings
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from tests.web.browser import Visitor, serving

GAME = "genies"


def keep(
    store: Store,
    name: str,
    owners: str,
    seats: list[Seat] | None = None,
    leaves: int | None = None,
    at: float = 0,
    rated: bool = True,
) -> Table:
    """Keep a table that was played to the end at random; somebody may have left when two answers of every seat were in."""
    table, chance = Table.new(Setup(GAME, len(owners), seed=name), now=at), random.Random(name)
    if leaves == 0:
        table = table.with_seat(owners.index("a"), "A", now=at)
    while not table.over:
        seat = table.asked[0]
        table = table.play(seat, chance.choice(list(table.view(seat).actions())), now=at)
        if leaves and len(table.history) > leaves:
            table, leaves = table.with_seat(owners.index("a"), "A", now=at), None
    sitting = seats or [Seat(PERSON, one.upper()) for one in owners]
    store.create(
        TableRow(
            name, table.setup, *versions(table.setup), tuple(sitting), tuple(owners), (None,) * len(owners), "", rated=rated
        ),
        table,
    )
    return table


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'tables.db'}")


def test_ratings_follow_from_the_entries_alone(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order in which games ended, whenever they began; what does not count does not change anything."""
    for number, (name, owners) in enumerate({"one": "abc", "two": "cab", "three": "ab"}.items()):
        keep(store, name, owners, at=10 - number)
    ranking = Ratings(store).now()
    assert ranking.pools.keys() == {(GAME, "more"), (GAME, "two")} and ranking.names == {"a": "A", "b": "B", "c": "C"}
    assert [ranking.of("c")[GAME, "more"].games, ranking.of("a")[GAME, "two"].games] == [2, 1]
    keep(store, "casual", "abc", rated=False)
    keep(store, "alone", "aab")
    ratings = Ratings(store)
    assert ratings.now() == ranking and ratings.now() is ratings.now()
    with pytest.raises(SystemExit):
        app(["rate", "--database", str(store.engine.url), "--json"])
    assert json.loads(capsys.readouterr().out) == ranking.rows()
    store.remove(before=10**10)
    assert ratings.now().pools == {}


def test_a_leaver_is_last_unless_the_game_had_not_begun_for_him(store: Store) -> None:
    seats = [Seat(BOT, "A", "easy"), Seat(PERSON, "B"), Seat(PERSON, "C")]
    keep(store, "never", "abc", seats, leaves=0)
    assert Ratings(store).now().pools == {}, "nobody is rated for a seat that he never sat at"
    keep(store, "left", "abc", seats, leaves=40)
    rated = Ratings(store).now().pools[GAME, "more"]
    assert min(rated, key=lambda one: rated[one].mean) == "a" and rated.keys() == {"a", "b", "c"}


def test_a_rated_table_between_two_people(tmp_path: Path) -> None:
    """Bots, a second seat and hints are refused; the result shows on the pages of both, in both languages."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        anna, ben = Visitor(address), Visitor(address, "de")
        for other in ("easy", "here"):
            refused = anna.post(f"/new/{GAME}", {"players": 2, "seat.0": "me", "seat.1": other, "rated": "yes"})
            assert refused.status_code == 422 and "each person plays one seat" in refused.text
        path = anna.new_table(GAME, ["me", "open"], rated="yes", name="Anna", open="yes")
        assert anna.post(f"{path}/sit", {"seat": 1}).status_code == 422, "a seat for each"
        assert ben.post(f"{path}/sit", {"seat": 1, "name": "Ben"}).status_code == 200
        assert anna.get(path).status_code == 200 and "hint=1" not in anna.page and "rated table" in anna.page
        assert 'class="hint"' not in anna.get(f"{path}?hint=1").text
        chance = random.Random(1)
        while 'id="result-heading"' not in anna.page:
            for one in (anna, ben):
                one.get(path)
                if sheet := one.sealed_moves(chance):
                    one.post(f"{path}/answer", {"number": one.number, "seat": one.seat, **sheet})
                elif actions := one.actions():
                    one.answer(path, chance.choice(actions))
        assert anna.post(f"{path}/stand-in", {"seat": 0, "bot": "easy"}).status_code == 409, "too late to leave"
        for one, players, own in (
            (anna, "two players", "Your rating, two players: 1"),
            (ben, "zu zweit", "Deine Wertung, zu zweit: 1"),
        ):
            page = one.get("/ratings").text
            assert page.count('scope="row"') == 2 and "Anna" in page and "Ben" in page and players in page and "?</b>" in page
            assert own in one.get("/").text
