"""The arena: many games between bots, and how strong they are, with honest intervals."""
