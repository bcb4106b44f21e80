"""Jinja2: the pages of the web layer, and of every game its own `table.html`, found under `games/<game>/`."""
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from inventorium import games
from inventorium.web import assets

HERE = Path(__file__).parent
GAMES = Path(games.__file__).parent


def make_environment() -> Environment:
    folders = {f"games/{name}": FileSystemLoader(GAMES / name.replace("-", "_")) for name in games.names()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(folders, delimiter=":")])
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True, cache_size=200, auto_reload=False)
    environment.globals |= {"board_of": board_of, "has": has, "zip": zip, "static": f"/static/{assets.version()}"}
    return environment


def board_of(game: Any) -> str:
    """The template that draws the position of a game: its own, or a plain list."""
    return f"games/{game.name}:table.html" if has(game, "table.html") else "plain.html"


def has(game: Any, file: str) -> bool:
    """Whether a game brings this file."""
    return (GAMES / game.name.replace("-", "_") / file).exists()
