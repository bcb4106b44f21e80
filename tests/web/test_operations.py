"""What those who run or embed the server see of it."""

import asyncio
import gc
import random
from collections import Counter
from pathlib import Path

import httpx
import jinja2
import pytest
from jinja2.compiler import CodeGenerator
from prometheus_client.parser import text_string_to_metric_families

from inventorium.server.live_tables import LiveTables
from inventorium.web.app import make_app
from inventorium.web.render.templates import make_environment
from tests.web.browser import Visitor
from tests.web.program import Program

GAME = "legendary-inventors"


def test_prometheus_reads_what_the_server_counts(address: str) -> None:
    program = Program(address)
    table = program.create(GAME, ["me", "me"])["table"]
    program.play_out(table, random.Random(1), most=1)
    response = httpx.get(f"{address}/metrics")
    families = {family.name: family for family in text_string_to_metric_families(response.text)}
    ours = [
        f"inventorium_{name}"
        for name in (
            "entries",
            "bot_errors",
            "responses",
            "request_seconds",
            "keeping_seconds",
            "bot_seconds",
            "streams",
            "tables_in_memory",
        )
    ]
    assert all(families[name].documentation for name in ours)
    values = {(one.name, one.labels.get("status", "")): one.value for name in ours for one in families[name].samples}
    assert values["inventorium_entries_total", ""] >= 1 and values["inventorium_keeping_seconds_count", ""] >= 1
    assert values["inventorium_responses_total", "200"] >= 2 and values["inventorium_tables_in_memory", ""] >= 1
    assert "process_open_fds" in families, "and how the process does"


def test_an_app_leaves_the_collector_of_its_process_alone(tmp_path: Path) -> None:
    threshold, frozen = gc.get_threshold(), gc.get_freeze_count()
    gc.set_threshold(700, 10, 10)

    async def live() -> None:
        app = make_app(f"sqlite:///{tmp_path / 'x.db'}")
        async with app.router.lifespan_context(app):
            assert gc.get_threshold() == (700, 10, 10) and gc.get_freeze_count() <= frozen

    try:
        asyncio.run(live())
    finally:
        gc.set_threshold(*threshold)


def test_pages_are_made_by_jinja_as_it_is() -> None:
    environment = make_environment()
    assert type(environment) is jinja2.Environment and environment.code_generator_class is CodeGenerator


def test_an_answer_is_tried_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is done or refused."""
    tried: Counter[str] = Counter()
    real = LiveTables.play

    async def counting(self: LiveTables, *given: object) -> None:
        tried["answer"] += 1
        await real(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(LiveTables, "play", counting)
    program = Program(address)
    table = program.create(GAME, ["me", "me"])["table"]
    shown = program.view(table)
    wrong = program.answer(table, number=shown["number"], seat=shown["seat"], move="pass the salt")
    assert wrong.status_code == 422 and tried["answer"] == 1
    assert program.answer(table, number=99, seat=shown["seat"], action=1).status_code == 409 and tried["answer"] == 2
    done = program.answer(table, number=shown["number"], seat=shown["seat"], action=shown["moves"][0]["action"])
    assert done.status_code == 200 and done.json() == {"number": done.json()["number"]} and tried["answer"] == 3


def test_the_answer_is_described_as_it_is_served(address: str) -> None:
    """It is the one route that reads its body itself."""
    program = Program(address)
    table = program.create(GAME, ["me", "me"])["table"]
    described = httpx.get(f"{address}/api/openapi.json").json()["paths"]["/api/tables/{table_id}/answers"]["post"]
    assert described["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("/Answering")
    assert described["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/Done")
    shown = program.view(table)
    wrong = {"number": shown["number"], "seat": shown["seat"], "action": 0}
    german = program.http.post(f"/tables/{table}/answers?lang=de", json=wrong)
    assert german.status_code == 422 and german.json()["problem"] == "illegal"
    assert german.json()["text"] != program.answer(table, **wrong).json()["text"]
    assert program.http.post(f"/tables/{table}/answers?lang=fr", json={"number": 1, "action": 0}).status_code == 422
    where = program.answer(table, number="x", action=0).json()["text"]
    assert where.startswith("body.number: ")
    assert Visitor(address).get("/api").status_code == 200
