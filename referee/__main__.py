"""Runs the command as `python -m referee`."""

import sys
from pathlib import Path

# Python puts the current folder first; unless the referee lies there, nothing is imported from it.
if not sys.flags.safe_path and Path(sys.path[0]) != Path(__file__).parents[1]:
    del sys.path[0]

from referee.cli.start import main

main(prog_name="referee")
