"""Several processes on one PostgreSQL."""

import random
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from operator import contains

import httpx
import psycopg
import pytest

from dev.crash import Process
from dev.race import race
from inventorium.server import live_tables
from inventorium.store.store import Store
from tests.patience import wait_for
from tests.web.program import Program


@pytest.fixture
def url(new_postgres: Callable[[], str]) -> str:
    return new_postgres()


@pytest.fixture
def two(url: str, request: pytest.FixtureRequest) -> Iterator[tuple[Process, Process]]:
    poll = getattr(request, "param", live_tables.POLL_INTERVAL)
    servers = Process(url, poll=poll), Process(url, poll=poll)
    for server in servers:
        server.wait()
    yield servers
    for server in servers:
        server.stop()


def test_two_processes_race_for_the_same_numbers(url: str) -> None:
    found = race(url, tables=3, answers=8, at_once=1)
    assert found["answers done"] > 0 and found["refused as stale"] > 0


LISTENING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN inventorium'"


@pytest.mark.parametrize("two", [3_600.0], indirect=True)
def test_an_answer_at_one_process_is_heard_at_the_other(url: str, two: tuple[Process, Process]) -> None:
    """By its notice alone: neither looks around by itself. What happens before both listen, and the table is open there, may be
    missed."""
    here, there = Program(two[0].address), Program(two[1].address)
    with psycopg.connect(url, autocommit=True) as connection:
        wait_for(lambda: connection.execute(LISTENING).fetchone() == (2,))
    table = here.create("legendary-inventors", ["me", "me"])["table"]
    heard: set[int] = set()

    def listen() -> None:
        for event in there.stream(table):
            heard.add(event["number"])

    threading.Thread(target=listen, daemon=True).start()
    wait_for(lambda: bool(heard))
    for _ in range(10):
        shown = here.view(table)
        done = here.answer(table, number=shown["number"], seat=shown["seat"], action=shown["moves"][0]["action"])
        number = done.json()["number"]
        wait_for(partial(contains, heard, number))
        assert there.view(table)["number"] == number


def test_one_process_thinks_and_another_takes_over_when_it_dies(url: str, two: tuple[Process, Process]) -> None:
    """Bots play a game to its end although the process that let them think is killed."""
    one, other = two
    program = Program(one.address)
    table = program.create("legendary-inventors", ["random"] * 3, bot_pause=0.05)["table"]
    shown = partial(Program(other.address).view, table)
    wait_for(lambda: shown()["number"] > 5)
    one.kill()
    number = shown()["number"]
    wait_for(lambda: shown()["number"] > number + 5 or shown()["over"])
    one.start()
    one.wait()
    store = Store(url)
    wait_for(lambda: shown()["over"])
    thoughts = sum(
        int(number)
        for server in two
        for number in re.findall(r"bot_seconds_count (\d+)", httpx.get(f"{server.address}/metrics").text)
    )
    answers = sum(entry.seat >= 0 and not entry.automatic for entry in store.entries(table))
    assert thoughts <= answers, "exactly one process lets a bot think"
    store.close()


def is_ready(address: str) -> bool:
    return httpx.get(f"{address}/ready").status_code == 200


def test_the_database_goes_and_comes_back(two: tuple[Process, Process], url: str) -> None:
    """Connections are cut, again and again: clients are told to wait, nothing is lost, nothing has to be restarted."""
    import psycopg

    program, chance = Program(two[0].address), random.Random(1)
    table = program.create("legendary-inventors", ["me", "random"])["table"]
    stop, kept = threading.Event(), threading.Event()

    def cut() -> None:
        """Cut all connections in the middle of whatever goes on, but not before something got through since the last time."""
        while not stop.wait(chance.random() / 5):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            kept.wait()
            kept.clear()

    knife = threading.Thread(target=cut, daemon=True)
    knife.start()
    acknowledged, waited = list[tuple[int, int, int]](), 0
    while len(acknowledged) < 40:
        response = program.http.get(f"/tables/{table}")
        if response.status_code == 503:
            waited += 1
            continue
        shown = response.json()
        if shown["over"]:
            break
        if shown["moves"]:
            action = chance.choice(shown["moves"])["action"]
            done = program.answer(table, number=shown["number"], seat=shown["seat"], action=action)
            assert done.status_code in (200, 409, 503), done.text
            waited += done.status_code == 503
            if done.status_code == 200:
                acknowledged.append((shown["number"], shown["seat"], action))
                kept.set()
    stop.set()
    kept.set()
    knife.join()
    assert acknowledged
    for server in two:
        wait_for(partial(is_ready, server.address))
        assert Program(server.address).view(table)["number"] >= acknowledged[-1][0]
    store = Store(url)
    entries = store.entries(table)
    for number, seat, action in acknowledged:
        assert next(entry for entry in entries if entry.number > number and entry.seat == seat).action == action
    store.close()
