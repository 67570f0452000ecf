"""The same command once more, by plain modules, where compiled ones cannot judge a set."""

import subprocess
import sys
from collections.abc import Sequence

from referee.own_processes import python_command


def can_restart() -> bool:
    """Return whether what the command read so far can be read again."""
    stream = sys.stdin
    if stream is None or stream.closed or stream.isatty():
        return True
    try:
        return stream.buffer.tell() == 0 or bool(stream.buffer.seek(0) == 0)
    except OSError:
        # A pipe: nobody has looked into it, unless the command was told to.
        return "-" not in sys.argv


def restart_plain(arguments: Sequence[str]) -> int:
    """Run the command again in a process with plain modules, and return its exit code."""
    command = python_command(
        "from referee.cli.start import main; main(prog_name='referee')", plain=True
    )
    return subprocess.call([*command, *arguments])  # noqa: S603 - ourselves
