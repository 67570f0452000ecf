"""The command line: the only place that prints, exits or reads arguments."""
