"""People may leave standing orders at a table."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "5", "4"


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("orders", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
