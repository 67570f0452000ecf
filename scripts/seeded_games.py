"""Seeded games over the shipped set and random ones, as the comparison plays them."""

from referee.compare.seeded import (
    EAGER,
    SETS,
    component_set,
    drawn_rulings,
    game,
    position,
    positions,
    steps,
    tables,
)

__all__ = [
    "EAGER",
    "SETS",
    "component_set",
    "drawn_rulings",
    "game",
    "position",
    "positions",
    "steps",
    "tables",
]
