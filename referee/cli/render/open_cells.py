"""Cells of tables that are not certain: a `?` where those that are possible differ."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from referee.api.possible_tables import OPEN, PossibleTables, shared_members

Cell = TypeVar("Cell")


def told(tables: PossibleTables, cell: Callable[..., Cell], *where: object) -> Cell | str:
    """Return what a cell shows on all tables, or a `?`; it is given a table and where it stands."""
    first, *others = (cell(state, *where) for state in tables.states)
    return first if all(other == first for other in others) else OPEN


def told_of_several(
    tables: PossibleTables, cell: Callable[..., Cell], *where: object
) -> Cell | str:
    """Return what a cell shows that several places of a table decide together, or a `?`."""
    return told(tables, cell, *where) if tables.every else OPEN


def listed(
    tables: PossibleTables, names: Callable[..., Iterable[str]], *where: object
) -> list[str]:
    """Return the names that are on all tables, in order, and a `?` for what else there is."""
    return shared_members([[*names(state, *where)] for state in tables.states])
