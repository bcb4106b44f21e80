"""The table in a terminal, and what the commands print."""
