"""Runs the command `referee` without its script being installed."""

from referee.cli.start import main

main(prog_name="referee")
