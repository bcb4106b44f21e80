"""`rule` compiles a function of a game; `bind` makes a copy of code that serves all games for one of them.

numba keeps compiled code in a folder and looks only at a function's own file to see whether it is stale. A change in
`rules.py` would therefore go unseen by a cached search that calls the rules. So the compiled code of a module lies in a folder
named by a hash of everything that can be compiled into it: sources and constants. Where the sources lie is not part of it, so
two checkouts of the same sources share what was compiled.
"""

import hashlib
import importlib.util
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import UserProvidedCacheLocator

MOST_FOLDERS, LONGEST_UNUSED = 500, 30 * 24 * 3600  # the folders that stay: the last used ones, and for how many seconds
PORTABLE = "INVENTORIUM_PORTABLE"  # makes processes compile for any processor, for shipping
SHIPPED = Path(os.environ.get("INVENTORIUM_SHIPPED") or Path(__file__).parents[1] / "compiled")  # code that came along
IS_PORTABLE = bool(os.environ.get(PORTABLE)) or SHIPPED.is_dir()
if IS_PORTABLE:  # what came along is found only by who asks for any processor, too
    numba.config.CPU_NAME, numba.config.CPU_FEATURES = "generic", ""  # type: ignore[attr-defined]

with_rules: set[str] = set()  # the modules that have compiled functions
bindings: dict[str, dict[str, Any]] = {}  # of the modules made by `bind`
lock = threading.RLock()  # one thread at a time makes modules and changes numba's settings


def rule(function: Any) -> Any:
    """Compile a function: cached, without the GIL. With NUMBA_DISABLE_JIT=1 it stays plain Python."""
    with lock:
        with_rules.add(function.__module__)
        before = numba.config.CACHE_LOCATOR_CLASSES  # type: ignore[attr-defined]
        numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{BySources.__name__}"  # type: ignore[attr-defined]
        try:
            return numba.njit(cache=True, nogil=True)(function)
        finally:
            numba.config.CACHE_LOCATOR_CLASSES = before  # type: ignore[attr-defined]


def bind(source: str, package: str, **names: Any) -> ModuleType:
    """Return the module `source`, loaded once more for the game in `package`. There `bound` returns what the names stand for.

    The copy is registered under a name of its own, because numba finds the parts of cached code by module name. Its functions
    must all take the state: the type of the record tells the games apart in the cache.
    """
    name = f"{package}.bound.{source}"
    with lock:
        if name in sys.modules:
            return sys.modules[name]
        original = importlib.util.find_spec(source)
        if original is None or original.origin is None:
            raise ModuleNotFoundError(f"there is no module {source}")
        spec = importlib.util.spec_from_file_location(name, original.origin)
        assert spec is not None and spec.loader is not None  # a file of ours
        module = importlib.util.module_from_spec(spec)
        bindings[name], sys.modules[name] = names, module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        return module


def bound(module: str, *names: str) -> Any:
    """Return what names stand for in a module that was made by `bind`: `rules, value = bound(__name__, "rules", "value")`."""
    if module not in bindings:
        raise ImportError(f"{module} is compiled for one game at a time: use Game.bind instead of importing it")
    found = [bindings[module][name] for name in names]
    return found if len(names) > 1 else found[0]


class BySources(UserProvidedCacheLocator):
    """Puts the compiled code of a function into the folder of its sources."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._folder = cache_folder(function.__module__)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name  # changes with every source, as the folder does

    @classmethod
    def from_function(cls, function: Any, file: str) -> "BySources":
        return cls(function, file)


# ---------------------------------------------------------------- what goes into a module


@lru_cache
def cache_folder(name: str) -> Path:
    """Return the folder of the compiled code of a module, by the state of everything that goes into it. What came with the
    package is copied there first."""
    home = compiled_code_home()
    folder = home / folder_name(name)
    if folder.exists():
        folder.touch()  # its time decides what stays
    else:
        if (SHIPPED / folder.name).is_dir():
            copy_whole(SHIPPED / folder.name, folder)
        folder.mkdir(parents=True, exist_ok=True)
        forget_old(home)
    return folder


def copy_whole(source: Path, target: Path) -> None:
    """Copy a folder in one step, so that no process sees a part of it. If another process was quicker, its copy stays."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.copytree(source, unfinished)
    try:
        unfinished.rename(target)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)


