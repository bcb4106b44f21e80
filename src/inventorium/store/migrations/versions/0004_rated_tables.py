"""Tables may count for ratings."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "4", "3"


def upgrade() -> None:
    rated = sa.text("rated")
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_rated", "tables", ["created"], sqlite_where=rated, postgresql_where=rated)
