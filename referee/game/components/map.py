"""The map and the company bases."""

from typing import Literal

from referee.game.components.entry import Entry, PrintedCount
from referee.game.ids import Company, RegionId

RewardKind = Literal["pounds", "diamonds", "track", "points", "none"]


class Region(Entry, frozen=True, kw_only=True):
    """A region: what entering it gives, its mines, and where a drawing puts it."""

    id: RegionId
    name: str
    reward: RewardKind
    amount: PrintedCount = 0
    mines: PrintedCount = 0
    drawn: tuple[int, int]
    """Column and line of a schematic map, from the upper left."""


class Border(Entry, frozen=True, kw_only=True):
    """A border between two regions, or between a company's base and a region."""

    between: tuple[str, str]
    lines: Literal[1, 2]


class Base(Entry, frozen=True, kw_only=True):
    """A company's base: the coin icons of each column, front to rear."""

    company: Company
    colour: str
    columns: tuple[tuple[PrintedCount, ...], ...]
    drawn: tuple[int, int]
    """Column and line of a schematic map, from the upper left."""
