"""Cups: who takes part, and which tables belong to one."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "9", "8"


def upgrade() -> None:
    op.create_table(
        "cups",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("cup", sa.String(22), sa.ForeignKey("cups.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("cup", "number"),
    )
    op.add_column("tables", sa.Column("cup", sa.String(22)))
    op.create_index("tables_by_cup", "tables", ["cup"])
