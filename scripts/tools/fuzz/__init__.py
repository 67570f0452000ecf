"""`scripts/fuzz`: every reader fuzzed, guided by coverage."""
