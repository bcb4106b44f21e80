"""Clubs: who is in one, and which tables, cups and gatherings belong to one."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "11", "10"


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("club", sa.String(22), sa.ForeignKey("clubs.id"), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("club", "holder"),
    )
    for table in ("tables", "cups", "gatherings"):
        op.add_column(table, sa.Column("club", sa.String(22)))
    op.create_index("members_by_holder", "members", ["holder"])
    op.create_index("tables_by_club", "tables", ["club"])
