"""The commands of the README and of `docs/commands.md`, as somebody would try them in turn."""

import re
import shlex
from pathlib import Path
from typing import Final

from scripts.tools.snapshot.run import CommandRun, Session

_BLOCK: Final = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)

_SHORTER: Final = {"conform": ("--games", "1", "--rounds", "2")}
"""Options put behind a command that would take too long as it stands there."""

_PAGES: Final = ("README.md", "docs/commands.md")
"""Earlier revisions have all commands on the first of them."""

_FILES: Final = {
    # The program of the reader: what the README says about it holds for the referee's own.
    "mine": b"#!/bin/sh\nexec referee serve-engine\n",
    "known.txt": b"# nothing is known to fail\n",
}


def readme(project: Path) -> Session:
    """Return all commands of the blocks of code, in one session."""
    pages = [page for page in map(project.joinpath, _PAGES) if page.exists()]
    runs = []
    for block in _BLOCK.findall("\n".join(page.read_text("utf-8") for page in pages)):
        for line in block.splitlines():
            if line.startswith("referee "):
                _, *arguments = shlex.split(line, comments=True)
                runs.append(CommandRun((arguments[0], *_shorter(arguments), *arguments[1:])))
    return Session("readme", tuple(runs), _FILES)


def _shorter(arguments: list[str]) -> tuple[str, ...]:
    return () if "--golden" in arguments else _SHORTER.get(arguments[0], ())
