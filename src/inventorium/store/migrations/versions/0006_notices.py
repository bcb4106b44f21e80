"""Notices: where people want to be told that it is their turn, and what is not delivered yet."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "6", "5"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("delay", sa.Float, nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("channel", sa.String(22), sa.ForeignKey("channels.id"), nullable=False),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("begun", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("channel", "table_id"),
    )
    op.create_table("settings", sa.Column("name", sa.String(20), primary_key=True), sa.Column("value", sa.Text, nullable=False))
    op.create_index("channels_by_subject", "channels", ["subject"])
    op.create_index("outbox_by_due", "outbox", ["due"])
    op.create_index("outbox_by_table", "outbox", ["table_id"])
