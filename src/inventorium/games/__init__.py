"""One folder per game with the same file names in each. core/library.py finds them; core/contract.py says what they hold."""
