"""What `inventorium new-game` writes: a small game that runs, and a test for it. The rules are those of the dice game Pig."""
