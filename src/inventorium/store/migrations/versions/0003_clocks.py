"""Tables have clocks. Where there was only patience, it is what each turn brings, and the most that one can have."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "3", "2"


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.Text))
    op.add_column("tables", sa.Column("due", sa.Text, nullable=False, server_default=""))
    op.execute("""UPDATE tables SET clock = '{"bonus": ' || patience || ', "cap": ' || patience || '}' WHERE patience > 0""")
    op.execute("ALTER TABLE tables DROP COLUMN patience")
