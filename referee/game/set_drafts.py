"""What could be read of a component set, and what is amiss in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from referee.game.component_set import TABLES, ComponentSet
from referee.game.components import MapCells
from referee.game.messages.speech import named
from referee.game.set_places import FilePlaces, KeyPath
from referee.game.set_tables import BLANK


@dataclass(frozen=True, slots=True)
class EntryFinding:
    """Something amiss in a set: the file, the entry in it, and what was seen and expected."""

    file: str
    entry: str
    problem: str
    blank: bool = False
    path: KeyPath = ()
    """The keys that lead to the value within the file; none if the entry as a whole is meant."""
    line: int | None = None

    def __str__(self) -> str:
        file = self.file if self.line is None else f"{self.file}:{self.line}"
        place = f"{file}, {self.entry}" if self.entry else file
        return named(place, self.problem)


EntryFindingT = TypeVar("EntryFindingT", bound=EntryFinding)


class ComponentSetError(Exception):
    """A set that cannot be used, with every reason."""

    def __init__(self, findings: tuple[EntryFinding, ...]) -> None:
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings


@dataclass(slots=True)
class SetDraft:
    """What could be read of a set: its entries, what is amiss, and the tables with gaps."""

    header: dict[str, str] = field(default_factory=dict)
    entries: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in TABLES})
    rows: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {name: [] for name in TABLES}
    )
    """Every entry as it stands in its file, blanks and all."""
    findings: list[EntryFinding] = field(default_factory=list)
    gaps: set[str] = field(default_factory=set)
    cells: MapCells | None = None
    bordered: tuple[str, ...] = ()
    """The regions and bases of which every border was read, while others may be missing."""
    places: dict[str, FilePlaces] = field(default_factory=dict)
    """By file where its entries stand."""

    def located(self, findings: Iterable[EntryFindingT]) -> tuple[EntryFindingT, ...]:
        """Return findings with their lines."""
        return tuple(map(self._located, findings))

    def _located(self, finding: EntryFindingT) -> EntryFindingT:
        places = self.places.get(finding.file)
        if finding.line is not None or places is None:
            return finding
        return replace(finding, line=places.line(finding.entry, finding.path))

    @contextmanager
    def lines_named(self) -> Iterator[None]:
        """Let an error about the set name the lines of its files."""
        try:
            yield
        except ComponentSetError as error:
            raise ComponentSetError(self.located(error.findings)) from error

    def as_set(self) -> ComponentSet:
        """Return a set of the entries that were read, complete only if nothing was found."""
        tables: dict[str, Any] = {name: tuple(rows) for name, rows in self.entries.items()}
        return ComponentSet(
            name=self.header.get("name", BLANK),
            title=self.header.get("title", BLANK),
            about=self.header.get("about", ""),
            cells=self.cells,
            **tables,
        )
