"""Asking the second implementation: a whole conversation at a time, in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from referee.conformance.protocol import (
    Apply,
    AskScore,
    AskTable,
    AskVerdict,
    NamedSet,
    New,
    Request,
    sent,
)
from referee.core.events import Event
from referee.core.public import deviations
from referee.core.state import Setting

HERE = Path(__file__).parent
ISOLATED = (sys.executable, "-I", "-S")
"""An interpreter that finds nothing but the standard library."""


def command(*bugs: str) -> list[str]:
    """Return the command that starts the second implementation with these bugs."""
    return [*ISOLATED, str(HERE / "run_second.py"), *(f"--bug={bug}" for bug in bugs)]


def answers(requests: Iterable[Request], *bugs: str) -> list[dict[str, Any]]:
    """Return what the second implementation answers to these requests."""
    lines = "".join(f"{msgspec.json.encode(request).decode()}\n" for request in requests)
    finished = run(command(*bugs), lines)
    assert (finished.returncode, finished.stderr) == (0, "")
    return [json.loads(line) for line in finished.stdout.splitlines()]


def run(words: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in the folder of the project until it ends."""
    return subprocess.run(  # noqa: S603 -- a program of our own
        words, input=typed, cwd=HERE.parent.parent, capture_output=True, text=True, check=False
    )


class Conversation:
    """Requests about one game, numbered as they are added."""

    def __init__(self, setting: Setting) -> None:
        components = setting.components
        self.requests: list[Request] = [
            New(
                id=0,
                components=NamedSet(name=components.name, digest=components.digest),
                set=sent(components),
                players=setting.players,
                tracks=setting.tracks,
                rulings=deviations(setting.rulings),
                first_game_tracks=setting.first_game_tracks,
                first_game_tiles=setting.first_game_tiles,
            )
        ]

    def apply(self, event: Event) -> None:
        """Apply an event, and ask for the digest after it."""
        self.requests.append(Apply(id=self._next, event=event))
        self.requests.append(AskTable(id=self._next, want="digest"))

    def check(self, event: Event) -> int:
        """Ask for a verdict; return the number of the question."""
        self.requests.append(AskVerdict(id=self._next, event=event))
        return self._next - 1

    def score(self) -> int:
        """Ask for the score; return the number of the question."""
        self.requests.append(AskScore(id=self._next))
        return self._next - 1

    @property
    def _next(self) -> int:
        return len(self.requests)
