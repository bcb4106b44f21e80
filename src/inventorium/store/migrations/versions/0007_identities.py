"""People who want to be known again: words, passkeys, devices."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "7", "6"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("words", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("holder", sa.String(64), sa.ForeignKey("people.holder"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), sa.ForeignKey("people.holder"), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("people_by_words", "people", ["words"])
