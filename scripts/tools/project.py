"""The project: where it lies, its revisions, its wheel, and the lowest versions it works with."""

import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

ROOT: Final = Path(__file__).resolve().parents[2]


def python_path(tree: Path) -> str:
    """Return the folders in which the packages of a tree lie, as `PYTHONPATH` takes them."""
    return os.pathsep.join((str(tree), str(tree / "model")))


class RevisionError(Exception):
    """There is no such revision, or no git to ask."""


class UnknownRevisionError(RevisionError):
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
        return f"working tree: {_title(root, 'HEAD')}{changed}"
    # A tag of somebody else could begin with a dash; what comes out of rev-parse cannot.
    verified = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    try:
        commit = _git(root, *verified).decode().strip()
    except RevisionError as error:
        raise UnknownRevisionError(f"there is no revision {revision}") from error
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", commit))) as archive:
        # The first versions of 3.11 do not know filters yet; the archive is git's own.
        safe: Any = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **safe)  # noqa: S202
    return f"revision: {_title(root, commit)}"


def _title(root: Path, commit: str) -> str:
    return _git(root, "log", "-1", "--format=%h %s", commit).decode().strip()


def _git(root: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(root), *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603
    except OSError as error:
        raise RevisionError(f"git cannot be run: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise RevisionError(error.stderr.decode("utf-8", "replace").strip()) from error


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


TESTS = (
    "tests/test_durable.py",
    "tests/test_workers.py",
    "tests/cli/test_cli_main.py",
    "tests/cli/test_cli_errors.py",
    "tests/cli/test_cli_check.py",
    "tests/cli/test_cli_batch.py",
    "tests/cli/test_cli_explain.py",
    "tests/cli/test_cli_review.py",
    "tests/corpora",
)
EXTRAS = ("cluster", "corpus", "pictures", "table")


@click.command()
def lowest() -> int:
    """Try commands and tests with the lowest versions that the metadata allows.

    Exits 1 if something fails.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    stated = [*project["dependencies"], *(each for name in EXTRAS for each in extras[name])]
    pinned = [re.sub(">=", "==", each, count=1) for each in stated]
    tools = [each for each in extras["dev"] if re.match("(pytest|hypothesis|httpx2)[>=]", each)]
    with TemporaryDirectory() as folder:
        python = str(Path(folder, "bin", "python"))
        environment = {**os.environ, "PYTHONPATH": python_path(ROOT)}
        for lowest in (
            [sys.executable, "-m", "venv", folder],
            [python, "-m", "pip", "install", "--quiet", *pinned, *tools],
            [python, "-P", "-m", "referee", "check", "--help"],
            [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS],
        ):
            if subprocess.call(lowest, cwd=ROOT, env=environment):  # noqa: S603 - our own
                return 1
    return 0
