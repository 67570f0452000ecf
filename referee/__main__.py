"""Runs the command as `python -m referee`."""

import os
import sys

# Python puts the current folder first; unless the referee lies there, nothing is imported from it,
# `pathlib` and what it needs included.
if not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):  # noqa: PTH120
    del sys.path[0]

from referee.cli.start import main

main(prog_name="referee")
