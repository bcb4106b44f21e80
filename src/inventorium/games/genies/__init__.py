"""Genies, 2 to 5 players: academies bid in secret for the cleverest minds of all time."""
