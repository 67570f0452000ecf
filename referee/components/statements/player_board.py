"""What is stated about the tracks of a player board."""

from collections.abc import Iterator
from typing import Final

from referee.components.set_invariant import at, needed, stated
from referee.components.statements.amounts import is_increasing
from referee.game.component_set import ComponentSet
from referee.game.components import BookTrack, DiamondTrack
from referee.game.set_reader import EntryFinding

EXAMPLE_BOOKS: Final = 5
FIRST_FREE_STEP: Final = 2
"""The starting tile's book is step 1, so acquired books lie from here on."""


def _tracks(components: ComponentSet) -> Iterator[tuple[str, DiamondTrack | BookTrack]]:
    for diamonds in components.diamond_tracks:
        yield "diamond_tracks", diamonds
    for books in components.book_tracks:
        yield "book_tracks", books


def _slots(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, track in _tracks(components):
        if track.slot_at > track.last:
            problem = f"the slot is at step {track.slot_at}; expected 1 to {track.last}"
            yield at(table, track, problem)


def _values(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, track in _tracks(components):
        if not track.values:
            yield at(table, track, "has no values; a marker is worth the last value it passed")


def _rising(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, track in _tracks(components):
        steps = [value.at for value in track.values]
        if not is_increasing(steps) or max(steps, default=0) > track.last:
            problem = f"values at {steps!s:.60}; expected rising steps up to {track.last}"
            yield at(table, track, problem)
        if not is_increasing(pounds := [value.pounds for value in track.values]):
            problem = f"values of {pounds!s:.60} pounds; each is worth more than the one before"
            yield at(table, track, problem)


def _crossed_out(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.book_tracks:
        if not track.crossed_out:
            yield at("book_tracks", track, "no space has a crossed-out A; some have")


def _crossed_out_within(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.book_tracks:
        steps = track.crossed_out
        if steps and not (
            is_increasing(steps) and steps[0] >= FIRST_FREE_STEP and steps[-1] <= track.last
        ):
            seen = ", ".join(map(str, steps))
            problem = f"crossed-out A at {seen:.60}; expected rising steps"
            yield at("book_tracks", track, f"{problem} from {FIRST_FREE_STEP} to {track.last}")


def _five_books(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.book_tracks:
        if track.last < EXAMPLE_BOOKS:
            problem = f"has {track.last} steps; an example has {EXAMPLE_BOOKS} books in a row"
            yield at("book_tracks", track, problem)


STATEMENTS = (
    stated(
        "board-slots",
        "additional-slots",
        "diamond_tracks book_tracks",
        _slots,
        "A space of the diamond track and one of the bookkeeping track unlock an action slot.",
    ),
    stated(
        "board-values",
        "object",
        "diamond_tracks book_tracks",
        _values,
        "Values stand along the diamond track and the bookkeeping track.",
    ),
    needed(
        "board-values-rise",
        "diamond_tracks book_tracks",
        _rising,
        "The values of a track stand on it in order, and each is worth more.",
    ),
    stated(
        "board-crossed-out",
        "book-placing",
        "book_tracks",
        _crossed_out,
        "Some spaces of the bookkeeping track show a crossed-out A.",
    ),
    needed(
        "board-crossed-out-within",
        "book_tracks",
        _crossed_out_within,
        "The spaces with a crossed-out A are spaces for acquired books.",
    ),
    stated(
        "board-five-books",
        "bookkeeper-move",
        "book_tracks",
        _five_books,
        "An example stops on the fourth book before another one.",
    ),
)
