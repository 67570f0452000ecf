"""The map of a copy as its files have it: where places lie, and which borders are marked there."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from referee.copies.set_files import EntryChange, write_changes
from referee.durable import replace_file
from referee.game.set_tables import BLANK, BORDERED

MAP: Final = "map.toml"
BASES: Final = "bases.toml"
_BLOCK: Final = "[[border]]"


class MapRows(Struct, frozen=True):
    """The entries of a map as they stand in its files, blanks and all."""

    regions: list[dict[str, Any]]
    bases: list[dict[str, Any]]
    borders: list[dict[str, Any]]
    bordered: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path) -> "MapRows":
        """Return the rows of the files in a folder."""
        found = tomllib.loads((folder / MAP).read_text("utf-8"))
        bases = tomllib.loads((folder / BASES).read_text("utf-8"))
        return cls(
            regions=found.get("region", []),
            bases=bases.get("base", []),
            borders=found.get("border", []),
            bordered=tuple(found.get(BORDERED, ())),
        )

    @property
    def places(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Every place: its id, its table, its row; regions first."""
        regions = [(str(row.get("id")), "regions", row) for row in self.regions]
        return [*regions, *((str(row.get("company")), "bases", row) for row in self.bases)]

    def border(self, one: str, other: str) -> int | None:
        """Return the number of the entry for a border; None if it has none."""
        wanted = {one, other}
        for number, row in enumerate(self.borders):
            if set(row.get("between", ())) == wanted:
                return number
        return None

    def blank_border(self, one: str, other: str) -> int | None:
        """Return the number of an entry that is begun for a base, and says nothing else yet."""
        for number, row in enumerate(self.borders):
            between = row.get("between", ())
            if BLANK in between and {one, other} & {*between}:
                return number
        return None


def write_places(folder: Path, drawn: Mapping[str, tuple[int, int]]) -> None:
    """Put down where places lie, as somebody has pointed them out on his copy."""
    numbers = {"regions": 0, "bases": 0}
    changes = []
    for name, table, row in MapRows.of(folder).places:
        number = numbers[table]
        numbers[table] += 1
        if name not in drawn:
            continue
        sources = {key: value for key, value in row.get("sources", {}).items() if key != "drawn"}
        values = {"drawn": [*drawn[name]], "sources": sources or None}
        changes.append(EntryChange(table, number, values))
    write_changes(folder, changes)


def write_border(folder: Path, one: str, other: str, lines: int, bordered: tuple[str, ...]) -> None:
    """Put down a border with so many lines, or that there is none; and whose borders all are."""
    rows = MapRows.of(folder)
    known = rows.border(one, other)
    changes = []
    if lines:
        number = known if known is not None else rows.blank_border(one, other)
        number = len(rows.borders) if number is None else number
        changes.append(EntryChange("borders", number, {"between": [one, other], "lines": lines}))
    elif known is not None:
        _take_out(folder / MAP, rows, known)
    write_changes(folder, changes, bordered)


def _take_out(path: Path, rows: MapRows, number: int) -> None:
    """Take the entry of a border out of the file, and leave everything else as it is."""
    lines = path.read_text("utf-8").split("\n")
    starts = [at for at, line in enumerate(lines) if line.strip() == _BLOCK]
    if len(starts) == len(rows.borders):
        start = starts[number]
        end = next((at for at in range(start + 1, len(lines)) if not lines[at].strip()), len(lines))
        replace_file(path, "\n".join([*lines[:start], *lines[end + 1 :]]).encode())
        return
    between = [re.escape(f'"{place}"') for place in rows.borders[number]["between"]]
    row = re.compile(r"\s*\{.*\[\s*" + r"\s*,\s*".join(between) + r"\s*\]")
    replace_file(path, "\n".join(line for line in lines if not row.match(line)).encode())
