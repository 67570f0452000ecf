"""The types that the JSON of a record is decoded into: whatever is left out is unsaid or blank.

They are made of the table of fields, and nobody but the codec meets them.
"""

from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from referee.core.events import PrepareRound, RefillBooks
from referee.core.problem import Place
from referee.core.turns import BLANK, Entering, Ousting, Placing, UseLevel
from referee.records.fields import FORM_OF, PARTLY, TurnForm
from referee.records.record import (
    Agreement,
    Gap,
    Header,
    Remark,
    RoundMark,
    SaidClaim,
    SaidHappening,
)
from referee.records.record import Statement as ReadStatement

Blank = Literal["?"]


# Parts of turns ----------------------------------------------------------------------------------
def _part(name: str, part: type[Struct], doc: str) -> type[Struct]:
    """Return the type of a part of which one value need not be noted."""
    blank = PARTLY[part]
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


_PART_NAMES: Final[dict[type[Struct], tuple[str, str]]] = {
    Placing: ("SaidPlacing", "A book taken in this turn, and the step it was put on."),
    Entering: ("SaidEntering", "A region entered, the column of the post, and where it came from."),
    Ousting: (
        "SaidOusting",
        "An ousted post and the column it went to; None took it out of the game.",
    ),
    UseLevel: (
        "SaidLevel",
        "The level at which a permanent bonus was used, and whose track has it.",
    ),
}

PARTS: Final[dict[type[Struct], type[Struct]]] = {
    part: _part(name, part, doc) for part, (name, doc) in _PART_NAMES.items()
}


# Turns -------------------------------------------------------------------------------------------
def _opened(hint: Any, *, blanks: bool = True) -> Any:  # noqa: ANN401
    """Return the type of something that may be a blank as well."""
    if get_origin(hint) in {Union, UnionType}:
        parts = [_opened(part, blanks=False) for part in get_args(hint)]
    elif get_origin(hint) is tuple:
        entry, _ = get_args(hint)
        return tuple[(_opened(entry, blanks=blanks), ...)]  # type: ignore[misc]
    else:
        parts = [PARTS.get(hint, hint)]
    # An id is any word, so that it can be the blank already.
    has_words = any(getattr(part, "__supertype__", part) is str for part in parts)
    if blanks and not has_words and not any(get_origin(part) is tuple for part in parts):
        parts.insert(len(parts) - (NoneType in parts), Blank)
    return reduce(or_, parts)


def _wire(form: TurnForm, name: str, doc: str) -> type[Struct]:
    hints = get_type_hints(form.turn)
    told: list[Any] = [("seat", hints["seat"])]
    for name_of_field in form.turn.__struct_fields__:
        if (field := form.by_name.get(name_of_field)) is not None:
            hint = _opened(hints[field.name], blanks=field.kind.may_be_blank)
            told.append((field.name, hint, field.unsaid))
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

WIRES: Final[dict[type[Struct], type[Struct]]] = {
    turn: _wire(form, *_NAMES[form.action]) for turn, form in FORM_OF.items()
}

PART_FIELDS: Final[dict[type[Struct], tuple[str, ...]]] = {
    kind: tuple(
        name
        for name in kind.__struct_fields__
        if name in form.by_name and form.by_name[name].kind.partly is not None
    )
    for turn, form in FORM_OF.items()
    for kind in (turn, WIRES[turn])
}
"""Of each turn the fields with parts of which one value need not be noted."""


# Statements --------------------------------------------------------------------------------------
_DRAWN: Final = (RefillBooks, PrepareRound)
_BEFORE: Final = tuple(kind for kind in get_args(SaidHappening) if kind not in _DRAWN)

_SAID: Final = (*_BEFORE, *WIRES.values(), *_DRAWN, RoundMark, Remark)
WireSaid: Any = reduce(or_, (*_SAID, *get_args(Gap), *get_args(Agreement)))

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


# Records -----------------------------------------------------------------------------------------
class WireRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole recorded game."""

    format: Literal["mgn-1"]
    header: Header
    statements: tuple[WireStatement, ...] = ()


WireRecord.__name__ = "Record"


class JsonHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a record in JSON lines."""

    format: str
    header: Header
