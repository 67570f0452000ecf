"""Positions: a table that a person writes down in TOML, read, audited and written."""

from referee.positions.audit import audit
from referee.positions.loader import Position, load_position, read_position
from referee.positions.parser import PositionError
from referee.positions.writer import position_text

__all__ = [
    "Position",
    "PositionError",
    "audit",
    "load_position",
    "position_text",
    "read_position",
]
