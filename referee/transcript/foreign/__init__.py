"""Logs of other programs: a mapping file says how their lines become statements of a record."""
