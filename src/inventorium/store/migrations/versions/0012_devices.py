"""Devices, passkeys and people have names; cups and clubs say who made them; seats, from which network they were played first."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "12", "11"


def upgrade() -> None:
    for table in ("people", "devices", "passkeys"):
        op.add_column(table, sa.Column("name", sa.Text, nullable=False, server_default=""))
    for table in ("devices", "passkeys"):
        op.add_column(table, sa.Column("used", sa.Float, nullable=False, server_default="0"))
    for table in ("cups", "clubs"):
        op.add_column(table, sa.Column("holder", sa.String(64), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("network", sa.String(4)))
    # the first device of a person has been known by the person's own number until now
    op.execute("INSERT INTO devices (device, holder, created) SELECT holder, holder, created FROM people")
    op.execute(
        "UPDATE cups SET holder = (SELECT holder FROM entrants WHERE cup = cups.id AND number = 0) "
        "WHERE EXISTS (SELECT 1 FROM entrants WHERE cup = cups.id AND number = 0)"
    )
    op.execute(
        "UPDATE clubs SET holder = (SELECT holder FROM members WHERE club = clubs.id AND joined = "
        "(SELECT min(joined) FROM members WHERE club = clubs.id) LIMIT 1) "
        "WHERE EXISTS (SELECT 1 FROM members WHERE club = clubs.id)"
    )
