"""Turns that differ only in where their books are placed: all else of them is made once.

Most legal turns are of this kind, since a few books find a place on many steps. Which steps are
open to a book depends on the table before the first is placed, so no table is made for each turn.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee.engine.books import PlaceBooks, steps_for
from referee.engine.canonical import canonical_of, gains_of
from referee.engine.unfinished import Unfinished
from referee.engine.work import Work
from referee.game.canonical import CanonicalTurn
from referee.game.turns import Placing, Turn

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
