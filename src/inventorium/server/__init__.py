"""Live tables: games that people are at now. Propose, keep, show; bots think beside it. No HTTP here."""
