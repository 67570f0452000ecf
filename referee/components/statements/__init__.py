"""Everything that must hold of a component set, in the order in which a person reads a copy."""

from referee.components.set_invariant import SetInvariant
from referee.components.statements import bonus, books, cards, displays, entries, tracks
from referee.components.statements import map as map_

STATEMENTS: tuple[SetInvariant, ...] = tuple(
    statement
    for module in (map_, tracks, cards, books, bonus, displays, entries)
    for statement in vars(module).values()
    if isinstance(statement, SetInvariant)
)
