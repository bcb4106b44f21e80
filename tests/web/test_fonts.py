"""Our own type: two open fonts, cut to what we write, or what a machine has."""

import io
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from inventorium.web.render import fonts
from tests.web.browser import Visitor, serving


@pytest.fixture
def without_packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(fonts, "entry_points", lambda group: ())
    fonts.sources.cache_clear()
    yield
    fonts.sources.cache_clear()


def test_pages_bring_their_fonts_and_a_browser_may_keep_them(address: str) -> None:
    visitor = Visitor(address)
    assert {Path(link).name for link in visitor.links(r'rel="preload" href="([^"]+)"')} == set(fonts.FIRST)
    [styles] = visitor.links(r'href="([^"]+/fonts\.css)"')
    for name in fonts.sources():
        answer = visitor.get(styles.replace("fonts.css", name))
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        letters = TTFont(io.BytesIO(answer.content)).getBestCmap()
        assert all(ord(letter) in letters for letter in "Aßüé–„“×−"), name
        assert len(answer.content) < 25_000  # a whole one has 200 KB and more


def test_the_fonts_are_free() -> None:
    assert all("SIL O" in metadata(f"font-source-{kind}-pro")["License"] for kind in ("sans", "serif"))
    assert not list(Path(fonts.STYLES).parents[2].rglob("*.woff*")), "no font is a part of our package"


def test_without_the_packages_pages_use_what_a_machine_has(
    without_packages: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inventorium.web.render import templates

    templates.make_environment.cache_clear()
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as address:
        visitor = Visitor(address)
        assert "fonts.css" not in visitor.page and "woff2" not in visitor.page
    templates.make_environment.cache_clear()
