"""Slips of the pen put into games, and what a repair makes of them."""
