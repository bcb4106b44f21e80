"""Where tables are kept: the entries of every table, append-only, in SQLite (a file, the default) or PostgreSQL (by URL)."""
