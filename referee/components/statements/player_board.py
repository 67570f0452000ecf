"""What is stated about the tracks of a player board."""

from collections.abc import Iterator
from typing import Final

from referee.components.set_invariant import at, needed, stated
from referee.components.statements.amounts import is_increasing
from referee.game.component_set import ComponentSet
from referee.game.components import BookTrack, DiamondTrack
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

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
            problem = say(
                "components.player_board.the-slot-is-at-step",
                slot_at=track.slot_at,
                last=track.last,
            )
            yield at(table, track, problem)


def _values(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, track in _tracks(components):
        if not track.values:
            yield at(table, track, say("components.player_board.has-no-values-a-marker"))


def _rising(components: ComponentSet) -> Iterator[EntryFinding]:
    for table, track in _tracks(components):
        steps = [value.at for value in track.values]
        if not is_increasing(steps) or max(steps, default=0) > track.last:
            problem = say(
                "components.player_board.values-at-expected-rising-steps",
                steps=f"{steps!s:.60}",
                last=track.last,
            )
            yield at(table, track, problem)
        if not is_increasing(pounds := [value.pounds for value in track.values]):
            problem = say(
                "components.player_board.values-of-pounds-each-is", pounds=f"{pounds!s:.60}"
            )
            yield at(table, track, problem)


def _crossed_out(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.book_tracks:
        if not track.crossed_out:
            yield at("book_tracks", track, say("components.player_board.no-space-has-a-crossed"))


def _crossed_out_within(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.book_tracks:
        steps = track.crossed_out
        if steps and not (
            is_increasing(steps) and steps[0] >= FIRST_FREE_STEP and steps[-1] <= track.last
        ):
            seen = ", ".join(map(str, steps))
            problem = say("components.player_board.crossed-out-a-at-expected", seen=f"{seen:.60}")
            yield at(
                "book_tracks",
                track,
                say(
                    "components.player_board.from-to",
                    problem=problem,
                    first_free_step=FIRST_FREE_STEP,
                    last=track.last,
                ),
            )


def _five_books(components: ComponentSet) -> Iterator[EntryFinding]:
    for track in components.book_tracks:
        if track.last < EXAMPLE_BOOKS:
            problem = say(
                "components.player_board.has-steps-an-example-has",
                last=track.last,
                example_books=EXAMPLE_BOOKS,
            )
            yield at("book_tracks", track, problem)


STATEMENTS = (
    stated(
        "board-slots",
        "additional-slots",
        "diamond_tracks book_tracks",
        _slots,
    ),
    stated(
        "board-values",
        "object",
        "diamond_tracks book_tracks",
        _values,
    ),
    needed(
        "board-values-rise",
        "diamond_tracks book_tracks",
        _rising,
    ),
    stated(
        "board-crossed-out",
        "book-placing",
        "book_tracks",
        _crossed_out,
    ),
    needed(
        "board-crossed-out-within",
        "book_tracks",
        _crossed_out_within,
    ),
    stated(
        "board-five-books",
        "bookkeeper-move",
        "book_tracks",
        _five_books,
    ),
)
