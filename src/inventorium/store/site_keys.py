"""Keys that a site creates once."""

from collections.abc import Callable

import sqlalchemy as sa

from inventorium.store.schema import settings
from inventorium.store.store import Store


def setting(store: Store, name: str, make: Callable[[], str]) -> str:
    """Return the key of a name; the first caller creates it."""
    wanted = sa.select(settings.c.value).where(settings.c.name == name)
    with store.reading() as connection:
        kept = connection.scalar(wanted)
    if kept is not None:
        return str(kept)
    with store.writing() as connection:
        connection.execute(
            sa.text("INSERT INTO settings VALUES (:name, :value) ON CONFLICT DO NOTHING"), {"name": name, "value": make()}
        )
        return str(connection.scalar(wanted))
