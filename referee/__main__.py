"""Runs the command as `python -m referee`."""

from referee.cli.main import main

main(prog_name="referee")
