"""A turn that is only begun, with one thing said or taken back: no rule is asked.

Saying a thing a second time takes it back, as a second tap on it does.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.api.verdicts import BrokenRule
from referee.core.answer import Answer
from referee.core.ids import SLOTS, Seat
from referee.core.state import State
from referee.core.turns import (
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
from referee.drawing.look import place_id

# What a statement that is only begun answers: what may be said next, what it comes to so far ------
OfferKind = Literal[
    "action",
    "book",
    "buy",
    "card",
    "column",
    "columns",
    "company",
    "count",
    "deck",
    "discard",
    "empty",
    "flip",
    "item",
    "jar",
    "level",
    "option",
    "oust",
    "part",
    "plus",
    "region",
    "space",
    "spend",
    "step",
    "steps",
    "tile",
    "track",
    "using",
]
"""What is said with an offer."""

DraftVerdict = Literal["legal", "illegal", "undecided"]
"""`undecided` leaves something open; recorded like this it is a gap."""


class Offer(Answer, frozen=True, kw_only=True):
    """Something that can be said next."""

    kind: OfferKind
    values: tuple[str, ...]
    """The ids and numbers that are said."""
    place: str | None
    """The place in a picture of the table that stands for it, by its id there."""
    line: str
    """The statement with it."""
    legal: bool
    """Whether the rules allow it, as far as can be seen from what was said.

    Behind a gap that is on any table that is possible.
    """
    unsure: bool = False
    """Whether it is not known that no possible table allows it, as not all were looked at."""
    extra: bool
    """Whether it is seldom wanted, and nobody waits for it."""


class DraftAnswer(Answer, frozen=True, kw_only=True):
    """A statement that is begun."""

    kind: str
    """The word under `do` in docs/turns.md; `turn` while no action is chosen."""
    player: str | None
    """The colour of the player whose statement it is."""
    line: str
    """What was said so far, in the notation; nothing at the beginning."""
    sentence: str
    """The same as a sentence."""
    asks: str
    """What is asked for first, by the kind of the offers; nothing if all is said."""
    offers: tuple[Offer, ...]
    given: int = 0
    """How many things of a deal or a draw were said."""
    wanted: int = 0
    """How many things there are to say of it."""
    chosen: tuple[str, ...]
    """The places in a picture that stand for what was said."""
    verdict: DraftVerdict
    """What the rules would say if nothing more were said."""
    violations: tuple[BrokenRule, ...]
    missing: tuple[str, ...]
    """What a record would still have to say."""
    unread: str | None = None
    """The value of a partly read set that has to be read before the line can be recorded."""
    record: str
    """The line to record if nothing more is said."""
    gap: str
    """The line to record if nobody remembers."""

    @property
    def is_complete(self) -> bool:
        """Whether the rules allow it as it is, and nothing is left that could be said."""
        return self.verdict == "legal" and not any(
            offer.legal and not offer.extra for offer in self.offers
        )


ANSWERS: Final[tuple[type[Answer], ...]] = (Offer, DraftAnswer)


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


# Where in a picture of a table the things lie that people name, by the ids of its places ----------
class Places(Struct, frozen=True):
    """The places of one table, for the player in a seat."""

    state: State
    seat: Seat

    def item(self, item: str) -> str | None:
        """Return where a card in a slot, or a tile, lies."""
        if not 0 <= self.seat < len(self.state.players):
            return None
        player = self.state.players[self.seat]
        for slot, card in zip(SLOTS, player.slots, strict=True):
            if card == item:
                return place_id("seat", self.seat, "slot", slot)
        return place_id("seat", self.seat, "tile", item) if item in player.tiles else None

    def own(self, part: str, value: object) -> str:
        """Return where a card of the hand, a resting deck or a step of the player lies."""
        return place_id("seat", self.seat, part, value)

    def on_display(self, card: str) -> str | None:
        """Return where a card of the display lies."""
        spaces = self.state.setting.components.filling_order
        for space, shown in zip(spaces, self.state.display, strict=True):
            if shown == card:
                return place_id("card", space.row, space.column)
        return None

    def book(self, book: str) -> str | None:
        """Return where a book of the display lies."""
        spaces = self.state.setting.components.book_spaces
        for space, shown in zip(spaces, self.state.book_display, strict=True):
            if shown == book:
                return place_id("book", space.id)
        return None
