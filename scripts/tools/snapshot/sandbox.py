"""The folder in which commands run: shipped games and puzzles, put in order after each session."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

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
        self._remove_empty_folders()
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

    def _remove_empty_folders(self) -> None:
        for folder, _, _ in os.walk(self.folder, topdown=False):
            if folder != str(self.folder) and not any(Path(folder).iterdir()):
                Path(folder).rmdir()
