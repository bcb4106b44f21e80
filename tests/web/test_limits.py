"""Limits by what a request costs, and how somebody is told to wait."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from inventorium import bots
from inventorium.core.position import View
from inventorium.server import advice_queue, bot_runner
from inventorium.server.advice_queue import Asker, Queue
from inventorium.table import turn_log as story
from inventorium.table.problems import Refused
from inventorium.table.table import Table
from inventorium.web.http.rate_limit import Buckets, Limits, cost_of
from inventorium.web.http.site import Writing
from inventorium.web.render.icons import STATIC
from inventorium.web.routes import pages
from tests.patience import PATIENCE, wait_for
from tests.web.browser import Visitor, serving
from tests.web.program import Program

GAME = "legendary-inventors"


def test_a_bucket_tells_how_long_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Buckets(per_second=2, at_once=10)
    assert bucket.take("me", 8) == 0 and bucket.take("me", 8) == 3 and bucket.take("you", 8) == 0
    now = 3.0
    assert bucket.take("me", 8) == 0 and bucket.take("me") == 0.5
    now = 100.0
    assert bucket.take("me", 30) == 0, "what costs more than there ever is takes all there is"
    assert bucket.take("me") == 0.5


@pytest.mark.parametrize(
    ("path", "query", "cost"),
    [
        ("/table/abc", b"", 1),
        ("/table/abc", b"at=5&think=1", 30),
        ("/table/abc", b"at=5&%74hink=1", 30),
        ("/table/abc", b"hint=", 10),
        ("/table/abc", b"log=all", 3),
        ("/table/abc", b"at=5", 3),
        ("/table/abc", b"choose=1", 1),
        ("/", b"think=1", 1),
    ],
)
def test_what_a_request_costs(path: str, query: bytes, cost: int) -> None:
    assert cost_of({"path": path, "query_string": query}) == cost


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[str]:
    """A server that allows an address as much as one thought and a few pages cost."""
    with serving(f"sqlite:///{tmp_path / 'x.db'}", Limits(requests_per_second=0.001, requests_at_once=40)) as address:
        yield address


def test_a_thought_costs_as_much_as_many_pages(strict: str) -> None:
    asked = [httpx.get(f"{strict}/table/abc?at=1&think=1", headers={"accept-language": "de"}) for _ in range(2)]
    assert [one.status_code for one in asked] == [404, 429]
    assert 15_000 < int(asked[1].headers["retry-after"]) <= 20_000 and "Zu viele Anfragen" in asked[1].text
    assert httpx.get(f"{strict}/health").status_code == 200


def test_files_are_limited_too(strict: str) -> None:
    assert [httpx.get(f"{strict}{STATIC}/table.js").status_code for _ in range(41)] == [200] * 40 + [429]


def test_programs_are_told_how_long_to_wait(strict: str) -> None:
    for _ in range(40):
        assert httpx.get(f"{strict}/api/tables/abc").status_code == 404
    refused = httpx.get(f"{strict}/api/tables/abc")
    assert refused.status_code == 429 and refused.json()["problem"] == "too-many-requests"
    assert 1 <= refused.json()["seconds"] == int(refused.headers["retry-after"]) <= 1_000
    assert str(refused.json()["seconds"]) in refused.json()["text"]


def test_every_429_says_how_long_to_wait(tmp_path: Path) -> None:
    few = Limits(tables_per_hour=1, tables_per_address=12, streams_per_address=0)
    with serving(f"sqlite:///{tmp_path / 'x.db'}", few) as address:
        program = Program(address)
        table = program.create(GAME, ["me", "me"])["table"]
        for refused in (
            program.http.post("/tables", json={"game": GAME, "seats": ["me", "me"]}),  # of this guest
            Program(address).http.post("/tables", json={"game": GAME, "seats": ["me", "me"]}),  # of this address
            program.http.get(f"/tables/{table}/stream"),
        ):
            assert refused.status_code == 429 and refused.json()["seconds"] == int(refused.headers["retry-after"]) > 0
        page = httpx.get(f"{address}/table/{table}/events")
        assert page.status_code == 429 and int(page.headers["retry-after"]) > 0


# ---------------------------------------------------------------- advice


def test_a_queue_is_short_and_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """One at a time for a guest, two for a network, four for all; the others come in order, and whoever goes away is not waited
    for."""
    order: list[str] = []

    async def one(queue: Queue, name: str, network: str, go_on: asyncio.Event) -> None:
        async with queue.turn(Asker(name, network)):
            order.append(name)
            await go_on.wait()

    async def settled() -> None:
        for _ in range(5):
            await asyncio.sleep(0)  # let everybody do what can be done now

    async def story() -> None:
        queue, go_on = Queue(), asyncio.Event()

        def begin(name: str, network: str) -> asyncio.Task[None]:
            return asyncio.create_task(one(queue, name, network, go_on))

        crowd = [begin(f"a{number}", "A") for number in range(2 + advice_queue.MOST_WAITING_OF_A_NETWORK)]
        await settled()
        assert order == ["a0", "a1"]
        with pytest.raises(Refused):
            await begin("a99", "A")
        again, other = begin("a0", "B"), begin("b", "B")
        await settled()
        assert order == ["a0", "a1", "b"], "another network does not wait; the same guest does, whatever network"
        crowd[2].cancel()
        go_on.set()
        await asyncio.gather(again, other, *crowd, return_exceptions=True)
        assert "a2" not in order and len(order) == 11 and not queue.served and not queue.waiting
        monkeypatch.setattr(advice_queue, "PATIENCE", 0.01)
        go_on.clear()
        first = begin("c", "C")
        await settled()
        with pytest.raises(Refused):
            await begin("c", "C")
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert not queue.served and not queue.waiting

    asyncio.run(story())


def test_one_network_takes_no_advice_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Security 7: while eight cookies of one address ask without end, a guest elsewhere gets a hint next, may plan, and bots
    play."""
    go_on, served, real = threading.Semaphore(0), threading.Semaphore(0), bot_runner.beside

    def slow_hint(view: View, seconds: float) -> int:
        go_on.acquire()
        return view.actions()[0]

    async def beside(threads: Any, function: Any, *about: Any) -> Any:
        if function is slow_hint:
            served.release()
        return await real(threads, function, *about)

    monkeypatch.setattr(bots, "hint", slow_hint)
    monkeypatch.setattr(bot_runner, "beside", beside)
    monkeypatch.setattr(advice_queue, "PATIENCE", PATIENCE)
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address, ThreadPoolExecutor(20) as people:
        crowd = [from_network(address, "198.51.100.1") for _ in range(8)]
        tables = [guest.new_table(GAME, ["me", "here"]) for guest in crowd]
        other = from_network(address, "203.0.113.9")
        mine, table = other.new_table(GAME, ["me", "here"]), other.new_table(GAME, ["open", "me"], open="yes")
        assert Visitor(address).post(f"{table}/sit", {"seat": 0, "name": "Jonas"}).status_code == 200
        hints = [people.submit(guest.http.get, f"{path}?hint=1") for guest, path in zip(crowd, tables, strict=True)]
        assert all(served.acquire(timeout=PATIENCE) for _ in range(2))
        hint = people.submit(other.http.get, f"{mine}?hint=1")
        assert served.acquire(timeout=PATIENCE), "two of one network are served, then the other guest"
        assert other.get(f"{table}/planned-moves?seat=1").status_code == 200, "orders have a place of their own"
        alone = Program(address).create(GAME, ["random"] * 3)["table"]
        wait_for(lambda: Program(address).view(alone)["over"])
        go_on.release(3)
        assert hint.result(timeout=PATIENCE).status_code == 200
        go_on.release(100)
        assert {one.result().status_code for one in hints} == {200}


