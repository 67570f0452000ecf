"""The exit codes that every command shares."""

from typing import Final

from referee.cli.at_once import INTERRUPTED as INTERRUPTED  # noqa: PLC0414 - one of them

NO: Final = 1
"""The answer is no: breaches were found."""

MISUSED: Final = 2
"""What was given cannot be read, or does not make sense."""

UNDECIDED: Final = 3
"""No answer, or a fault of the referee itself."""

PIPE_CLOSED: Final = 141
"""Whoever read the output went away, as shells count it."""
