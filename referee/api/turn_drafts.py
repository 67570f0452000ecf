"""A turn that is being entered: what may be chosen next, and what the rules say of it so far.

How a field is entered follows from what the table of a turn's fields says of it. Choosing a thing a
second time takes it back, as a second tap on it does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, Literal, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import UnknownValueError
from referee.api.tables import Table
from referee.api.verdicts import BrokenRule, broken_rule
from referee.core.answer import Answer
from referee.core.component_set import if_read
from referee.core.components import (
    BookkeeperCard,
    BookkeeperTile,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
)
from referee.core.ids import COMPANIES, SLOTS, BookId, RegionId, Seat
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import (
    ANY,
    BLANK,
    Action,
    Advance,
    BuyCard,
    CollectRegion,
    Entering,
    Expand,
    MoveDiamond,
    Ousting,
    Part,
    Placing,
    PlusOne,
    RemovePost,
    SpendPoints,
    TakePounds,
    Turn,
    UseGoods,
    UseLevel,
)
from referee.drawing.look import place_id
from referee.engine import check
from referee.engine.actions import FIELDS, ROWS, action_of, answers_of, has_turn
from referee.engine.expansion import EnterRegions
from referee.engine.stage import Stage
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.records.completed_turn import STAGE_FIELDS, Missing
from referee.records.completion import complete
from referee.records.fields import FORMS, Field, said
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
from referee.records.record import Statement
from referee.records.writer import line_of

# What a statement that is being entered answers ---------------------------------------------------
OfferKind = Literal[
    "action",
    "tile",
    "card",
    "empty",
    "item",
    "company",
    "space",
    "deck",
    "region",
    "column",
    "columns",
    "option",
    "discard",
    "buy",
    "track",
    "steps",
    "jar",
    "flip",
    "part",
    "oust",
    "count",
    "spend",
    "using",
    "step",
    "book",
    "plus",
    "level",
]
"""What is said with an offer, in the order in which everything that can be said is listed."""

DraftVerdict = Literal["legal", "illegal", "undecided"]
"""`undecided` leaves something open; recorded like this it is a gap."""


class Option(Answer, frozen=True, kw_only=True):
    """Something that can be said next."""

    kind: OfferKind
    values: tuple[str, ...]
    """The ids and numbers that are said."""
    place: str | None
    """The place in a picture of the table that stands for it, by its id there."""
    line: str
    """The statement with it."""
    legal: bool
    """Whether the rules allow it, as far as the draft shows.

    After a gap, that is on any table that is possible.
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
    offers: tuple[Option, ...]
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


AGAIN: Final = "again"
"""Says that a thing is meant a second time; without it choosing it again takes it back."""


# What the rules allow next, and what they may if something unread of a copy is favourable ---------
def _options_of(begun: Unfinished) -> list[Any]:
    """Return what the rules allow next and do not forbid in the end.

    What something unread decides is among it.
    """
    stage, work = begun.stage, begun.work
    if stage is None:
        return []
    return [
        answer
        for answer in if_read(begun.options, lambda: _not_refused(stage, work))
        if if_read(lambda answer=answer: not stage.leads_nowhere(work, answer), lambda: True)  # type: ignore[misc]
    ]


def _not_refused(stage: Stage[Any], work: Work) -> list[Any]:
    """Return what breaks no rule, or none that is sure to be broken."""
    candidates = if_read(lambda: stage.candidates(work), lambda: _entering_anywhere(stage, work))
    return [
        answer
        for answer in candidates
        if if_read(lambda answer=answer: not stage.judge(work, answer), lambda: True)  # type: ignore[misc]
    ]


def _entering_anywhere(stage: Stage[Any], work: Work) -> list[Entering]:
    """Return every region with every column: borders decide which are within reach."""
    if not isinstance(stage, EnterRegions):
        stage.candidates(work)
    columns = work.bases[COMPANIES.index(work.company)] if work.company else ()
    return [
        Entering(RegionId(region), number)
        for region in work.facts.region_index
        for number, column in enumerate(columns, 1)
        if column.posts
    ]


