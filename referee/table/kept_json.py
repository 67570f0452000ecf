"""A small file of JSON beside the games: read once, replaced as a whole, never lost."""

from contextlib import suppress
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from referee.durable import replace_file

T = TypeVar("T")

MOST_BYTES: Final = 1024 * 1024


class KeptJson(Generic[T]):
    """What is kept in a file of the folder, by its name without the ending."""

    def __init__(self, folder: Path, name: str, kind: type[T], empty: T) -> None:
        self._path = folder / f".{name}.json"
        self._aside = folder / f".{name}-unreadable.json"
        self._kind = kind
        self.value = self._read(empty)

    def keep(self, value: T) -> None:
        """Have something else in the file."""
        if value != self.value:
            replace_file(self._path, msgspec.json.format(msgspec.json.encode(value)))
            self.value = value

    def _read(self, empty: T) -> T:
        """Return what stands in the file; one that makes no sense is put aside and not lost."""
        try:
            with self._path.open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
        except OSError:
            return empty
        try:
            if len(data) > MOST_BYTES:
                raise msgspec.ValidationError("too large")
            return msgspec.json.decode(data, type=self._kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            with suppress(OSError):
                self._path.replace(self._aside)
            return empty
