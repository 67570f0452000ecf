"""Runs the command as `python -m referee`."""

from referee.cli.start import main

main(prog_name="referee")