class Draft:
    """A turn of which only some things are said, in whatever order.

    `walk` goes through the stages of the engine once. What was said is said there; what was left
    open is answered for the time being by whatever is legal, so that later stages can be asked as
    well. What may be left out (a card acquired, books, a jar that moves) is offered together with
    what comes behind it: whoever taps something further on has left it out.
    """

    def __init__(
        self,
        table: Table,
        turn: Any,  # noqa: ANN401 - with the fields that its action has
        *,
        needed: frozenset[str] = frozenset(),
        begins: bool = False,
    ) -> None:
        self.state = state = table.state
        self.colours = table.colours
        self.turn = turn
        self.needed = needed
        """Fields that have to be said because the table after the turn depends on them."""
        self.begins = begins
        """Whether a turn is to begin, so that the only card there is has to be tapped as well."""
        self.entries = _ENTRIES[action_of(turn)]
        self.legal: list[Option] = []
        self.extra: list[Option] = []
        components = state.setting.components
        cards = zip(components.filling_order, state.display, strict=True)
        books = zip(components.book_spaces, state.book_display, strict=True)
        self.shown: dict[str | None, str] = {book: place_id("book", at.id) for at, book in books}
        self.shown |= {card: place_id("card", at.row, at.column) for at, card in cards}
        """Where in a picture of the table the cards and books of the displays lie."""
        self.face_up: dict[str | None, str] = {}
        """Where the cards in the slots of the player lie, and the tiles."""
        if 0 <= turn.seat < len(state.players):
            player = state.players[turn.seat]
            self.face_up = {tile: self.own("tile", tile) for tile in player.tiles}
            self.face_up |= {
                c: self.own("slot", at) for at, c in zip(SLOTS, player.slots, strict=True)
            }

    def walk(self) -> "Draft":
        """Find what the rules allow next: `legal`, and in `extra` what is seldom wanted."""
        action = action_of(self.turn)
        self.begun = Unfinished(action, Work.on(self.state, self.turn.seat))
        for field, stage, answers in zip(
            FIELDS[action], ROWS[action], answers_of(self.turn), strict=True
        ):
            try:
                if not self.entries[field].walk(self, answers):
                    break
            except Exception as error:
                # What lies further on waits for something unread; what was found can be tapped.
                if self.legal and UnknownValueError.behind(error) is not None:
                    break
                raise
            if stage.repeated:
                self.begun = self.begun.passing()
        return self

    def say(self, answer: object) -> None:
        """Answer the stage that is due."""
        self.begun = self.begun.saying(answer)

    def say_known(self, answers: Iterable[Any]) -> None:
        """Answer a stage that takes any number of answers with those that are no blanks."""
        for answer in answers:
            if answer != BLANK:
                self.say(answer)

    def options(self) -> list[Any]:
        """Return what may be said at the stage that is due."""
        return _options_of(self.begun)

    def every(self) -> list[Option]:
        """Return everything that can be said in the turn, legal or not: what was played counts."""
        found = [offer for entry in self.entries.values() for offer in entry.every(self)]
        return sorted(found, key=lambda offer: get_args(OfferKind).index(offer.kind))

    def chosen(self) -> tuple[str, ...]:
        """Return the places that stand for what was said."""
        found = (place for entry in self.entries.values() for place in entry.chosen(self))
        return tuple(dict.fromkeys(place for place in found if place is not None))

    def option(
        self, kind: OfferKind, values: tuple[str, ...], at: str | None = None, **said: object
    ) -> Option:
        """Return something that can be chosen and lies at a place: by it these fields are said."""
        line = line_of(Statement(said=replace(self.turn, **said)), self.colours)
        return Option(kind=kind, values=values, place=at, line=line, legal=False, extra=False)

    def own(self, *part: object) -> str:
        """Return where something of the player lies: a card of the hand, a deck, a step."""
        return place_id("seat", self.turn.seat, *part)

    def held(self) -> list[str]:
        """Return what the player has: in the slots, as tiles, in the hand."""
        return [
            *items(self.state, self.turn.seat),
            *sorted(self.state.players[self.turn.seat].hand),
        ]

    def every_item(self) -> list[str]:
        """Return all cards and tiles, the player's own first."""
        own, components = self.held(), self.state.setting.components
        return [*own, *sorted({*components.card, *components.tile} - {*own})]

    def every_card(self) -> list[str]:
        """Return all cards, the player's own first."""
        cards = self.state.setting.components.card
        return [item for item in self.every_item() if item in cards]

    def books(self) -> tuple[BookId, ...]:
        """Return the books that were named."""
        return tuple(each.book for each in getattr(self.turn, "place", ()))


