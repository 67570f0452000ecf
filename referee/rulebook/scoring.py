"""The final scoring in seven rows."""

from referee.core import rulings
from referee.core.rule import effect

CASH_ROW = effect("SCO-01", "cash-row", "scoring-cash")
SHARES_OWNED = effect(
    "SCO-02",
    "shares-owned",
    "scoring-shares",
    "shares",
    "end-of-game",
    "single-share-cards",
    rulings=(rulings.SHARE_REACHED, rulings.SHARE_ON_EXPANSION_CARD),
)
SHARE_VALUE = effect("SCO-03", "share-value", "shares", "scoring-shares")
SHARE_ROWS = effect("SCO-04", "share-rows", "scoring-shares")
DIAMOND_ROW = effect(
    "SCO-05", "diamond-row", "scoring-diamonds", "object", rulings=(rulings.VALUE_PASSED,)
)
BOOK_ROW = effect("SCO-06", "book-row", "scoring-books", "object", rulings=(rulings.VALUE_PASSED,))
HIGHEST_TOTAL = effect("SCO-07", "highest-total", "scoring-total")
