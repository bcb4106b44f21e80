"""Running games are found without looking through all that are over. The first program noted its schema in a table of its own."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "2", "1"


def upgrade() -> None:
    running = sa.text("NOT over")
    op.create_index("tables_running", "tables", ["changed"], sqlite_where=running, postgresql_where=running)
    op.execute("DROP TABLE IF EXISTS inventorium")
