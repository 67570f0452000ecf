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


class Said(Struct, frozen=True):
    """One thing that can be said: its kind, its ids and numbers, and the part of a reward it is."""

    kind: OfferKind
    values: tuple[str, ...]
    part: Part | None = None


def edited(turn: Turn, said: Said) -> Turn:
    """Return a turn in which a thing was said, or is taken back if it was said before."""
    edit = _EDITS.get((type(turn), said.kind)) or _EVERYWHERE.get(said.kind)
    return turn if edit is None else edit(turn, said)


def _toggled(listed: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a list with or without a value; a list of which nothing was said begins with it."""
    known = () if listed == ANY else listed
    if value not in known:
        return (*known, value)
    left = tuple(each for each in known if each != value)
    return left or (ANY if listed == ANY else ())


def _goods_card(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    if AGAIN in said.values:
        return replace(turn, cards=(*turn.cards, said.values[0]))
    return replace(turn, cards=_toggled(turn.cards, said.values[0]) or ANY)


def _buy(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    return replace(turn, buy=None if turn.buy == said.values[0] else said.values[0])


def _steps(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    before = () if turn.advance == ANY else turn.advance
    company, number = said.values[0], int(said.values[1]) if len(said.values) > 1 else 1
    return replace(turn, advance=(*before, *([company] * number)))


def _region(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    region = said.values[0]
    kept = tuple(each for each in turn.enter if each.region != region)
    if len(kept) < len(turn.enter) and len(said.values) == 1:
        return replace(turn, enter=kept)
    return replace(turn, enter=(*turn.enter, Entering(region=region, column=BLANK)))  # type: ignore[arg-type]


def _columns(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    """Say the column of one region, or of all that have none yet."""
    *regions, column = said.values
    enter = tuple(
        replace(each, column=int(column))
        if each.column == BLANK and (not regions or each.region in regions)
        else each
        for each in turn.enter
    )
    return replace(turn, enter=enter)


def _oust(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    region, column = said.values
    known = () if turn.oust == ANY else tuple(each for each in turn.oust if each.region != region)
    ousted = Ousting(region=region, column=None if column == "out" else int(column))  # type: ignore[arg-type]
    return replace(turn, oust=(*known, ousted))


def _book(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    book = said.values[0]
    kept = tuple(each for each in turn.place if each.book != book)
    if len(kept) < len(turn.place):
        return replace(turn, place=kept)
    return replace(turn, place=(*turn.place, Placing(book=book, step=BLANK)))  # type: ignore[arg-type]


def _book_step(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    """Say the step of the first book that has none."""
    placed = [*turn.place]
    for at, each in enumerate(placed):
        if each.step == BLANK:
            placed[at] = replace(each, step=int(said.values[0]))
            break
    return replace(turn, place=tuple(placed))


def _part(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    field = "rewards" if isinstance(turn, Expand) else "reward"
    before = getattr(turn, field)
    return replace(turn, **{field: (*(() if before == ANY else before), said.part)})


def _count(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    """Say how much of the last part of a reward was taken."""
    field = "rewards" if isinstance(turn, Expand) else "reward"
    *before, last = getattr(turn, field)
    number = int(said.values[0])
    name = "for_pounds" if isinstance(last, SpendPoints) else "count"
    if not hasattr(last, name):
        return turn  # type: ignore[no-any-return]
    return replace(turn, **{field: (*before, replace(last, **{name: number}))})


def _using(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    return replace(turn, cards=_toggled(turn.cards or (), said.values[0]) or None)


def _setting(
    field: str,
    *,
    number: bool = False,
    unsaid: Any = None,  # noqa: ANN401
) -> Callable[[Any, Said], Turn]:
    """Return what sets a field, or empties it where it has this value already."""

    def edit(turn: Any, said: Said) -> Turn:  # noqa: ANN401
        value: Any = said.values[0] if said.values else None
        value = int(value) if number and value is not None else value
        return replace(turn, **{field: unsaid if getattr(turn, field) == value else value})

    return edit


def _plus(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    card, when = said.values
    wanted = PlusOne(card, when)  # type: ignore[arg-type]
    return replace(turn, plus_one=None if turn.plus_one == wanted else wanted)


def _level(turn: Any, said: Said) -> Turn:  # noqa: ANN401
    company, level = said.values
    kept = tuple(each for each in turn.levels if each.company != company)
    return replace(turn, levels=(*kept, UseLevel(company=company, level=int(level))))  # type: ignore[arg-type]


_Edit = Callable[[Any, Said], Turn]

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


def part_said(part: Part) -> Said:
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
