"""One game being played: its seats, entries, undo, and what each seat may see.

A table is an immutable value without input and output. A move returns a new table; the caller decides when it counts.
"""
