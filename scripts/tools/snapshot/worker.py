"""Runs all commands of a plan in a prepared folder and writes what they did.

A process of its own (`__main__.py` starts it), with the environment that every command gets.
"""

import gc
import importlib
import json
import os
import pkgutil
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import IO, Final

import click
import msgspec
from click.testing import CliRunner
from msgspec import Struct

from scripts.tools.project import python_path
from scripts.tools.snapshot.pages import (
    STREAMS,
    CommandResult,
    answer,
    differences,
    keyed,
    told,
    write_pages,
)
from scripts.tools.snapshot.plan import CommandRun, Session, plan, run

SECONDS: Final = "<seconds>"

_ACCIDENTS: Final = (
    # The last line of an answer of a solver.
    (re.compile(r"^\d+\.\d\d s$", re.MULTILINE), f"{SECONDS} s"),
    (re.compile(r'("seconds": )\d+(?:\.\d+)?(?=,?$)', re.MULTILINE), rf"\g<1>{SECONDS}"),
    # The table of `puzzle check`, whose last column is as wide as its widest number, and its sum.
    (re.compile(r"^([a-z-]+ +-?\d+  optimal) +\d+\.\d\d$", re.MULTILINE), rf"\g<1>  {SECONDS}"),
    (re.compile(r"(\d puzzles? proved in )\d+\.\d s,"), rf"\g<1>{SECONDS} s,"),
)

_NOT_TEXT: Final = re.compile(r"[^\n\x20-\U0010ffff]|[\x7f-\x9f\\\u2028\u2029\ud800-\udfff]")


def normal(data: bytes, places: Mapping[str, str]) -> str:
    """Return output as text without accidental values; `places` are folders and their names.

    Bytes that are no text and characters that a terminal or an editor would obey are written as
    escapes, and a backslash as two, so that different output never becomes the same text.
    """
    text = data.decode("utf-8", "surrogateescape")
    # The longest first: one folder may lie in another.
    for place in sorted(places, key=len, reverse=True):
        text = text.replace(place, places[place])
    for accident, name in _ACCIDENTS:
        text = accident.sub(name, text)
    return _NOT_TEXT.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


FOLDERS: Final = ("games", "puzzles")
GOLDEN: Final = Path("games", "golden")
FEW: Final = 1
"""Golden games that are kept: each takes long to replay, and one tells as much as all of them."""

Stamp = tuple[int, int, int]


class Sandbox:
    """A folder that knows what was written into it."""

    def __init__(self, folder: Path, shipped: Path) -> None:
        self.folder = folder
        self._shipped = shipped
        folder.mkdir()
        for name in FOLDERS:
            shutil.copytree(shipped / name, folder / name)
        for golden in sorted((folder / GOLDEN).iterdir())[FEW:]:
            golden.unlink()
        self._clean = self._stamps()
        self._last = self._clean

    def furnish(self, files: Mapping[str, bytes]) -> None:
        """Put in the files of a session; one that names its interpreter can be run."""
        for name, data in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            if data.startswith(b"#!"):
                file.chmod(0o755)
        self._last = self._stamps()

    def written(self) -> dict[str, bytes | None]:
        """Return files that were written since this was last asked; None for deleted ones."""
        before, self._last = self._last, self._stamps()
        return {
            name: (self.folder / name).read_bytes() if name in self._last else None
            for name in sorted(before.keys() | self._last.keys())
            if before.get(name) != self._last.get(name)
        }

    def restore(self) -> None:
        """Put everything back as it was before the first session."""
        now = self._stamps()
        for name in now.keys() - self._clean.keys():
            (self.folder / name).unlink()
        for name, stamp in self._clean.items():
            if now.get(name) != stamp:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self._shipped / name, self.folder / name)
        for folder, _, _ in os.walk(self.folder, topdown=False):
            if folder != str(self.folder) and not any(Path(folder).iterdir()):
                Path(folder).rmdir()
        self._clean = self._last = self._stamps()

    def _stamps(self) -> dict[str, Stamp]:
        found = {}
        for folder, _, files in os.walk(self.folder):
            for name in files:
                path = Path(folder, name)
                status = path.lstat()
                stamp = (status.st_ino, status.st_size, status.st_mtime_ns)
                found[path.relative_to(self.folder).as_posix()] = stamp
        return found


LIMIT: Final = 300.0
"""Seconds after which a command is stopped; the slowest takes some ten on an idle machine."""

TIMED_OUT: Final = "stopped, it took too long"

