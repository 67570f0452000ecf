"""Runs a command as a process: copied from one that has everything loaded, or started anew."""

import gc
import importlib
import os
import pkgutil
import signal
import subprocess
import sys
import time
import tomllib
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Protocol

import click
from click.testing import CliRunner

LIMIT: Final = 300.0
"""Seconds after which a command is stopped; the slowest takes some ten on an idle machine."""

TIMED_OUT: Final = "stopped, it took too long"

PACKAGES: Final = ("referee", "model")
NAME: Final = "referee"

Streams = tuple[IO[bytes], IO[bytes], IO[bytes]]


class Start(Protocol):
    """A way to run the command."""

    def __call__(self, arguments: Sequence[str], streams: Streams, /) -> str:
        """Return the exit code, or why there is none."""


def entry_point(project: Path) -> tuple[str, str]:
    """Return module and name of the command, as the project itself declares them."""
    declared = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
    module, _, name = declared["project"]["scripts"][NAME].partition(":")
    return module, name


def loaded(project: Path) -> click.Group:
    """Return the command of a project, with every module that it might need loaded."""
    sys.path.insert(0, str(project))
    for name in PACKAGES:
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
            os._exit(_exit_code(lambda: self._main(arguments)))
        return _end_of(process)

    def _main(self, arguments: Sequence[str]) -> None:
        sys.argv = [NAME, *arguments]
        self._command.main(args=list(arguments), prog_name=NAME)


def _exit_code(main: Callable[[], None]) -> int:
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
