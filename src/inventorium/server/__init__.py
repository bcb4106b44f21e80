"""Live tables: games that people are playing now. Propose, commit, show; bots run beside it. No HTTP here."""
