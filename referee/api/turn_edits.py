"""A turn that is only begun, with one thing said or taken back: no rule is asked.

Saying a thing a second time takes it back, as a second tap on it does.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from referee.api.draft_answers import OfferKind
from referee.game.turns import (
    ANY,
    BLANK,
    Advance,
    BuyCard,
    CollectRegion,
    EndPhase,
    Entering,
    Expand,
    MoveDiamond,
    Ousting,
    Part,
    PlaceMarker,
    Placing,
    PlusOne,
    RemovePost,
    SpendPoints,
    TakePounds,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseLevel,
    UseMerchant,
)

AGAIN: Final = "again"
"""Says that a thing is meant a second time; without it saying it again takes it back."""


_Begun = Any
"""A turn with the field that is edited: which one, the table at the end of this file says."""

_Edit = Callable[[_Begun, "Said"], _Begun]


class Said(Struct, frozen=True):
    """One thing that can be said: its kind, its ids and numbers, and the part of a reward it is."""

    kind: OfferKind
    values: tuple[Any, ...]
    """Words, as they are said: the types of ids are those of the field that they are for."""
    part: Part | None = None


def edited(turn: Turn, said: Said) -> Turn:
    """Return a turn in which a thing was said, or is taken back if it was said before."""
    edit = _EDITS.get((type(turn), said.kind)) or _EVERYWHERE.get(said.kind)
    made: Turn = turn if edit is None else edit(turn, said)
    return made


def _toggled(listed: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a list with or without a value; a list of which nothing was said begins with it."""
    known = () if listed == ANY else listed
    if value not in known:
        return (*known, value)
    left = tuple(each for each in known if each != value)
    return left or (ANY if listed == ANY else ())


def _goods_card(turn: _Begun, said: Said) -> _Begun:
    if AGAIN in said.values:
        return replace(turn, cards=(*turn.cards, said.values[0]))
    return replace(turn, cards=_toggled(turn.cards, said.values[0]) or ANY)


def _buy(turn: _Begun, said: Said) -> _Begun:
    return replace(turn, buy=None if turn.buy == said.values[0] else said.values[0])


def _steps(turn: _Begun, said: Said) -> _Begun:
    before = () if turn.advance == ANY else turn.advance
    company, number = said.values[0], int(said.values[1]) if len(said.values) > 1 else 1
    return replace(turn, advance=(*before, *([company] * number)))


def _region(turn: _Begun, said: Said) -> _Begun:
    region = said.values[0]
    kept = tuple(each for each in turn.enter if each.region != region)
    if len(kept) < len(turn.enter) and len(said.values) == 1:
        return replace(turn, enter=kept)
    return replace(turn, enter=(*turn.enter, Entering(region=region, column=BLANK)))


def _columns(turn: _Begun, said: Said) -> _Begun:
    """Say the column of one region, or of all that have none yet."""
    *regions, column = said.values
    enter = tuple(
        replace(each, column=int(column))
        if each.column == BLANK and (not regions or each.region in regions)
        else each
        for each in turn.enter
    )
    return replace(turn, enter=enter)


def _oust(turn: _Begun, said: Said) -> _Begun:
    region, column = said.values
    known = () if turn.oust == ANY else tuple(each for each in turn.oust if each.region != region)
    ousted = Ousting(region=region, column=None if column == "out" else int(column))
    return replace(turn, oust=(*known, ousted))


def _book(turn: _Begun, said: Said) -> _Begun:
    book = said.values[0]
    kept = tuple(each for each in turn.place if each.book != book)
    if len(kept) < len(turn.place):
        return replace(turn, place=kept)
    return replace(turn, place=(*turn.place, Placing(book=book, step=BLANK)))


def _book_step(turn: _Begun, said: Said) -> _Begun:
    """Say the step of the first book that has none."""
    placed = [*turn.place]
    for at, each in enumerate(placed):
        if each.step == BLANK:
            placed[at] = replace(each, step=int(said.values[0]))
            break
    return replace(turn, place=tuple(placed))


def _part(turn: _Begun, said: Said) -> _Begun:
    field = "rewards" if isinstance(turn, Expand) else "reward"
    before = getattr(turn, field)
    return replace(turn, **{field: (*(() if before == ANY else before), said.part)})


