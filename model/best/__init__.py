"""Best turns, found and proved by constraint solving over the words of the game alone."""
