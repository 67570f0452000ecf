"""Judging with a component set that nobody has wholly read."""