def _count(turn: _Begun, said: Said) -> _Begun:
    """Say how much of the last part of a reward was taken."""
    field = "rewards" if isinstance(turn, Expand) else "reward"
    number = int(said.values[0])
    if isinstance(turn, UseBookkeeper) and turn.points != BLANK:
        return replace(turn, points=replace(turn.points, for_pounds=number))
    *before, last = getattr(turn, field)
    name = "for_pounds" if isinstance(last, SpendPoints) else "count"
    if not hasattr(last, name):
        return turn
    return replace(turn, **{field: (*before, replace(last, **{name: number}))})


def _spend(turn: _Begun, said: Said) -> _Begun:
    """Say which books a bookkeeper's own points bought."""
    known = SpendPoints() if turn.points == BLANK else turn.points
    return replace(turn, points=replace(known, books=_toggled(known.books, said.values[0])))


def _using(turn: _Begun, said: Said) -> _Begun:
    return replace(turn, cards=_toggled(turn.cards or (), said.values[0]) or None)


def _setting(
    field: str,
    *,
    number: bool = False,
    unsaid: Any = None,  # noqa: ANN401
) -> "_Edit":
    """Return what sets a field, or empties it where it has this value already."""

    def edit(turn: _Begun, said: Said) -> _Begun:
        value: Any = said.values[0] if said.values else None
        value = int(value) if number and value is not None else value
        return replace(turn, **{field: unsaid if getattr(turn, field) == value else value})

    return edit


def _plus(turn: _Begun, said: Said) -> _Begun:
    card, when = said.values
    wanted = PlusOne(card, when)
    return replace(turn, plus_one=None if turn.plus_one == wanted else wanted)


def _level(turn: _Begun, said: Said) -> _Begun:
    company, level = said.values
    kept = tuple(each for each in turn.levels if each.company != company)
    return replace(turn, levels=(*kept, UseLevel(company=company, level=int(level))))


_EDITS: Final[Mapping[tuple[type, OfferKind], _Edit]] = {
    (UseGoods, "item"): _goods_card,
    (UseGoods, "buy"): _buy,
    (UseGoods, "track"): _steps,
    (UseGoods, "steps"): _steps,
    (Expand, "company"): _setting("company", unsaid=BLANK),
    (Expand, "region"): _region,
    (Expand, "column"): _columns,
    (Expand, "columns"): _columns,
    (Expand, "oust"): _oust,
    (Expand, "using"): _using,
    (UseBookkeeper, "item"): _setting("card", unsaid=BLANK),
    (UseBookkeeper, "flip"): _setting("flip", number=True),
    (UseBookkeeper, "jar"): _setting("to", number=True),
    (UseBookkeeper, "spend"): _spend,
    (UseMerchant, "item"): _setting("card", unsaid=BLANK),
    (PlaceMarker, "space"): _setting("space", unsaid=BLANK),
    (PlaceMarker, "option"): _setting("option", number=True, unsaid=BLANK),
    (PlaceMarker, "discard"): _setting("discard", unsaid=BLANK),
    (EndPhase, "deck"): _setting("deck", unsaid=BLANK),
}

_EVERYWHERE: Final[Mapping[OfferKind, _Edit]] = {
    "book": _book,
    "step": _book_step,
    "part": _part,
    "count": _count,
    "plus": _plus,
    "level": _level,
}


def part_said(part: Part) -> Said:  # noqa: PLR0911 - an arm for each kind
    """Return what is said with a part of a reward."""
    match part:
        case Advance(company):
            return Said("part", ("advance", company), part)
        case RemovePost(company, column):
            return Said("part", ("remove", company, str(column)), part)
        case BuyCard(card):
            return Said("part", ("buy", card), part)
        case CollectRegion(region):
            return Said("part", ("region", region), part)
        case TakePounds():
            return Said("part", ("pounds",), part)
        case MoveDiamond():
            return Said("part", ("diamonds",), part)
        case SpendPoints(books):
            return Said("part", ("points", *books), part)
        case _:
            return Said("part", (str(part),), part)
