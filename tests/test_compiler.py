"""Compiled code: where it is kept, that it is never stale, and that loading it disturbs nobody."""

import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest

from inventorium import bots
from inventorium.core import compiler
from inventorium.core.game import load_game
from inventorium.games.template.writer import write_game

SOURCE = Path(compiler.__file__).parents[2]
PLAY = """
import sys
from pathlib import Path
from inventorium.core import library
library.add_folder(Path(sys.argv[1]))
import inventorium
position = inventorium.load("small").new(2, seed=1)
hits = position.game.engine.advance.stats.cache_hits
print(len(hits) and sum(hits.values()), position.game.engine.advance._cache.cache_path)
"""


def play(folder: Path, cache: Path, source: Path = SOURCE, **more: str) -> list[str]:
    """How often compiled code was found, and in which folder it lies."""
    environment = {**os.environ, "INVENTORIUM_CACHE": str(cache), "PYTHONPATH": str(source), **more}
    command = [sys.executable, "-c", PLAY, str(folder)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def test_what_is_compiled_is_found_by_content_not_by_place(tmp_path: Path) -> None:
    """A copy elsewhere finds it; a changed constant, or a changed rule, does not."""
    write_game("small", tmp_path / "one")
    assert play(tmp_path / "one", tmp_path / "cache")[0] == "0"
    shutil.copytree(tmp_path / "one", tmp_path / "other")
    again = play(tmp_path / "other", tmp_path / "cache")
    assert again[0] == "1"
    tables = tmp_path / "other" / "small" / "tables.py"
    tables.write_text(tables.read_text().replace("GOAL = 40", "GOAL = 41"))
    changed = play(tmp_path / "other", tmp_path / "cache")
    assert changed[0] == "0" and changed[1] != again[1]


def test_compiling_a_rule_leaves_numba_as_it_was() -> None:
    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES  # type: ignore[attr-defined]
    load_game("genies").engine  # noqa: B018
    assert before == (numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES)  # type: ignore[attr-defined]


def test_many_threads_load_a_bot_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every one of them gets the same whole module."""
    game = load_game("genies")
    for name in [name for name in sys.modules if name.startswith(f"{game.package}.bound.inventorium.bots")]:
        monkeypatch.delitem(sys.modules, name)
    bots.compiled.cache_clear()
    found: list[ModuleType] = []
    gate = threading.Barrier(8)

    def load() -> None:
        gate.wait()
        module = bots.compiled(game, "greedy")
        assert module.Greedy and module.best_action
        found.append(module)

    threads = [threading.Thread(target=load) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len({id(module) for module in found}) == 1


def test_a_file_of_a_game_is_never_taken_for_one_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("genies")
    stranger = ModuleType(f"{game.package}.greedy")
    monkeypatch.setitem(sys.modules, stranger.__name__, stranger)
    assert bots.compiled(game, "greedy") is not stranger


def test_code_for_one_game_cannot_be_imported_for_none() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import inventorium.bots.tree_search"], capture_output=True, text=True, check=False
    )
    assert "compiled for one game at a time" in run.stderr


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can make a folder of somebody else")
def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    wanted = tmp_path / "file"
    wanted.write_text("in the way: no folder can be made here")
    monkeypatch.setenv("INVENTORIUM_CACHE", str(wanted / "cache"))
    foreign = tmp_path / f"inventorium-{os.getuid()}"
    foreign.mkdir(mode=0o700)
    assert compiler.compiled_code_home() == foreign
    foreign.chmod(0o777)
    assert compiler.compiled_code_home() != foreign
    foreign.chmod(0o700)
    os.chown(foreign, 65534, 65534)
    home = compiler.compiled_code_home()
    assert home != foreign and stat.S_IMODE(home.stat().st_mode) == 0o700


def test_folders_are_kept_by_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "MOST_FOLDERS", 2)
    for number, name in enumerate(("first", "second", "third")):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (number + 1e9, number + 1e9))
    (tmp_path / "first").touch()  # used again
    compiler.forget_old(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first"]  # the others are years older
    for name in ("fourth", "fifth"):
        (tmp_path / name).mkdir()
    compiler.forget_old(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_constants_are_part_of_what_is_compiled() -> None:
    module = ModuleType("constants")
    module.__dict__.update(NUMBER=1, TABLE=np.arange(3), words=["not frozen"])
    before = list(compiler.constants(module))
    module.__dict__["TABLE"] = np.arange(3) + 1
    assert len(before) == 2 and list(compiler.constants(module)) != before


@pytest.mark.long
def test_compiled_code_for_any_processor_is_used_where_it_came_with_the_package(tmp_path: Path) -> None:
    """Compiled for no processor in particular, and found on this one with an empty cache; not after a change of the rules."""
    write_game("small", tmp_path)
    shipped, rules = tmp_path / "shipped", tmp_path / "small" / "rules.py"
    play(tmp_path, shipped, INVENTORIUM_PORTABLE="yes")
    assert play(tmp_path, tmp_path / "cache", INVENTORIUM_SHIPPED=str(shipped))[0] == "1"
    rules.write_text(rules.read_text() + "\n# changed\n")
    assert play(tmp_path, tmp_path / "cache", INVENTORIUM_SHIPPED=str(shipped))[0] == "0"
