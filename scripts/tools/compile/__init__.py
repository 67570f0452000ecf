"""`scripts/compile`: the engine compiled with mypyc, in a copy of the packages."""
