"""Where in the files of a set each entry stands, so that a finding can name its line."""

from collections.abc import Mapping
from functools import cached_property

KeyPath = tuple[str | int, ...]


class FilePlaces:
    """The places of the entries in one file, looked for when somebody asks."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._entries: dict[str, KeyPath] = {}

    def note(self, entry: str, path: KeyPath) -> None:
        """Note what an entry is called, and where it stands."""
        self._entries[entry] = path

    def line(self, entry: str, path: KeyPath) -> int | None:
        """Return the line of a value, or of its entry where no path says more."""
        from referee.game.toml_lines import line_at  # noqa: PLC0415 - few sets have faults

        # A finding about a table as a whole names it as a heading does.
        whole = (entry.strip("[]"), 0) if entry.startswith("[[") else ()
        return line_at(self._lines, path or self._entries.get(entry, whole))

    @cached_property
    def _lines(self) -> Mapping[KeyPath, int]:
        from referee.game.toml_lines import lines_of_values  # noqa: PLC0415

        return lines_of_values(self._data.decode("utf-8-sig"))
