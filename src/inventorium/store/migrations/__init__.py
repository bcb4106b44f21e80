"""How a database of an earlier version is brought to this one: a file for each step, run by Alembic when a store is opened."""
