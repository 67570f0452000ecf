"""Every legal turn, once: canonical turns found stage by stage, equal ones met on the way merged.

Within a stage the answers can come in many orders. Beginnings that have come to the same are
merged as soon as they are equally long, so that the orders of a stage are never multiplied out.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, assert_never

from msgspec.structs import replace

from referee.core.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Gains,
)
from referee.core.components import GoodsCard
from referee.core.ids import CardId, Slot
from referee.core.limits import ROUNDS
from referee.core.state import State
from referee.core.turns import Action, Placing, PlusOne, Turn
from referee.engine.actions import action_of, walked
from referee.engine.books import PlaceBooks, steps_for
from referee.engine.goods_tile import placing_late_matters
from referee.engine.levels import UseLevels
from referee.engine.random_turns import ACTIONS
from referee.engine.stage import Narrow
from referee.engine.unfinished import Unfinished
from referee.engine.work import NO_COLUMNS, Work


# From a walked turn to its canonical turn; `docs/turns.md` defines what is kept -------------------
def canonical(state: State, turn: Turn) -> CanonicalTurn:
    """Return the canonical turn that a legal said turn comes to."""
    return canonical_of(walked(state, turn)[1], action_of(turn), turn)


def canonical_of(work: Work, action: Action, turn: Turn) -> CanonicalTurn:
    """Return the canonical turn of a turn that was walked to its end."""
    seat, tile = work.seat, _tile(work, turn.plus_one)
    match action:
        case "goods":
            return CanonicalGoods(
                seat=seat,
                plus_one=tile,
                cards=frozenset(CardId(card) for card in work.cards),
                buy=work.bought,
                steps=work.steps,
            )
        case "expand":
            return CanonicalExpansion(
                seat=seat,
                plus_one=tile,
                company=work.company or "mombasa",
                regions=frozenset(work.entered),
                left=work.left,
                returned=work.returned,
                gains=gains_of(work),
            )
        case "bookkeeper":
            return CanonicalBookkeeper(
                seat=seat,
                plus_one=tile,
                card=work.cards[0],
                flip=work.flip,
                to=work.ink,
                gains=gains_of(work),
            )
        case "merchant":
            return CanonicalMerchant(seat=seat, plus_one=tile, card=work.cards[0])
        case "marker":
            assert work.marker is not None  # noqa: S101
            return CanonicalMarker(
                seat=seat,
                plus_one=tile,
                space=work.marker,
                option=work.option,
                discard=work.discarded,
                buy=work.bought,
                gains=gains_of(work),
            )
        case "end":
            return CanonicalEnd(seat=seat, deck=_deck(work, turn))
        case _:
            assert_never(action)


def _deck(work: Work, turn: Turn) -> Slot | None:
    deck: Slot | None = getattr(turn, "deck", None)
    return None if work.state.round == ROUNDS else deck


def gains_of(work: Work) -> Gains:
    """Return what was made of the rewards so far, without any order."""
    return Gains(
        pounds=work.gained_pounds,
        diamonds=work.gained_diamonds,
        steps=work.steps,
        books=frozenset(work.taken),
        points_for_pounds=work.points_for_pounds,
        removed=work.removed,
        placed=frozenset(Placing(book, step) for book, step in work.placed),
    )


def _tile(work: Work, said: PlusOne | None) -> PlusOne | None:
    """Return where the goods tile went; `after` is kept only where it made a difference."""
    if said is None:
        return None
    card = work.item(said.card)
    matters = isinstance(card, GoodsCard) and placing_late_matters(work, card)
    return said if matters else PlusOne(said.card)


def _unordered(values: tuple[Hashable, ...]) -> Hashable:
    """Return what is equal for the same values in any order."""
    return values if len(values) < 2 else frozenset(values)  # noqa: PLR2004


def _moved_posts(by_base: tuple[tuple[int, ...], ...]) -> Hashable:
    """Return posts by base and column, and briefly that there are none."""
    return None if by_base is NO_COLUMNS else by_base


def outcome(work: Work) -> Hashable:
    """Return all that a turn has come to so far, without orders."""
    return (
        work.my_cash,
        work.paid_to_others,
        work.steps,
        _unordered(work.entered),
        work.left,
        _moved_posts(work.returned),
        _moved_posts(work.removed),
        _unordered(work.taken),
        _unordered(work.placed),
        work.gained_pounds,
        work.gained_diamonds,
        work.points_for_pounds,
        work.bought,
    )


def progress(work: Work) -> Hashable:
    """Return what a turn has come to so far and what is still due, without orders."""
    return (
        outcome(work),
        work.units,
        _unordered(work.due_regions),
        work.due_pounds,
        work.due_diamonds,
        work.due_points,
        work.due_posts,
        work.due_steps,
        work.due_card,
        work.other_tracks_used,
    )


# Turns that differ only in where their books are placed: all else of them is made once ------------
#
# Most legal turns are of this kind, since a few books find a place on many steps. Which steps are
# open to a book depends on the table before the first is placed, so no table is made for each
# turn.
NO_TILE = [None]
"""What may be said of a goods tile that cannot be placed, or need not be."""


def is_but_placed(unfinished: Unfinished) -> bool:
    """Return whether all is said, or all but where books are placed, one as well as the other."""
    stage = unfinished.stage
    if stage is None:
        return True
    if not isinstance(stage, PlaceBooks):
        return False
    work = unfinished.work
    if work.facts.rulings.cover == "if-necessary":
        # Where a book may lie depends on those that were placed before.
        return False
    return unfinished.row[unfinished.place + 1].candidates(work) == NO_TILE


def placed_turns(
    unfinished: Unfinished, tick: Callable[[], None]
) -> Iterator[tuple[CanonicalTurn, Turn]]:
    """Yield each turn that is said but for the places of its books, with its canonical turn."""
    work, action = unfinished.work, unfinished.action
    turn = (unfinished if unfinished.stage is None else unfinished.passing().saying(None)).turn()
    canonical = canonical_of(work, action, turn)
    if not work.unplaced or unfinished.stage is None:
        yield canonical, turn
        return
    gains = gains_of(work)
    for placings in _placings((), _places(work), 0, tick):
        placed = replace(gains, placed=frozenset(placings))
        yield replace(canonical, gains=placed), replace(turn, place=placings)


def _places(work: Work) -> list[list[Placing]]:
    """Return the places of each book, of A-books first: they fit on fewer steps."""
    letters = work.facts.book_letter
    in_order = sorted([(letters[book], book) for book in work.unplaced])
    return [[Placing(book, step) for step in steps_for(work, letter)] for letter, book in in_order]


def _placings(
    said: tuple[Placing, ...], places: list[list[Placing]], at: int, tick: Callable[[], None]
) -> Iterator[tuple[Placing, ...]]:
    """Yield every way to go on placing books, each on a step of its own."""
    tick()
    taken = [placing.step for placing in said]
    last = at == len(places) - 1
    for placing in places[at]:
        if placing.step in taken:
            continue
        longer = (*said, placing)
        if last:
            yield longer
        else:
            yield from _placings(longer, places, at + 1, tick)


Tick = Callable[[], None]
"""Called after every small piece of a long search, which it may end by raising an error."""


End = Callable[[Unfinished], bool]
"""Whether nothing more of a turn is to be said here."""

Keep = Callable[[Unfinished], bool]
"""Whether a beginning of a turn is gone on with; what is dropped once must stay dropped later."""


def no_tick() -> None:
    """Let a search go on to its end."""


def keep_all(beginning: Unfinished) -> bool:  # noqa: ARG001
    """Go on with every beginning of a turn."""
    return True


def legal_turns(
    state: State, actions: tuple[Action, ...] = ACTIONS, tick: Tick = no_tick
) -> Iterator[tuple[CanonicalTurn, Turn]]:
    """Yield each legal canonical turn of the player to move, with a turn that says it."""
    for said in _said_until(is_but_placed, state, actions, tick, keep_all):
        yield from placed_turns(said, tick)


def finished_turns(
    state: State, actions: tuple[Action, ...] = ACTIONS, tick: Tick = no_tick, keep: Keep = keep_all
) -> Iterator[Unfinished]:
    """Yield a way to say each legal canonical turn of which `keep` drops no beginning."""
    yield from _said_until(is_finished, state, actions, tick, keep)


def is_finished(unfinished: Unfinished) -> bool:
    """Return whether all of a turn is said."""
    return unfinished.stage is None


def _said_until(
    end: End, state: State, actions: tuple[Action, ...], tick: Tick, keep: Keep
) -> Iterator[Unfinished]:
    """Yield every way to say turns until they have come to an end."""
    if state.to_move is None:
        return

    def every(answers: Iterable[Any]) -> list[Any]:
        tick()
        return list(answers)

    narrow = list if tick is no_tick else every
    for action in actions:
        begun = Unfinished(action, Work.on(state, state.to_move))
        yield from _continued_until(end, begun, narrow, keep)


def _continued_until(
    end: End, unfinished: Unfinished, narrow: Narrow, keep: Keep
) -> Iterator[Unfinished]:
    if end(unfinished):
        yield unfinished
        return
    for further in after_stage(unfinished, narrow, keep):
        yield from _continued_until(end, further, narrow, keep)


def after_stage(
    unfinished: Unfinished, narrow: Narrow = list, keep: Keep = keep_all
) -> Iterator[Unfinished]:
    """Yield every way through the stage that is due, one for each result.

    Where levels of permanent bonuses can be chosen, it is a way through all stages on which they
    bear, because there the same can come of different levels.
    """
    if isinstance(unfinished.stage, UseLevels):
        yield from _at_any_levels(unfinished, unfinished.stage, narrow, keep)
        return
    ways = _ways(unfinished, narrow, keep)
    joining = unfinished.place + 1
    if joining == len(unfinished.row) or not unfinished.row[joining].joins_previous:
        yield from ways
        return
    found: set[Hashable] = set()
    for way in ways:
        for further in _ways(way, narrow, keep):
            if _is_new(found, outcome(further.work)):
                yield further


def _at_any_levels(
    unfinished: Unfinished, stage: UseLevels, narrow: Narrow, keep: Keep
) -> Iterator[Unfinished]:
    ways = [*_ways(unfinished, narrow, keep)]
    if len(ways) == 1:
        yield from ways
        return
    found: set[Hashable] = set()
    # The highest levels come first, so that lower ones are said only where they are needed.
    for way in ways:
        for further in _through(way, stage, narrow, keep):
            if _is_new(found, stage.result(further.work)):
                yield further


def _through(
    way: Unfinished, levels: UseLevels, narrow: Narrow, keep: Keep
) -> Iterator[Unfinished]:
    """Yield every way through the stages on which levels bear."""
    due = way.stage
    for further in _ways(way, narrow, keep):
        if levels.bears_until is None or isinstance(due, levels.bears_until):
            yield further
        else:
            yield from _through(further, levels, narrow, keep)


def _ways(unfinished: Unfinished, narrow: Narrow, keep: Keep) -> Iterator[Unfinished]:
    stage = unfinished.stage
    if stage is None or not stage.repeated:
        for answer in unfinished.options(narrow):
            further = unfinished.saying(answer)
            if keep(further):
                yield further
        return
    found: set[Hashable] = set()
    frontier: dict[Hashable, Unfinished] = {progress(unfinished.work): unfinished}
    while frontier:
        longer: dict[Hashable, Unfinished] = {}
        for beginning in frontier.values():
            if beginning.may_pass() and _is_new(found, outcome(beginning.work)):
                passed = beginning.passing()
                if keep(passed):
                    yield passed
            for answer in beginning.options(narrow):
                further = beginning.saying(answer)
                if keep(further):
                    _keep_cheapest(longer, further)
        frontier = longer


def _keep_cheapest(found: dict[Hashable, Unfinished], further: Unfinished) -> None:
    """Keep one beginning for each result: of the same regions the cheapest way."""
    result = progress(further.work)
    known = found.setdefault(result, further)
    if further.work.posts_cost < known.work.posts_cost:
        found[result] = further


def _is_new(found: set[Hashable], result: Hashable) -> bool:
    """Add a result to those found, and return whether it was not among them."""
    before = len(found)
    found.add(result)
    return len(found) > before
