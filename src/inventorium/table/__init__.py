"""One game being played: who sits where, what was answered, what each seat may see, what may be taken back.

No input, no output: a table is a value. Answering returns a new table, and whoever keeps tables decides when it counts.
"""
