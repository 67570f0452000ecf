"""Statements from the types that JSON is decoded into, and to them."""

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from referee.notation.record import SaidEvent, Statement
from referee.notation.wire_types import (
    PART_FIELDS,
    PART_OF_WIRE,
    PARTS,
    TURN_OF_WIRE,
    WIRES,
    WireStatement,
)


def wire_of(said: SaidEvent) -> Any:  # noqa: ANN401
    """Return a statement as it is encoded."""
    wire = WIRES.get(type(said))
    return said if wire is None else _exchanged(said, wire, PARTS)


def _exchanged(turn: Struct, other: type[Struct], parts: dict[type[Struct], type[Struct]]) -> Any:  # noqa: ANN401
    """Return a turn as another type, and its parts as others."""
    values = asdict(turn)
    for name in PART_FIELDS[type(turn)]:
        if said := values[name]:
            values[name] = tuple(
                [
                    part if (kind := parts.get(type(part))) is None else kind(**asdict(part))
                    for part in said
                ]
            )
    return other(**values)


def statement_of_wire(wire: Any) -> Statement:  # noqa: ANN401
    """Return a decoded statement."""
    said = wire.said
    turn = TURN_OF_WIRE.get(type(said))
    if turn is not None:
        said = _exchanged(said, turn, PART_OF_WIRE)
    if not (wire.claims or wire.taken_back or wire.comment is not None):
        return Statement(said=said, at=wire.at)
    return Statement(
        said=said,
        claims=wire.claims,
        taken_back=wire.taken_back,
        comment=wire.comment,
        at=wire.at,
    )


def wire_of_statement(statement: Statement) -> Any:  # noqa: ANN401
    """Return a statement as it is encoded, without its place in a text."""
    return WireStatement(
        said=wire_of(statement.said),
        claims=statement.claims,
        taken_back=statement.taken_back,
        comment=statement.comment,
    )
