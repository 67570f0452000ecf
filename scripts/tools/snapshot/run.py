"""A command that is run for a snapshot, and what it did."""

import shlex
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

STREAMS: Final = ("stdout", "stderr")
NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


class CommandRun(Struct, frozen=True):
    """One command line: the arguments of `referee`, and streams that are not the usual ones."""

    arguments: tuple[str, ...]
    stdin: str | None = None
    stdout: str | None = None

    @property
    def line(self) -> str:
        """The command as a shell would be told it."""
        parts = [shlex.join(("referee", *self.arguments))]
        if self.stdin is not None:
            parts.append(f"< {shlex.quote(self.stdin)}")
        if self.stdout is not None:
            parts.append(f"> {shlex.quote(self.stdout)}")
        return " ".join(parts)


class Session(Struct, frozen=True):
    """Commands that run one after the other in the same folder, with files that they find there."""

    area: str
    runs: tuple[CommandRun, ...]
    files: Mapping[str, bytes] = NO_FILES


class CommandResult(Struct, frozen=True):
    """What a command printed, wrote and exited with; all text is free of accidental values."""

    area: str
    line: str
    exit: str
    streams: Mapping[str, str]
    """By name: `stdout`, `stderr`, and `file NAME` for every file that was written."""


def run(*arguments: str, stdin: str | None = None, stdout: str | None = None) -> CommandRun:
    """Return a command line in few words."""
    return CommandRun(arguments, stdin, stdout)


def words(line: str) -> CommandRun:
    """Return a command line from the words of a shell, without the name of the program."""
    return CommandRun(tuple(shlex.split(line)))


def alone(area: str, *runs: CommandRun, files: Mapping[str, bytes] = NO_FILES) -> list[Session]:
    """Return a session for each command, because none of them needs what another has written."""
    return [Session(area, (one,), files) for one in runs]
