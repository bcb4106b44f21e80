"""The library of games: those of this package, of installed packages, and of folders that a user names.

A game is a folder with a `rules.py`. Wherever it lies, it is imported as `inventorium.games.<folder>`. A package that brings
games has an entry point of the group `inventorium.games` for each, which names the package in that folder.
"""

import os
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from inventorium import games
from inventorium.core.errors import InventoriumError, UnknownName

FOLDERS = "INVENTORIUM_FOLDERS"  # passes the folders to processes that we start
OURS = tuple(games.__path__)


def names() -> list[str]:
    """Return the names of the games, as people write them."""
    return sorted(folders())


def folder_of(name: str) -> Path:
    """Return the folder of a game."""
    found = folders()
    if name not in found:
        raise UnknownName("game", name, names())
    return found[name]


def package_of(name: str) -> str:
    return f"{games.__name__}.{folder_of(name).name}"


def add_folder(folder: Path) -> None:
    """Make the games in a folder known, to this process and to those it starts."""
    if not any(folder.glob("*/rules.py")):
        raise InventoriumError(f"{folder}: there is no game in this folder; a game is a folder with a rules.py")
    known = os.environ.get(FOLDERS, "").split(os.pathsep)
    os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys([*filter(None, known), str(folder.resolve())]))


def folders() -> dict[str, Path]:
    """Return the folders of all games by name. A game of the package cannot be replaced by one of the same name. What was once
    imported from a folder can be imported for ever, but its games are listed only while the folder is named."""
    homes = [*OURS, *installed(), *filter(None, os.environ.get(FOLDERS, "").split(os.pathsep))]
    games.__path__.extend(home for home in homes if home not in games.__path__)
    found: dict[str, Path] = {}
    for home in homes:
        for rules in Path(home).glob("*/rules.py"):
            found.setdefault(rules.parent.name.replace("_", "-"), rules.parent)
    return found


@cache
def installed() -> tuple[str, ...]:
    """Return the folders in which installed packages have games."""
    specs = [find_spec(point.value) for point in entry_points(group=games.__name__)]
    return tuple(
        dict.fromkeys(str(Path(place).parent) for spec in specs if spec for place in spec.submodule_search_locations or ())
    )
