"""The canonical turn: what was chosen, with every order that cannot matter erased.

Canonical turns are what is counted, compared and optimised; `docs/turns.md` defines them.
"""

from msgspec import Struct
from msgspec.structs import replace

from referee.core.ids import BookId, CardId, Company, ItemId, RegionId, Seat, Slot, SpaceId
from referee.core.turns import BookStep, Placing, PlusOne

Columns = tuple[int, ...]
"""How many posts, by column of a base."""


class Gains(Struct, frozen=True, kw_only=True):
    """What was made of the rewards of a turn, in amounts and sets instead of an order."""

    pounds: int = 0
    diamonds: int = 0
    """Diamond steps made or paid out, without those that were forfeited."""
    steps: tuple[int, ...] = (0, 0, 0, 0)
    """Steps made on each company's track: the one result that an order can change."""
    books: frozenset[BookId] = frozenset()
    points_for_pounds: int = 0
    """Bookkeeping points that were turned into money, at whatever rate."""
    removed: tuple[Columns, ...] = ((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    """Posts taken out of the game, by company and column."""
    placed: frozenset[Placing] = frozenset()


NO_GAINS = Gains()


class Canonical(Struct, frozen=True, kw_only=True, tag_field="do"):
    """What every canonical turn has."""

    seat: Seat
    plus_one: PlusOne | None = None
    """Said as `before` wherever before and after come to the same."""


class CanonicalGoods(Canonical, frozen=True, kw_only=True, tag="goods"):
    """The cards used, the card acquired, and the units that went to each track."""

    cards: frozenset[CardId]
    buy: CardId | None = None
    steps: tuple[int, ...] = (0, 0, 0, 0)


class CanonicalExpansion(Canonical, frozen=True, kw_only=True, tag="expand"):
    """The regions entered, the posts by column, and the ousted posts by company and column."""

    company: Company
    regions: frozenset[RegionId] = frozenset()
    left: Columns = (0, 0, 0)
    returned: tuple[Columns, ...] = ((0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    gains: Gains = NO_GAINS


class CanonicalBookkeeper(Canonical, frozen=True, kw_only=True, tag="bookkeeper"):
    """The bookkeeper, the flipped book, the step where the jar stands, and the gains."""

    card: ItemId
    flip: BookStep | None = None
    to: BookStep
    gains: Gains = NO_GAINS


class CanonicalMerchant(Canonical, frozen=True, kw_only=True, tag="merchant"):
    """The diamond merchant."""

    card: ItemId


class CanonicalMarker(Canonical, frozen=True, kw_only=True, tag="marker"):
    """The space, which of its rewards, the cards removed and bought, and the gains."""

    space: SpaceId
    option: int | None = None
    discard: CardId | None = None
    buy: CardId | None = None
    gains: Gains = NO_GAINS


class CanonicalEnd(Canonical, frozen=True, kw_only=True, tag="end"):
    """The deck picked up; None where that has no effect."""

    deck: Slot | None = None


CanonicalTurn = (
    CanonicalGoods
    | CanonicalExpansion
    | CanonicalBookkeeper
    | CanonicalMerchant
    | CanonicalMarker
    | CanonicalEnd
)


def measured(turn: CanonicalTurn) -> CanonicalTurn:
    """Return a turn without what no score shows: where books are placed, which deck is taken."""
    match turn:
        case CanonicalBookkeeper() | CanonicalExpansion() | CanonicalMarker():
            return replace(turn, gains=replace(turn.gains, placed=frozenset()))
        case CanonicalEnd():
            return replace(turn, deck=None)
        case _:
            return turn
