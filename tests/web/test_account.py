"""The page after a game: it grows after one press, adds up, and lets one try again; nothing is told of a running game."""

import asyncio
import json
import re
import threading
from functools import partial
from pathlib import Path

import httpx
import pytest

from inventorium import review
from inventorium.core import library
from inventorium.core.game import Game, load_game
from inventorium.research.arena.game_task import play_out
from inventorium.review.decisions import JUDGING
from inventorium.server.review_compiler import ReviewCompiler
from inventorium.store.store import Store
from tests.patience import wait_for
from tests.tiers import in_tiers
from tests.web.browser import Visitor, serving


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a search finds is tested elsewhere."""
    monkeypatch.setattr("inventorium.review.judge", partial(review.judge, simulations=32))


def brought(visitor: Visitor, name: str, players: int | None = None) -> str:
    """A finished game, of two or three, if nobody says otherwise, watched at a table of one's own; its address."""
    game = load_game(name)
    position = game.new(players or game.players[0], seed="account")
    play_out(position, ("random",) * position.players, "account")
    visitor.post("/replay", {"record": position.record()})
    return str(visitor.response.url.path)


def grown(visitor: Visitor, address: str, seat: int) -> str:
    """Ask for the decisions of a seat, and wait until all of them are there."""
    visitor.post(f"{address}/review", {"seat": str(seat)})
    wait_for(lambda: "refresh" not in visitor.get(f"{address}/review?seat={seat}").headers)
    return visitor.page


@pytest.mark.parametrize("name", in_tiers(library.names(), "legendary-inventors"))
def test_it_grows_after_one_press(address: str, name: str) -> None:
    visitor = Visitor(address)
    table = brought(visitor, name)
    visitor.get(f"{table}/review")
    assert 'class="plot"' not in visitor.page and 'name="seat"' in visitor.page
    page = grown(visitor, table, 1)
    game = load_game(name)
    assert page.count('class="plot"') == 2 * game.players[0] and 'class="chart wide"' in page
    assert "decisions that count" in page and "network:" in page
    told = visitor.http.get(f"/api{table.replace('/table/', '/tables/')}/account").json()
    assert told["errors"]["1"]["done"] and len(told["seats"]) == game.players[0]
    for seat in told["seats"]:
        parts = seat["wins"]
        assert sum(parts[part] for part in ("start", "luck", "own", "others")) == pytest.approx(parts["result"])
    german = Visitor(address, "de")
    assert "Glück" in german.get(f"{table}/review?seat=1").text


def test_a_decision_can_be_tried_again(address: str) -> None:
    visitor = Visitor(address)
    table = brought(visitor, "genies")
    page = grown(visitor, table, 0)
    at = re.search(r'name="at" value="(\d+)"', page)
    assert at, "random play loses something for certain"
    visitor.post(f"{table}/try-again", {"at": at[1], "seat": "0"})
    trial = visitor.response.url.path
    assert "/review" in trial and table not in trial and "Judge my move" in visitor.page
    stranger = Visitor(address)
    assert stranger.get(trial).status_code == 409  # nobody else is told what this seat should do
    shown = visitor.http.get(f"/table/{trial.split('/')[2]}")
    assert shown.status_code == 200


def test_running_games_are_not_looked_into(address: str) -> None:
    visitor = Visitor(address)
    made = visitor.http.post("/api/tables", json={"game": "genies", "seats": ["me", "me"]}).json()
    assert visitor.get(f"/table/{made['table']}/review").status_code == 409
    assert visitor.post(f"/table/{made['table']}/review", {"seat": "0"}).status_code == 409
    assert visitor.http.get(f"/api/tables/{made['table']}/account").json()["problem"] == "not-over"


def test_a_guest_looks_into_one_game_at_a_time(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor(address)
    tables = [brought(visitor, "genies"), brought(visitor, "legendary-inventors")]
    slow, asked = review.review_of, threading.Event()

    def wait(*about: object) -> object:
        asked.wait(60)
        return slow(*about)  # type: ignore[arg-type]

    monkeypatch.setattr("inventorium.server.reviews.review.review_of", wait)
    assert visitor.post(f"{tables[0]}/review", {"seat": "0"}).status_code == 200
    refused = visitor.post(f"{tables[1]}/review", {"seat": "0"}).status_code
    asked.set()
    assert refused == 429


def test_a_study_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was judged is not judged again; what another evaluation said, or nobody can read, is."""
    database, judged, judge = f"sqlite:///{tmp_path / 'tables.db'}", list[object](), review.judge

    def counted(turn: review.decisions.Turn) -> review.Decision:
        judged.extend([turn] if turn.view.players == 4 else [])  # other tests may have left a study behind
        return judge(turn)

    monkeypatch.setattr("inventorium.review.judge", counted)
    monkeypatch.setattr("inventorium.server.review_compiler.ReviewCompiler.is_ready", lambda self, game: True)
    with serving(database) as address:
        visitor = Visitor(address)
        table = brought(visitor, "genies", 4)
        before = errors_in(grown(visitor, table, 0))
    turns, table_id = len(judged), table.split("/")[2]
    store = Store(database)
    evaluation = f"{review.evaluation_of(load_game('genies'), load_game('genies').box()).name} {JUDGING}"
    number = store.last_numbers([table_id])[table_id]
    kept = store.studies(table_id, evaluation, number)
    assert kept.keys() == {-1, 0} and not store.studies(table_id, "another", number)
    part = json.loads(kept[0])
    part |= {"decisions": part["decisions"][:3], "done": False}
    store.keep_study(table_id, evaluation, 0, number, json.dumps(part))
    store.keep_study(table_id, evaluation, 1, number, "what is this?")
    store.close()
    judged.clear()
    with serving(database) as address:
        visitor.http.base_url = httpx.URL(address)
        assert 'class="plot"' in visitor.get(f"{table}/review?seat=0").text  # the account is there at once
        assert errors_in(grown(visitor, table, 0)) == before and len(judged) == turns - 3
        assert "decisions that count" not in visitor.get(f"{table}/review?seat=1").text


def errors_in(page: str) -> list[str]:
    return re.findall(r'class="kind">[^§]+?</h3>', page)


def test_until_the_lenses_are_ground_nothing_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are ground once, beside the server, by a process of their own."""
    set_up = list[str]()

    async def compile_it(self: ReviewCompiler, game: Game) -> bool:
        set_up.append(game.name)
        await asyncio.sleep(0.05)
        return True

    monkeypatch.setattr(ReviewCompiler, "set_up", compile_it)

    async def use() -> None:
        review_compiler, game = ReviewCompiler(None), load_game("genies")  # type: ignore[arg-type]
        assert not review_compiler.is_ready(game) and not review_compiler.is_ready(game)
        assert await review_compiler.ready(game) and review_compiler.is_ready(game)

    asyncio.run(use())
    assert set_up == ["genies"]
