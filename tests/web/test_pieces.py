"""Templates of the games lay out and do not reckon, and the pieces that all guests share can hold nothing of a guest."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import DictLoader, meta
from jinja2.exceptions import UndefinedError

from inventorium import load
from inventorium.core import library
from inventorium.web.render.pieces import Pieces, pieces_of
from inventorium.web.render.templates import make_environment

TEMPLATES = [folder / name for folder in library.folders().values() for name in ("table.html", "pieces.html")]
LONGEST_LINE = 160


def pieces(text: str, **more: Any) -> Pieces:
    environment = make_environment().overlay(loader=DictLoader({"games/a-game:pieces.html": text}))
    environment.globals = {**environment.globals, **more}
    return Pieces(environment, SimpleNamespace(name="a-game"), load("genies").words("en"))  # type: ignore[arg-type]


def test_a_piece_is_drawn_once_for_the_same_values() -> None:
    calls: list[int] = []
    found = pieces("{% macro double(n) %}{{ note([n]) or '' }}{{ n * 2 }}{% endmacro %}", note=calls.extend)
    assert [found.double(4), found.double(5), found.double(4)] == ["8", "10", "8"] and calls == [4, 5]
    with pytest.raises(TypeError):
        found.double([4])  # what can change is no value


def test_a_piece_knows_the_words_and_nothing_of_a_page() -> None:
    assert pieces("{% macro you() %}{{ words('you') }}{% endmacro %}").you() == load("genies").words("en")("you")
    for name in ("seat", "guest", "page", "csrf", "seats", "scene"):
        with pytest.raises(UndefinedError):
            pieces(f"{{% macro leaks() %}}{{{{ {name} }}}}{{% endmacro %}}").leaks()


@pytest.mark.parametrize("game", library.names())
def test_the_pieces_of_a_game_ask_for_nothing_else(game: str) -> None:
    environment = make_environment()
    source = (library.folder_of(game) / "pieces.html").read_text(encoding="utf-8")
    assert meta.find_undeclared_variables(environment.parse(source)) <= {"words", *environment.globals}


def test_languages_do_not_share_pieces() -> None:
    environment, game = make_environment(), load("era-of-inventions")
    english, german = (pieces_of(environment, game, game.words(language)) for language in ("en", "de"))
    assert english.no_patent() != german.no_patent()
    assert pieces_of(environment, game, game.words("en")) is english


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_template_only_lays_out(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"\bset _ =|\.(append|update|setdefault)\(|namespace\(", text), "lists are made in page.py"
    assert not re.search(r"\bpicture\b|\bscene\.(view|fields|why_not|foreseen)", text), "positions are read in page.py"
    assert max(map(len, text.splitlines())) <= LONGEST_LINE
