"""Meeting: who looks for others, whom somebody avoids, reports and moderators, limits that processes share."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "10", "9"


def upgrade() -> None:
    op.create_table(
        "gatherings",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id")),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "gathered",
        sa.Column("gathering", sa.String(22), sa.ForeignKey("gatherings.id"), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("came", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("gathering", "holder"),
    )
    op.create_table(
        "avoided",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("other", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.UniqueConstraint("holder", "other"),
        sa.CheckConstraint("kind IN ('mute', 'block')"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("closed", sa.Float),
        sa.UniqueConstraint("table_id", "number", "holder"),
    )
    op.create_table("moderators", sa.Column("holder", sa.String(64), primary_key=True))
    op.create_table(
        "counts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", "hour"),
    )
    op.create_index("avoided_by_other", "avoided", ["other"])
    op.add_column("outbox", sa.Column("what", sa.String(8), nullable=False, server_default="turn"))
