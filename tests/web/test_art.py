"""What a page draws is there: every icon, drawing and portrait is a symbol of the game itself or of all."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import nodes

from inventorium import load
from inventorium.core import library
from inventorium.core.game import Game
from inventorium.web.render import assets, icons
from inventorium.web.render.templates import HERE, make_environment

PREFIXES = {"icon": "", "drawing": "d-", "cameo": "cameo-"}
PICTURED = {
    "era-of-inventions": {"inventions": "d-", "start_inventions": "d-"},  # groups of the component files
    "genies": {"geniuses": "cameo-", "disciplines": ""},
    "legendary-inventors": {"inventions": "d-", "inventors": "cameo-", "disciplines": ""},
}


def drawn(template: Path) -> Iterator[str]:
    """The symbols that a template names: in a call, in one branch of it, or in a list that it looks them up in."""
    tree = make_environment().parse(template.read_text(encoding="utf-8"))
    lists = {found.target.name: found.node for found in tree.find_all(nodes.Assign) if isinstance(found.target, nodes.Name)}
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in PREFIXES:
            yield from (PREFIXES[call.node.name] + name for name in named(call.args[0], lists))


def named(value: nodes.Node, lists: dict[str, nodes.Node]) -> Iterator[str]:
    if isinstance(value, nodes.Const):
        yield str(value.value)
    elif isinstance(value, nodes.CondExpr):
        for branch in filter(None, (value.expr1, value.expr2)):
            yield from named(branch, lists)
    elif isinstance(value, nodes.Getitem) and isinstance(value.node, nodes.Name):
        yield from (str(one.value.as_const()) for one in lists[value.node.name].find_all(nodes.Pair))


@pytest.mark.parametrize("game", library.names())
def test_what_a_game_draws_is_there(game: str) -> None:
    there = icons.symbols(game) | icons.symbols(icons.SHARED)
    names = {name for template in library.folder_of(game).glob("*.html") for name in drawn(template)}
    names |= {prefix + thing for group, prefix in PICTURED[game].items() for thing in load(game).box().ids(group)}
    assert len(names) > 20 and names <= there, names - there


def test_what_the_pages_of_all_draw_is_shared() -> None:
    names = {name for template in (HERE / "templates").glob("*.html") for name in drawn(template)}
    assert len(names) > 10 and names <= icons.symbols(icons.SHARED), names - icons.symbols(icons.SHARED)


def test_a_game_draws_its_own_and_a_page_of_all_does_not() -> None:
    """Two games may call different drawings by one name; what is not drawn anywhere stays empty."""
    template = make_environment().from_string("{{ icon('physics') }} {{ icon('clock') }}")

    def drawn_on(**page: Game) -> list[str]:
        return re.findall(r'href="\S+/(\S+)"', template.render(page))

    assert drawn_on() == drawn_on(game=load("era-of-inventions")) == ["art.svg#clock"]
    for name in ("genies", "legendary-inventors"):
        assert drawn_on(game=load(name)) == [f"{name}.art.svg#physics", "art.svg#clock"]


def test_a_game_needs_no_art(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "folder_of", lambda name: tmp_path)
    assert icons.symbols("without-art") == frozenset()
    assert "art.svg#clock" in icons.icon("without-art", "clock") and "use" not in icons.icon("without-art", "coin")


@pytest.mark.parametrize("game", library.names())
def test_the_art_of_a_game_is_served(game: str) -> None:
    path, _ = assets.Assets(directory=assets.STATIC).lookup_path(f"{game}.{assets.ART}")
    assert Path(path) == library.folder_of(game) / assets.ART
