"""A referee for the board game Mombasa: it checks, scores and explains recorded games."""
