"""Build the documentation as a site, into the package: a running server shows it at /docs.

The pages are those of docs/ and the README, the reference comes from the docstrings. A link that leads nowhere is an error.
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).parent.parent
SITE = HERE / "src" / "inventorium" / "web" / "site"
BESIDE = ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "NOTICE")
MOVED = {"README.md": "index.md", "src/inventorium/cli/examples.md": "commands.md"}  # pages that lie elsewhere in the checkout
REFERENCE = (
    "inventorium",
    "inventorium.bots",
    r"!inventorium\.(?!bots$).*",  # without the packages inside
    *("inventorium.review", r"!inventorium\.review\..*"),
    *("inventorium.testing", r"!inventorium\.testing\..*"),
    "inventorium.core.errors",
    "inventorium.core.contract",
    "inventorium.core.actions",
    "inventorium.core.library",
    *("inventorium.research.adapters", r"!inventorium\.research\.adapters\..*"),  # what they inherit is not ours to describe
)
LINK = re.compile(r"\]\((?:\.\./)?(?:docs/)?(?!\w+:)([^)#\s]+)")


def main(_: argparse.Namespace) -> None:
    shutil.rmtree(SITE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "docs"
        gather(pages)
        settings = (HERE / "mkdocs.yml").read_text(encoding="utf-8").replace("docs_dir: docs", f"docs_dir: {pages}")
        (Path(folder) / "mkdocs.yml").write_text(settings, encoding="utf-8")
        run("mkdocs", "build", "--quiet", "--strict", "--config-file", f"{folder}/mkdocs.yml", "--site-dir", str(SITE))
    run("pdoc", "--output-directory", str(SITE / "reference"), *REFERENCE)
    for unneeded in SITE.rglob("*.map"):
        unneeded.unlink()
    dead = sorted(dead_links(SITE))
    if dead:
        raise SystemExit("links that lead nowhere:\n" + "\n".join(dead))
    (SITE / "scripts.txt").write_text("\n".join(sorted(inline_scripts(SITE))) + "\n", encoding="utf-8")
    print(f"{SITE.relative_to(HERE)}/index.html: {len(list(SITE.rglob('*.html')))} pages")


def gather(pages: Path) -> None:
    """Lay out the sources: docs/, with the README as the first page."""
    shutil.copytree(HERE / "docs", pages)
    for name in BESIDE:
        shutil.copy(HERE / name, pages / name)
    for source, target in MOVED.items():
        shutil.copy(HERE / source, pages / target)
    shutil.copy(HERE / "src" / "inventorium" / "web" / "static" / "favicon.svg", pages)
    for page in pages.rglob("*.md"):
        page.write_text(LINK.sub(partial(relinked, page), page.read_text(encoding="utf-8")), encoding="utf-8")


def relinked(page: Path, link: re.Match[str]) -> str:
    """Return a link as it must be where the pages lie now: the README's begin at the checkout, those of docs/ at their page."""
    name = MOVED.get(link[1], link[1])
    found = next((place for place in (page.parent / name, page.parent.parent / name) if place.is_file()), None)
    return f"]({os.path.relpath(found, page.parent)}" if found else link[0]


class Page(HTMLParser):
    """The links and inline scripts of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links, self.names, self.scripts, self.open = list[str](), set[str](), list[str](), False
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in given}
        self.links += [values[key] for key in ("href", "src") if key in values]
        self.names |= {values[key] for key in ("id", "name") if key in values}
        self.open = tag == "script" and "src" not in values and values.get("type", "module") in ("module", "text/javascript")

    def handle_data(self, text: str) -> None:
        if self.open:
            self.scripts.append(text)

    def handle_endtag(self, tag: str) -> None:
        self.open = False


def dead_links(site: Path) -> set[str]:
    """Return the links to pages, files and places that are not there, and whatever would be loaded from elsewhere."""
    pages = {file: Page(file) for file in site.rglob("*.html")}
    dead = set()
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            target = (site / path.lstrip("/") if path.startswith("/") else file.parent / path).resolve() if path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names):
                dead.add(f"{file.relative_to(site)}: {link}")
    return dead


def inline_scripts(site: Path) -> set[str]:
    """Return the digests of the inline scripts: the server allows these and no others."""
    texts = {text for file in site.rglob("*.html") for text in Page(file).scripts}
    return {f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts}


def run(*command: str) -> None:
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=HERE, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
