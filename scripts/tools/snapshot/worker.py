"""Runs all commands of a plan in a prepared folder and writes what they did.

`take.py` starts this as a process of its own, with the environment that every command gets.
"""

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Final

import msgspec
from msgspec import Struct

from scripts.tools.snapshot.accidents import normal
from scripts.tools.snapshot.difference import OutputDifference, differences, told
from scripts.tools.snapshot.pages import Key, answer, keyed, write_pages
from scripts.tools.snapshot.plan import plan
from scripts.tools.snapshot.process import Copied, Start, Started, loaded
from scripts.tools.snapshot.run import STREAMS, CommandResult, CommandRun, Session, run
from scripts.tools.snapshot.sandbox import Sandbox

WARM_UP: Final = (
    ("check", "games/two-players.mgn"),
    ("check", "games/illegal/mistake-occupied-region.mgn"),
    ("rules", "GDS-04"),
)

LONG: Final = 3
"""Commands of a session; longer ones are too slow to be run a second time."""


class SnapshotTask(Struct, frozen=True):
    """What to take, and where everything is."""

    work: str
    folder: str
    about: str
    only: str = ""
    sample: int = 0


class Recorder:
    """Runs sessions and returns what came of every command."""

    def __init__(self, work: Path, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._streams = work / "streams"
        self._streams.mkdir(exist_ok=True)
        self._places = {str(work / "code"): "<project>", str(work): "<work>"}

    def record(self, session: Session, start: Start) -> Iterator[CommandResult]:
        """Yield what each command of a session does, and put the folder in order again."""
        self._sandbox.furnish(session.files)
        try:
            for each in session.runs:
                yield self._result(session.area, each, start)
        finally:
            self._sandbox.restore()

    def _result(self, area: str, asked: CommandRun, start: Start) -> CommandResult:
        code = self._run(asked, start)
        told_by_streams = {
            name: normal((self._streams / name).read_bytes(), self._places) for name in STREAMS
        }
        told_by_files = {
            f"file {name}": "(deleted)\n" if data is None else normal(data, self._places)
            for name, data in self._sandbox.written().items()
        }
        return CommandResult(area, asked.line, code, told_by_streams | told_by_files)

    def _run(self, asked: CommandRun, start: Start) -> str:
        with ExitStack() as stack:

            def opened(path: str | Path, mode: str) -> IO[bytes]:
                return stack.enter_context(Path(path).open(mode))

            own = {name: opened(self._streams / name, "wb") for name in STREAMS}
            stdin = opened(asked.stdin or os.devnull, "rb")
            stdout = own["stdout"] if asked.stdout is None else opened(asked.stdout, "wb")
            return start(asked.arguments, (stdin, stdout, own["stderr"]))

    def answer(self, start: Start, *arguments: str) -> bytes:
        """Return what a command prints, for the plan."""
        self._run(run(*arguments), start)
        return (self._streams / "stdout").read_bytes()


def main() -> int:
    """Take a snapshot as the task in the first argument says."""
    task = msgspec.json.decode(sys.argv[1], type=SnapshotTask)
    work = Path(task.work)
    project = work / "code"
    # For programs that the commands start; this process has found its own modules already.
    os.environ["PYTHONPATH"] = str(project)
    try:
        command = loaded(project)
    except Exception as error:  # noqa: BLE001 - a revision may be broken in any way
        return _cannot("the command cannot be loaded", error)
    try:
        sandbox = Sandbox(work / "here", project)
        os.chdir(sandbox.folder)
        recorder = Recorder(work, sandbox)
        copied = Copied(command, WARM_UP)
        ask = partial(recorder.answer, copied)
        sessions = chosen(plan(command, project, ask), task.only)
    except OSError as error:
        return _cannot("a file that the snapshot needs is not there", error)
    results = [list(recorder.record(session, copied)) for session in counted(sessions)]
    write_pages(Path(task.folder), (one for found in results for one in found), task.about)
    checked = sample(sessions, task.sample)
    started = Started(work / "bin" / "referee")
    copies = (one for number in checked for one in results[number])
    anew = (one for number in checked for one in recorder.record(sessions[number], started))
    parted = differences(pages_of(copies), pages_of(anew))
    report(sum(map(len, results)), len(checked), parted)
    return int(bool(parted))


def _cannot(what: str, error: Exception) -> int:
    print(f"{what}: {type(error).__name__}: {error}", file=sys.stderr)
    return 1


def chosen(sessions: Iterable[Session], pattern: str) -> list[Session]:
    """Return the sessions with a command that the pattern finds."""
    asked = re.compile(pattern)
    return [one for one in sessions if any(asked.search(each.line) for each in one.runs)]


def sample(sessions: list[Session], number: int) -> list[int]:
    """Return about so many places of short sessions, evenly spread."""
    short = [n for n, session in enumerate(sessions) if len(session.runs) <= LONG]
    return short[:: max(1, len(short) // number)][:number] if number else []


def counted(sessions: list[Session]) -> Iterator[Session]:
    """Yield the sessions, and tell a terminal how far it is."""
    for number, session in enumerate(sessions, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(sessions)}: {session.area:<20}", end="", file=sys.stderr)
        yield session
    if sys.stderr.isatty():
        print(file=sys.stderr)


def pages_of(results: Iterable[CommandResult]) -> dict[Key, list[str]]:
    """Return the lines about each result, as they stand in a snapshot."""
    return keyed((one.area, one.line, answer(one)) for one in results)


def report(commands: int, checked: int, parted: list[OutputDifference]) -> None:
    """Say how many commands were run, and which of them differ in a process of their own."""
    print(json.dumps({"commands": commands, "checked": checked, "different": len(parted)}))
    for difference in parted:
        print(*told([difference]), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # the process that was called says so
