"""What a record says at each stage of a turn, with the blanks that it leaves there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.engine.actions import FIELDS, action_of, answers_of
from referee.engine.work import Work
from referee.game.ids import BookId
from referee.game.turns import (
    BLANK,
    Action,
    Entering,
    Expand,
    Ousting,
    PlaceMarker,
    Placing,
    SpendPoints,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseLevel,
    UsesBonuses,
)

_WITH_CARDS = (UseGoods, Expand)
_WITH_BOOKS = (Expand, UseBookkeeper, PlaceMarker)
_NO_BOOKS: frozenset[BookId] = frozenset()


class SaidStages:
    """What was said at each stage of a turn, blanks among it."""

    __slots__ = ("action", "books", "is_open", "levels", "seat", "stages")

    def __init__(self, turn: Turn) -> None:
        self.action: Action = action_of(turn)
        self.seat = turn.seat
        self.levels: tuple[UseLevel, ...] = turn.levels if isinstance(turn, UsesBonuses) else ()
        if isinstance(turn, _WITH_CARDS) and turn.cards is not None and BLANK in turn.cards:
            # Cards are one answer, and one that is not noted leaves all of them open.
            turn = replace(turn, cards=BLANK)
        self.stages = answers_of(turn)
        self.is_open = [BLANK in answers for answers in self.stages]
        """Of each stage whether something about it was left open."""
        for at in _IN_PARTS[self.action]:
            if self.stages[at] and not self.is_open[at]:
                self.is_open[at] = any(map(is_open, self.stages[at]))
        placed: tuple[Placing, ...] = turn.place if isinstance(turn, _WITH_BOOKS) else ()
        self.books: frozenset[BookId] | None = _NO_BOOKS
        """The books that were taken, because exactly these were placed; None if not said."""
        if placed:
            blank = BLANK in placed
            self.books = None if blank else frozenset([placing.book for placing in placed])

    def may_spend(self, answer: object) -> bool:
        """Return whether spending points so takes no book that was not placed."""
        if not isinstance(answer, SpendPoints) or self.books is None:
            return True
        return self.books.issuperset(answer.books)

    def likeliest(self, options: list[Any]) -> Any:  # noqa: ANN401
        """Return the option that takes most of the books that were placed, or None without any."""
        fitting = [option for option in options if self.may_spend(option)]
        return max(fitting, key=lambda option: len(getattr(option, "books", ())), default=None)

    def books_left(self, work: Work) -> tuple[BookId, ...]:
        """Return the books that were placed and are not taken yet."""
        return tuple(sorted((self.books or frozenset()).difference(work.taken)))


def is_blank(answer: object) -> bool:
    """Return whether nothing was noted at all."""
    return isinstance(answer, str) and bool(answer == BLANK)


def is_open(answer: object) -> bool:
    """Return whether an answer to a stage holds a blank."""
    if answer == BLANK:
        return True
    field = _MAY_BE_OPEN.get(type(answer))
    return field is not None and bool(getattr(answer, field) == BLANK)


_MAY_BE_OPEN: Mapping[type, str] = {Entering: "column", Ousting: "column", Placing: "step"}
"""What need not be noted of a part."""

_IN_PARTS: Final[dict[Action, tuple[int, ...]]] = {
    action: tuple(at for at, field in enumerate(fields) if field in {"enter", "oust", "place"})
    for action, fields in FIELDS.items()
}
"""Which stages take such parts."""


def fillings(work: Work, answer: object) -> Iterator[object]:
    """Yield everything that a said answer, perhaps with blanks, might be."""
    if not is_open(answer):
        yield answer
        return
    columns = range(1, 1 + max(len(base) for base in work.bases))
    match answer:
        case Entering():
            yield from (Entering(answer.region, column, answer.source) for column in columns)
        case Ousting():
            yield from (Ousting(answer.region, column) for column in (*columns, None))
        case Placing():
            steps: Iterable[int] = range(work.facts.first_book_step, work.facts.last_book_step + 1)
            yield from (Placing(answer.book, step) for step in steps)
        case _:
            yield answer
