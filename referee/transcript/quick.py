"""A quick reader for lines in canonical form; every other line is left to the grammar.

It knows full ids in the places where the writer puts them and nothing else. What it reads is what
the grammar reads; where it is not sure it reads nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.game.ids import (
    SLOTS,
    BookId,
    BookSpaceId,
    CardId,
    Company,
    ItemId,
    RegionId,
    Seat,
    SpaceId,
)
from referee.game.turns import (
    Advance,
    BuyCard,
    CollectRegion,
    MoveDiamond,
    PlusOne,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
)
from referee.transcript.grammar import START_WORDS
from referee.transcript.names import Names
from referee.transcript.quick_words import (
    COMPANY_OF,
    SLOT_OF,
    UnsureError,
    clauses_of,
    in_brackets,
    int_of,
    number_of,
)
from referee.transcript.said import (
    ANY,
    BLANK,
    Blank,
    RoundMark,
    Said,
    SaidBookkeeper,
    SaidEnd,
    SaidEntering,
    SaidExpansion,
    SaidGoods,
    SaidMarker,
    SaidMerchant,
    SaidOusting,
    SaidPlacing,
)

T = TypeVar("T")

_REGION, _REWARD = "region", "reward"


class QuickReader:
    """Reads canonical lines of one game."""

    def __init__(self, names: Names) -> None:
        components = names.components
        self._seats = {
            colour: Seat(seat)
            for seat, colour in enumerate(names.colours)
            if colour not in START_WORDS
        }
        self._cards: Mapping[str, CardId] = {card.id: card.id for card in components.cards}
        self._items: Mapping[str, ItemId] = {
            **self._cards,
            **{tile.id: tile.id for tile in components.tiles},
        }
        self._books: Mapping[str, BookId] = {book.id: book.id for book in components.books}
        self._regions: Mapping[str, RegionId] = {
            region.id: region.id for region in components.regions
        }
        self._places: Mapping[str, str] = {**self._regions, **COMPANY_OF}
        self._spaces: Mapping[str, SpaceId] = {space.id: space.id for space in components.spaces}
        self._book_spaces: Mapping[str, BookSpaceId] = {
            space.id: space.id for space in components.book_spaces
        }
        self._tiles = {str(tile.id): tile.id for tile in components.starting_tiles}
        self._verbs: Mapping[str, Callable[[Seat, list[str]], Said]] = {
            "tile": self._tile,
            "rest": self._rest,
            "bonus": self._bonus,
            "plan": self._plan,
            "goods": self._goods,
            "expand": self._expand,
            "clerk": self._clerk,
            "merchant": self._merchant,
            "marker": self._marker,
            "end": self._end,
        }

    def read(self, line: str) -> Said | None:
        """Return what a line without comment and claims says, or None if that is not sure."""
        words = line.split(" ")
        try:
            seat = self._seats.get(words[0])
            if seat is None:
                return self._event(words[0], words[1:])
            return self._verbs[words[1]](seat, words[2:])
        except (KeyError, IndexError, ValueError, UnsureError):
            return None

    def _event(self, keyword: str, words: list[str]) -> Said | None:
        match keyword:
            case "refill:":
                return RefillBooks(books=tuple(map(self._on_space, words)))
            case "prepare:":
                return PrepareRound(cards=tuple([self._cards[word] for word in words]))
            case "display:":
                return DealCards(cards=tuple([self._cards[word] for word in words]))
            case "books:":
                return DealBooks(books=tuple(map(self._on_space, words)))
            case "round":
                (number,) = words
                return RoundMark(number=int_of(number))
            case _:
                return None

    def _on_space(self, word: str) -> BookOnSpace:
        space, book = word.split(":")
        return BookOnSpace(self._book_spaces[space], self._books[book])

    def _tile(self, seat: Seat, words: list[str]) -> TakeStartingTile:
        tile, *rejected = words
        if rejected and (len(rejected) != len(("rejected", "tile")) or rejected[0] != "rejected"):
            raise UnsureError
        other = self._tiles[rejected[1]] if rejected else None
        return TakeStartingTile(seat=seat, tile=self._tiles[tile], rejected=other)

    def _rest(self, seat: Seat, words: list[str]) -> RestStartingCards:
        return RestStartingCards(seat=seat, cards=tuple([self._cards[word] for word in words]))

    def _bonus(self, seat: Seat, words: list[str]) -> TakeStartingBonus:
        parts = [
            MoveDiamond() if word == "diamonds" else Advance(COMPANY_OF[word]) for word in words
        ]
        return TakeStartingBonus(seat=seat, reward=tuple(parts))

    def _plan(self, seat: Seat, words: list[str]) -> Plan:
        slots: list[CardId | None] = [
            None if word == "-" else self._cards[word] for word in words[:3]
        ]
        if len(slots) != len(SLOTS) - 2:
            raise UnsureError
        named = dict(word.split(":") for word in words[3:])
        if [*named] != [slot for slot in SLOTS[3:] if slot in named] or len(named) != len(
            words
        ) - 3:
            raise UnsureError
        slots += [self._cards[named[slot]] if slot in named else None for slot in SLOTS[3:]]
        return Plan(seat=seat, slots=tuple(slots))

    def _goods(self, seat: Seat, words: list[str]) -> SaidGoods:
        plus = self._plus(words)
        cards: list[CardId] = []
        advance: list[Company] = []
        buy = None
        at = 0
        while at < len(words) and words[at] in self._cards:
            cards.append(self._cards[words[at]])
            at += 1
        if at < len(words) and words[at] == "buy":
            buy = self._cards[words[at + 1]]
            at += 2
        while at < len(words):
            company = COMPANY_OF[words[at]]
            times = words[at + 1] if at + 1 < len(words) else ""
            advance += [company] * (int_of(times) if times.isdigit() else 1)
            at += 2 if times.isdigit() else 1
        if not cards:
            raise UnsureError
        said = tuple(advance) or ANY
        return SaidGoods(seat=seat, plus_one=plus, cards=tuple(cards), buy=buy, advance=said)

    def _expand(self, seat: Seat, words: list[str]) -> SaidExpansion:
        plus = self._plus(words)
        head, clauses = clauses_of(words, ("take", "oust", "books"))
        company = COMPANY_OF[head[0]]
        take = clauses.get("take")
        oust = clauses.get("oust")
        return SaidExpansion(
            seat=seat,
            plus_one=plus,
            company=company,
            enter=tuple(map(self._entry, head[1:])),
            rewards=ANY
            if take is None
            else cast("tuple[RegionPart, ...]", self._parts(take, _REGION)),
            oust=ANY if oust is None else tuple(map(self._ousted, oust)),
            place=self._place(clauses),
        )

    def _entry(self, word: str) -> SaidEntering:
        rest, _, source = word.partition("<")
        region, column = rest.split(":")
        came = cast("Company", self._places[source]) if source else None
        if "<" in word and not source:
            raise UnsureError
        return SaidEntering(self._regions[region], int_of(column), came)

    def _ousted(self, word: str) -> SaidOusting:
        region, column = word.split(":")
        return SaidOusting(self._regions[region], None if column == "out" else int_of(column))

    def _place(self, clauses: dict[str, list[str]]) -> tuple[SaidPlacing | Blank, ...]:
        placed = []
        for word in clauses.get("books", ()):
            book, step = word.split("@")
            placed.append(SaidPlacing(self._books[book], int_of(step)))
        return tuple(placed)

    def _clerk(self, seat: Seat, words: list[str]) -> SaidBookkeeper:
        plus = self._plus(words)
        (card,), clauses = clauses_of(words, ("flip", "to", "take", "spend", "books"))
        take, spend = clauses.get("take"), clauses.get("spend")
        return SaidBookkeeper(
            seat=seat,
            plus_one=plus,
            card=self._items[card],
            flip=number_of(clauses.get("flip")),
            to=number_of(clauses.get("to")),
            reward=ANY
            if take is None
            else cast("tuple[RewardPart, ...]", self._parts(take, _REWARD)),
            points=BLANK if spend is None else SpendPoints(self._listed(spend, self._books)),
            place=self._place(clauses),
        )

    def _merchant(self, seat: Seat, words: list[str]) -> SaidMerchant:
        plus = self._plus(words)
        (card,) = words
        return SaidMerchant(seat=seat, plus_one=plus, card=self._items[card])

    def _marker(self, seat: Seat, words: list[str]) -> SaidMarker:
        plus = self._plus(words)
        space = self._spaces[words[0]]
        head, clauses = clauses_of(words[1:], ("discard", "take", "books"))
        if len(head) > 1:
            raise UnsureError
        take = clauses.get("take")
        discard = clauses.get("discard")
        if discard is not None and len(discard) != 1:
            raise UnsureError
        return SaidMarker(
            seat=seat,
            plus_one=plus,
            space=space,
            option=int_of(head[0]) if head else BLANK,
            discard=CardId(BLANK) if discard is None else self._cards[discard[0]],
            reward=ANY
            if take is None
            else cast("tuple[RewardPart, ...]", self._parts(take, _REWARD)),
            place=self._place(clauses),
        )

    def _end(self, seat: Seat, words: list[str]) -> SaidEnd:
        plus = self._plus(words)
        if not words:
            return SaidEnd(seat=seat, plus_one=plus)
        (slot,) = words
        return SaidEnd(seat=seat, plus_one=plus, deck=SLOT_OF[slot])

    def _plus(self, words: list[str]) -> PlusOne | None:
        """Return where the goods tile went, and take the words for it off the line."""
        if "plus" not in words:
            return None
        at = words.index("plus")
        told = words[at + 1 :]
        del words[at:]
        if len(told) > 1 and told[1:] != ["after"]:
            raise UnsureError
        return PlusOne(self._cards[told[0]], "after" if len(told) > 1 else "before")

    def _parts(self, words: list[str], kind: str) -> tuple[RewardPart | RegionPart, ...]:
        if words == ["-"]:
            return ()
        parts: list[RewardPart | RegionPart] = []
        left = iter(words)
        for word in left:
            if word == "points":
                parts.append(SpendPoints())
            elif word.startswith("points("):
                books = in_brackets(word.removeprefix("points("), left)
                parts.append(SpendPoints(tuple([self._books[book] for book in books])))
            elif kind == _REGION:
                parts.append(CollectRegion(self._regions[word]))
            else:
                parts.append(self._reward_part(word, left))
        return tuple(parts)

    def _reward_part(self, word: str, left: Iterator[str]) -> RewardPart:
        if word == "pounds":
            return TakePounds()
        if word == "diamonds":
            return MoveDiamond()
        if word == "buy":
            return BuyCard(self._cards[next(left, "")])
        company, sign, column = word.partition(":")
        return (
            RemovePost(COMPANY_OF[company], int_of(column))
            if sign
            else Advance(COMPANY_OF[company])
        )

    @staticmethod
    def _listed(words: list[str], known: Mapping[str, T]) -> tuple[T, ...]:
        return () if words == ["-"] else tuple([known[word] for word in words])
