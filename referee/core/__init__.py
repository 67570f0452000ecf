"""The words of the game: what exists and what can be said, never what is allowed."""
