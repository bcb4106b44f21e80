"""What was found out about finished games is kept."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "8", "7"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("evaluation", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "evaluation", "seat"),
    )
