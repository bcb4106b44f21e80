"""The URL of the database: a file in the user's data folder, or the one that the user gives."""

from pathlib import Path

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from inventorium.core.errors import InventoriumError

PSYCOPG = "postgresql+psycopg"


def default_url() -> str:
    folder = Path(platformdirs.user_data_dir("inventorium"))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the seeds of running games are secret
    except OSError as error:
        raise InventoriumError(f"{folder}: {error.strerror}; choose another place with --database") from None
    return f"sqlite:///{folder / 'inventorium.db'}"


def engine_at(url: str) -> sa.Engine:
    """Return the database at a URL. PostgreSQL is reached through psycopg, however it is written."""
    try:
        address = sa.make_url(url)
        if address.drivername in ("postgresql", "postgres", PSYCOPG):
            return sa.create_engine(address.set(drivername=PSYCOPG), pool_pre_ping=True)
        if address.drivername == "sqlite":
            return sa.create_engine(address)
    except (SQLAlchemyError, TypeError, ValueError):
        pass
    raise InventoriumError(f"'{url}' is not a database address; write sqlite:///FILE or postgresql://USER@HOST/NAME")
