"""Component sets nobody has printed, as different from each other as the rulebooks allow."""

from dataclasses import replace
from random import Random
from typing import Final

from msgspec import structs

from referee.components.generate.boards import (
    first_game,
    random_bases,
    random_book_spaces,
    random_book_track,
    random_borders,
    random_card_spaces,
    random_diamond_track,
    random_extra_spaces,
    random_land,
    random_regions,
    random_track_cards,
    random_tracks,
    round_coins,
)
from referee.components.generate.chances import shuffled
from referee.components.generate.pieces import (
    random_board_spaces,
    random_books,
    random_cards,
    random_starting_tiles,
    random_tiles,
)
from referee.components.statements.cards import is_starting
from referee.core.component_set import ComponentSet
from referee.i18n.speech import say


def random_set(rng: Random) -> ComponentSet:
    """Return a set in which the audit finds nothing; the same for the same state of `rng`."""
    land = random_land(rng)
    card_spaces = random_card_spaces(rng)
    cards = random_cards(rng, [space.crate for space in card_spaces])
    tiles = random_tiles(rng)
    extra = random_extra_spaces(rng)
    return ComponentSet(
        name="random",
        title=say("components.generate.a-random-component-set"),
        regions=random_regions(rng, land),
        borders=random_borders(rng, land),
        bases=random_bases(rng, land),
        tracks=random_tracks(rng, extra),
        track_cards=random_track_cards(rng),
        first_game=first_game(),
        diamond_tracks=(random_diamond_track(rng),),
        book_tracks=(random_book_track(rng),),
        cards=cards,
        books=random_books(rng),
        starting_tiles=random_starting_tiles(rng, [c.id for c in cards if is_starting(c)]),
        spaces=shuffled(rng, [*random_board_spaces(rng, tiles), *(s for p in extra for s in p)]),
        tiles=tiles,
        card_spaces=card_spaces,
        book_spaces=random_book_spaces(rng),
        round_coins=round_coins(),
    )


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
