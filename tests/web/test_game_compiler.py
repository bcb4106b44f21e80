"""Games that are compiled beside the server: what one can do meanwhile, and that it is done once."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from inventorium import bots
from inventorium.bots.compile_stages import ALL_BOTS, STAGES, TABLE, USUAL_BOT, stage_of
from inventorium.core import game as games, library
from inventorium.games.template.writer import write_game
from inventorium.server import game_compiler
from inventorium.server.game_compiler import GameCompiler
from inventorium.server.review_compiler import ReviewCompiler
from tests.patience import wait_for
from tests.web.browser import Visitor, serving

GAME = "genies"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nothing is compiled yet; what is set when it is."""
    released = threading.Event()

    async def compile_slowly(self: GameCompiler, name: str) -> None:
        while not released.is_set():
            await asyncio.sleep(0.02)

    monkeypatch.setattr(game_compiler, "is_compiled", lambda *_: False)
    monkeypatch.setattr(GameCompiler, "compile", compile_slowly)
    games.only_game.cache_clear()  # games that nobody has played in this process
    yield released
    released.set()


def test_one_can_read_before_anything_is_compiled_and_play_as_soon_as_it_is(begun: threading.Event, tmp_path: Path) -> None:
    told: list[str] = []
    with serving(f"sqlite:///{tmp_path / 'x.db'}", tell=told.append) as address:
        mira, kurt = Visitor(address), Visitor(address, "de")
        mira.http.cookies.set("learned", GAME)
        for path in (
            "/",
            "/credits",
            "/replay",
            f"/rules/{GAME}",
            f"/rules/{GAME}/all",
            f"/rules/{GAME}/legend",
            f"/new/{GAME}",
            f"/learn/{GAME}",
            f"/learn/{GAME}/lessons",
            "/health",
            "/api/games",
            f"/api/games/{GAME}/components",
        ):
            assert mira.get(path).status_code == 200, path
        assert mira.get("/ready").status_code == 503 and "retry-after" in mira.response.headers
        assert mira.post(f"/play/{GAME}").status_code == 503 and "Setting up the game" in mira.page
        assert f'action="/play/{GAME}"' in mira.page and 'name="csrf"' in mira.page, "what was sent can be sent again"
        assert kurt.post(f"/new/{GAME}", {"players": 3, "seat.0": "me", "seat.1": "easy", "seat.2": "easy"}).status_code == 503
        assert "Das Spiel wird vorbereitet" in kurt.page and 'name="seat.2" value="easy"' in kurt.page
        program = httpx.post(f"{address}/api/tables", json={"game": GAME, "seats": ["me", "me", "me"]})
        assert program.status_code == 503 and program.json()["problem"] == "setting-up" and program.json()["seconds"] > 0
        assert mira.get(f"/compile-status/{GAME}").json()["ready"] is False
        begun.set()
        wait_for(lambda: mira.get(f"/compile-status/{GAME}").json()["ready"])
        assert mira.post(f"/play/{GAME}").status_code == 200 and "/table/" in str(mira.response.url)
        path = mira.response.url.path
        wait_for(lambda: mira.get("/ready").status_code == 200)
        assert mira.get(path).status_code == 200


def test_the_server_compiles_nothing_that_a_process_of_its_own_has_compiled(tmp_path: Path) -> None:
    """With an empty cache, then with a full one: then there is no process."""
    write_game("small", tmp_path)
    code = """
import asyncio
import numba.core.event as events
from inventorium.server.game_compiler import STAGES, GameCompiler

async def main():
    shop = GameCompiler(["small"], print)
    await shop.finished()
    print("ready", [shop.is_ready("small", stage) for stage in STAGES])
    shop.close()

class Listener(events.Listener):
    def on_start(self, event):
        print("compiled here:", event.data["dispatcher"])
    def on_end(self, event):
        pass
events.register("numba:compile", Listener())
asyncio.run(main())
"""
    environment = {**os.environ, "INVENTORIUM_CACHE": str(tmp_path / "cache"), library.FOLDERS: str(tmp_path)}

    def lines() -> list[str]:
        run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        return run.stdout.splitlines()

    first = lines()
    assert [line.split(" after")[0] for line in first] == [
        "small: being compiled",
        *(f"small: {stage} ready" for stage in STAGES),
        "ready [True, True, True]",
    ]
    assert lines() == ["ready [True, True, True]"]


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities on this system")
def test_the_game_that_somebody_wants_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was wanted before; and a session of its own would keep Linux from heeding it."""
    endless = tmp_path / "endless"
    endless.write_text("#!/bin/sh\nexec sleep 600\n")
    endless.chmod(0o700)
    monkeypatch.setattr(game_compiler, "is_compiled", lambda *_: False)
    monkeypatch.setattr(sys, "executable", str(endless))

    async def live() -> None:
        shop = GameCompiler(library.names(), lambda _: None)
        while len(shop.processes) < 3:
            await asyncio.sleep(0.01)
        for wanted, *others in (library.names(), library.names()[::-1]):
            shop.want(wanted)
            patience = {name: os.getpriority(os.PRIO_PROCESS, process.pid) for name, process in shop.processes.items()}
            assert patience[wanted] < min(patience[other] for other in others)
        assert {os.getsid(process.pid) for process in shop.processes.values()} == {os.getsid(0)}
        processes = list(shop.processes.values())
        shop.close()
        for process in processes:
            await process.wait()

    asyncio.run(live())


@pytest.mark.parametrize(
    ("level", "stage"),
    [("random", TABLE), ("easy", USUAL_BOT), ("medium", USUAL_BOT), ("expert", ALL_BOTS), ("master", ALL_BOTS)],
)
def test_a_bot_waits_for_its_own_stage_only(level: str, stage: str) -> None:
    assert {stage_of(level, games.load_game(name)) for name in library.names()} == {stage}


def test_the_usual_level_is_compiled_first() -> None:
    assert {stage_of(bots.default_level(game), game) for game in map(games.load_game, library.names())} == {USUAL_BOT}


def test_a_process_that_fails_leaves_the_game_to_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_compiler, "is_compiled", lambda *_: False)
    monkeypatch.setattr(sys, "executable", "/bin/false")

    async def live() -> None:
        shop = GameCompiler([GAME], lambda _: None)
        await shop.finished()
        assert shop.is_ready(GAME) and shop.all_ready
        shop.close()

    asyncio.run(live())
    assert not games.before_first_use


def test_the_analysis_of_a_game_is_compiled_once_beside_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = list[str]()

    async def compile_it(self: ReviewCompiler, game: games.Game) -> bool:
        compiled.append(game.name)
        await asyncio.sleep(0)
        return True

    monkeypatch.setattr(ReviewCompiler, "set_up", compile_it)

    async def use() -> None:
        review_compiler, game = ReviewCompiler(None), games.load_game(GAME)  # type: ignore[arg-type]
        assert not review_compiler.is_ready(game) and not review_compiler.is_ready(game)
        assert await review_compiler.ready(game) and review_compiler.is_ready(game)

    asyncio.run(use())
    assert compiled == [GAME]
