"""Recorded games: text and JSON in and out, what they leave unsaid, and the verdict on them."""
