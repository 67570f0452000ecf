"""What is expected of the set that ships with the referee, beyond what the rulebooks state."""

from collections.abc import Iterator
from typing import Final

from referee.components.set_invariant import at, needed
from referee.game.component_set import ComponentSet
from referee.game.components import Book, Requirement, Reward, Track
from referee.game.messages.speech import say
from referee.game.set_drafts import EntryFinding

MOST_ALIKE: Final = 2


def _layouts(components: ComponentSet) -> Iterator[EntryFinding]:
    seen: dict[object, Track] = {}
    for track in components.tracks:
        layout = (track.last, track.shares, track.calls, track.specials)
        if layout in seen:
            problem = say("components.shipped_sets.has-the-same-spaces-icons", id=seen[layout].id)
            yield at("tracks", track, problem)
        seen.setdefault(layout, track)


def _books(components: ComponentSet) -> Iterator[EntryFinding]:
    alike: dict[tuple[str, tuple[Requirement, ...], Reward], list[Book]] = {}
    for book in components.books:
        # The order in which a book shows its requirements does not matter.
        requires = tuple(sorted(book.requires, key=repr))
        same = alike.setdefault((book.letter, requires, book.reward), [])
        same.append(book)
        if len(same) > MOST_ALIKE:
            others = ", ".join(other.id for other in same[:MOST_ALIKE])
            yield at(
                "books",
                book,
                say(
                    "components.shipped_sets.is-like-at-most-books",
                    others=others,
                    most_alike=MOST_ALIKE,
                ),
            )


SHIPPED = (
    needed(
        "shipped-layouts",
        "tracks",
        _layouts,
    ),
    needed(
        "shipped-books",
        "books",
        _books,
    ),
)
