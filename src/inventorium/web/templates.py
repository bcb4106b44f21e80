"""Jinja2: the pages of the web layer, and of every game its own `table.html`, found under `games/<game>/`."""
import io
import re
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import markup_join
from markupsafe import Markup, escape

from inventorium.core import library
from inventorium.core.words import Words
from inventorium.web.drawings import STATIC, cameo, drawing, icon

HERE = Path(__file__).parent
RULE = re.compile(r"\b[A-Z]{2}-\d+\b")


escaped = lru_cache(4096)(escape)                           # the same words stand on every page


class Generator(CodeGenerator):
    """Python for templates that are always escaped and never wait: a page writes a thousand values and calls hundreds of
    functions, and what jinja does for others at each of them would be half of the time that a page takes."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.text(")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        node.expr2 = node.expr2 or nodes.Const("")          # not an undefined value, which is slow to be asked what it is
        super().visit_CondExpr(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """None of our functions wants the context, so they are called at once."""
        self.visit(node.node, frame)
        whole, self.stream = self.stream, io.StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        given, self.stream = self.stream.getvalue(), whole
        self.write(f"({given.removeprefix(', ')})")


class Environment(jinja2.Environment):
    """Pictures are dicts, and `one.score` is looked up there first."""

    code_generator_class = Generator

    def getattr(self, thing: Any, name: str) -> Any:
        if type(thing) is dict and name in thing:
            return thing[name]
        try:
            return getattr(thing, name)
        except AttributeError:
            return super().getattr(thing, name)

    @staticmethod
    def text(value: Any) -> str:
        """A value as it stands on the page."""
        kind = type(value)
        if kind is Markup:
            return value
        return escaped(value) if kind is str else str(value) if kind is int else escape(value)

    @staticmethod
    def joined(parts: tuple[Any, ...]) -> str:
        """`a ~ b`: as safe as its parts."""
        return markup_join(parts) if Markup in map(type, parts) else "".join(map(str, parts))


def make_environment() -> Environment:
    folders = {f"games/{name}": FileSystemLoader(folder) for name, folder in library.folders().items()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(folders, delimiter=":")])
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True, cache_size=200, auto_reload=False)
    environment.filters |= {"ago": ago, "rule_links": rule_links}
    environment.globals |= {"board_of": board_of, "has": has, "zip": zip, "static": STATIC, "icon": icon,
                            "drawing": drawing, "cameo": cameo}
    return environment


def board_of(game: Any) -> str:
    """The template that draws the position of a game: its own, which lays out what its page.py says, or a plain list."""
    return f"games/{game.name}:table.html" if game.page else "plain.html"


def has(game: Any, file: str) -> bool:
    """Whether a game brings this file."""
    return bool((game.folder / file).exists())


def ago(moment: float, words: Words) -> str:
    """How long ago something was, in the largest unit that fits."""
    minutes = int(time.time() - moment) // 60
    for unit, size in (("days", 24 * 60), ("hours", 60), ("minutes", 1)):
        if minutes >= size:
            return words(f"web.ago-{unit}", number=minutes // size)
    return words("web.now")


def rule_links(text: str) -> Markup:
    """A text in which every rule that is named leads to that rule on the same page."""
    return Markup(RULE.sub(lambda rule: f'<a href="#{rule[0]}">{rule[0]}</a>', str(escape(text))))
