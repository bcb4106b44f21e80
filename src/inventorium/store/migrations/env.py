"""What Alembic runs: the steps that are missing, in the transaction that opens the store."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], render_as_batch=True)
context.run_migrations()
