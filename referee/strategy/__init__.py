"""Opinions: what a table promises, and players who act on it. Nothing here is proved."""
