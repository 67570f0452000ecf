"""`scripts/check`: properties of the project that take too long, or too many texts, for a test."""
