"""Jinja2: the templates of the web package and of every game (`games/<game>/table.html`)."""

import re
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from math import ceil
from pathlib import Path

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    pass_context,
)
from jinja2.runtime import Context
from markupsafe import Markup, escape

from inventorium.bots.levels import level_name
from inventorium.core import editions, library
from inventorium.core.compiler import compiled_code_home
from inventorium.core.game import Game
from inventorium.core.rule_sources import source_of
from inventorium.core.rulings import RULE_ID
from inventorium.core.words import Words, name_of
from inventorium.review.stakes import POINT
from inventorium.table.names import called
from inventorium.teaching.guide import guide_of
from inventorium.teaching.lessons import lessons_of
from inventorium.teaching.puzzles import puzzles_of
from inventorium.web.render import fonts, icons
from inventorium.web.render.clock_faces import time_left
from inventorium.web.render.qr import qr

HERE = Path(__file__).parents[1]


@cache
def make_environment() -> Environment:
    """Return all templates, compiled in advance, so that the first use is not slow."""
    folders = {f"games/{name}": FileSystemLoader(folder) for name, folder in library.folders().items()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(folders, delimiter=":")])
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        cache_size=200,
        auto_reload=False,
        bytecode_cache=kept_templates(),
    )
    environment.filters |= {"ago": ago, "called": called, "day_in": day_in, "day_of": day_of, "rule_links": rule_links}
    environment.globals |= {
        "board_of": board_of,
        "has": has,
        "zip": zip,
        "static": icons.STATIC,
        "name_of_language": name_of,
        "amount_in": amount_in,
        "number_in": number_in,
        "short_in": short_in,
        "whole_in": whole_in,
        "qr": qr,
        "time_left_in": time_left,
        "guide_of": guide_of,
        "lessons_of": lessons_of,
        "puzzles_of": puzzles_of,
        "variations": editions.variations,
        "source_of": source_of,
        "changed_options": editions.changed,
        "level_name": level_name,
        "first_fonts": fonts.FIRST if fonts.sources() else (),
    }
    environment.globals |= {
        "icon": with_art_of_the_game(icons.icon),
        "drawing": with_art_of_the_game(icons.drawing),
        "cameo": with_art_of_the_game(icons.cameo),
    }
    for name in environment.list_templates(["html"]):
        environment.get_template(name)
    return environment


def kept_templates() -> FileSystemBytecodeCache:
    """The cache of compiled templates, beside compiled games."""
    folder = compiled_code_home() / "templates"
    folder.mkdir(exist_ok=True)
    folder.touch()  # recently used versions stay
    return FileSystemBytecodeCache(str(folder))


def with_art_of_the_game(draw: Callable[..., Markup]) -> Callable[..., Markup]:
    """Return a function for templates: it draws with the symbols of the game that the page is about, if it is about one."""

    @pass_context
    def drawn(context: Context, *values: str) -> Markup:
        game = context.get("game")
        return draw(game.name if game else icons.SHARED, *values)

    return drawn


def board_of(game: Game) -> str:
    """Return the template that draws the position of a game: its own, which lays out what its page.py says, or a plain list."""
    return f"games/{game.name}:table.html" if game.page else "plain.html"


def has(game: Game, file: str) -> bool:
    """Return whether a game brings this file."""
    return bool((game.folder / file).exists())


def ago(moment: float, words: Words) -> str:
    """Return how long ago something was, in the largest unit that fits."""
    minutes = int(time.time() - moment) // 60
    for unit, size in (("days", 24 * 60), ("hours", 60), ("minutes", 1)):
        if minutes >= size:
            return words(f"web.ago-{unit}", number=minutes // size)
    return words("web.now")


def day_of(moment: float) -> str:
    """Return the day of a moment, as an element of a page says it."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def day_in(day: date, words: Words) -> str:
    """Return a day as people write it, with the day of the week."""
    return words.day(day)


def number_in(value: float, unit: str, words: Words, signed: bool = False) -> str:
    """Return a number with one digit, as people write it."""
    text = f"{round(value, 1) + 0.0:{'+' if signed else ''}.1f}".replace("-", "\N{MINUS SIGN}")
    return words.decimal(text) + (f"\N{NO-BREAK SPACE}{unit}" if unit else "")


def whole_in(value: float, unit: str, words: Words, signed: bool = False) -> str:
    """Return a number without digits after the point, as people write it."""
    text = f"{round(value):{'+' if signed and round(value) else ''}d}".replace("-", "\N{MINUS SIGN}")
    return words.decimal(text) + (f"\N{NO-BREAK SPACE}{unit}" if unit else "")


def amount_in(counts: float, in_points: bool, words: Words, at_most: bool = False) -> str:
    """Return in whole numbers what a difference between two turns counts: percentage points of winning chance, or points where
    the game is as good as decided."""
    found = abs(counts) / POINT if in_points else 100 * abs(counts)
    return words(f"review.amount-{'points' if in_points else 'chance'}", points=max(1, ceil(found) if at_most else round(found)))


def short_in(counts: float, in_points: bool, words: Words) -> str:
    """Return the same with its sign, for a list."""
    if not in_points:
        return whole_in(100 * counts, "%", words, True)
    points = max(1, round(abs(counts) / POINT))
    return words("review.short-points", share=whole_in(points if counts > 0 else -points, "", words, True), number=points)


def rule_links(text: str, home: str = "") -> Markup:
    """Return a text in which every rule number links to its rule: on the same page, or under `home`. Backticks mark code."""
    where = f'href="{home}{{0}}" data-rule' if home else 'href="#{0}"'
    linked = RULE_ID.sub(lambda rule: f"<a {where.format(rule[0])}>{rule[0]}</a>", str(escape(text)))
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", linked))
