"""The deal of the day: the same for everybody, played once for the record, compared at the end."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

import inventorium
from inventorium.core import library
from inventorium.core.dealer import commitment
from inventorium.store.export import from_record
from inventorium.store.store import Store, TableRow
from inventorium.store.table_loader import versions
from inventorium.table.exercises import day_of
from inventorium.table.seats import BOT, Seat
from inventorium.table.table import Setup, Table
from inventorium.teaching.daily import DayDeal, days, deal_on, today
from inventorium.teaching.daily_results import Daily, place_of
from tests.web.browser import Visitor

GAME = "genies"
DAY = today()


@pytest.fixture(autouse=True)
def day_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when midnight comes."""
    monkeypatch.setattr("inventorium.teaching.daily.today", lambda: DAY)


def sat_down(store: Store, deal: DayDeal, name: str, number: int, moves: int = 10_000) -> Table:
    """Keep a table of a deal, as a page sets it up, played to the end with first answers but for one, or so far."""
    tables = Daily(store).tables(deal)
    table = deal.table(tables[0].setup.seed if tables else "")
    while not table.over and moves:
        seat = table.asked[0]
        actions = table.view(seat).actions()
        table, moves = table.play(seat, *([actions[(number if seat == deal.seat else 0) % len(actions)]])), moves - 1
    store.create(
        TableRow(
            f"{name}{number}",
            table.setup,
            *versions(table.setup),
            tuple(deal.sitting(name)),
            tuple(name if seat == deal.seat else None for seat in range(deal.players)),
            (None,) * deal.players,
            name,
        ),
        table,
    )
    return table


@pytest.mark.parametrize("game", library.names())
def test_a_deal_follows_from_the_date(game: str) -> None:
    loaded = inventorium.load(game)
    week = [deal_on(loaded, date(2026, 11, 16) + timedelta(number)) for number in range(7)]
    assert [deal.level for deal in week] == ["easy", "casual", "medium", "tricky", "hard", "expert", "master"]
    month = [deal_on(loaded, day) for day in days(date(2026, 11, 30))]
    assert len(month) == 30 and len({deal.players for deal in month}) > 1 and len({deal.seat for deal in month}) > 1
    assert all(0 <= deal.seat < deal.players and deal.players in loaded.players for deal in month)


def test_nobody_can_know_the_deals_beforehand() -> None:
    """The date alone does not tell the seed: two servers deal otherwise; a table vouches for its seed like any other."""
    deal = deal_on(inventorium.load(GAME), DAY)
    one, other = deal.table(), deal.table()
    assert one.setup.seed != other.setup.seed and one.history != other.history
    assert one.dealer.commitment == commitment(one.setup.seed) and day_of(one.setup) == DAY
    assert day_of(Table.new(Setup(GAME, 2)).setup) is None
    assert day_of(Setup(GAME, 2, seed=f"daily {DAY} x", given=5)) is None and day_of(Setup(GAME, 2, seed="daily meal")) is None


def test_everybody_gets_the_same_and_the_first_time_counts(tmp_path: Path) -> None:
    store, deal = Store(f"sqlite:///{tmp_path / 'tables.db'}"), deal_on(inventorium.load("legendary-inventors"), DAY)
    first, second = sat_down(store, deal, "Mira", 0), sat_down(store, deal, "Jonas", 1)
    assert first.setup == second.setup and first.history[0].move == second.history[0].move
    again = sat_down(store, deal, "Mira", 2)
    sat_down(store, deal, "Ada", 3, moves=3)
    runs = Daily(store).runs(deal)
    assert {run.owner: run.points for run in runs if run.over} == {
        "Mira": first.view(-1).scores[deal.seat],
        "Jonas": second.view(-1).scores[deal.seat],
    }
    assert again.setup.seed == first.setup.seed and [run.owner for run in runs if not run.over] == ["Ada"]
    assert runs[0].points >= runs[1].points and place_of(runs[0], runs) == 1 and runs[0].curve[-1] == runs[0].points
    yesterday = deal_on(inventorium.load("legendary-inventors"), DAY - timedelta(1))
    assert Daily(store).tables(yesterday) == [] and set(Daily(store).played_by("Mira")) == {(deal.game, DAY)}


def test_who_lets_a_bot_play_on_has_no_result(tmp_path: Path) -> None:
    store, deal = Store(f"sqlite:///{tmp_path / 'tables.db'}"), deal_on(inventorium.load(GAME), DAY)
    table = deal.table()
    seats = tuple(Seat(BOT, "", deal.level) for _ in range(deal.players))
    store.create(
        TableRow("handed", table.setup, *versions(table.setup), seats, (None,) * deal.players, (None,) * deal.players, "Mira"),
        table,
    )
    assert Daily(store).runs(deal) == [] and [one.id for one in Daily(store).tables(deal)] == ["handed"]


def test_a_record_does_not_bring_the_deal_of_a_day_with_it() -> None:
    """Else somebody could prepare a game of tomorrow, and all others would play on a seed that one knows."""
    table = deal_on(inventorium.load(GAME), DAY).table()
    while not table.over:
        table = table.play(table.asked[0], table.view(table.asked[0]).actions()[0])
    record = table.record()
    assert f"seed: daily {DAY}" in record
    _, brought = from_record(record)
    assert day_of(brought.setup) is None and not brought.setup.seed.startswith("daily")


def test_the_pages_of_a_day(address: str) -> None:
    """Two guests sit down at the same deal; one goes on with what is not over; the archive ends after thirty days."""
    mira, jonas, game = Visitor(address), Visitor(address, "de"), inventorium.load(GAME)
    path = f"/daily/{GAME}/{DAY}"
    assert path in mira.get("/daily").text and game.words("en")("daily.nobody") in mira.get(path).text
    mira.post(path)
    table = mira.response.url.path
    assert table.startswith("/table/") and mira.seat == deal_on(game, DAY).seat
    mira.get(f"{table}/record")
    promised = mira.found(r"commitment: (\w+)")
    assert game.words("en")("daily.go-on") in mira.get(path).text
    assert mira.post(path).url.path == table
    jonas.post(path)
    assert jonas.response.url.path != table
    jonas.get(f"{jonas.response.url.path}/record")
    assert jonas.found(r"commitment: (\w+)") == promised
    assert re.search(rf'/daily/{GAME}/{DAY}">{game.words("en")("daily.go-on")}<', mira.get("/daily").text)
    for wrong in (DAY + timedelta(1), DAY - timedelta(30), "today"):
        assert mira.get(f"/daily/{GAME}/{wrong}").status_code == 404
    assert mira.post(f"/daily/{GAME}/{DAY - timedelta(29)}").status_code == 200


def test_home_says_what_is_next(address: str) -> None:
    visitor = Visitor(address)
    words = inventorium.load(GAME).words("en")
    assert words("daily.title") in visitor.page and words("puzzles.of-the-day") in visitor.page
    assert f"/{DAY}" in visitor.page and words("next.stronger") not in visitor.page
    found = visitor.get("/records.json").json()
    assert found["games"] == {} and found["puzzles"].keys() == set(library.names())
