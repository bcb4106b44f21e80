"""A position shows itself in a notebook: a drawing that is all in itself, and of a view only what its seat may see."""

from xml.etree import ElementTree

import pytest

from inventorium.core import library
from inventorium.testing import load, some_positions


@pytest.mark.parametrize("name", library.names())
def test_a_position_is_a_drawing(name: str) -> None:
    game = load(name)
    for position in some_positions(game, 6):
        for shown in (position, position.view(0), position.view(-1)):
            text = shown._repr_svg_()
            tree = ElementTree.fromstring(text)
            words = "".join(tree.itertext())
            assert tree.tag == "{http://www.w3.org/2000/svg}svg" and game.title("en") in words
            assert {element.tag.partition("}")[2] for element in tree.iter()} == {"svg", "title", "rect", "g", "text"}
            for foreign in ("href", "url(", "@", "<script", "<image", "font-face"):
                assert foreign not in text
            assert text.count("http") == 1  # the name of SVG itself, which nothing fetches
            assert f"{game.words('en')('seat', seat=position.players - 1)}" in words


def test_a_view_does_not_show_a_secret() -> None:
    for position in some_positions(load("genies"), 10):
        if not position.over:
            for seat in range(position.players):
                view = position.view(seat)
                assert view._repr_svg_() == view.determinize(seed=3).view(seat)._repr_svg_()
