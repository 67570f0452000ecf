"""A revision, or the working tree as it is, as files in a folder of their own."""

import io
import shutil
import subprocess
import tarfile
from pathlib import Path


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
    commit = _commit(root, revision)
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", commit))) as archive:
        if hasattr(tarfile, "data_filter"):
            archive.extractall(folder, filter="data")
        else:
            # The first versions of 3.11 do not know filters yet; the archive is git's own.
            archive.extractall(folder)  # noqa: S202
    return f"revision: {_title(root, commit)}"


def _commit(root: Path, revision: str) -> str:
    verified = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    try:
        return _git(root, *verified).decode().strip()
    except RevisionError as error:
        raise UnknownRevisionError(f"there is no revision {revision}") from error


def _title(root: Path, commit: str) -> str:
    return _git(root, "log", "-1", "--format=%h %s", commit).decode().strip()


def _git(root: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603
            ["git", "-C", str(root), *arguments],  # noqa: S607
            capture_output=True,
            check=True,
        )
    except OSError as error:
        raise RevisionError(f"git cannot be run: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise RevisionError(error.stderr.decode("utf-8", "replace").strip()) from error
    return done.stdout
