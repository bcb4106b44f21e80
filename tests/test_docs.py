"""The documentation fits together: pages are listed, short enough, and name only files, pages and headings that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "inventorium"
PLACES = (SOURCE, SOURCE / "games" / "genies", ROOT)
PAGES = sorted((ROOT / "docs").rglob("*.md"))
READ = [ROOT / "README.md", *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")), *PAGES]
REFERENCES = {"spaces.md", "training-experiments.md"}  # looked up, not read; so are the catalogues of rules
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|html|css|js|toml|svg|md))`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "docs")))
def test_a_page_is_read_in_one_sitting(page: Path) -> None:
    is_reference = page.name in REFERENCES or page.parent.name == "rules"
    assert is_reference or len(page.read_text(encoding="utf-8").splitlines()) <= 150


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    by_its_readme = {page for page in PAGES if page.parent.name == "decisions"} - {ROOT / "docs" / "decisions" / "README.md"}
    assert {str(page.relative_to(ROOT / "docs")) for page in PAGES if page not in by_its_readme} <= listed


@pytest.mark.parametrize("page", READ, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_pages_and_headings(page: Path) -> None:
    dead = []
    for path, heading in LINK.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (heading and heading not in anchors(target)):
            dead.append(f"{path}#{heading}")
    assert not dead


@pytest.mark.parametrize("page", READ, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path) -> None:
    """A path counts from the source, a game or the checkout; one whose first folder is in none of them is the reader's own."""
    named = FILE.findall(page.read_text(encoding="utf-8"))
    ours = [path for path in named if any((place / path.split("/")[0]).exists() for place in PLACES)]
    assert not [path for path in ours if not any((place / path).exists() for place in PLACES)]


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
