"""The review of a finished game: it begins by itself and grows, shows turns to learn from, and lets one try them again."""

import json
import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from inventorium import review
from inventorium.core import library
from inventorium.core.game import load_game
from inventorium.research.arena.game_task import play_out
from inventorium.review.decisions import JUDGING, MOST_BEST, Decision, Gain
from inventorium.review.stakes import Margin
from inventorium.review.turns import Turn, written
from inventorium.server import practice
from inventorium.server.practice import Verdict, lessons_in
from inventorium.store.secrets import digest
from inventorium.store.store import Store
from tests.patience import wait_for
from tests.tiers import in_tiers
from tests.web.browser import Visitor, serving
from tests.web.clicks import LARGE, PHONE, TABLET, Page, base, wait_for_table, wait_until

DONE = 'data-state="done"'
QUICK = 32  # simulations: what a search finds is tested elsewhere


@pytest.fixture(autouse=True)
def short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inventorium.review.judge", partial(review.judge, simulations=QUICK))
    monkeypatch.setattr(practice, "SIMULATIONS", QUICK)


def brought(visitor: Visitor, name: str, players: int | None = None) -> str:
    """A finished game, of two or three, if nobody says otherwise, watched at a table of one's own; its address."""
    game = load_game(name)
    position = game.new(players or game.players[0], seed="account")
    play_out(position, ("random",) * position.players, "account")
    visitor.post("/replay", {"record": position.record()})
    return str(visitor.response.url.path)


LESSONS_FIRST = "?again=1"  # Mira may have won: a winner is shown the best turns first


def played(visitor: Visitor, game: str) -> str:
    """A game that a guest called Mira has played to its end, at random; its address."""
    path, chance = visitor.new_table(game, ["me", "random"], name="Mira"), random.Random(5)
    while True:
        actions, sheet = visitor.wait_for_turn(path), visitor.sealed_moves(chance)
        if not actions and not sheet:
            return path
        fields: dict[str, Any] = {**sheet} or {"action": chance.choice(actions)}
        visitor.post(f"{path}/answer", {"number": visitor.number, "seat": visitor.seat, **fields})


def grown(visitor: Visitor, address: str, seat: int) -> str:
    """Open the review of a seat, and wait until all of it is there."""
    wait_for(lambda: DONE in visitor.get(f"{address}/review?seat={seat}").text)
    return visitor.page


@pytest.mark.parametrize("name", in_tiers(library.names(), "legendary-inventors"))
def test_it_begins_by_itself_and_grows(address: str, name: str) -> None:
    visitor = Visitor(address)
    table = brought(visitor, name)
    wait_for(lambda: 'class="plot"' in visitor.get(f"{table}/review").text)
    winner = load_game(name).read(visitor.http.get(f"{table}/record").text).winners[0]
    assert re.search(rf'review\?seat={winner}" aria-current="page"', visitor.page), "a spectator sees the winner"
    if DONE not in visitor.page:
        assert 'http-equiv="refresh"' in visitor.page and "<progress" in visitor.page
    page = grown(visitor, table, next(seat for seat in (0, 1) if seat != winner))
    assert 'http-equiv="refresh"' not in page and "<progress" not in page
    assert page.count('class="plot"') == 2 and 'class="chart wide"' in page
    assert "network:" not in page and not re.search(r"[0-9a-f]{12}", re.sub(r'="[^"]*"', "", page)), "no hash is on the page"
    assert 'class="board-view embedded' in page and "Played" in page and "Better" in page
    told = visitor.http.get(f"/api{table.replace('/table/', '/tables/')}/review").json()
    assert told["errors"][str(1 if winner == 0 else 0)]["done"] and len(told["seats"]) == load_game(name).players[0]
    for seat in told["seats"]:
        parts = seat["wins"]
        assert sum(value for part, value in parts.items() if part not in ("result", "adjusted")) == pytest.approx(parts["result"])
    german = Visitor(address, "de")
    assert "Züge, aus denen du lernst" in german.get(f"{table}/review?seat=1").text


