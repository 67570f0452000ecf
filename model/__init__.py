"""The rules of the game as constraints, stated independently of the engine."""
