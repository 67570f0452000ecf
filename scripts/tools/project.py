"""Where the project lies, and its revisions as files in folders of their own."""

import io
import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any, Final

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
