"""Runs the command `referee` without its script being installed."""

from referee.cli.main import main

main(prog_name="referee")
