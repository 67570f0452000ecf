"""The commands of the README, as somebody would try them out one after the other."""

import re
import shlex
from typing import Final

from scripts.tools.snapshot.run import Run, Session

_BLOCK: Final = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_SHORTER: Final = {"conform": ("--games", "1", "--rounds", "2")}
"""Options put behind a command that would take too long as it stands there."""

_FILES: Final = {
    # The program of the reader: what the README says about it holds for the referee's own.
    "mine": b"#!/bin/sh\nexec referee serve-engine\n",
    "known.txt": b"# nothing is known to fail\n",
}


def readme(text: str) -> Session:
    """Return all commands of the blocks of code, in one session."""
    runs = []
    for block in _BLOCK.findall(text):
        for line in block.splitlines():
            if line.startswith("referee "):
                _, *arguments = shlex.split(line, comments=True)
                runs.append(Run((arguments[0], *_shorter(arguments), *arguments[1:])))
    return Session("readme", tuple(runs), _FILES)


def _shorter(arguments: list[str]) -> tuple[str, ...]:
    return () if "--golden" in arguments else _SHORTER.get(arguments[0], ())
