"""How a database of an earlier program becomes one of this: a file for each step, run by Alembic when a store is opened."""
