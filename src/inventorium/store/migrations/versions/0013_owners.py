"""A seat, a person and what is theirs have an owner, which was called holder; `channels.seen`, which nothing read, goes."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "13", "12"

TABLES = (
    "seats",
    "channels",
    "people",
    "passkeys",
    "devices",
    "cups",
    "entrants",
    "gathered",
    "clubs",
    "members",
    "avoided",
    "reports",
    "moderators",
)


def upgrade() -> None:
    for table in TABLES:  # foreign keys follow in both databases
        op.execute(sa.text(f"ALTER TABLE {table} RENAME COLUMN holder TO owner"))
    for table in ("seats", "members"):  # SQLite cannot rename an index
        op.drop_index(f"{table}_by_holder", table)
        op.create_index(f"{table}_by_owner", table, ["owner"])
    op.execute("ALTER TABLE channels DROP COLUMN seen")
