"""The project: where it lies, its revisions, and its wheel."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any, Final

import click

ROOT: Final = Path(__file__).resolve().parents[2]
LAST: Final = ("log", "-1", "--format=%h %s")


def python_path(tree: Path) -> str:
    """Return the folders in which the packages of a tree lie, as `PYTHONPATH` takes them."""
    return os.pathsep.join((str(tree), str(tree / "model")))


class ProgramError(click.ClickException):
    """A program cannot do what was asked, and says in a line why; it exits with 2."""

    exit_code = 2


class UnknownRevisionError(ProgramError):
    """Nothing has this name."""


def copy_of(root: Path, revision: str | None, folder: Path) -> str:
    """Put a revision, or the working tree if there is none, into a new folder; say what it is."""
    folder.mkdir()
    if revision is None:
        listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.decode().split("\0")):
            # What was deleted and not yet committed is listed, too.
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / name, folder / name)
        changed = " and changes" if _git(root, "status", "--porcelain") else ""
        return f"working tree: {_git(root, *LAST).decode().strip()}{changed}"
    # A tag of somebody else could begin with a dash; what comes out of rev-parse cannot.
    verified = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    try:
        commit = _git(root, *verified).decode().strip()
    except ProgramError as error:
        raise UnknownRevisionError(f"there is no revision {revision}") from error
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", commit))) as archive:
        # The first versions of 3.11 do not know filters yet; the archive is git's own.
        safe: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **safe)  # noqa: S202
    return f"revision: {_git(root, *LAST, commit).decode().strip()}"


def _git(root: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(root), *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603
    except OSError as error:
        raise ProgramError(f"git cannot be run: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise ProgramError(error.stderr.decode("utf-8", "replace").strip()) from error


@click.command(short_help="The wheel of this platform, or with --pure the one for all.")
@click.option("--pure", is_flag=True, help="Plain modules only.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT / "dist",
    show_default="dist",
    help="Put the wheel into this folder.",
)
def wheel(*, pure: bool, into: Path) -> int:
    """Build the wheel: compiled where there is a C compiler, unless plain modules are asked for."""
    build = ("-m", "pip", "wheel", "--disable-pip-version-check", "--no-deps")
    return subprocess.call(  # noqa: S603 - our own project
        [sys.executable, *build, "--wheel-dir", str(into), str(ROOT)],
        env={**os.environ, "REFEREE_PURE": "1" if pure else ""},
    )
