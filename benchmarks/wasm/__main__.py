"""The same games on this machine and as WebAssembly in a real browser: are the records equal, how long does an answer take?

    pip install ziglang==0.17.0
    python -m benchmarks.wasm [GAMES] [GAME ...]

Everybody answers at random in as many games as wanted, and with one look ahead (the bot `greedy`) in a tenth of them.
"""

import base64
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.wasm.games import ROOM, whole_game
from inventorium import load
from inventorium.core import library
from inventorium.core.chance import new_stream
from inventorium.core.game import Game

PLAYERS = 3
IN_THE_PAGE = """
async ({code, template, box, streams, actions, room, greedy}) => {
    const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const begun = performance.now();
    const {instance} = await WebAssembly.instantiate(bytes(code));
    const {play, malloc, memory} = instance.exports;
    const placed = content => {
        const place = malloc(content.length);
        new Uint8Array(memory.buffer, place, content.length).set(content);
        return place;
    };
    const empty = length => placed(new Uint8Array(length));
    const first = bytes(template), all = bytes(streams), one = all.length / 2 / Math.round(all.length / 2 / (27 * 8));
    const states = placed(first), boxes = placed(bytes(box)), dealt = empty(one), own = empty(one), log = empty(room * 16),
          answers = empty(actions * 8), choices = empty(actions * 8), view = placed(first), trial = placed(first),
          worth = empty(actions * 8);
    const ready = performance.now() - begun, logs = [];
    let spent = 0;
    for (let at = 0; at < all.length; at += 2 * one) {
        new Uint8Array(memory.buffer, states, first.length).set(first);
        new Uint8Array(memory.buffer, dealt, one).set(all.subarray(at, at + one));
        new Uint8Array(memory.buffer, own, one).set(all.subarray(at + one, at + 2 * one));
        const from = performance.now();
        const count = Number(play(states, boxes, dealt, own, log, answers, choices, view, trial, worth, BigInt(greedy)));
        spent += performance.now() - from;
        logs.push(Array.from(new BigInt64Array(memory.buffer, log + 16, 2 * count), Number));
    }
    return {logs, ready, spent};
}
"""


def translated(game: Game, folder: Path) -> Path:
    """Return the WebAssembly module of a game. A process of its own makes it, because numba reads its settings once."""
    file = folder / f"{game.name}.wasm"
    subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "benchmarks.wasm.translating", game.name, str(file)],
        check=True,
        env={**os.environ, "NUMBA_OPT": "0", "INVENTORIUM_CACHE": str(folder / "cache")},
    )
    return file


def streams(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the dealer's luck and that of all players."""
    return new_stream(str(seed)), new_stream(f"players {seed}")


def natively(game: Game, games: int, greedy: int) -> tuple[list[list[int]], float]:
    """Return the logs of games on this machine, and the seconds of CPU."""
    play, template, box = whole_game(game), game.new(PLAYERS, seed=0).states, game.box().array
    log, logs, spent = np.zeros((ROOM, 2), np.int64), [], 0.0
    for seed in (0, *range(games)):  # the first time compiles
        states, (dealt, own) = template.copy(), streams(seed)
        buffers = (
            np.empty(game.actions, np.int64),
            np.empty(game.actions, np.int64),
            template.copy(),
            template.copy(),
            np.empty(game.actions),
        )
        begun = time.process_time()
        count = play(states, box, dealt, own, log, *buffers, greedy)
        spent += time.process_time() - begun
        logs.append(log[1 : count + 1].ravel().tolist())
        spent = 0.0 if len(logs) == 1 else spent
    return logs[1:], spent


def in_the_page(page: Page, game: Game, file: Path, games: int, greedy: int) -> dict[str, Any]:
    """Return the logs of the same games in a browser, and the milliseconds."""
    luck = b"".join(part.tobytes() for seed in range(games) for part in streams(seed))
    parts = {
        "code": file.read_bytes(),
        "template": game.new(PLAYERS, seed=0).states.tobytes(),
        "box": game.box().array.tobytes(),
        "streams": luck,
    }
    texts = {name: base64.b64encode(content).decode() for name, content in parts.items()}
    return page.evaluate(IN_THE_PAGE, {**texts, "actions": game.actions, "room": ROOM, "greedy": greedy})


def record_of(game: Game, seed: int, log: list[int]) -> str:
    """Return the record of a game with these answers, which `Game.read` must replay."""
    position = game.new(PLAYERS, seed=seed)
    for seat, action in zip(log[::2], log[1::2], strict=True):
        if seat >= 0:
            position.act(action, seat)
    assert position.over and [number for answer in position.log for number in answer] == log
    return game.read(position.record()).record()


def compare(page: Page, game: Game, file: Path, games: int, greedy: int) -> None:
    here, seconds = natively(game, games, greedy)
    there = in_the_page(page, game, file, games, greedy)
    equal = sum(
        record_of(game, seed, one) == record_of(game, seed, other)
        for seed, (one, other) in enumerate(zip(here, there["logs"], strict=True))
    )
    answers = sum(map(len, here)) / 2
    print(
        f"{game.name}, {'one look ahead' if greedy else 'random'}: {equal} of {games} records equal; {answers:.0f} answers; "
        f"{1e6 * seconds / answers:.1f} us an answer here, {1e3 * there['spent'] / answers:.1f} us in the page, "
        f"ready after {there['ready']:.0f} ms",
        flush=True,
    )


def main(games: int, names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        for game in map(load, names):
            begun = time.monotonic()
            file = translated(game, Path(folder))
            print(f"{game.name}: translated in {time.monotonic() - begun:.0f} s, {file.stat().st_size} bytes", flush=True)
            compare(page, game, file, games, greedy=0)
            compare(page, game, file, games // 10, greedy=1)
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, sys.argv[2:] or list(library.names()))
