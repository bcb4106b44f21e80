"""Writes the skeleton of a new game into a folder of your own."""

import re
from pathlib import Path

from inventorium.core import library
from inventorium.core.errors import InventoriumError

HERE = Path(__file__).parent


def write_game(name: str, folder: Path) -> list[Path]:
    """Write a runnable game called `name` into a folder, with tests beside it, and return the files. Nothing is overwritten."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise InventoriumError(f"the name of a game is lower-case words joined by hyphens, such as my-game, not '{name}'")
    if name in library.names():
        raise InventoriumError(f"there is already a game called {name}")
    home = folder / name.replace("-", "_")
    targets = {
        source: (home if source.is_relative_to(HERE / "game") else folder / "tests") / relative(source)
        for part in ("game", "tests")
        for source in sorted((HERE / part).rglob("*"))
        if source.is_file() and source.suffix != ".pyc"
    }
    taken = next((target for target in targets.values() if target.exists()), None)
    if taken:
        raise InventoriumError(f"{taken} already exists; nothing was written")
    title = name.replace("-", " ").title()
    for source, target in targets.items():
        text = source.read_text(encoding="utf-8").replace("the-new-game", name).replace("The New Game", title)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return list(targets.values())


def relative(source: Path) -> Path:
    return source.relative_to(HERE).relative_to(source.relative_to(HERE).parts[0])
