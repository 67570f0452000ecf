"""Turns in the JSON of a record: what is left out is unsaid, and everything may be a blank.

The types that JSON is decoded into are made of the table of fields, and nobody else meets them.
"""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, fields

from referee.game.events import PrepareRound, RefillBooks
from referee.game.turns import BLANK, Entering, Ousting, Placing, Turn, UseLevel
from referee.notation.fields import FORM_OF, TurnForm
from referee.notation.record import Place, Remark, RoundMark, SaidClaim, SaidEvent, SaidHappening
from referee.notation.record import Statement as ReadStatement

Blank = Literal["?"]

_NO_BLANKS: Final = frozenset({"seat", "plus_one"})
"""Fields of which something is said or nothing, but never that nobody noted it."""

_NO_BLANK_ENTRIES: Final = frozenset({"levels", "enter"})
"""Lists whose entries are all noted, if only in part."""


# Parts of turns ----------------------------------------------------------------------------------


def _part(name: str, part: type[Struct], blank: str, doc: str) -> type[Struct]:
    """Return the type of a part of which one value need not be noted."""
    told = [field for field in fields(part) if field.name != blank]
    known = [(field.name, field.type) for field in told if field.required]
    others = [(field.name, field.type, field.default) for field in told if not field.required]
    hint = get_type_hints(part)[blank]
    return msgspec.defstruct(
        name,
        [*known, (blank, hint | Blank, BLANK), *others],
        frozen=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
        module=__name__,
        namespace={"__doc__": doc},
    )


_PARTS: Final[Mapping[type[Struct], type[Struct]]] = {
    Placing: _part(
        "SaidPlacing", Placing, "step", "A book taken in this turn, and the step it was put on."
    ),
    Entering: _part(
        "SaidEntering",
        Entering,
        "column",
        "A region entered, the column of the post, and where it came from.",
    ),
    Ousting: _part(
        "SaidOusting",
        Ousting,
        "column",
        "An ousted post and the column it went to; None took it out of the game.",
    ),
    UseLevel: _part(
        "SaidLevel",
        UseLevel,
        "company",
        "The level at which a permanent bonus was used, and whose track has it.",
    ),
}

_PART_OF_WIRE: Final[Mapping[type[Struct], type[Struct]]] = {
    wire: part for part, wire in _PARTS.items()
}


_FIELDS_OF_PARTS: Final = frozenset({"levels", "enter", "oust", "place"})


# Turns -------------------------------------------------------------------------------------------


def _opened(hint: Any, *, blanks: bool = True) -> Any:  # noqa: ANN401
    """Return the type of something that may be a blank as well."""
    if get_origin(hint) in {Union, UnionType}:
        parts = [_opened(part, blanks=False) for part in get_args(hint)]
    elif get_origin(hint) is tuple:
        entry, _ = get_args(hint)
        return tuple[(_opened(entry, blanks=blanks), ...)]  # type: ignore[misc]
    else:
        parts = [_PARTS.get(hint, hint)]
    # An id is any word, so that it can be the blank already.
    has_words = any(getattr(part, "__supertype__", part) is str for part in parts)
    if blanks and not has_words and not any(get_origin(part) is tuple for part in parts):
        parts.insert(len(parts) - (NoneType in parts), Blank)
    union = parts[0]
    for part in parts[1:]:
        union = union | part
    return union


def _wire(form: TurnForm, name: str, doc: str) -> type[Struct]:
    hints = get_type_hints(form.turn)
    unsaid = {field.name: field.unsaid for field in form.fields}
    told: list[Any] = [("seat", hints["seat"])]
    for field in form.turn.__struct_fields__:
        if field == "seat":
            continue
        hint = hints[field]
        if field not in _NO_BLANKS:
            hint = _opened(hint, blanks=field not in _NO_BLANK_ENTRIES)
        told.append((field, hint, unsaid[field]))
    return msgspec.defstruct(
        name,
        told,
        frozen=True,
        kw_only=True,
        tag_field="do",
        tag=form.action,
        forbid_unknown_fields=True,
        omit_defaults=True,
        rename="kebab",
        module=__name__,
        namespace={"__doc__": doc},
    )


