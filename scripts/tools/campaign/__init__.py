"""What long runs share: seeded games, results kept by seed, and how far a run has come."""
