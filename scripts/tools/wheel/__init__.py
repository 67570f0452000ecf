"""How the wheel is built: which modules are compiled, where that can be done, and by what hook."""
