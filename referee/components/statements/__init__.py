"""Everything that must hold of a component set, in the order in which a person reads a copy."""

from referee.components.set_invariant import SetInvariant
from referee.components.statements import (
    bases,
    bonus,
    books,
    card_values,
    cards,
    displays,
    ids,
    majority,
    map_examples,
    player_board,
    rounds,
    starting_tiles,
    track_bonuses,
    tracks,
)
from referee.components.statements import map as map_

STATEMENTS: tuple[SetInvariant, ...] = (
    *map_.STATEMENTS,
    *map_examples.STATEMENTS,
    *bases.STATEMENTS,
    *tracks.STATEMENTS,
    *track_bonuses.STATEMENTS,
    *player_board.STATEMENTS,
    *cards.STATEMENTS,
    *card_values.STATEMENTS,
    *books.STATEMENTS,
    *starting_tiles.STATEMENTS,
    *bonus.STATEMENTS,
    *majority.STATEMENTS,
    *displays.STATEMENTS,
    *rounds.STATEMENTS,
    *ids.STATEMENTS,
)
