"""Positions: a table that a person writes down in TOML, read, audited and written."""

from referee.positions.audit import audit
from referee.positions.faults import Fault, PositionError
from referee.positions.loading import Position, load_position, read_position
from referee.positions.writing import position_text

__all__ = [
    "Fault",
    "Position",
    "PositionError",
    "audit",
    "load_position",
    "position_text",
    "read_position",
]
