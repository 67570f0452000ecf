"""A said turn as the answers to the stages of its action, blanks among them."""

from collections.abc import Mapping
from typing import Any, assert_never

from referee.engine.actions import tile_answers
from referee.game.ids import BookId, Seat
from referee.game.turns import Action, Entering, Ousting, Placing, SpendPoints, UseLevel
from referee.transcript.said import (
    BLANK,
    SaidAction,
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


class Answers:
    """What was said at each stage of a turn, blanks among it."""

    __slots__ = ("action", "books", "levels", "seat", "stages")

    def __init__(
        self,
        action: Action,
        seat: Seat,
        stages: tuple[tuple[Any, ...], ...],
        levels: tuple[UseLevel, ...] = (),
    ) -> None:
        self.action = action
        self.seat = seat
        self.stages = stages
        self.levels = levels
        placed = stages[_PLACING[action]] if action in _PLACING else ()
        self.books: frozenset[BookId] | None = (
            None if BLANK in placed else frozenset([placing.book for placing in placed])
        )
        """The books that were taken, because exactly these were placed; None if not said."""

    def has_blanks(self) -> bool:
        """Return whether anything was left open."""
        return any(is_open(answer) for answers in self.stages for answer in answers)

    def may_spend(self, answer: object) -> bool:
        """Return whether spending points so takes no book that was not placed."""
        if not isinstance(answer, SpendPoints) or self.books is None:
            return True
        return self.books.issuperset(answer.books)

    def likeliest(self, options: list[Any]) -> Any:  # noqa: ANN401
        """Return the option that takes most of the books that were placed, or None without any."""
        fitting = [option for option in options if self.may_spend(option)]
        return max(fitting, key=lambda option: len(getattr(option, "books", ())), default=None)


_PLACING: Mapping[Action, int] = {"expand": 7, "bookkeeper": 7, "marker": 6}
"""Which stage of a turn places books."""

STAGE_WORDS: Mapping[Action, tuple[str, ...]] = {
    "goods": (
        "goods tile",
        "levels of bonuses",
        "goods cards",
        "card acquired",
        "tracks of the units",
        "goods tile",
    ),
    "expand": (
        "goods tile",
        "levels of bonuses",
        "expansion cards",
        "company",
        "columns of the posts",
        "order of the rewards",
        "columns of the ousted posts",
        "steps of the books",
        "goods tile",
    ),
    "bookkeeper": (
        "goods tile",
        "levels of bonuses",
        "bookkeeper",
        "flipped book",
        "step of the jar",
        "use of the reward",
        "use of the points",
        "steps of the books",
        "goods tile",
    ),
    "merchant": ("goods tile", "merchant", "goods tile"),
    "marker": (
        "goods tile",
        "levels of bonuses",
        "bonus space",
        "choice of the reward",
        "card removed",
        "use of the reward",
        "steps of the books",
        "goods tile",
    ),
    "end": ("goods tile", "resting deck", "goods tile"),
}


def is_open(answer: object) -> bool:
    """Return whether an answer to a stage holds a blank."""
    return answer == BLANK or isinstance(answer, PARTLY_SAID)


PARTLY_SAID = (SaidEntering, SaidOusting, SaidPlacing)
"""What stays as it was said only because it holds a blank; else it is what the engine knows."""


def answers_to(said: SaidAction, named: tuple[UseLevel, ...] = ()) -> Answers:
    """Return what a turn says, stage by stage in the order of its row, the levels as `named`."""
    before, after = tile_answers(said.plus_one)
    # Levels are one answer, which most turns do not give.
    levels = (named or None,)
    match said:
        case SaidGoods():
            cards: Any = BLANK if BLANK in said.cards else said.cards
            stages = (before, levels, (cards,), (said.buy,), said.advance, after)
            return Answers("goods", said.seat, stages, named)
        case SaidExpansion():
            using: Any = BLANK if said.cards and BLANK in said.cards else said.cards
            posts = (_told(said.enter), said.rewards, _told(said.oust), _told(said.place))
            head = (levels, (using,), (said.company,))
            return Answers("expand", said.seat, (before, *head, *posts, after), named)
        case SaidBookkeeper():
            used = (levels, (said.card,), (said.flip,), (said.to,))
            given = (said.reward, (said.points,), _told(said.place))
            return Answers("bookkeeper", said.seat, (before, *used, *given, after), named)
        case SaidMerchant():
            return Answers("merchant", said.seat, (before, (said.card,), after))
        case SaidMarker():
            choice = (levels, (said.space,), (said.option,), (said.discard,), said.reward)
            placed = _told(said.place)
            return Answers("marker", said.seat, (before, *choice, placed, after), named)
        case SaidEnd():
            return Answers("end", said.seat, (before, (said.deck,), after))
        case _:
            assert_never(said)


def _told(answers: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return answers without blanks as the engine knows them."""
    return tuple([_known(answer) for answer in answers]) if answers else ()


def _known(answer: object) -> object:
    match answer:
        case SaidEntering(column=int(column)):
            return Entering(answer.region, column, answer.source)
        case SaidOusting(column=int(column)):
            return Ousting(answer.region, column)
        case SaidOusting(column=None):
            return Ousting(answer.region)
        case SaidPlacing(step=int(step)):
            return Placing(answer.book, step)
        case _:
            return answer
