"""Everything that must hold of a component set, in the order in which a person reads a copy."""

# Statements are added to the list in the order of these imports.
# isort: off
from referee.components.set_invariant import STATEMENTS
from referee.components.statements import map, tracks, cards, books, bonus, displays, entries  # noqa: A004, F401

__all__ = ["STATEMENTS"]
