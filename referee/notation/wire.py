"""Statements from the types that JSON is decoded into, and to them."""

from collections.abc import Callable, Container
from typing import Any, Final, cast

from msgspec import Struct

from referee.notation.record import SaidEvent, Statement
from referee.notation.wire_types import (
    PART_FIELDS,
    PARTS,
    WIRES,
    WireStatement,
)


def wire_of(said: SaidEvent) -> Any:  # noqa: ANN401
    """Return a statement as it is encoded."""
    exchange = _EXCHANGES.get(type(said))
    return said if exchange is None else exchange(said)


_Exchange = Callable[[Any], Any]
"""Makes of a turn, or of a part of one, its other type."""


def _exchange_of(other: type[Struct], parts: Container[str] = ()) -> _Exchange:
    """Return what makes of one type the other, the fields with parts among its own."""
    # Written out as code, because every turn of every JSON record comes by here.
    told = ", ".join(
        f"{name}=parts_of(one.{name})" if name in parts else f"{name}=one.{name}"
        for name in other.__struct_fields__
    )
    names = {"other": other, "parts_of": _exchanged_parts}
    return cast("_Exchange", eval(f"lambda one: other({told})", names))  # noqa: S307


def _exchanged_parts(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    if not parts:
        return parts
    return tuple(
        [
            part if (exchange := _EXCHANGES.get(type(part))) is None else exchange(part)
            for part in parts
        ]
    )


_EXCHANGES: Final[dict[type[Struct], _Exchange]] = {
    kind: _exchange_of(other, PART_FIELDS.get(kind, ()))
    for one, another in (*PARTS.items(), *WIRES.items())
    for kind, other in ((one, another), (another, one))
}
"""By type of a turn or a part, as it is and as it is encoded, what makes the other of it."""


def statement_of_wire(wire: Any) -> Statement:  # noqa: ANN401
    """Return a decoded statement."""
    said = wire.said
    exchange = _EXCHANGES.get(type(said))
    if exchange is not None:
        said = exchange(said)
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