def folder_name(name: str) -> str:
    """Return a name by the content of everything that goes into a module. For code that is shipped, the exact build of Python
    does not count."""
    python = sys.implementation.cache_tag if IS_PORTABLE else sys.version
    digest = hashlib.sha256()
    for part in (numba.__version__, llvmlite.__version__, python, os.environ.get("NUMBA_BOUNDSCHECK", "")):
        digest.update(part.encode() + b"\n")
    for module in sorted(compiled_into(sys.modules[name]), key=lambda module: module.__name__):
        for part in ingredients(module):
            digest.update(part + b"\n")
    return f"{name.rpartition('.')[2]}-{digest.hexdigest()[:16]}"


def compiled_into(module: ModuleType) -> set[ModuleType]:
    """Return the modules whose functions a module can call in compiled code: itself, those it imports, and so on."""
    found, waiting = {module}, [module]
    while waiting:
        for one in list(vars(waiting.pop()).values()):
            name = one.__name__ if isinstance(one, ModuleType) else getattr(one, "__module__", None)
            if name in with_rules and sys.modules[name] not in found:
                found.add(sys.modules[name])
                waiting.append(sys.modules[name])
    return found


def ingredients(module: ModuleType) -> Iterator[bytes]:
    """Yield what a module brings into compiled code: its source, and the constants that it has from elsewhere."""
    yield module.__name__.encode()
    yield Path(module.__file__ or "").read_bytes()
    yield from constants(module)
    for value in vars(module).values():
        if isinstance(value, ModuleType) and value.__name__ not in with_rules and (value.__package__ or " ") in module.__name__:
            yield from constants(value)


def constants(module: ModuleType) -> Iterator[bytes]:
    """Yield the values of a module that numba would freeze into compiled code."""
    for name, value in sorted(vars(module).items()):
        if name.startswith("__"):
            continue
        if isinstance(value, np.ndarray):
            yield name.encode() + repr(value.dtype).encode() + value.tobytes()
        elif isinstance(value, (bool, int, float, str, tuple, np.generic, np.dtype)):
            yield f"{name}={value!r}".encode()
        elif isinstance(value, type) and issubclass(value, Enum):
            yield f"{name}={[(each.name, each.value) for each in value]}".encode()


# ---------------------------------------------------------------- the folder


def compiled_code_home() -> Path:
    """Return the folder that holds compiled code. It is code, so no other user may write there."""
    wanted = os.environ.get("INVENTORIUM_CACHE")
    return next(own_folders(Path(wanted) if wanted else Path(platformdirs.user_cache_dir("inventorium")) / "compiled"))


def own_folders(wanted: Path) -> Iterator[Path]:
    """Try the wanted folder, then one of ours among the temporary files; the last resort ends with the machine's clean-up."""
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        if os.access(wanted, os.W_OK):
            yield wanted
    except OSError:
        pass
    shared = Path(tempfile.gettempdir()) / f"inventorium-{os.getuid() if sys.platform != 'win32' else 'user'}"
    try:
        shared.mkdir(mode=0o700, exist_ok=True)
        if is_ours_alone(shared):
            yield shared
    except OSError:
        pass
    yield fresh_folder()


def is_ours_alone(folder: Path) -> bool:
    """Whether a folder, not a link to one, belongs to us and no other user may write to it."""
    found = folder.lstat()
    if sys.platform == "win32":  # there the folder of temporary files is the user's own
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


@lru_cache
def fresh_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="inventorium-"))


def forget_old(home: Path) -> None:
    """Remove the folders that were not used for long, and the least used ones if there are very many."""
    used = sorted(((folder.stat().st_mtime, folder) for folder in home.iterdir() if folder.is_dir()), reverse=True)
    for number, (time, folder) in enumerate(used):
        if number >= MOST_FOLDERS or used[0][0] - time > LONGEST_UNUSED:
            shutil.rmtree(folder, ignore_errors=True)
