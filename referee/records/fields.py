"""The one table of a turn's fields: the word of each, its notation, and what silence means.

The reader, the writer, JSON, completion and the words for what is missing all follow it. The engine
maps the same fields to its stages by itself; a test holds the two against each other.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.ids import COMPANIES, Seat
from referee.core.turns import (
    ANY,
    BLANK,
    Action,
    EndPhase,
    Expand,
    PlaceMarker,
    SpendPoints,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.records.keywords import CLAUSES
from referee.records.kinds import (
    BonusLevel,
    FieldKind,
    GoodsTileField,
    Name,
    NameList,
    Number,
    Steps,
)
from referee.records.placements import (
    BooksPlaced,
    PostsOusted,
    RegionParts,
    RegionsEntered,
    RewardPartList,
    Spending,
)

Emptiness = Literal["says nothing", "may be a choice", "is always said"]
"""What an empty value is to a record that leaves out what has one legal value."""


class Field(Struct, frozen=True, kw_only=True):
    """A field of a turn in the notation."""

    name: str
    kind: FieldKind
    what: str
    """What it is, in sentences about it."""
    unsaid: Any = None
    """What its value is where nothing is said of it."""
    keyword: str = ""
    """The word before it; without one it stands in its place behind the verb."""
    bare: bool = False
    """A number stands alone directly behind the first field, without the keyword."""
    empty: Emptiness = "is always said"
    undone: Any = BLANK
    """What it is of a turn that is over, of which it was not said; a blank stays open."""
    hopeless: Any = None
    """What a turn says of it where a blank has no legal value at all."""

    @property
    def key(self) -> str:
        """The field as JSON spells it."""
        return self.name.replace("_", "-")


class TurnForm(Struct, frozen=True, kw_only=True):
    """How the turn of an action is written: its verb, and its fields in their canonical order."""

    action: Action
    turn: type[Turn]
    verb: str
    fields: tuple[Field, ...]
    first: Literal["units", "required", "optional"]
    """What stands behind the verb: units in any place, or a name that may be left out or not."""

    @property
    def by_name(self) -> Mapping[str, Field]:
        """The fields by their names in a turn."""
        return {field.name: field for field in self.fields}

    @property
    def clauses(self) -> Mapping[str, "Field | None"]:
        """The fields with a keyword by all its spellings; None for a keyword within one of them."""
        by_keyword = {field.keyword: field for field in self.fields if field.keyword}
        inner = {"for"} if self.action == "bookkeeper" else set[str]()
        return {
            spelling: by_keyword.get(keyword)
            for spelling, keyword in CLAUSES.items()
            if keyword in by_keyword or keyword in inner
        }


_PLUS = Field(name="plus_one", kind=GoodsTileField(), keyword="plus", what="goods tile")
_LEVELS = Field(
    name="levels", kind=BonusLevel(), keyword="level", unsaid=(), what="levels of bonuses"
)
_PLACE = Field(
    name="place", kind=BooksPlaced(), keyword="books", unsaid=(), what="steps of the books"
)
_REWARD = Field(
    name="reward",
    kind=RewardPartList(),
    keyword="take",
    unsaid=ANY,
    empty="may be a choice",
    undone=(),
    what="use of the reward",
)

_FORMS: Final = (
    TurnForm(
        action="goods",
        turn=UseGoods,
        verb="goods",
        first="units",
        fields=(
            Field(
                name="cards", kind=NameList("own card"), unsaid=ANY, hopeless=(), what="goods cards"
            ),
            Field(name="buy", kind=Name("card"), keyword="buy", what="card acquired"),
            Field(
                name="advance",
                kind=Steps(),
                unsaid=ANY,
                empty="may be a choice",
                undone=(),
                what="tracks of the units",
            ),
            _LEVELS,
            _PLUS,
        ),
    ),
    TurnForm(
        action="expand",
        turn=Expand,
        verb="expand",
        first="required",
        fields=(
            Field(
                name="company",
                kind=Name("company", refuses_dash=True),
                unsaid=BLANK,
                hopeless=COMPANIES[0],
                what="company",
            ),
            Field(name="enter", kind=RegionsEntered(), unsaid=(), what="columns of the posts"),
            Field(name="cards", kind=NameList("item"), keyword="using", what="expansion cards"),
            Field(
                name="rewards",
                kind=RegionParts(),
                keyword="take",
                unsaid=ANY,
                empty="may be a choice",
                undone=(),
                what="order of the rewards",
            ),
            Field(
                name="oust",
                kind=PostsOusted(),
                keyword="oust",
                unsaid=ANY,
                empty="says nothing",
                what="columns of the ousted posts",
            ),
            _PLACE,
            _LEVELS,
            _PLUS,
        ),
    ),
    TurnForm(
        action="bookkeeper",
        turn=UseBookkeeper,
        verb="clerk",
        first="optional",
        fields=(
            Field(
                name="card",
                kind=Name("item", dash=BLANK),
                unsaid=BLANK,
                hopeless="no bookkeeper",
                what="bookkeeper",
            ),
            Field(name="flip", kind=Number(), keyword="flip", what="flipped book"),
            Field(name="to", kind=Number(), keyword="to", what="step of the jar"),
            _REWARD,
            Field(
                name="points",
                kind=Spending(),
                keyword="spend",
                unsaid=BLANK,
                undone=SpendPoints(),
                hopeless=SpendPoints(),
                what="use of the points",
            ),
            _PLACE,
            _LEVELS,
            _PLUS,
        ),
    ),
    TurnForm(
        action="merchant",
        turn=UseMerchant,
        verb="merchant",
        first="optional",
        fields=(
            Field(
                name="card",
                kind=Name("item", dash=BLANK),
                unsaid=BLANK,
                hopeless="no merchant",
                what="merchant",
            ),
            _PLUS,
        ),
    ),
    TurnForm(
        action="marker",
        turn=PlaceMarker,
        verb="marker",
        first="required",
        fields=(
            Field(
                name="space",
                kind=Name("bonus space", refuses_dash=True),
                unsaid=BLANK,
                hopeless="no space",
                what="bonus space",
            ),
            Field(
                name="option",
                kind=Number(),
                keyword="option",
                bare=True,
                unsaid=BLANK,
                empty="says nothing",
                undone=None,
                # Not to choose breaks another rule than the one by which no reward can be had.
                hopeless=1,
                what="choice of the reward",
            ),
            Field(
                name="discard",
                kind=Name("own card"),
                keyword="discard",
                unsaid=BLANK,
                empty="says nothing",
                undone=None,
                what="card removed",
            ),
            _REWARD,
            _PLACE,
            _LEVELS,
            _PLUS,
        ),
    ),
    TurnForm(
        action="end",
        turn=EndPhase,
        verb="end",
        first="optional",
        fields=(
            Field(
                name="deck",
                kind=Name("slot"),
                unsaid=BLANK,
                empty="says nothing",
                what="resting deck",
            ),
            _PLUS,
        ),
    ),
)

FORMS: Final[Mapping[Action, TurnForm]] = {form.action: form for form in _FORMS}
FORM_OF: Final[Mapping[type[Turn], TurnForm]] = {form.turn: form for form in _FORMS}
FORM_OF_VERB: Final[Mapping[str, TurnForm]] = {form.verb: form for form in _FORMS}

UNSAID: Final[Mapping[type[Any], Mapping[str, Any]]] = {
    form.turn: {field.name: field.unsaid for field in form.fields} for form in _FORMS
}
"""Of each turn what its fields are where nothing is said."""


PARTLY: Final[dict[type, str]] = dict(
    field.kind.partly for form in _FORMS for field in form.fields if field.kind.partly is not None
)
"""By type of a part of a turn the value of it that need not be noted."""


T = TypeVar("T", bound=Turn)


def said(turn: type[T], seat: Seat, **fields: Any) -> T:  # noqa: ANN401
    """Return a turn of a record that says these fields, and nothing about all others."""
    return turn(seat=seat, **{**UNSAID[turn], **fields})


_EMPTY = (None, ())


def sparing(turn: Turn, *, leaves: frozenset[Emptiness]) -> Turn:
    """Return a complete turn as a record says it, without empty fields that it may leave out."""
    empty = {
        field.name: field.unsaid
        for field in FORM_OF[type(turn)].fields
        if field.empty in leaves and getattr(turn, field.name) in _EMPTY
    }
    return replace(turn, **empty) if empty else turn
