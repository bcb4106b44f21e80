"""The database: append-only entries of every table, in SQLite (a file, the default) or PostgreSQL (by URL)."""
