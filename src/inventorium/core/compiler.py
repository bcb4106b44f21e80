"""`rule` compiles a function of a game; `bind` gives a game its own copy of code that serves all games.

numba keeps compiled code in a folder and looks only at a function's own file to see whether it is stale. A change
in `rules.py` would therefore go unseen by a cached search that calls the rules. So every game's code is kept in a
folder named by a hash of everything that can be compiled into it, chosen before the function is handed to numba.
"""
import hashlib
import importlib.util
import os
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import numba
import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
GAMES = "inventorium.games."


def rule(function: Any) -> Any:
    """Compile one function of the rules: cached, without the GIL. With NUMBA_DISABLE_JIT=1 it stays plain Python."""
    source = Path(function.__code__.co_filename)
    numba.config.CACHE_DIR = str(cache_folder(game_of(function.__module__), source))     # type: ignore[attr-defined]
    return numba.njit(cache=True, nogil=True)(function)


def bind(source: str, rules: ModuleType, **others: ModuleType) -> ModuleType:
    """The module `source`, loaded once more for one game, with its name `rules` bound to the rules of that game,
    and further names to further modules of the game.

    The copy is registered under a name of its own, because numba finds the parts of cached code by module name.
    Its functions must all take the state: the type of the record tells the games apart in the cache.
    """
    name = f"{rules.__package__}.{source.rpartition('.')[2]}"
    if name in sys.modules:
        return sys.modules[name]
    original = importlib.util.find_spec(source)
    assert original is not None and original.origin is not None, source
    spec = importlib.util.spec_from_file_location(name, original.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(others, rules=rules)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def game_of(module: str) -> str:
    """The folder of the game that a module belongs to; empty for code that serves all games."""
    return module.removeprefix(GAMES).partition(".")[0] if module.startswith(GAMES) else ""


@lru_cache
def cache_folder(game: str, source: Path) -> Path:
    """Where the compiled code of a source file lies: one folder for each state of all that goes into it."""
    digest = hashlib.sha256()
    for part in (numba.__version__, llvmlite.__version__, sys.version, os.environ.get("NUMBA_BOUNDSCHECK", "")):
        digest.update(part.encode() + b"\n")
    for file in compiled_with(game, source):
        digest.update(file.name.encode() + file.read_bytes())
    home = compiled_code_home()
    folder = home / f"{game or 'core'}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        forget_old(home)
    return folder


def compiled_with(game: str, source: Path) -> list[Path]:
    """The files that can be compiled into code of this file: chance and playing, the game's own, and its neighbours."""
    files = {PACKAGE / "core" / "chance.py", PACKAGE / "core" / "playing.py", source}
    folders = [PACKAGE / "games" / game] if game else []
    if source.parent.name not in ("core", "tests", game):
        folders.append(source.parent)
    if source.parent.name in ("doors", "lab"):              # whose opponents are bots
        folders.append(PACKAGE / "bots")
    for folder in folders:
        files.update(file for file in folder.glob("*.py") if file.name == "tables.py" or "import rule" in file.read_text())
    return sorted(files)


def compiled_code_home() -> Path:
    wanted = os.environ.get("INVENTORIUM_CACHE")
    home = Path(wanted) if wanted else Path(platformdirs.user_cache_dir("inventorium")) / "compiled"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"inventorium-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def forget_old(home: Path, keep: int = 60) -> None:
    """Remove the folders of sources that are long gone: all but the newest."""
    import shutil
    folders = sorted((f for f in home.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)
