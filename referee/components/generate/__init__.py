"""Component sets nobody has printed, as different from each other as the rulebooks allow."""

from random import Random

from referee.components.generate.board import (
    random_book_spaces,
    random_book_track,
    random_card_spaces,
    random_diamond_track,
    round_coins,
)
from referee.components.generate.bonus import random_board_spaces, random_tiles
from referee.components.generate.books import random_books, random_starting_tiles
from referee.components.generate.cards import random_cards
from referee.components.generate.chances import shuffled
from referee.components.generate.map import random_bases, random_borders, random_regions
from referee.components.generate.regions import random_land
from referee.components.generate.tracks import (
    first_game,
    random_extra_spaces,
    random_track_cards,
    random_tracks,
)
from referee.components.statements.cards import is_starting
from referee.game.component_set import ComponentSet
from referee.game.messages.speech import say


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
