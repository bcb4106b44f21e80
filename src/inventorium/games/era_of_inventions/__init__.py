"""Era of Inventions, 3 to 5 players: factories, goods, inventions, patents, and the royalties they bring."""
