"""The page about yourself: results with and without hints, reviews, puzzles, achievements; practice is none of it."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from inventorium.review.decisions import Decision
from inventorium.server.achievements import Achievements
from inventorium.server.profile import games_of, mistakes, standings
from inventorium.server.reviews import PART, Part
from inventorium.store.secrets import digest
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.entries import HINTED
from inventorium.table.seats import BOT, PERSON, Seat
from inventorium.table.table import Setup, Table
from inventorium.teaching.puzzles import solved
from tests.web.browser import Visitor, serving

GAME = "legendary-inventors"
EASY = Seat(BOT, "", "easy")


def keep(store: Store, name: str, owner: str, hinted: bool = False, given: Table | None = None) -> Table:
    """Keep a game that was played to its end against a bot."""
    table, chance = given or Table.new(Setup(GAME, 2, seed=name)), random.Random(name)
    while not table.over:
        seat = table.asked[0]
        table = table.play(seat, chance.choice(table.view(seat).actions()), text=HINTED if hinted and not seat else "")
    seats = (Seat(PERSON, "Mira"), EASY)
    store.create(TableRow(name, table.setup, *versions(table.setup), seats, (owner, None), (None, None), ""), table)
    return table


def decision(loss: float, answers: int) -> Decision:
    return Decision(0, answers, ("a",), ("b",), (1,), True, loss, 0.0, 1.0)


def review(store: Store, name: str, table: Table, *losses: float) -> None:
    part = Part(len(losses), [decision(loss, number) for number, loss in enumerate(losses)], done=True)
    store.store_review(name, "test 1", 0, table.number, PART.dump_json(part).decode())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'tables.db'}")


def test_games_with_hints_and_practice_are_no_wins(store: Store) -> None:
    results = [keep(store, f"table{number}", "Mira", hinted=number % 2 == 1).view(-1) for number in range(6)]
    whole = keep(store, "whole", "Jonas")
    keep(store, "practice", "Mira", given=Table.going_on(whole.at(20)))
    games = games_of(Achievements(store), "Mira", store.held_by("Mira"))
    assert {one.table_id for one in games} == {f"table{number}" for number in range(6)}
    for one in games:
        view = results[int(one.table_id.removeprefix("table"))]
        assert (one.points, one.won, one.level) == (view.scores[0], 0 in view.winners, "easy")
        assert one.hinted == (int(one.table_id[-1]) % 2 == 1) and one.place == view.places[0]
    (standing,) = standings(games)
    assert (standing.played, standing.hinted) == (3, 3)
    assert standing.won == sum(0 in view.winners for view in results[::2])
    assert [one.ended for one in games] == sorted((one.ended for one in games), reverse=True)


def test_what_reviews_found(store: Store) -> None:
    for number, losses in enumerate([(0.2, 0.0, 0.0, 0.06, 0.0, 0.0), (0.0, 0.0, 0.01, 0.0, 0.03, 0.0)]):
        review(store, f"table{number}", keep(store, f"table{number}", "Mira"), *losses)
    table = keep(store, "unfinished", "Mira")
    store.store_review("unfinished", "test 1", 0, table.number, PART.dump_json(Part(9, [decision(0.9, 0)])).decode())
    games = {one.table_id: one for one in games_of(Achievements(store), "Mira", store.held_by("Mira"))}
    assert games["unfinished"].review is None
    bad, good = games["table0"].review, games["table1"].review
    assert bad and good and bad.mean_loss == pytest.approx(0.26 / 6) and (bad.is_clean, good.is_clean) == (False, True)
    kinds, lost = mistakes(list(games.values()))
    assert kinds == {"blunder": 1, "mistake": 1}, "what the reviews list as turns to learn from, and no more"
    assert sum(lost.values()) == pytest.approx(1) and lost["beginning"] == pytest.approx(0.2 / 0.3)


def test_only_games_with_hints_are_no_zero_of_zero(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    keep(Store(database), "table0", digest("h" * 32), hinted=True)
    with serving(database) as address:
        visitor = Visitor(address)
        visitor.http.cookies.set("guest", "h" * 32)
        page = visitor.get("/you").text
    assert "0 of 0" not in page and "<td>–</td><td>1</td>" in re.sub(r"\s+<", "<", page)


def test_puzzles_in_a_row() -> None:
    assert solved({}) == replace(solved({}), tried=0, at_once=0, streak=0, longest=0)
    found = solved(dict(enumerate("rrrmrlrr")))  # type: ignore[arg-type]
    assert (found.tried, found.at_once, found.streak, found.longest) == (8, 6, 2, 3)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("store")
    database = f"sqlite:///{folder / 'tables.db'}"
    store = Store(database)
    for number in range(2):
        owner = digest("m" * 32)
        review(store, f"table{number}", keep(store, f"table{number}", owner), *[0.05 / (number + 1)] * 6)
    with serving(database) as found:
        yield found


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page(address: str, language: str) -> None:
    visitor = Visitor(address, language)
    empty = visitor.get("/you").text
    assert 'id="first-step"' in empty and f'href="/learn/{GAME}"' in empty and 'id="results"' not in empty
    visitor.http.cookies.set("guest", "m" * 32)
    visitor.http.cookies.set("name", "Mira")
    page = visitor.get("/you").text
    assert 'id="first-step"' not in page and page.count('class="btn secondary" href="/table/table') == 4
    assert 'class="plot" viewBox' in page and "<table" in page.split("<details>")[1], "the chart has a table beside it"
    assert "5\N{NO-BREAK SPACE}%" in page and not re.search(r"\d[.,]\d\s%", page), "no false precision"
    assert 'href="/you"' in visitor.get("/").text
