"""Positions: a table that a person writes down in TOML, read, audited and written."""
