"""Runs all commands of a plan in a prepared folder and writes what they did.

A process of its own (`__main__.py` starts it), with the environment that every command gets.
"""

import gc
import importlib
import os
import pkgutil
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

import click
import msgspec
from click.testing import CliRunner
from msgspec import Struct

from scripts.tools.project import python_path
from scripts.tools.snapshot.pages import (
    STREAMS,
    CommandLines,
    Pages,
    answer,
    difference_lines,
    differences,
    write_pages,
)
from scripts.tools.snapshot.plan import Session, plan

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


LIMIT: Final = 300
"""Seconds after which a command is stopped; the slowest takes some ten on an idle machine."""

PACKAGES: Final = ("referee", "model/referee_model")
NAME: Final = "referee"

Streams = tuple[IO[bytes], IO[bytes], IO[bytes]]
Start = Callable[[Sequence[str], Streams, Path], int]
"""Runs the command with its streams in a folder, and returns the exit code."""


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
    command: click.Group = getattr(module, name)
    return command


def copied(command: click.Command, arguments: Sequence[str], streams: Streams, place: Path) -> int:
    """Run the command in a copy of this process, of which no other sees anything.

    To the command a copy is a process of its own with real streams; only the second or so that it
    takes to load everything is saved.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    if process := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    os.setsid()
    signal.alarm(LIMIT)
    os.chdir(place)
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    sys.argv = [NAME, *arguments]
    # From here on the copy ends as the interpreter would end.
    code = 0
    try:
        command.main([*arguments], NAME)
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
    os._exit(code)


def started(program: Path, arguments: Sequence[str], streams: Streams, place: Path) -> int:
    """Run the command as anybody does, by starting it."""
    options: Any = {**dict(zip(("stdin", *STREAMS), streams, strict=True)), "cwd": place}
    command = [str(program), *arguments]
    return subprocess.run(command, **options, timeout=LIMIT, check=False).returncode  # noqa: S603


class SnapshotTask(Struct, frozen=True):
    """What to take, and where everything is."""

    work: str
    folder: str
    about: str
    only: str = ""
    sample: int = 0


class Recorder:
    """Runs sessions, each in a new folder, and returns what came of every command."""

    def __init__(self, work: Path) -> None:
        self._place, self._clean, self._streams = work / "here", work / "clean", work / "streams"
        self._streams.mkdir()
        for name in ("games", "puzzles"):
            shutil.copytree(work / "code" / name, self._clean / name)
        # Each golden game takes long to replay, and one tells as much as all of them.
        for golden in sorted((self._clean / "games" / "golden").iterdir())[1:]:
            golden.unlink()
        self._names = {str(work / "code"): "<project>", str(work): "<work>"}

    def record(self, session: Session, start: Start) -> Iterator[CommandLines]:
        """Yield what each command of a session does."""
        shutil.copytree(self._clean, self._place)
        for name, data in session.files.items():
            file = self._place / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            if data.startswith(b"#!"):
                file.chmod(0o755)
        before = self._stamps()
        for line in session.lines:
            code = self._run(line, start)
            after = self._stamps()
            streams = {name: (self._streams / name).read_bytes() for name in STREAMS}
            for name in sorted(before.keys() | after.keys()):
                if before.get(name) != after.get(name):
                    file = self._place / name
                    streams[f"file {name}"] = file.read_bytes() if name in after else b"(deleted)\n"
            before = after
            texts = {name: normal(data, self._names) for name, data in streams.items()}
            yield answer(session.area, line, str(code), texts)
        shutil.rmtree(self._place)

    def _stamps(self) -> dict[str, tuple[int, int, int]]:
        files = [path for path in self._place.rglob("*") if not path.is_dir()]
        stats = {path.relative_to(self._place).as_posix(): path.lstat() for path in files}
        return {name: (on.st_ino, on.st_size, on.st_mtime_ns) for name, on in stats.items()}

    def _run(self, line: str, start: Start) -> int:
        words = shlex.split(line)[1:]
        with ExitStack() as stack:

            def opened(sign: str, usual: str | Path, mode: str) -> IO[bytes]:
                """Return a stream: a file that the line names, or the usual one."""
                if sign in words:
                    at = words.index(sign)
                    usual = self._place / words[at + 1]
                    del words[at : at + 2]
                return stack.enter_context(Path(usual).open(mode))

            own = [self._streams / name for name in STREAMS]
            for file in own:
                file.write_bytes(b"")
            stdin, stdout = opened("<", os.devnull, "rb"), opened(">", own[0], "wb")
            stderr = stack.enter_context(own[1].open("wb"))
            return start(words, (stdin, stdout, stderr), self._place)

    def ask(self, start: Start, line: str) -> bytes:
        """Return what a command prints, for the plan."""
        shutil.copytree(self._clean, self._place)
        self._run(f"referee {line}", start)
        shutil.rmtree(self._place)
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
        recorder = Recorder(work)
        # Fills the caches of what is read from the packages, which is always the same.
        os.chdir(work / "clean")
        for line in ("check games/two-players.mgn", "rules GDS-04"):
            CliRunner().invoke(command, line.split(), prog_name=NAME)
        gc.collect()
        gc.freeze()
        start = partial(copied, command)
        found = plan(command, project, partial(recorder.ask, start))
        sessions = [one for one in found if any(re.search(task.only, line) for line in one.lines)]
    except Exception as error:  # noqa: BLE001 - a revision may be broken in any way
        print(f"the command cannot be loaded: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    results = []
    for number, session in enumerate(sessions, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(sessions)}: {session.area:<20}", end="", file=sys.stderr)
        results.append([*recorder.record(session, start)])
    write_pages(Path(task.folder), Pages(task.about, [one for some in results for one in some]))
    # Longer sessions are too slow to be run a second time.
    short = [n for n, session in enumerate(sessions) if len(session.lines) <= 3]  # noqa: PLR2004
    checked = short[:: max(1, len(short) // max(1, task.sample))][: task.sample]
    anew = partial(started, work / "bin" / "referee")
    first = [one for number in checked for one in results[number]]
    second = [one for number in checked for one in recorder.record(sessions[number], anew)]
    parted = differences(first, second)
    print(*difference_lines(parted), sep="\n", end="", file=sys.stderr)
    print(
        f"{task.about}: {sum(map(len, results))} commands, {len(checked)} sessions checked, "
        f"{len(parted)} commands differ in a process of their own",
        file=sys.stderr,
    )
    return int(bool(parted))


if __name__ == "__main__":
    sys.exit(main())
