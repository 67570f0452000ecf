"""Sets on which the ends of bases and tracks are reached within a few turns."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from referee.game.component_set import ComponentSet

SHORT_BASE: Final = 2
SHORT_TRACK: Final = 4
SLOT_AT: Final = 2
CROSSED_OUT: Final = (3,)


def small(components: ComponentSet) -> ComponentSet:
    """Return a set with short bases and tracks, on which the ends are reached within a game."""
    diamonds, books = components.diamond_track, components.book_track
    return replace(
        components,
        bases=tuple(
            structs.replace(base, columns=tuple(column[-SHORT_BASE:] for column in base.columns))
            for base in components.bases
        ),
        diamond_tracks=(structs.replace(diamonds, last=SHORT_TRACK, slot_at=SLOT_AT),),
        book_tracks=(
            structs.replace(books, last=SHORT_TRACK, slot_at=SLOT_AT, crossed_out=CROSSED_OUT),
        ),
    )
