"""A game of its own: docs/your-own-game.md leads from here to a finished one."""
