"""Recorded games: text and JSON in and out, turns completed, the verdict, claims."""
