"""What goes wrong around a server: the disk is full, a reader never reads, a bot fails, the clock jumps."""
import random
import re
import resource
import socket
import time
from pathlib import Path

import httpx
import pytest

from inventorium import bots
from inventorium.store.store import Store
from inventorium.table.table import Table
from tests.web.browser import serving
from tests.web.crash import Process
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
    largest = max(file.stat().st_size for file in tmp_path.iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
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
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
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


def test_a_bot_that_fails_does_not_hold_up_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: object) -> int:
            raise RuntimeError("out of ideas")

    real = bots.make
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        made = iter(range(10**6))
        monkeypatch.setattr(bots, "make", lambda *given: Broken() if next(made) % 3 == 0 else real(*given))
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
