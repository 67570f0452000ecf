"""Failures that are known: a file with one name a line."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from referee.game.input_limits import BYTES_OF_KNOWN_FAILURES


class Expectation(Struct, frozen=True):
    """How failures compare with those that are known."""

    new: tuple[str, ...]
    known: tuple[str, ...]
    passed: tuple[str, ...]
    """Known failures that did not happen."""


class KnownFileError(Exception):
    """A file that is too large to be one of known failures."""


def read_known(path: Path) -> tuple[str, ...]:
    """Return the names in a file; what follows a # is a remark."""
    with path.open("rb") as stream:
        data = stream.read(BYTES_OF_KNOWN_FAILURES + 1)
    if len(data) > BYTES_OF_KNOWN_FAILURES:
        raise KnownFileError(f"it is larger than {BYTES_OF_KNOWN_FAILURES:,} bytes")
    lines = data.decode("utf-8").splitlines()
    names = (" ".join(line.partition("#")[0].split()) for line in lines)
    return tuple(dict.fromkeys(name for name in names if name))


def compared(failures: Iterable[str], known: tuple[str, ...]) -> Expectation:
    """Return which failures are new, which were known, and which did not happen."""
    found = dict.fromkeys(failures)
    return Expectation(
        new=tuple(name for name in found if name not in known),
        known=tuple(name for name in found if name in known),
        passed=tuple(name for name in known if name not in found),
    )
