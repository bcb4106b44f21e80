"""Legendary Inventors, 2 to 5 players: teams of inventors complete inventions and share the rewards."""
