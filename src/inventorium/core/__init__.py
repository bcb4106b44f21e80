"""What all games share: the contract of a game, the compiler, positions and views, the dealer, records and words."""
