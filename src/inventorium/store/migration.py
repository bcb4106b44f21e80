"""Migrates a database to the schema, step by step (store/migrations), in one transaction."""

from pathlib import Path

import sqlalchemy as sa

from inventorium.core.errors import InventoriumError
from inventorium.store import schema


def upgrade(connection: sa.Connection, may_begin: bool = True) -> None:
    """Run the steps that are missing. What a newer program has made is refused, and so is what is not ours; with `may_begin`
    off also a database that has none of our tables."""
    there = set(sa.inspect(connection).get_table_names())
    version = str(connection.scalar(sa.text("SELECT version_num FROM alembic_version"))) if "alembic_version" in there else ""
    if version == schema.VERSION:
        return
    if "inventorium" in there:  # made before there were steps
        version = "1"
    elif (not version and "tables" in there) or (version and not version.isdigit()):
        raise InventoriumError("this database belongs to another program; choose an empty one")
    if not version and not may_begin:
        raise InventoriumError("this database has no tables of Inventorium; `serve` and `import` create them")
    if version and int(version) > int(schema.VERSION):
        raise InventoriumError(f"a newer version wrote this database: its schema is {version}, this program has {schema.VERSION}")
    run_steps(connection, version)


def run_steps(connection: sa.Connection, version: str) -> None:
    from alembic import command  # not needed on most starts, and slow to import
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    if version == "1":
        command.stamp(config, version)
    command.upgrade(config, "head")
