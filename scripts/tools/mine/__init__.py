"""`scripts/mine`: seeded games searched for positions that make puzzles."""