# How the fields of a turn are entered, by their kind in the table of fields -----------------------
MOST_COLUMNS: Final = 14
MOST_STEPS: Final = 17
MOST_COUNTED: Final = 15
MOST_OPTIONS: Final = 4
MOST_UNITS: Final = 20

_Named = Callable[[Draft], Sequence[Any]]
_Lies = Callable[[Draft, Any], str | None]

_COLUMNS: Final = [str(column) for column in range(1, MOST_COLUMNS + 1)]


def _without(listed: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    """Return a list without a value, or with it where it was not; nothing said is an empty one."""
    known = () if listed == ANY else listed
    return tuple(each for each in known if each != value) if value in known else (*known, value)


class Entry:
    """How a field is entered: what may be chosen, where that lies, and what it makes of a turn."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.name = field.name

    def value(self, draft: Draft) -> Any:  # noqa: ANN401
        """Return what is said of the field."""
        return getattr(draft.turn, self.name)

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        """Offer what the rules allow; return whether what comes behind can be asked as well."""
        draft.say(answers[0])
        return True

    def every(self, draft: Draft) -> Iterable[Option]:
        """Return everything that can be said of the field."""
        raise NotImplementedError

    def chosen(self, draft: Draft) -> Iterable[str | None]:  # noqa: ARG002
        """Return the places that stand for what is said."""
        return ()


class _One(Entry):
    """A name or a number; one that must be said stops the walk, one that may be left is offered."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.kind = cast("OfferKind", {"card": "item", "to": "jar"}.get(self.name, self.name))
        self.all_of, self.lies = _NAMED[self.kind]

    def option(self, draft: Draft, value: Any) -> Option:  # noqa: ANN401
        said = self.field.unsaid if self.value(draft) == value else value
        if value is None:
            return draft.option(self.kind, (), **{self.name: said})
        return draft.option(self.kind, (str(value),), self.lies(draft, value), **{self.name: said})

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        (answer,) = answers
        if self.field.unsaid is None:
            if answer is None and self._is_wanted(draft.turn):
                options = [option for option in draft.options() if option is not None]
                draft.legal += [self.option(draft, option) for option in options]
            draft.say(answer)
            return True
        options = draft.options()
        if answer == BLANK and len(options) == 1 and not draft.begins:
            answer = options[0]
        elif answer == BLANK or (
            answer is None and options and None not in options and self.kind != "deck"
        ):
            draft.legal += [self.option(draft, option) for option in options]
            return False
        draft.say(answer)
        return True

    @staticmethod
    def _is_wanted(turn: Any) -> bool:  # noqa: ANN401
        """Return whether it is still the time for what may be left out."""
        if isinstance(turn, UseGoods):
            return turn.advance == ANY
        return all(each.step != BLANK for each in turn.place)

    def every(self, draft: Draft) -> Iterable[Option]:
        return [self.option(draft, each) for each in self.all_of(draft)]

    def chosen(self, draft: Draft) -> Iterable[str | None]:
        value = self.value(draft)
        if value is None or value == BLANK:
            return ()
        return [draft.face_up.get(value) if self.kind == "item" else self.lies(draft, value)]


def _card_lies(draft: Draft, card: str) -> str:
    return draft.face_up.get(card) or draft.own("hand", card)


def _shown_first(display: Iterable[str | None], every: Iterable[str]) -> list[str]:
    """Return what lies on display, and then all others."""
    shown = [each for each in display if each is not None]
    return [*shown, *sorted({*every} - {*shown})]


_NAMED: Final[Mapping[OfferKind, tuple[_Named, _Lies]]] = {
    "item": (Draft.every_item, _card_lies),
    "company": (lambda _: COMPANIES, lambda _, company: place_id("home", company)),
    "space": (
        lambda draft: [space.id for space in draft.state.setting.components.spaces],
        lambda _, space: place_id("space", space),
    ),
    "deck": (lambda _: SLOTS, lambda draft, slot: draft.own("deck", slot)),
    "option": (lambda _: range(1, MOST_OPTIONS + 1), lambda *_: None),
    "discard": (Draft.every_card, lambda draft, card: draft.own("hand", card)),
    "buy": (
        lambda draft: _shown_first(draft.state.display, draft.state.setting.components.card),
        lambda draft, card: draft.shown.get(card),
    ),
    "jar": (lambda _: range(MOST_STEPS), lambda draft, step: draft.own("step", step)),
    "flip": (lambda _: range(MOST_STEPS), lambda draft, step: draft.own("step", step)),
}
"""By what is chosen everything that it can be, and where that lies."""


class _Cards(Entry):
    """The cards of goods, or the cards in use, which few say."""

    def option(self, draft: Draft, card: str) -> Option:
        if not isinstance(draft.turn, UseGoods):
            return draft.option(
                "using", (card,), cards=_without(self.value(draft) or (), card) or None
            )
        return draft.option(
            "item", (card,), _card_lies(draft, card), cards=_without(self.value(draft), card) or ANY
        )

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        """Option the cards of goods that go with those that were named."""
        (cards,) = answers
        if isinstance(draft.turn, UseGoods):
            named = set() if BLANK in cards else set(cards)
            options = [set(option) for option in draft.options()]
            if draft.turn.advance == ANY and draft.turn.buy is None:
                further = {card for option in options if named < option for card in option - named}
                draft.legal += [self.option(draft, card) for card in sorted(further)]
            if not named:
                return False
        draft.say(cards)
        return True

    def every(self, draft: Draft) -> Iterator[Option]:
        if not isinstance(draft.turn, UseGoods):
            yield from (self.option(draft, item) for item in draft.every_item())
        elif draft.turn.buy is None and draft.turn.advance == ANY:
            cards, known = self.value(draft), draft.state.setting.components.card
            yield from (self.option(draft, card) for card in draft.held() if card in known)
            for card in cards:
                if card != BLANK:
                    yield draft.option("item", (card, AGAIN), cards=(*cards, card))

    def chosen(self, draft: Draft) -> Iterable[str | None]:
        is_goods = isinstance(draft.turn, UseGoods)
        return [draft.face_up.get(card) for card in self.value(draft)] if is_goods else ()


class _Units(Entry):
    """The tracks of the units of a goods turn, one by one or all that are left together."""

    def option(self, draft: Draft, company: str, number: int = 1) -> Option:
        said = self.value(draft)
        advance = (*(() if said == ANY else said), *[company] * number)
        place = place_id("track", company)
        if number == 1:
            return draft.option("track", (company,), place, advance=advance)
        return draft.option("steps", (company, str(number)), place, advance=advance)

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        draft.say_known(answers)
        for company in draft.options():
            draft.legal.append(self.option(draft, company))
            if (number := self._units_for(draft.begun, company)) > 1:
                draft.legal.append(self.option(draft, company, number))
        return True

    @staticmethod
    def _units_for(begun: Unfinished, company: str) -> int:
        """Return how many of the units that are left can all be used for one company."""
        begun = begun.saying(company)
        number = 1
        while not begun.may_pass() and company in begun.options() and number < MOST_UNITS:
            begun = begun.saying(company)
            number += 1
        return number if begun.may_pass() or not begun.options() else 1

    def every(self, draft: Draft) -> Iterable[Option]:
        return [self.option(draft, company) for company in COMPANIES]

    def chosen(self, draft: Draft) -> Iterable[str | None]:
        return [place_id("track", company) for company in self.value(draft) if company != BLANK]


class _Regions(Entry):
    """Regions, and the columns of their posts."""

    def option(self, draft: Draft, region: str, *, again: bool = False) -> Option:
        before = self.value(draft)
        kept = tuple(each for each in before if each.region != region)
        if len(kept) == len(before) or again:
            kept = (*before, Entering(RegionId(region), BLANK))
        values = (region, AGAIN) if again else (region,)
        return draft.option(
            "region", values, None if again else place_id("region", region), enter=kept
        )

    def column(self, draft: Draft, column: str, *regions: str) -> Option:
        """Return the column of one region, or of all that have none yet."""
        enter = tuple(
            replace(each, column=int(column))
            if each.column == BLANK and (not regions or each.region in regions)
            else each
            for each in self.value(draft)
        )
        # A tap on a column is for all posts that have none yet, where that is possible.
        place = place_id("base", draft.turn.company, column)
        return draft.option(
            "column" if regions else "columns", (*regions, column), place, enter=enter
        )

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        before = draft.begun
        for each in answers:
            draft.say(self._entering(draft, each))
        named = {each.region for each in answers}
        regions = dict.fromkeys(option.region for option in draft.options())
        if not draft.turn.place:
            draft.legal += [self.option(draft, each) for each in regions if each not in named]
        blank = [each.region for each in answers if each.column == BLANK]
        columns = sorted({way.column for way in _options_of(before)} if blank else ())
        # Where nothing else is possible nobody is asked.
        if len(columns) > 1:
            draft.legal += [
                self.column(draft, str(column))
                for column in columns
                if len(blank) > 1 and self._all_from(before, answers, column)
            ]
            draft.legal += [self.column(draft, str(column), blank[0]) for column in columns]
        return True

    @staticmethod
    def _entering(draft: Draft, said: Any) -> Any:  # noqa: ANN401
        """Return a way of entering a region, with a column for the time being."""
        if said == BLANK or said.column != BLANK:
            return said
        ways = [option for option in draft.options() if option.region == said.region]
        if not ways:
            return Entering(said.region, 1, said.source)
        used = [each.column for each in draft.begun.said[-1]]
        base = draft.state.bases[COMPANIES.index(draft.turn.company)]
        # The column with most posts leaves most for the next ones.
        return max(ways, key=lambda way: base[way.column - 1].posts - used.count(way.column))

    @staticmethod
    def _all_from(begun: Unfinished, answers: Sequence[Any], column: int) -> bool:
        for each in answers:
            way = Entering(each.region, column, each.source) if each.column == BLANK else each
            if way not in _options_of(begun) and each.column == BLANK:
                return False
            begun = begun.saying(way)
        return True

    def every(self, draft: Draft) -> Iterator[Option]:
        regions = [region.id for region in draft.state.setting.components.regions]
        yield from (self.option(draft, region) for region in (*regions, *COMPANIES))
        yield from (self.option(draft, each.region, again=True) for each in self.value(draft))
        for each in self.value(draft):
            if each.column == BLANK:
                yield from (self.column(draft, column, each.region) for column in _COLUMNS)

    def chosen(self, draft: Draft) -> Iterable[str | None]:
        return [place_id("region", each.region) for each in self.value(draft) if each != BLANK]


class _Parts(Entry):
    """Parts of a reward in any order, and how much of the last was taken."""

    def option(self, draft: Draft, part: Part) -> Option:
        values, place = _part_values(draft, part)
        before = self.value(draft)
        said = {self.name: (*(() if before == ANY else before), part)}
        return draft.option("part", values, place, **said)

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        """Go on with parts in any order, and offer the books that points can buy."""
        draft.say_known(answers)
        options = draft.options()
        is_said = BLANK not in answers and bool(answers)
        if (self.name in draft.needed and len(options) > 1) or (is_said and options):
            draft.legal += [
                self.option(draft, part)
                for part in options
                if not isinstance(part, SpendPoints) or {*draft.books()}.issuperset(part.books)
            ]
        while options := draft.options():
            draft.say(_spent(draft, options) or options[0])
        return True

    def every(self, draft: Draft) -> Iterator[Option]:
        books = draft.books()
        pairs = [books, *combinations(books, 2)] if len(books) > 1 else []
        spent = [SpendPoints(each) for each in ((), *((book,) for book in books), *pairs)]
        yield from (self.option(draft, part) for part in (*self._parts(draft.state), *spent))
        *before, last = self.value(draft) or (BLANK,)
        if last != BLANK and getattr(draft.turn, "points", BLANK) == BLANK:
            name = "for_pounds" if isinstance(last, SpendPoints) else "count"
            for number in range(MOST_COUNTED):
                counted = replace(last, **{name: number}) if hasattr(last, name) else last
                said = {self.name: (*before, counted)}
                yield draft.option("count", (str(number),), None, **said)

    def _parts(self, state: State) -> Iterator[Part]:
        """Yield the parts that do not spend points."""
        if isinstance(self.field.kind, RegionParts):
            yield from (CollectRegion(region.id) for region in state.setting.components.regions)
            return
        yield TakePounds()
        yield MoveDiamond()
        for company in COMPANIES:
            yield Advance(company)
            yield from (RemovePost(company, column) for column in range(1, MOST_COLUMNS + 1))
        yield from map(BuyCard, state.setting.components.card)


def _part_values(draft: Draft, part: Part) -> tuple[tuple[str, ...], str | None]:  # noqa: PLR0911 - an arm for each kind
    """Return the ids and numbers of a part, behind the word for it, and where it lies."""
    match part:
        case Advance(company):
            return ("advance", company), place_id("track", company)
        case RemovePost(company, column):
            return ("remove", company, str(column)), place_id("base", company, column)
        case BuyCard(card):
            return ("buy", card), draft.shown.get(card)
        case CollectRegion(region):
            return ("region", region), None
        case SpendPoints(books):
            return ("points", *books), None
        case MoveDiamond():
            return ("diamonds",), draft.own("diamond-track")
        case _:
            return ("pounds",), None


def _spent(draft: Draft, options: Sequence[Any]) -> Any:  # noqa: ANN401
    """Return how points buy most of the books that were named, and offer further books."""
    ways = [option for option in options if isinstance(option, SpendPoints)]
    if not ways:
        return None
    named = {*draft.books()}
    fitting = [way for way in ways if named.issuperset(way.books)]
    best = max(fitting or ways, key=lambda way: len(way.books))
    for book in [each for way in ways if {*best.books} < {*way.books} for each in way.books]:
        option = _Books.option(draft, book)
        if book not in named and option not in draft.legal:
            draft.legal.append(option)
    return best


class _Points(Entry):
    """What a bookkeeper's own points bought."""

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        (points,) = answers
        spent = _spent(draft, draft.options()) if points == BLANK else points
        draft.say(spent or SpendPoints())
        return True

    def every(self, draft: Draft) -> Iterator[Option]:
        said = self.value(draft)
        known = SpendPoints() if said == BLANK else said
        for book in draft.state.setting.components.book:
            spent = replace(known, books=_without(known.books, book))
            yield draft.option("spend", (book,), points=spent)
        for number in range(MOST_COUNTED if said != BLANK else 0):
            yield draft.option("count", (str(number),), points=replace(said, for_pounds=number))


class _Ousted(Entry):
    """The columns to which ousted posts go."""

    def option(self, draft: Draft, region: RegionId, column: int | None) -> Option:
        before = () if self.value(draft) == ANY else self.value(draft)
        kept = (each for each in before if each.region != region)
        values = (region, "out" if column is None else str(column))
        return draft.option("oust", values, oust=(*kept, Ousting(region, column)))

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        draft.say_known(answers)
        options = draft.options()
        if self.name in draft.needed or (answers and BLANK not in answers):
            draft.legal += [self.option(draft, way.region, way.column) for way in options]
        while options := draft.options():
            draft.say(options[0])
        return True

    def every(self, draft: Draft) -> Iterator[Option]:
        for region in draft.state.setting.components.regions:
            for column in (*range(1, MOST_COLUMNS + 1), None):
                yield self.option(draft, region.id, column)


class _Books(Entry):
    """Books, and the steps they were put on."""

    @staticmethod
    def option(draft: Draft, book: str) -> Option:
        before = draft.turn.place
        kept = tuple(each for each in before if each.book != book)
        if len(kept) == len(before):
            kept = (*before, Placing(book, BLANK))  # type: ignore[arg-type]
        return draft.option("book", (book,), draft.shown.get(book), place=kept)

    def step(self, draft: Draft, step: int) -> Option:
        """Return the step of the first book that has none."""
        placed = [*self.value(draft)]
        at = next(at for at, each in enumerate(placed) if each.step == BLANK)
        placed[at] = replace(placed[at], step=step)
        return draft.option("step", (str(step),), draft.own("step", step), place=tuple(placed))

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        asked = False
        taken = {each.step for each in answers}
        for each in answers:
            if each.step != BLANK:
                draft.say(each)
                continue
            ways = [option for option in draft.options() if option.book == each.book]
            if not asked and len(ways) > 1:
                asked = True
                draft.legal += [self.step(draft, way.step) for way in ways if way.step not in taken]
            draft.say(ways[0] if ways else Placing(each.book, 2))
        return True

    def every(self, draft: Draft) -> Iterator[Option]:
        if any(each.step == BLANK for each in self.value(draft)):
            yield from (self.step(draft, step) for step in range(MOST_STEPS))
        books = _shown_first(draft.state.book_display, draft.state.setting.components.book)
        yield from (self.option(draft, book) for book in books)

    def chosen(self, draft: Draft) -> Iterator[str | None]:
        for each in self.value(draft):
            if each != BLANK:
                yield draft.shown.get(each.book)
                yield None if each.step == BLANK else draft.own("step", each.step)


class _Levels(Entry):
    """Levels of permanent bonuses."""

    def option(self, draft: Draft, level: UseLevel) -> Option:
        kept = (each for each in self.value(draft) if each.company != level.company)
        return draft.option("level", (level.company, str(level.level)), levels=(*kept, level))

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        (answer,) = answers
        options = draft.options() if answer is None else ()
        found = [self.option(draft, level) for option in options for level in option or ()]
        draft.extra += dict.fromkeys(found)
        draft.say(answer)
        return True

    def every(self, draft: Draft) -> Iterable[Option]:
        levels = (UseLevel(company, level) for company in COMPANIES for level in range(3))
        return [self.option(draft, level) for level in levels]


class _GoodsTile(Entry):
    """The card that the goods tile was put on, before the action or after it."""

    def option(self, draft: Draft, card: Any, when: Literal["before", "after"]) -> Option:  # noqa: ANN401
        wanted = PlusOne(card, when)
        said = None if self.value(draft) == wanted else wanted
        return draft.option("plus", (card, when), plus_one=said)

    def walk(self, draft: Draft, answers: Sequence[Any]) -> bool:
        if self.value(draft) is None:
            cards = [card for card in draft.options() if card is not None]
            when: Literal["before", "after"] = "before" if draft.begun.place == 0 else "after"
            draft.extra += [self.option(draft, card, when) for card in cards]
        return super().walk(draft, answers)

    def every(self, draft: Draft) -> Iterator[Option]:
        for card in draft.every_card():
            yield self.option(draft, card, "before")
            yield self.option(draft, card, "after")


_ENTRY_OF: Final[Mapping[type[FieldKind], type[Entry]]] = {
    Name: _One,
    Number: _One,
    NameList: _Cards,
    Steps: _Units,
    RegionsEntered: _Regions,
    RewardPartList: _Parts,
    RegionParts: _Parts,
    Spending: _Points,
    PostsOusted: _Ousted,
    BooksPlaced: _Books,
    BonusLevel: _Levels,
    GoodsTileField: _GoodsTile,
}
_ENTRIES: Final[Mapping[Action, Mapping[str, Entry]]] = {
    action: {field.name: _ENTRY_OF[type(field.kind)](field) for field in form.fields}
    for action, form in FORMS.items()
}


# With what a turn can begin: whatever lies before a player, spaces, homes -------------------------
def _first_options(table: Table, seat: Seat) -> Iterator[Option]:
    drafts = {each: Draft(table, said(form.turn, seat)) for each, form in FORMS.items()}
    for item in items(table.state, seat):
        action = action_with(table.state, item)
        draft = None if action is None else drafts[action]
        if draft is not None and isinstance(draft.turn, Expand):
            yield draft.option("item", (item,), draft.face_up[item])
        elif draft is not None:
            entry: Any = draft.entries["cards" if action == "goods" else "card"]
            yield entry.option(draft, item)
    yield from drafts["expand"].entries["company"].every(drafts["expand"])
    space: Any = drafts["marker"].entries["space"]
    yield from (space.option(drafts["marker"], each.id) for each in table.state.setting.spaces)
    yield from drafts["end"].entries["deck"].every(drafts["end"])


def items(state: State, seat: Seat) -> list[str]:
    """Return the cards in the slots of a player, and the tiles."""
    player = state.players[seat]
    return [*filter(None, player.slots), *sorted(player.tiles)]


def action_with(state: State, item: str) -> Action | None:
    """Return the action for which a card or a tile is."""
    components = state.setting.components
    found = components.card.get(item) or components.tile.get(item)  # type: ignore[call-overload]
    match found:
        case GoodsCard():
            return "goods"
        case ExpansionCard() | ExpansionTile():
            return "expand"
        case BookkeeperCard() | BookkeeperTile():
            return "bookkeeper"
        case MerchantCard() | MerchantTile():
            return "merchant"
        case _:
            return None


# What the rules say of a turn if nothing more is said ---------------------------------------------
class _Ruled(Struct, frozen=True):
    verdict: DraftVerdict
    violations: tuple[Violation, ...] = ()
    missing: tuple[str, ...] = ()
    needed: frozenset[str] = frozenset()
    unread: UnknownValueError | None = None
    """What was to be read first."""


def turn_draft(
    table: Table, turn: Turn | None, seat: Seat, sentence: str, *, everything: bool
) -> DraftAnswer:
    """Return what may be said in a turn of the player in a seat, or with what it may begin."""
    colours = table.colours
    line = recorded = ""
    chosen: tuple[str, ...] = ()
    if turn is None:
        ruled = _Ruled("undecided")
        offers = _first_offers(table, seat, everything=everything)
    else:
        ruled = _ruled(table.state, turn)
        draft = Draft(table, turn, needed=ruled.needed)
        offers, chosen = _further_offers(draft, everything=everything), draft.chosen()
        line = line_of(Statement(said=turn), colours)
        wanted = _recorded(turn, ruled.needed)
        if wanted != turn:
            ruled = _ruled(table.state, wanted)
        recorded = line_of(Statement(said=wanted), colours)
    primary = [each.kind for each in offers if each.legal and not each.extra]
    if ruled.unread is not None and not primary:
        raise ruled.unread
    player = colours[seat] if 0 <= seat < len(colours) else None
    return DraftAnswer(
        kind="turn" if turn is None else action_of(turn),
        player=player,
        line=line,
        sentence=sentence,
        asks=next(iter(primary), ""),
        offers=tuple(offers),
        chosen=chosen,
        verdict=ruled.verdict,
        violations=tuple(broken_rule(each, colours) for each in ruled.violations),
        missing=ruled.missing,
        unread=None if ruled.unread is None else ruled.unread.value,
        record=recorded,
        gap="" if player is None else f"{player} ?",
    )


def _ruled(state: State, turn: Turn) -> _Ruled:
    """Return what the rules say, or what has to be read before they say anything."""
    try:
        found = complete(state, turn)
        if isinstance(found, Missing):
            fields = STAGE_FIELDS[action_of(turn)]
            needed = frozenset(field.name for field in fields if field.what in found.what)
            return _Ruled("undecided", missing=found.what, needed=needed)
        if found.after is not None:
            return _Ruled("legal")
        broken = found.violations or tuple(check(state, found.turn))
        return _Ruled("illegal" if broken else "legal", tuple(broken))
    except Exception as error:
        unread = UnknownValueError.behind(error)
        if unread is None:
            raise
        return _Ruled("undecided", unread=unread)


def _recorded(turn: Turn, needed: frozenset[str]) -> Turn:
    """Return a turn about which nothing more is said: what the rules cannot fill in was not done.

    A column or a step that is not known stays open.
    """
    if isinstance(turn, UseGoods) and turn.cards == ANY:
        return turn
    undone = {
        field.name: field.undone
        for field in FORMS[action_of(turn)].fields
        if field.name in needed and field.undone != BLANK
    }
    unsaid = {name: value for name, value in undone.items() if getattr(turn, name) in (BLANK, ANY)}
    return replace(turn, **unsaid)


def _first_offers(table: Table, seat: Seat, *, everything: bool) -> list[Option]:
    state = table.state
    others = [*_first_options(table, seat)]
    legal: list[Option] = []
    can_begin: set[Action] = set()
    if has_turn(state) and state.to_move == seat:
        for action in table.actions:
            found = Draft(table, said(FORMS[action].turn, seat), begins=True).walk().legal
            if found:
                can_begin.add(action)
            if found and action == "expand":
                items = [each for each in others if each.kind == "item"]
                found += [e for e in items if action_with(state, e.values[0]) == action]
            legal += found
    offers = [replace(each, legal=True) for each in legal]
    for action, form in FORMS.items():
        begun = Draft(table, said(form.turn, seat)).option("action", (action,))
        offers.append(replace(begun, legal=action in can_begin, extra=True))
    return [*offers, *(each for each in others if each not in legal)] if everything else offers


def _further_offers(draft: Draft, *, everything: bool) -> list[Option]:
    if not 0 <= draft.turn.seat < len(draft.state.players):
        return []
    if draft.state.phase == "actions":
        draft.walk()
    known = {*draft.legal, *draft.extra}
    return [
        *(replace(each, legal=True) for each in draft.legal),
        *(replace(each, legal=True, extra=True) for each in draft.extra),
        *(each for each in (draft.every() if everything else ()) if each not in known),
    ]
