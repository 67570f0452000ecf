"""Setup: tracks, deals, starting tiles."""

from referee.core import rulings
from referee.core.rule import effect, legality

PLAYER_COUNT = legality("SET-01", "player-count", "title", facts="players")
FIRST_GAME_TRACKS = legality(
    "SET-02",
    "first-game-tracks",
    "setup-tracks",
    facts="company track expected",
    rulings=(rulings.SETUP_MODE,),
)
ONE_SIDE_OF_EACH_TRACK = legality(
    "SET-03",
    "one-side-of-each-track",
    "setup-later-tracks",
    facts="tracks",
    rulings=(rulings.SETUP_MODE,),
)
SETUP_ORDER = legality(
    "SET-04",
    "setup-order",
    "setup-card-display",
    "setup-books",
    "setup-starting-tile",
    "setup-start",
    "setup-later-tiles",
    facts="event due",
    rulings=(rulings.SETUP_MODE,),
)
DEAL_FILLS_DISPLAY = legality(
    "SET-05", "deal-fills-display", "setup-card-display", facts="dealt spaces"
)
DEAL_LETTERS_IN_ORDER = legality(
    "SET-06",
    "deal-letters-in-order",
    "setup-card-stack",
    "setup-card-display",
    facts="card letter expected",
)
DEAL_UNSEEN_CARDS = legality("SET-07", "deal-unseen-cards", "setup-card-stack", facts="card")
BOOKS_FILL_DISPLAY = legality("SET-08", "books-fill-display", "setup-books", facts="spaces")
BOOKS_BY_LETTER = legality(
    "SET-09", "books-by-letter", "setup-books", facts="book letter space expected"
)
BOOKS_UNSEEN = legality("SET-10", "books-unseen", "setup-books", facts="book")
FIRST_GAME_TILE = legality(
    "SET-11",
    "first-game-tile",
    "setup-starting-tile",
    facts="tile expected",
    rulings=(rulings.SETUP_MODE,),
)
TILE_DEALT_ONCE = legality(
    "SET-12",
    "tile-dealt-once",
    "setup-later-tiles",
    facts="tile",
    rulings=(rulings.SETUP_MODE, rulings.REJECTED_TILE),
)
REST_THREE_CARDS = legality("SET-13", "rest-three-cards", "setup-start", facts="cards expected")
STARTING_BONUS_ORDER = legality(
    "SET-14",
    "starting-bonus-order",
    "setup-start",
    facts="seat expected",
    rulings=(rulings.STARTING_BONUS,),
)
STARTING_BONUS_PARTS = legality(
    "SET-15",
    "starting-bonus-parts",
    "setup-start",
    facts="said expected",
    rulings=(rulings.STARTING_BONUS, rulings.REWARD_PARTS_ORDER),
)
POSTS_COVER_BASES = effect("SET-16", "posts-cover-bases", "setup-posts")
PLAYER_STARTS_WITH = effect("SET-17", "player-starts-with", "setup-player")
EXPANSION_CARD_OF_SEAT = effect("SET-18", "expansion-card-of-seat", "setup-expansion-card")
COINS_ON_ROUND_TRACK = effect("SET-19", "coins-on-round-track", "setup-round-track")
STARTING_BONUS_MOVES = effect(
    "SET-20", "starting-bonus-moves", "setup-start", rulings=(rulings.STARTING_BONUS,)
)
JAR_ON_STARTING_TILE = effect(
    "SET-21", "jar-on-starting-tile", "setup-start", rulings=(rulings.STARTING_BOOK,)
)
FIRST_PLAYER_STARTS = effect("SET-22", "first-player-starts", "setup-first-player")
DEAL_FILL_ORDER = effect("SET-23", "deal-fill-order", "setup-card-display")
