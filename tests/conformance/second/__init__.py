"""The game once more, from the rulebook, in plain dicts and lists: a foreign program for tests.

It knows nothing of the referee and imports the standard library only. Bugs can be switched on.
"""
