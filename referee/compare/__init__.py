"""The engine beside another reading of the rules: the model, or a program by the protocol."""
