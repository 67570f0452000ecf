"""A quick reader for lines in canonical form; every other line is left to the grammar.

It knows full ids in the places where the writer puts them and nothing else. What it reads is what
the grammar reads; where it is not sure it reads nothing.
"""

from collections.abc import Callable, Mapping

from referee.engine.planning import FURTHER_SLOTS
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
from referee.game.ids import COLOURED_SLOTS, Seat
from referee.game.turns import Advance, MoveDiamond
from referee.transcript.names import Names
from referee.transcript.quick_turns import QuickTurns
from referee.transcript.quick_words import COMPANY_OF, START_WORDS, UnsureError, ids_of, int_of
from referee.transcript.said import RoundMark, Said


class QuickReader:
    """Reads canonical lines of one game."""

    def __init__(self, names: Names) -> None:
        self._seats = {
            colour: Seat(seat)
            for seat, colour in enumerate(names.colours)
            if colour not in START_WORDS
        }
        self._ids = ids_of(names.components)
        self._verbs: Mapping[str, Callable[[Seat, list[str]], Said]] = {
            **QuickTurns(self._ids).verbs,
            "tile": self._tile,
            "rest": self._rest,
            "bonus": self._bonus,
            "plan": self._plan,
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
                return PrepareRound(cards=tuple([self._ids.cards[word] for word in words]))
            case "display:":
                return DealCards(cards=tuple([self._ids.cards[word] for word in words]))
            case "books:":
                return DealBooks(books=tuple(map(self._on_space, words)))
            case "round":
                (number,) = words
                return RoundMark(number=int_of(number))
            case _:
                return None

    def _on_space(self, word: str) -> BookOnSpace:
        space, book = word.split(":")
        return BookOnSpace(self._ids.book_spaces[space], self._ids.books[book])

    def _tile(self, seat: Seat, words: list[str]) -> TakeStartingTile:
        tile, *rejected = words
        if rejected and (len(rejected) != len(("rejected", "tile")) or rejected[0] != "rejected"):
            raise UnsureError
        other = self._ids.tiles[rejected[1]] if rejected else None
        return TakeStartingTile(seat=seat, tile=self._ids.tiles[tile], rejected=other)

    def _rest(self, seat: Seat, words: list[str]) -> RestStartingCards:
        return RestStartingCards(seat=seat, cards=tuple([self._ids.cards[word] for word in words]))

    def _bonus(self, seat: Seat, words: list[str]) -> TakeStartingBonus:
        parts = [
            MoveDiamond() if word == "diamonds" else Advance(COMPANY_OF[word]) for word in words
        ]
        return TakeStartingBonus(seat=seat, reward=tuple(parts))

    def _plan(self, seat: Seat, words: list[str]) -> Plan:
        coloured, further = words[: len(COLOURED_SLOTS)], words[len(COLOURED_SLOTS) :]
        slots = [None if word == "-" else self._ids.cards[word] for word in coloured]
        named = dict([word.split(":") for word in further])
        in_order = [slot for slot in FURTHER_SLOTS if slot in named]
        if len(slots) < len(COLOURED_SLOTS) or [*named] != in_order or len(named) < len(further):
            raise UnsureError
        unlocked = [self._ids.cards[named[s]] if s in named else None for s in FURTHER_SLOTS]
        return Plan(seat=seat, slots=(*slots, *unlocked))
