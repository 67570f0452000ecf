"""The rulebook's own numbers: those that stand in its sentences, not on a component."""

from typing import Final

from referee.core.ids import BookLetter

# Playing the game; the title page
ROUNDS: Final = 7
PLAYER_COUNTS: Final = (2, 3, 4)

# Setup of the first game, step 10
STARTING_POUNDS: Final = 1
MARKERS_BY_PLAYERS: Final = {2: 3, 3: 2, 4: 2}
MARKERS_OF_A_COLOUR: Final = 5

# Setup of subsequent games, step 13
TILES_DEALT: Final = 2

# Use all expansion cards in your action area: the steps for entering a region
SINGLE_BORDER_POINTS: Final = 1
DOUBLE_BORDER_POINTS: Final = 2
FOREIGN_POST_POINTS: Final = 1

# Bookkeeping points
BOOK_PRICES: Final[dict[BookLetter, int]] = {"A": 1, "B": 1, "C": 2}
POUND_PRICE: Final = 1

# Use 1 bookkeeper card in your action area, step 1
FLIP_POUNDS: Final = 2

# Special spaces of the player boards
POUNDS_AT_TRACK_END: Final = 2
