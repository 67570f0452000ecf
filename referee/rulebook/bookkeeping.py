"""Books: points, placing, refills, and the bookkeeper."""

from referee.core import rulings
from referee.core.rule import effect, legality

BOOK_ON_DISPLAY = legality("BKK-01", "book-on-display", "bookkeeping-points", facts="book")
POINTS_COVER_PRICE = legality(
    "BKK-02",
    "points-cover-price",
    "bookkeeping-points",
    facts="cost points",
    rulings=(rulings.POOLS,),
)
ALL_POINTS_USED = legality(
    "BKK-03",
    "all-points-used",
    "books-intro",
    facts="left",
    rulings=(rulings.PARTIAL_USE,),
)
NO_BOOKS_AT_THE_END = legality(
    "BKK-04",
    "no-books-at-the-end",
    "book-track-end",
    facts="books",
    rulings=(rulings.BOOK_MONEY_CONVERT,),
)
TAKEN_BOOKS_PLACED = legality(
    "BKK-05",
    "taken-books-placed",
    "book-placing",
    facts="books",
    rulings=(rulings.PLACE_AT_END, rulings.BOOK_UNPLACEABLE),
)
PLACED_ON_TRACK = legality(
    "BKK-06", "placed-on-track", "book-placing", facts="book step", rulings=(rulings.STARTING_BOOK,)
)
NO_A_ON_CROSSED_OUT = legality(
    "BKK-07", "no-a-on-crossed-out", "book-placing", facts="book step", rulings=(rulings.COVER,)
)
NO_A_OVER_B_OR_C = legality(
    "BKK-08",
    "no-a-over-b-or-c",
    "book-placing",
    facts="book step covered",
    rulings=(rulings.COVER,),
)
COVER_IF_NECESSARY = legality(
    "BKK-09",
    "cover-if-necessary",
    "book-placing",
    facts="book step empty",
    rulings=(rulings.COVER,),
)
ONE_BOOK_A_SPACE = legality(
    "BKK-10", "one-book-a-space", "book-placing", facts="step", rulings=(rulings.COVER_SAME_TURN,)
)
REFILL_WHEN_DUE = legality(
    "BKK-11", "refill-when-due", "book-refill", facts="due", rulings=(rulings.PLACE_AT_END,)
)
REFILL_EMPTY_SPACES = legality(
    "BKK-12",
    "refill-empty-spaces",
    "book-refill",
    "general-notes",
    facts="spaces",
    rulings=(rulings.BOOK_FILL_ORDER,),
)
BOOKKEEPER_FACE_UP = legality("BKK-13", "bookkeeper-face-up", "bookkeeper", "actions", facts="card")
FLIP_IS_PAID = legality(
    "BKK-14", "flip-is-paid", "bookkeeper-flip", facts="price cash", rulings=(rulings.FLIP_TIMING,)
)
FLIPS_FACE_UP_BOOK = legality(
    "BKK-15",
    "flips-face-up-book",
    "bookkeeper-flip",
    facts="step",
    rulings=(rulings.FLIP_TIMING, rulings.STARTING_BOOK),
)
JAR_MOVES_FORWARD = legality(
    "BKK-16", "jar-moves-forward", "bookkeeper-move", "book-track-end", facts="to at last"
)
NO_EMPTY_SPACES = legality(
    "BKK-17", "no-empty-spaces", "books-intro", "bookkeeper-move", facts="step"
)
REQUIREMENTS_MET = legality(
    "BKK-18",
    "requirements-met",
    "bookkeeper",
    "icons",
    "bookkeeper-move",
    facts="step book needed",
    rulings=(rulings.REQUIREMENTS_ADD, rulings.BOOKKEEPER_COUNTS),
)
BOOK_REWARD_TAKEN = legality(
    "BKK-19",
    "book-reward-taken",
    "icons",
    "bookkeeper-move",
    facts="said expected",
    rulings=(rulings.PARTIAL_USE, rulings.REWARD_PARTS_ORDER),
)
REMOVES_FOREMOST = legality("BKK-20", "removes-foremost", "icons", facts="company column")
POINTS_OF_BOOKKEEPER = effect(
    "BKK-21",
    "points-of-bookkeeper",
    "bookkeeper-tile",
    "bookkeeper-points",
    rulings=(rulings.POOLS,),
)
REWARD_WHERE_JAR_STOPS = effect(
    "BKK-22", "reward-where-jar-stops", "bookkeeper-move", rulings=(rulings.POOLS,)
)
BOOK_WITH_COIN = effect(
    "BKK-23",
    "book-with-coin",
    "preparation-coins",
    rulings=(rulings.COIN_TIMING, rulings.COINS_ON_EMPTY),
)
TWO_POUNDS_A_POINT = effect(
    "BKK-24", "two-pounds-a-point", "book-track-end", rulings=(rulings.BOOK_MONEY_CONVERT,)
)
POUND_A_POINT = effect("BKK-25", "pound-a-point", "bookkeeping-points")
BOOKS_LIE_ON_TOP = effect(
    "BKK-26", "books-lie-on-top", "book-placing", rulings=(rulings.COVER, rulings.PLACE_AT_END)
)
BOOKKEEPER_FLIPS = effect(
    "BKK-27", "bookkeeper-flips", "bookkeeper", "used-cards", "bookkeeper-move"
)
COTTON_REWARD = effect("BKK-28", "cotton-reward", "icons", rulings=(rulings.COTTON_REWARD_FLOOR,))
REMOVED_POSTS_ARE_LOST = effect("BKK-29", "removed-posts-are-lost", "icons")
FLIPPED_BOOK = effect("BKK-30", "flipped-book", "bookkeeper-move")
REFILL_BY_LETTER = legality(
    "BKK-31", "refill-by-letter", "book-refill", facts="book letter space expected"
)
REFILL_UNSEEN = legality("BKK-32", "refill-unseen", "book-refill", facts="book")
JAR_STAYS = effect("BKK-33", "jar-stays", "bookkeeper-move")