def from_network(address: str, network: str) -> Visitor:
    """Somebody who comes through a proxy in front of us."""
    visitor = Visitor(address)
    visitor.http.headers["x-forwarded-for"] = network
    return visitor


def test_what_is_under_way_elsewhere_is_kept_before_somebody_is_forgotten() -> None:
    """Forgetting waits for it, or it would be left to a number that nobody has; for requests of others it does not."""

    async def story() -> None:
        writing, go_on = Writing(), asyncio.Event()

        async def write(owner: str) -> None:
            async with writing.by(owner):
                await go_on.wait()

        tasks = [asyncio.create_task(write(owner)) for owner in ("me", "you")]
        async with writing.by("me"):
            forgetting = asyncio.create_task(writing.last("me"))
            for _ in range(5):
                await asyncio.sleep(0)
            assert not forgetting.done()
            async with writing.by("nobody else"):
                await asyncio.create_task(writing.last("nobody else"))
            go_on.set()
            await forgetting
        await asyncio.gather(*tasks)
        assert not writing.count

    asyncio.run(story())


def test_the_end_of_a_game_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks, and whatever is said at the table."""
    drawn, real = [], story.score_curve

    def draw(table: Table) -> Any:
        drawn.append(table.number)
        return real(table)

    monkeypatch.setattr(story, "score_curve", draw)
    monkeypatch.setattr(pages, "GRACE", 0.0)
    with serving(f"sqlite:///{tmp_path / 'x.db'}") as address:
        mira, jonas = Visitor(address), Visitor(address, "de")
        path = mira.new_table(GAME, ["me", "random"])
        while actions := mira.wait_for_turn(path):
            mira.answer(path, actions[0])
        mira.get(path)
        said = {"seat": 0, "number": mira.found(r'data-number="(\d+)"'), "text": "well played"}
        assert mira.post(f"{path}/chat", said).status_code == 200
        shown = [visitor.get(path).text for visitor in (mira, jonas, mira, jonas)]
    assert len(drawn) == 1 and all(f'{path}/review"' in page for page in shown) and "well played" in shown[0]
