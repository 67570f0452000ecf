"""The best plan with books: what to take, where to put it, when to flip."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec import field

from referee.api.answer import Answer
from referee.api.errors import MisuseError, require
from referee.api.games import Game
from referee.api.long_work import Stop, require_limits
from referee.api.positions import load_table
from referee.api.solver_answers import asking, naming, seat_of
from referee.api.sources import Source
from referee.api.tables import Table
from referee.core.component_set import ComponentSet
from referee.core.ids import BookId, CardId, ItemId, Seat
from referee.core.state import State
from referee.core.turns import BookStep
from referee.i18n.speech import say
from referee.records.moments import At
from referee.records.names import Names
from referee.records.record import NamedPlayer
from referee_model.best.objective import Aim, Status, Weights

if TYPE_CHECKING:
    from referee.solve.books import BooksAnswer

__all__ = [
    "AIMS",
    "ANSWERS",
    "MOST_CASH",
    "MOST_POINTS",
    "WEIGHED",
    "Aim",
    "BookPlan",
    "JarMove",
    "PlacedBook",
    "books",
]

AIMS: tuple[Aim, ...] = get_args(Aim)
MOST_CASH = 9999
MOST_POINTS = 99
MOST_WEIGHT = 999
"""More of a thing than a game has would drown what the plan is to be best in."""
WEIGHED: tuple[str, ...] = tuple(each.name for each in fields(Weights))
"""What is no money, and counts for pounds."""


class PlacedBook(Answer, frozen=True, kw_only=True):
    """A book and the step that it is put on."""

    book: BookId
    step: BookStep


class JarMove(Answer, frozen=True, kw_only=True):
    """One later bookkeeper action."""

    round: int
    """The number of the plan it belongs to, counted from 1."""
    card: ItemId
    flip: BookStep | None
    start: BookStep = field(name="from")
    to: BookStep
    book: str | None
    """The book whose reward is used."""
    cash: int
    """Pounds after it."""


class BookPlan(Answer, frozen=True, kw_only=True):
    """A best plan for the books of a player, which the engine has replayed."""

    player: str
    aim: Aim
    take: tuple[BookId, ...]
    place: tuple[PlacedBook, ...]
    """In an order in which the books can be placed."""
    for_pounds: int
    """Points turned into pounds."""
    moves: tuple[JarMove, ...]
    step: BookStep
    """Where the jar ends."""
    track: int
    """What that step is worth."""
    cash: int
    """Pounds in the end."""
    worth: int
    """Pounds that the plan is worth in all."""
    status: Status
    bound: int | None
    """No plan reaches more of what it is to be best in."""
    seconds: float


ANSWERS: tuple[type[Answer], ...] = (BookPlan,)


def books(  # noqa: PLR0913 - one parameter for each thing that may be asked
    source: Source | Game | Table,
    at: str | At | None = None,
    *,
    player: str | None = None,
    plans: Sequence[str] = (),
    points: int = 0,
    acquired: Sequence[str] = (),
    cash: int | None = None,
    aim: Aim = "furthest",
    weights: Mapping[str, int] | None = None,
    time_limit: float | None = None,
    work: float | None = None,
    stop: Stop | None = None,
    components: ComponentSet | Path | str | None = None,
) -> BookPlan:
    """Return the best plan of a player for books to take now, to place, and to flip later.

    Each of `plans` names the cards and tiles face up in a coming round; without one it is what lies
    face up now. `weights` are the pounds that diamonds, posts removed and steps on tracks count
    for. Without limits the plan is proved; `work`, seconds and `stop` end it early as they do for
    `best`.

    >>> import referee
    >>> plan = referee.books("games/four-players.mgn", "4.3", points=3, plans=["clerk2 cotton2"])
    >>> plan.status, len(plan.moves)
    ('optimal', 1)
    """
    table = load_table(source, at, components=components)
    require(
        0 <= points <= MOST_POINTS,
        say("answers.book_plans.points-are-from-0-to", most_points=MOST_POINTS),
    )
    require(
        cash is None or 0 <= cash <= MOST_CASH,
        say("answers.book_plans.cash-is-from-0-to", most_cash=MOST_CASH),
    )
    require(aim in AIMS, say("answers.book_plans.an-aim-is", aims=tuple(AIMS)))
    require_limits(time_limit, work)
    state, colours = table.state, table.colours
    seat = seat_of(player, colours)
    seat = state.to_move if seat is None else seat
    if seat is None:
        raise MisuseError(say("answers.book_plans.nobody-is-to-move-name"))
    names = Names(state.setting.components, tuple(map(NamedPlayer, colours)))
    with naming():
        rounds = tuple(_items(plan, names, seat) for plan in plans) or (_face_up(state, seat),)
        taken = tuple(BookId(names.books.find(book)) for book in acquired)
    from referee.solve.books import BooksQuestion, ask_books  # noqa: PLC0415 - imports the solver

    question = BooksQuestion(
        plans=rounds,
        points=points,
        acquired=taken,
        cash=cash,
        aim=aim,
        weights=_weights(weights or {}),
        time_limit=time_limit,
        work=work,
        stop=stop,
    )
    with asking():
        found = ask_books(state, seat, question)
    return _answer(found, colours)


def _weights(given: Mapping[str, int]) -> Weights:
    for name, pounds in given.items():
        require(
            name in WEIGHED,
            say(
                "answers.book_plans.has-no-weight-there-are",
                name=f"{name!r:.40}",
                weighed=", ".join(WEIGHED),
            ),
        )
        require(
            0 <= pounds <= MOST_WEIGHT,
            say("answers.book_plans.weights-are-from-0-to", most_weight=MOST_WEIGHT),
        )
    return Weights(**given)


def _answer(found: "BooksAnswer", colours: tuple[str, ...]) -> BookPlan:
    plan = found.plan
    return BookPlan(
        player=colours[found.seat],
        aim=found.question.aim,
        take=tuple(sorted(plan.taken)),
        place=tuple(PlacedBook(book=placing.book, step=placing.step) for placing in found.placed),
        for_pounds=plan.for_pounds,
        moves=tuple(_moves(found)),
        step=plan.step,
        track=found.track,
        cash=found.cash,
        worth=plan.worth,
        status=plan.status,
        bound=plan.bound,
        seconds=round(plan.seconds, 4),
    )


def _moves(found: "BooksAnswer") -> Iterator[JarMove]:
    for move in found.moves:
        yield JarMove(
            round=move.round,
            card=move.card,
            flip=move.flip,
            start=move.start,
            to=move.to,
            book=move.book,
            cash=move.cash,
        )


def _items(plan: str, names: Names, seat: Seat) -> tuple[ItemId, ...]:
    words = plan.replace(",", " ").split()
    items = tuple(CardId(names.items_of(seat).find(word)) for word in words)
    for item in items:
        if items.count(item) > 1:
            raise MisuseError(say("answers.book_plans.was-named-twice-in-a", item=item))
    return items


def _face_up(state: State, seat: Seat) -> tuple[ItemId, ...]:
    player = state.players[seat]
    items: list[ItemId] = [card for card in player.slots if card is not None]
    return tuple(item for item in [*items, *sorted(player.tiles)] if item not in player.used)
