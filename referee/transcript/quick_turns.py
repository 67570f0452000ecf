"""Turns in canonical form: the words behind a player and a verb."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, cast

from referee.game.ids import CardId, Company, Seat
from referee.game.input_limits import ENTRIES_OF_A_LIST
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
from referee.transcript.quick_words import (
    COMPANY_OF,
    SLOT_OF,
    Ids,
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
    SaidAction,
    SaidBookkeeper,
    SaidEnd,
    SaidEntering,
    SaidExpansion,
    SaidGoods,
    SaidLevel,
    SaidMarker,
    SaidMerchant,
    SaidOusting,
    SaidPlacing,
)

T = TypeVar("T")

_REGION, _REWARD = "region", "reward"


class QuickTurns:
    """Reads the turns of a game; an `UnsureError` or `LookupError` where that is not sure."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self.verbs: Mapping[str, Callable[[Seat, list[str]], SaidAction]] = {
            "goods": self.goods,
            "expand": self.expand,
            "clerk": self.clerk,
            "merchant": self.merchant,
            "marker": self.marker,
            "end": self.end,
        }

    def goods(self, seat: Seat, words: list[str]) -> SaidGoods:
        """Read what follows `goods`."""
        plus, levels = self._plus(words), self._levels(words)
        cards: list[CardId] = []
        advance: list[Company] = []
        buy = None
        at = 0
        while at < len(words) and words[at] in self._ids.cards:
            cards.append(self._ids.cards[words[at]])
            at += 1
        if at < len(words) and words[at] == "buy":
            buy = self._ids.cards[words[at + 1]]
            at += 2
        while at < len(words):
            company = COMPANY_OF[words[at]]
            times = words[at + 1] if at + 1 < len(words) else ""
            advance += [company] * (int_of(times) if times.isdigit() else 1)
            if len(advance) > ENTRIES_OF_A_LIST:
                raise UnsureError
            at += 2 if times.isdigit() else 1
        if not cards:
            raise UnsureError
        return SaidGoods(
            seat=seat,
            plus_one=plus,
            levels=levels,
            cards=tuple(cards),
            buy=buy,
            advance=tuple(advance) or ANY,
        )

    def expand(self, seat: Seat, words: list[str]) -> SaidExpansion:
        """Read what follows `expand`."""
        plus, levels = self._plus(words), self._levels(words)
        head, clauses = clauses_of(words, ("take", "oust", "books"))
        company = COMPANY_OF[head[0]]
        take = clauses.get("take")
        oust = clauses.get("oust")
        return SaidExpansion(
            seat=seat,
            plus_one=plus,
            levels=levels,
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
        came = self._ids.sources[source] if source else None
        if "<" in word and not source:
            raise UnsureError
        return SaidEntering(self._ids.regions[region], int_of(column), came)

    def _ousted(self, word: str) -> SaidOusting:
        region, column = word.split(":")
        return SaidOusting(self._ids.regions[region], None if column == "out" else int_of(column))

    def _place(self, clauses: dict[str, list[str]]) -> tuple[SaidPlacing | Blank, ...]:
        placed = []
        for word in clauses.get("books", ()):
            book, step = word.split("@")
            placed.append(SaidPlacing(self._ids.books[book], int_of(step)))
        return tuple(placed)

    def clerk(self, seat: Seat, words: list[str]) -> SaidBookkeeper:
        """Read what follows `clerk`."""
        plus, levels = self._plus(words), self._levels(words)
        (card,), clauses = clauses_of(words, ("flip", "to", "take", "spend", "books"))
        take, spend = clauses.get("take"), clauses.get("spend")
        return SaidBookkeeper(
            seat=seat,
            plus_one=plus,
            levels=levels,
            card=self._ids.items[card],
            flip=number_of(clauses.get("flip")),
            to=number_of(clauses.get("to")),
            reward=ANY
            if take is None
            else cast("tuple[RewardPart, ...]", self._parts(take, _REWARD)),
            points=BLANK if spend is None else SpendPoints(self._listed(spend, self._ids.books)),
            place=self._place(clauses),
        )

    def merchant(self, seat: Seat, words: list[str]) -> SaidMerchant:
        """Read what follows `merchant`."""
        plus = self._plus(words)
        (card,) = words
        return SaidMerchant(seat=seat, plus_one=plus, card=self._ids.items[card])

    def marker(self, seat: Seat, words: list[str]) -> SaidMarker:
        """Read what follows `marker`."""
        plus, levels = self._plus(words), self._levels(words)
        space = self._ids.spaces[words[0]]
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
            levels=levels,
            space=space,
            option=int_of(head[0]) if head else BLANK,
            discard=CardId(BLANK) if discard is None else self._ids.cards[discard[0]],
            reward=ANY
            if take is None
            else cast("tuple[RewardPart, ...]", self._parts(take, _REWARD)),
            place=self._place(clauses),
        )

    def end(self, seat: Seat, words: list[str]) -> SaidEnd:
        """Read what follows `end`."""
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
        return PlusOne(self._ids.cards[told[0]], "after" if len(told) > 1 else "before")

    @staticmethod
    def _levels(words: list[str]) -> tuple[SaidLevel, ...]:
        """Return the levels of permanent bonuses, and take the words for them off the line."""
        if "level" not in words:
            return ()
        at = words.index("level")
        told = words[at:]
        del words[at:]
        size = len(("level", "company", "number"))
        clauses = [told[place : place + size] for place in range(0, len(told), size)]
        if any(clause[0] != "level" for clause in clauses):
            raise UnsureError
        return tuple([SaidLevel(int_of(level), COMPANY_OF[who]) for _, who, level in clauses])

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
                parts.append(SpendPoints(tuple([self._ids.books[book] for book in books])))
            elif kind == _REGION:
                parts.append(CollectRegion(self._ids.regions[word]))
            else:
                parts.append(self._reward_part(word, left))
        return tuple(parts)

    def _reward_part(self, word: str, left: Iterator[str]) -> RewardPart:
        if word == "pounds":
            return TakePounds()
        if word == "diamonds":
            return MoveDiamond()
        if word == "buy":
            return BuyCard(self._ids.cards[next(left, "")])
        company, sign, column = word.partition(":")
        return (
            RemovePost(COMPANY_OF[company], int_of(column))
            if sign
            else Advance(COMPANY_OF[company])
        )

    @staticmethod
    def _listed(words: list[str], known: Mapping[str, T]) -> tuple[T, ...]:
        return () if words == ["-"] else tuple([known[word] for word in words])
