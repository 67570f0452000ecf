"""A said turn as the answers to the stages of its action, blanks among them."""

from collections.abc import Mapping
from typing import Any, assert_never

from referee.game.ids import BookId, Seat
from referee.game.turns import Action, Entering, Ousting, Placing, SpendPoints
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

    def __init__(self, action: Action, seat: Seat, stages: tuple[tuple[Any, ...], ...]) -> None:
        self.action = action
        self.seat = seat
        self.stages = stages
        placed = stages[_PLACING[action]] if action in _PLACING else ()
        self.books: frozenset[BookId] | None = (
            None if BLANK in placed else frozenset(placing.book for placing in placed)
        )
        """The books that were taken, because exactly these were placed; None if not said."""

    def may_spend(self, answer: object) -> bool:
        """Return whether spending points so takes no book that was not placed."""
        if not isinstance(answer, SpendPoints) or self.books is None:
            return True
        return self.books.issuperset(answer.books)

    def likeliest(self, options: list[Any]) -> Any:  # noqa: ANN401
        """Return the option that takes most of the books that were placed, or None without any."""
        fitting = [option for option in options if self.may_spend(option)]
        return max(fitting, key=lambda option: len(getattr(option, "books", ())), default=None)


OWN_POINTS: tuple[Action, int] = ("bookkeeper", 5)
"""Where a bookkeeper's own points are spent, after all others."""

_PLACING: Mapping[Action, int] = {"expand": 6, "bookkeeper": 6, "marker": 5}
"""Which stage of a turn places books."""

STAGE_WORDS: Mapping[Action, tuple[str, ...]] = {
    "goods": ("goods tile", "goods cards", "card acquired", "tracks of the units", "goods tile"),
    "expand": (
        "goods tile",
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
    """Return whether an answer holds a blank."""
    match answer:
        case SaidEntering() | SaidOusting():
            return answer.column == BLANK
        case SaidPlacing():
            return answer.step == BLANK
        case _:
            return answer == BLANK


def answers_to(said: SaidAction) -> Answers:
    """Return what a turn says, stage by stage in the order of its row."""
    tile = said.plus_one
    before = (tile.card if tile is not None and tile.when == "before" else None,)
    after = (tile.card if tile is not None and tile.when == "after" else None,)
    match said:
        case SaidGoods():
            cards: Any = BLANK if BLANK in said.cards else said.cards
            return Answers("goods", said.seat, (before, (cards,), (said.buy,), said.advance, after))
        case SaidExpansion():
            using: Any = BLANK if said.cards and BLANK in said.cards else said.cards
            middle = (said.enter, said.rewards, said.oust, said.place)
            stages = (before, (using,), (said.company,), *map(_told, middle), after)
            return Answers("expand", said.seat, stages)
        case SaidBookkeeper():
            head = ((said.card,), (said.flip,), (said.to,), said.reward, (said.points,))
            return Answers("bookkeeper", said.seat, (before, *head, _told(said.place), after))
        case SaidMerchant():
            return Answers("merchant", said.seat, (before, (said.card,), after))
        case SaidMarker():
            choice = ((said.space,), (said.option,), (said.discard,), said.reward)
            return Answers("marker", said.seat, (before, *choice, _told(said.place), after))
        case SaidEnd():
            return Answers("end", said.seat, (before, (said.deck,), after))
        case _:
            assert_never(said)


def _told(answers: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return answers without blanks as the engine knows them."""
    return tuple(answer if is_open(answer) else _known(answer) for answer in answers)


def _known(answer: object) -> object:
    match answer:
        case SaidEntering(column=int(column)):
            return Entering(answer.region, column, answer.source)
        case SaidOusting(column=int(column)):
            return Ousting(answer.region, column)
        case SaidOusting():
            return Ousting(answer.region)
        case SaidPlacing(step=int(step)):
            return Placing(answer.book, step)
        case _:
            return answer
