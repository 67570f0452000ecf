"""Tools on component sets: to check one, to make one from a copy, to invent one for a test."""
