"""The core: the contract of a game, the compiler behind it, the dealer, and game records."""
