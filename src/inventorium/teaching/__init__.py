"""How people learn a game: lessons, the guided first game, puzzles, the deal of the day, the coach."""
