"""Sets on which the ends of bases and tracks are reached within a few turns."""

from dataclasses import replace
from typing import Final

from msgspec import structs

from referee.game.component_set import ComponentSet

SHORT_BASE: Final = 2
SHORT_TRACK: Final = 4
SLOT_AT: Final = 2
SHORT_COMPANY_TRACK: Final = 7
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


def shortest(components: ComponentSet) -> ComponentSet:
    """Return a set with one post in each column, and a jar that is at its end after two books."""
    books = structs.replace(components.book_track, last=2, slot_at=2, crossed_out=())
    bases = tuple(
        structs.replace(base, columns=tuple(column[-1:] for column in base.columns))
        for base in components.bases
    )
    return replace(components, bases=bases, book_tracks=(books,))


def with_short_tracks(components: ComponentSet) -> ComponentSet:
    """Return a set whose company tracks end early, beyond the first icons and calls."""
    last = SHORT_COMPANY_TRACK
    return replace(
        components,
        tracks=tuple(
            structs.replace(
                track,
                last=last,
                shares=tuple(icon for icon in track.shares if icon.at <= last),
                calls=tuple(call for call in track.calls if call.before <= last),
                specials=tuple(special for special in track.specials if special.at <= last),
            )
            for track in components.tracks
        ),
    )
