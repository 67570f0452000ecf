"""The kit for other implementations: a line protocol, comparison, shrinking, counts."""