_NAMES: Final = {
    "goods": ("SaidGoods", "Goods cards used, the card acquired, and the tracks of the units."),
    "expand": ("SaidExpansion", "A company's expansion; without regions nothing was entered."),
    "bookkeeper": (
        "SaidBookkeeper",
        "A bookkeeper used; without books all points went into pounds.",
    ),
    "merchant": ("SaidMerchant", "A diamond merchant used."),
    "marker": ("SaidMarker", "A bonus marker placed."),
    "end": ("SaidEnd", "The phase ended, and the resting deck picked up."),
}
"""What the published schema calls the turns of a record."""

_WIRES: Final[Mapping[type[Turn], type[Struct]]] = {
    turn: _wire(form, *_NAMES[form.action]) for turn, form in FORM_OF.items()
}
_TURN_OF_WIRE: Final[Mapping[type[Struct], type[Turn]]] = {
    wire: turn for turn, wire in _WIRES.items()
}

_PART_FIELDS: Final[Mapping[type[Struct], tuple[str, ...]]] = {
    kind: tuple(name for name in kind.__struct_fields__ if name in _FIELDS_OF_PARTS)
    for pair in _WIRES.items()
    for kind in pair
}
"""Of each turn the fields with parts of which one value need not be noted."""


def wire_of(said: SaidEvent) -> Any:  # noqa: ANN401
    """Return a statement as it is encoded."""
    wire = _WIRES.get(type(said))  # type: ignore[arg-type]
    return said if wire is None else _exchanged(said, wire, _PARTS)


def said_of_wire(wire: Any) -> SaidEvent:  # noqa: ANN401
    """Return what a decoded statement says."""
    turn: Any = _TURN_OF_WIRE.get(type(wire))
    said: SaidEvent = wire if turn is None else _exchanged(wire, turn, _PART_OF_WIRE)
    return said


def _exchanged(
    turn: Struct, other: type[Struct], parts: Mapping[type[Struct], type[Struct]]
) -> Any:  # noqa: ANN401
    """Return a turn as another type, and its parts as others."""
    values = asdict(turn)
    for name in _PART_FIELDS[type(turn)]:
        if said := values[name]:
            values[name] = tuple(
                [
                    part if (kind := parts.get(type(part))) is None else kind(**asdict(part))
                    for part in said
                ]
            )
    return other(**values)


# Statements --------------------------------------------------------------------------------------


def _union(*types: Any) -> Any:  # noqa: ANN401
    union = types[0]
    for each in types[1:]:
        union = union | each
    return union


_DRAWN: Final = (RefillBooks, PrepareRound)
_BEFORE: Final = tuple(kind for kind in get_args(SaidHappening) if kind not in _DRAWN)

WireSaid: Any = _union(*_BEFORE, *_WIRES.values(), *_DRAWN, RoundMark, Remark)

WireStatement: Any = msgspec.defstruct(
    "Statement",
    [
        ("said", WireSaid),
        ("claims", tuple[SaidClaim, ...], ()),
        ("taken_back", bool, False),
        ("comment", str | None, None),
        ("at", Place, Place()),
    ],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    module=__name__,
    namespace={"__doc__": ReadStatement.__doc__},
)


def statement_of_wire(wire: Any, at: Place | None = None) -> ReadStatement:  # noqa: ANN401
    """Return a decoded statement, at another place if one is given."""
    if not (wire.claims or wire.taken_back or wire.comment is not None):
        return ReadStatement(said=said_of_wire(wire.said), at=at or wire.at)
    return ReadStatement(
        said=said_of_wire(wire.said),
        claims=wire.claims,
        taken_back=wire.taken_back,
        comment=wire.comment,
        at=at or wire.at,
    )


def wire_of_statement(statement: ReadStatement) -> Any:  # noqa: ANN401
    """Return a statement as it is encoded, without its place in a text."""
    return WireStatement(
        said=wire_of(statement.said),
        claims=statement.claims,
        taken_back=statement.taken_back,
        comment=statement.comment,
    )