PACKAGES: Final = ("referee", "model/referee_model")
NAME: Final = "referee"

Streams = tuple[IO[bytes], IO[bytes], IO[bytes]]
Start = Callable[[Sequence[str], Streams], str]
"""A way to run the command: returns the exit code, or why there is none."""


def entry_point(project: Path) -> tuple[str, str]:
    """Return module and name of the command, as the project itself declares them."""
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    module, _, name = declared["project"]["scripts"][NAME].partition(":")
    return module, name


def loaded(project: Path) -> click.Group:
    """Return the command of a project, with every module that it might need loaded."""
    sys.path[:0] = python_path(project).split(os.pathsep)
    # A tree may be older than the second of them.
    for name in (Path(each).name for each in PACKAGES if (project / each).is_dir()):
        package = importlib.import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
    module_name, name = entry_point(project)
    module = importlib.import_module(module_name)
    if not Path(module.__file__ or "").is_relative_to(project):
        raise ImportError(f"{module_name} was loaded from {module.__file__}, not from {project}")
    command = getattr(module, name)
    if not isinstance(command, click.Group):
        raise TypeError(f"{module_name}:{name} is no group of commands")
    return command


class Copied:
    """Runs the command in copies of this process, which see nothing of each other.

    To the command a copy is a process of its own with real streams; only the second or so that it
    takes to load everything is saved.
    """

    def __init__(self, command: click.Command, warm_up: Sequence[Sequence[str]] = ()) -> None:
        self._command = command
        for arguments in warm_up:
            # Fills the caches of what is read from the packages, which is always the same.
            CliRunner().invoke(command, arguments, prog_name=NAME)
        gc.collect()
        gc.freeze()

    def __call__(self, arguments: Sequence[str], streams: Streams, /) -> str:
        """Run the command with these arguments."""
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if not process:
            os.setsid()
            for number, stream in enumerate(streams):
                os.dup2(stream.fileno(), number)
            sys.argv = [NAME, *arguments]
            os._exit(_exit_code(partial(self._command.main, [*arguments], NAME)))
        return _end_of(process)


def _exit_code(main: Callable[[], object]) -> int:
    """Return the code with which the interpreter would end after `main`."""
    code = 0
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - the interpreter, too, prints all of them and exits
        traceback.print_exc()
        code = 1
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = 120
    return code


def _end_of(process: int) -> str:
    until = time.monotonic() + LIMIT
    pause = 0.001
    while time.monotonic() < until:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            return str(os.waitstatus_to_exitcode(status))
        time.sleep(pause)
        pause = min(pause * 1.2, 0.05)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return TIMED_OUT


class Started:
    """Runs the command as anybody does, by starting it."""

    def __init__(self, executable: Path) -> None:
        self._executable = executable

    def __call__(self, arguments: Sequence[str], streams: Streams, /) -> str:
        """Run the command with these arguments."""
        stdin, stdout, stderr = streams
        process = subprocess.Popen(  # noqa: S603
            [str(self._executable), *arguments],
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )
        try:
            return str(process.wait(LIMIT))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return TIMED_OUT


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
    os.environ["PYTHONPATH"] = python_path(project)
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
        asked = re.compile(task.only)
        found = plan(command, project, ask)
        sessions = [one for one in found if any(asked.search(each.line) for each in one.runs)]
    except OSError as error:
        return _cannot("a file that the snapshot needs is not there", error)
    results = []
    for number, session in enumerate(sessions, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(sessions)}: {session.area:<20}", end="", file=sys.stderr)
        results.append([*recorder.record(session, copied)])
    if sys.stderr.isatty():
        print(file=sys.stderr)
    write_pages(Path(task.folder), (one for found in results for one in found), task.about)
    short = [n for n, session in enumerate(sessions) if len(session.runs) <= LONG]
    step = max(1, len(short) // max(1, task.sample))
    checked = short[::step][: task.sample]
    started = Started(work / "bin" / "referee")
    copies = (one for number in checked for one in results[number])
    anew = (one for number in checked for one in recorder.record(sessions[number], started))
    parted = differences(
        *(keyed((one.area, one.line, answer(one)) for one in some) for some in (copies, anew))
    )
    commands = sum(map(len, results))
    print(json.dumps({"commands": commands, "checked": len(checked), "different": len(parted)}))
    for difference in parted:
        print(*told([difference]), sep="\n", file=sys.stderr)
    return int(bool(parted))


def _cannot(what: str, error: Exception) -> int:
    print(f"{what}: {type(error).__name__}: {error}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # the process that was called says so