def test_a_turn_is_tried_again(tmp_path: Path) -> None:
    """The turn of the game is wrong, the better one right; the table is in no list, and there is a way back."""
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address:
        visitor = Visitor(address)
        table = played(visitor, "genies")
        page = grown(visitor, table, 0)
        lessons = [int(at) for at in re.findall(r"seat=0&amp;turn=(\d+)#turn", "".join(lessons_on(page)))]
        assert lessons == sorted(lessons) and 1 < len(lessons) <= practice.MOST, "random play loses something for certain"
        table_id = table.split("/")[2]
        told = visitor.http.get(f"/api/tables/{table_id}/review").json()
        first = next(one for one in told["errors"]["0"]["decisions"] if one["answers"] == lessons[0])
        for which, verdict in (("played", "wrong"), ("better", "right")):
            visitor.post(f"{table}/try-again", {"at": lessons[0], "seat": 0})
            trial = visitor.response.url.path
            assert "Your task:" in visitor.page and "Mira" in visitor.page and f"{table}/review?seat=0" in visitor.page
            sheet = {f"move.{place}": move for place, move in enumerate(first[which])}
            visitor.post(f"{trial}/answer", {"number": visitor.number, "seat": visitor.seat, **sheet})
            wait_for(partial(is_judged, visitor, trial))
            assert f'data-verdict="{verdict}"' in visitor.page, which
        assert f'value="{lessons[1]}"' in visitor.page, "the next turn is one press away"
        assert visitor.get(f"{trial}/review").url.path == f"{table}/review", "a position has no review of its own"
        assert re.search(rf'turn={lessons[0]}#turn"[^§]+?done', visitor.page), "what was solved is done"
        assert f'href="{table}/review"' in visitor.get("/").text, "the list of one's games leads to the review"
        for page in ("/", "/records.json"):
            assert trial not in visitor.get(page).text
        assert "Continue your game" not in visitor.get("/").text and "waiting for you" not in visitor.page
        stranger = Visitor(address)
        assert stranger.get(trial).status_code == 200 and 'id="seal"' not in stranger.page
    store, owner = Store(f"sqlite:///{tmp_path / 'x.db'}"), digest(visitor.http.cookies["guest"])
    assert len(store.held_by(owner)) == 3
    store.forget_practice(owner, 0)
    store.forget_practice("somebody else", time.time() + 1)
    assert len(store.held_by(owner)) == 3
    store.forget_practice(owner, time.time() + 1)
    assert [one.id for one in store.held_by(owner)] == [table_id], "the game itself stays"
    store.close()


def is_judged(visitor: Visitor, trial: str) -> bool:
    return 'data-verdict=""' not in visitor.get(trial).text


def test_only_judged_turns_are_tried(address: str) -> None:
    visitor = Visitor(address)
    table = brought(visitor, "genies")
    grown(visitor, table, 0)
    for wrong in [{"at": "3000", "seat": "0"}, {"at": "0", "seat": "7"}, {"at": "x", "seat": "0"}]:
        assert visitor.post(f"{table}/try-again", {**wrong}).status_code == 422
    assert visitor.get(f"{table}/review?seat=7").status_code == 422


def test_running_games_are_not_looked_into(address: str) -> None:
    visitor = Visitor(address)
    made = visitor.http.post("/api/tables", json={"game": "genies", "seats": ["me", "me"]}).json()
    assert visitor.get(f"/table/{made['table']}/review").status_code == 409
    assert visitor.post(f"/table/{made['table']}/try-again", {"at": "0", "seat": "0"}).status_code == 409
    assert visitor.http.get(f"/api/tables/{made['table']}/account").json()["problem"] == "not-over"


def test_another_seat_waits_its_turn(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest has one review at a time; the next one is not refused, and comes by itself."""
    visitor = Visitor(address)
    table = brought(visitor, "genies")
    slow, go_on = review.review_of, threading.Event()

    def wait(*about: Any) -> Any:
        go_on.wait(60)
        return slow(*about)

    monkeypatch.setattr("inventorium.server.reviews.review.review_of", wait)
    pages = [visitor.get(f"{table}/review?seat={seat}") for seat in (0, 1, 0)]
    assert [page.status_code for page in pages] == [200] * 3 and not any(DONE in page.text for page in pages)
    go_on.set()
    grown(visitor, table, 1)
    assert DONE in visitor.get(f"{table}/review?seat=0").text


def judged(answers: int, loss: float, error: float = 0.001, better: tuple[int, ...] = (1,)) -> Decision:
    return Decision(0, answers, ("a",), ("b",), better, True, loss, error, 1.0)


def test_what_is_worth_learning_from() -> None:
    """Those that certainly lost most, in the order of the game: the list and the verdicts have one threshold."""
    losses = {9: 0.08, 3: 0.3, 1: 0.04, 5: 0.06, 8: 0.07, 2: 0.5}
    decisions = [judged(7, 0.2, error=0.15), *(judged(answers, loss) for answers, loss in losses.items())]
    assert [one.answers for one in lessons_in(decisions)] == [2, 3, 8, 9]
    assert practice.NEAR < practice.LEAST, "a turn of the list is never right"


@pytest.mark.parametrize(
    ("gains", "verdict"),
    [
        ([0.02, 0.03, 0.04], Verdict.RIGHT),
        ([-0.2, -0.1, -0.3], Verdict.RIGHT),
        ([0.3, -0.2, 0.1], Verdict.RIGHT),  # inside its interval
        ([0.10, 0.11, 0.12], Verdict.BETTER),
        ([0.19, 0.20, 0.21], Verdict.WRONG),
        ([0.29, 0.30, 0.31], Verdict.WRONG),
    ],
)
def test_near_the_best_is_right(monkeypatch: pytest.MonkeyPatch, gains: list[float], verdict: Verdict) -> None:
    monkeypatch.setattr(practice, "compare", lambda turn, best, thread: np.array([[gain, 0.0] for gain in gains]))
    view = load_game("legendary-inventors").new(2, seed="verdict").view(0)
    assert practice.judge(view, judged(0, 0.2), (2,)).verdict is verdict


def test_who_made_no_mistake_is_told_so(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inventorium.review.judge", lambda turn: judged(turn.answers, 0.03 if turn.answers > 50 else 0.0))
    monkeypatch.setattr("inventorium.review.with_gain", lambda turn, decision: decision)
    visitor = Visitor(address)
    page = grown(visitor, brought(visitor, "genies"), 1)
    assert "played well!" in page and "No turn clearly cost 5 percentage points" in page and "at most 3" in page
    assert "Next mistake" not in page


def test_a_winner_sees_first_what_won(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def gains(turn: Turn, decision: Decision) -> Decision:
        margin = Margin(0.1 if turn.answers < 50 else 0.04, 0.01, 3.0, 0.1, turn.answers >= 50)
        gain = Gain(decision.played, turn.actions, margin, 0.5)
        return replace(decision, loss=0.0, points=0.0, reason=None, in_points=margin.in_points, gain=gain)

    monkeypatch.setattr("inventorium.review.with_gain", gains)
    visitor = Visitor(address)
    table = brought(visitor, "genies")
    (winner,) = load_game("genies").read(visitor.http.get(f"{table}/record").text).winners
    page = grown(visitor, table, winner)
    assert 'id="best-heading"' in page.partition('id="learn-heading"')[0], "first what was good"
    assert "it gained 10 percentage points of winning chance" in page and ">Usual<" in page and "Turns that won" in page
    assert re.search(r"Seat \d beat Seat \d mainly here: [^.]+ points\)", page), "why, in short"
    assert len(re.findall(r"turn=\d+#turn", page.partition('id="learn-heading"')[0])) == MOST_BEST
    page = grown(visitor, table, 1 - winner)
    assert 'id="best-heading"' not in page.partition('id="learn-heading"')[0] and "Best turns" in page
    last = visitor.http.get(f"/api{table.replace('/table/', '/tables/')}/review").json()
    decided = next(one["answers"] for one in last["errors"][str(winner)]["decisions"] if one["in_points"])
    page = visitor.get(f"{table}/review?seat={winner}&turn={decided}").text
    assert "it gained 3 points at the end" in page and "as good as decided" in page


def test_losses_of_decided_games_are_points(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def decided(turn: Turn) -> Decision:
        moves = written(turn, turn.actions)
        found = replace(judged(turn.answers, 0.0, better=turn.actions), played=moves, better=moves)
        return replace(found, seat=turn.seat, points=3.0, points_error=0.1, in_points=True)

    monkeypatch.setattr("inventorium.review.judge", decided)
    page = grown(visitor := Visitor(address), brought(visitor, "genies"), 0)
    assert "A mistake: it cost 3 points at the end." in page and "−3 points" in page


def test_all_turns_can_be_gone_through(address: str) -> None:
    """Skipped turns are done; at the end one may begin again, or look at others."""
    visitor = Visitor(address)
    table = brought(visitor, "genies")
    grown(visitor, table, 0)
    page, seen = visitor.get(f"{table}/review?seat=0&again=1").text, []
    while found := re.search(r'data-turn="(\d+)"', page):
        seen.append(int(found[1]))
        page = visitor.get(f"{table}/review?seat=0&done={found[1]}").text
    assert len(seen) > 1 and seen == sorted(set(seen))
    assert f"You have been through all {len(seen)} turns" in visitor.get(f"{table}/review?seat=0").text
    assert f'data-turn="{seen[0]}"' in visitor.get(f"{table}/review?seat=0&again=1").text
    assert "You have been through" not in Visitor(address).get(f"{table}/review?seat=0").text, "for others nothing is done"


def test_a_study_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was judged is not judged again; what another evaluation said, or nobody can read, is."""
    database, asked, judge = f"sqlite:///{tmp_path / 'tables.db'}", list[object](), review.judge

    def counted(turn: review.decisions.Turn) -> review.Decision:
        asked.extend([turn] if turn.view.players == 4 else [])  # other tests may have left a study behind
        return judge(turn)

    monkeypatch.setattr("inventorium.review.judge", counted)
    monkeypatch.setattr("inventorium.server.review_compiler.ReviewCompiler.is_ready", lambda self, game: True)
    with serving(database) as address:
        visitor = Visitor(address)
        table = brought(visitor, "genies", 4)
        before = lessons_on(grown(visitor, table, 0))
    turns, table_id = len(asked), table.split("/")[2]
    store = Store(database)
    evaluation = f"{review.evaluation_of(load_game('genies'), load_game('genies').box()).name} {JUDGING}"
    number = store.last_numbers([table_id])[table_id]
    kept = store.reviews(table_id, evaluation, number)
    assert {-1, 0} <= kept.keys() and not store.reviews(table_id, "another", number)
    part = json.loads(kept[0])
    part |= {"decisions": part["decisions"][:3], "done": False}
    store.store_review(table_id, evaluation, 0, number, json.dumps(part))
    store.store_review(table_id, evaluation, 1, number, "what is this?")
    store.close()
    asked.clear()
    with serving(database) as address:
        visitor.http.base_url = httpx.URL(address)
        assert 'class="plot"' in visitor.get(f"{table}/review?seat=0").text  # the account is there at once
        assert lessons_on(grown(visitor, table, 0)) == before and len(asked) == turns - 3
        assert DONE not in visitor.get(f"{table}/review?seat=1").text


def lessons_on(page: str) -> list[str]:
    return re.findall(r"<li>[^§]+?</li>", page.partition('<div id="lessons"')[2].partition("</ol>")[0])


def test_why_is_answered_after_the_end(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inventorium.server.review_compiler.ReviewCompiler.is_ready", lambda self, game: True)
    monkeypatch.setattr("inventorium.teaching.coach.reason_of_turn", lambda *about: "it pays twice.")
    visitor = Visitor(address)
    path = played(visitor, "legendary-inventors")
    why = re.search(r'href="(\?because=\d+)"', visitor.get(path).text)
    assert why and "it pays twice." not in visitor.page
    assert "it pays twice." in visitor.get(path + why[1]).text and "Review the game" in visitor.page


# ---------------------------------------------------------------- in a real browser


@pytest.fixture(scope="module")
def game_of_mira(address: str) -> tuple[str, dict[str, str]]:
    """A finished game of Genies, and the cookies of whoever played it."""
    visitor = Visitor(address)
    return played(visitor, "genies"), dict(visitor.http.cookies)


def as_mira(page: Page, cookies: dict[str, str]) -> None:
    page.context.add_cookies([{"name": name, "value": value, "url": page.url} for name, value in cookies.items()])


@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.long)])
def test_the_whole_way(
    visit: Callable[..., Page], game_of_mira: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    """From the end of a game to the review, which grows before one's eyes; a wrong answer, the right one, the next, and back."""
    (table, cookies), go_on, judge = game_of_mira, threading.Event(), review.judge

    def slow(turn: review.decisions.Turn) -> Decision:
        if turn.answers > 60:
            go_on.wait(60)
        return judge(turn)

    monkeypatch.setattr("inventorium.review.judge", slow)
    page = visit(**({"viewport": PHONE, "has_touch": True} if size == "phone" else {}))
    as_mira(page, cookies)
    page.goto(page.url.rstrip("/") + table)
    if size == "phone":
        go_on.set()  # it is there already
    page.get_by_role("link", name="Review the game").click()
    if size == "desk":
        bar = page.get_by_role("progressbar")
        wait_until(page, lambda: bar.get_attribute("value") is not None)
        assert (
            page.get_by_role("status").first.text_content() == "The turns are being analysed. Results appear as they are found."
        )
        page.evaluate("window.stayed = true")
        go_on.set()
    page.wait_for_selector(".learn[data-state=done]")
    assert size == "phone" or page.evaluate("window.stayed"), "it has grown without being loaded again"
    assert page.get_by_role("progressbar").count() == 0
    assert "The analysis is complete." in page.get_by_role("status").first.text_content()
    assert page.get_by_role("heading", level=1).text_content() == "Review"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    page.locator("#lessons li a").first.click()  # a winner sees the best turns first
    while not page.locator(".bids").count():  # a turn with bids
        page.get_by_role("link", name="Next mistake").click()
    rows = {name: page.locator(f".bids .{name} td").all_text_contents() for name in ("played", "better")}
    assert rows["played"] != rows["better"] and len(rows["played"]) == 5
    page.get_by_role("button", name="Try it").click()
    for bids, verdict in ((rows["played"], "wrong"), (rows["better"], "right")):
        page.wait_for_selector("#board-view")
        page.wait_for_load_state("load")
        if verdict == "right":
            page.get_by_role("button", name="Try again").click()
            page.wait_for_selector(".practice[data-verdict='']")
            page.wait_for_load_state("load")
        for field, bid in zip(page.locator(".bid input").all(), bids, strict=True):
            field.fill(bid.replace("–", "0"))
        page.locator("#seal").click()
        page.wait_for_selector(f".practice[data-verdict={verdict}]")
    assert "As good as the best turn found" in page.locator(".practice").inner_text()
    page.get_by_role("button", name="Next mistake").click()
    page.wait_for_selector(".practice[data-verdict='']")
    page.get_by_role("link", name="The solution").click()
    page.wait_for_selector(".practice .better")
    page.get_by_role("link", name="Back to the review").click()
    page.wait_for_selector(".learn")
    assert page.locator(".lessons .i").count() == 2, "one is solved and one was looked up"
    page.goto(re.sub("/table/.*", "/", page.url))
    assert "Continue your game" not in page.content() and "waiting for you" not in page.content()


@pytest.mark.parametrize("look", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_it_is_for_everybody(visit: Callable[..., Page], game_of_mira: tuple[str, dict[str, str]], look: str) -> None:
    """Nothing for axe to complain about, nothing wider than the screen, nothing too small to touch."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = visit(language="de-DE", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=look)
    as_mira(page, game_of_mira[1])
    address = base(page) + game_of_mira[0]
    page.goto(f"{address}/review{LESSONS_FIRST}")
    page.wait_for_selector(".learn[data-state=done]")
    at = page.locator(".turn").get_attribute("data-turn")
    for path in ("/review", f"?at={at}&seat=0&think=1", "try"):
        if path == "try":
            page.goto(f"{address}/review{LESSONS_FIRST}")
            page.locator(".turn form button").click()
            wait_for_table(page)
        else:
            page.goto(address + path)
        found = axe.run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")], path
        for screen in (LARGE, TABLET, PHONE):
            page.set_viewport_size(screen)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, screen)


def test_by_keyboard_alone(visit: Callable[..., Page], game_of_mira: tuple[str, dict[str, str]]) -> None:
    table, cookies = game_of_mira
    page = visit()
    as_mira(page, cookies)
    page.goto(page.url.rstrip("/") + table + "/review" + LESSONS_FIRST)
    page.wait_for_selector(".learn[data-state=done]")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the content
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Try it":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".practice")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")
