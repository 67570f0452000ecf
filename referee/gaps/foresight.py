"""What later lines of a record ask of an earlier turn, gathered once before the search."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from referee.core.events import Plan, PrepareRound, RefillBooks
from referee.core.ids import COMPANIES, BookId, BookSpaceId, CardId, Company, ItemId, Seat, SpaceId
from referee.core.turns import (
    BLANK,
    BuyCard,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.gaps.lines import (
    ONE_TURN,
    PUTS_RIGHT,
    SOME_TURNS,
    BlankRefill,
    Content,
    GapLine,
    RulingFromHere,
    Unordered,
    is_gap,
    is_whole_turn,
    may_be_turn_of,
)
from referee.records.record import Adjust, AsItLies, BlankTurns, Remark, RoundMark

# Claims of a record about a player, as far as they bound the table after an earlier turn ----------
Marker = Company | str
"""What a claim about a marker of a player is of: a company's track, `diamonds` or `ink`."""


class SeatBounds(Struct, frozen=True):
    """Claims about one player, as far as they bear on the table after a turn of his."""

    at_most: Mapping[Marker, int] = {}
    """Markers never go back, so a later claim is a bound on every earlier turn."""
    exactly: Mapping[Marker, int] = {}
    """Where the player has no turn in between, the marker stands there already."""
    cash: tuple[int, ...] = ()
    """What the player has later, without a turn of his in between: others' turns can only add."""
    cash_now: tuple[int, ...] = ()
    """What the player has after this very turn."""


NO_LIMITS = SeatBounds()


def _seat_bounds(lines: Sequence[GapLine], place: int, seat: Seat) -> SeatBounds:
    at_most: dict[Marker, int] = {}
    exactly: dict[Marker, int] = {}
    cash: list[int] = []
    cash_now: list[int] = []
    his_last = not isinstance(lines[place].content, (BlankTurns, Unordered))
    last_of_all = his_last
    for further, line in enumerate(lines[place:]):
        if isinstance(line.content, PUTS_RIGHT):
            # Behind this nothing follows any more from what was before.
            break
        if further:
            his_last = his_last and not may_be_turn_of(line.content, seat)
            last_of_all = last_of_all and not isinstance(line.content, SOME_TURNS)
        for claim in line.claims:
            if claim.seat != seat:
                continue
            if claim.what == "cash" and his_last:
                (cash_now if last_of_all else cash).append(claim.value)
            marker: Marker | None = claim.what if claim.what in {"diamonds", "ink"} else None
            if claim.what == "track" and claim.company in COMPANIES:
                marker = claim.company
            if marker is not None:
                at_most[marker] = min(claim.value, at_most.get(marker, claim.value))
                if his_last:
                    exactly.setdefault(marker, claim.value)
    return SeatBounds(at_most, exactly, tuple(cash), tuple(cash_now))


# Which pieces a written turn buys, uses and takes -------------------------------------------------
def purchases(turn: Content) -> list[CardId]:
    """Return the cards that a written turn buys."""
    match turn:
        case UseGoods():
            return [turn.buy] if turn.buy else []
        case UseBookkeeper() | PlaceMarker():
            return [part.card for part in turn.reward if isinstance(part, BuyCard)]
        case _:
            return []


def _area_items(content: Content) -> tuple[ItemId, ...]:
    match content:
        case UseGoods():
            return content.cards
        case UseBookkeeper() | UseMerchant():
            return (content.card,)
        case Expand(cards=tuple(cards)):
            return cards
        case _:
            return ()


def uses(content: Content) -> tuple[str, ...]:
    """Return the cards that a player must have for what he does in a line."""
    match content:
        case Plan():
            return tuple(card for card in content.slots if card is not None)
        case PlaceMarker(discard=str(card)):
            return (card,)
        case _:
            return _area_items(content)


def _books_taken(turn: Content) -> frozenset[BookId]:
    if isinstance(turn, Expand | UseBookkeeper | PlaceMarker) and isinstance(turn.place, tuple):
        return frozenset(placing.book for placing in turn.place)
    return frozenset()


class Foresight(Struct, frozen=True):
    """What the lines from one on ask of a turn in this line."""

    limits: Mapping[Seat, SeatBounds] = {}
    items: Mapping[Seat, frozenset[ItemId]] = {}
    """Cards and tiles that a player uses later in the round."""
    bought: frozenset[CardId] = frozenset()
    """Cards that are bought later in the round."""
    owners: Mapping[CardId, Seat] = {}
    """Whose a card is that somebody uses later in the game."""
    to_have: Mapping[Seat, frozenset[CardId]] = {}
    """Cards that a player uses later without a turn before in which he may have bought them."""
    taken: frozenset[BookId] = frozenset()
    """Books that are taken later in the game."""
    lying: Mapping[BookSpaceId, frozenset[BookId]] = {}
    """The books of which one lies on a space behind the gap, where later lines tell."""
    drawn: "CardsDrawn | None" = None
    wanted: Mapping[Seat, frozenset[CardId]] = {}
    """The same cards, also where other turns of the same gap may have bought them."""
    drawn_behind: "CardsDrawn | None" = None
    """The same draw, also where other turns of the same gap may have bought cards."""
    spaces: frozenset[SpaceId] = frozenset()
    """Bonus spaces on which a marker is placed later in the round."""
    goes_on: frozenset[Seat] = frozenset()
    """Who takes another turn in the round."""
    expands: frozenset[Seat] = frozenset()
    """Who expands later in the round."""
    next_turns: Mapping[Seat, Turn] = {}
    """The next turn of a player in the round, where it is the next that he can have taken and
    somebody else's gap lies between."""
    next_plans: Mapping[Seat, frozenset[CardId]] = {}
    """What a player plans in the next round, where nothing can come to his hand before."""
    refilled: frozenset[BookSpaceId] | None = None
    """The spaces that are refilled after this turn; None if nothing tells."""


class CardsDrawn(Struct, frozen=True):
    """How many cards are drawn after the round, which tells how many were bought in it."""

    cards: int
    bought: frozenset[CardId]
    """Those that later turns of the round buy."""
    gaps: int
    """Later turns of the round in which something may have been bought."""


NOTHING_FORESEEN = Foresight()


class Foreseen:
    """What each line of a record and later ones ask of it, found when it is needed."""

    def __init__(self, lines: Sequence[GapLine], players: int, *, refills_written: bool) -> None:
        self._lines = lines
        self._players = players
        self._refills_written = refills_written
        self._known: dict[int, Foresight] = {}

    def __getitem__(self, place: int) -> Foresight:
        found = self._known.get(place)
        if found is None:
            found = self._known[place] = _foresight(
                self._lines, place, self._players, refills_written=self._refills_written
            )
        return found


ROUND_STARTS = (Plan, PrepareRound, RoundMark)
"""Without one of these no other round can have begun."""


def _foresight(
    lines: Sequence[GapLine], place: int, players: int, *, refills_written: bool
) -> Foresight:
    items: dict[Seat, frozenset[ItemId]] = {}
    bought: set[CardId] = set()
    spaces: set[SpaceId] = set()
    goes_on: set[Seat] = set()
    expands: set[Seat] = set()
    here, *behind = [line.content for line in lines[place:]]
    planning = isinstance(here, Plan)
    for content in behind:
        if planning and isinstance(content, Plan):
            continue
        if isinstance(content, ROUND_STARTS):
            break
        planning = False
        if isinstance(content, ONE_TURN) and content.seat is not None:
            goes_on.add(content.seat)
            if isinstance(content, Expand):
                expands.add(content.seat)
        if is_whole_turn(content):
            items[content.seat] = items.get(content.seat, frozenset()).union(_area_items(content))
            bought.update(purchases(content))
            if isinstance(content, PlaceMarker):
                spaces.add(content.space)
    owners, taken = _owned_and_taken(behind)
    wanted = _to_have(behind, players)
    drawn = None if isinstance(here, Plan) else _drawn(behind)
    # Of several turns nothing is known that holds between two of them.
    several = isinstance(here, (BlankTurns, Unordered))
    return Foresight(
        owners=owners,
        taken=taken,
        lying=_lying(behind),
        to_have={} if several else wanted,
        drawn=None if several else drawn,
        wanted=wanted,
        drawn_behind=drawn,
        limits={Seat(seat): _seat_bounds(lines, place, Seat(seat)) for seat in range(players)},
        items=items,
        bought=frozenset(bought),
        spaces=frozenset(spaces),
        goes_on=frozenset(goes_on),
        expands=frozenset(expands),
        next_turns={} if several else _next_turns(behind, players),
        next_plans={} if isinstance(here, (Plan, PrepareRound)) else _next_plans(behind),
        refilled=None if several else _refilled(behind, refills_written=refills_written),
    )


def _owned_and_taken(behind: Sequence[Content]) -> tuple[Mapping[CardId, Seat], frozenset[BookId]]:
    owners: dict[CardId, Seat] = {}
    taken: set[BookId] = set()
    for content in behind:
        if isinstance(content, PUTS_RIGHT):
            # What belongs to whom may have been put right there.
            break
        if isinstance(content, Plan) or is_whole_turn(content):
            for card in (*purchases(content), *uses(content)):
                owners.setdefault(CardId(card), content.seat)
            taken |= _books_taken(content)
    return owners, frozenset(taken)


def _lying(behind: Sequence[Content]) -> Mapping[BookSpaceId, frozenset[BookId]]:
    found: dict[BookSpaceId, frozenset[BookId]] = {}
    seen: set[BookSpaceId] = set()
    taken: frozenset[BookId] = frozenset()
    for content in behind:
        if isinstance(content, RefillBooks):
            for drawn in content.books:
                if drawn.space == BLANK:
                    return found
                if drawn.space not in seen and taken:
                    found[drawn.space] = taken
                seen.add(drawn.space)
            taken = frozenset()
        elif isinstance(content, Remark | RoundMark):
            continue
        elif taken or is_gap(content) or isinstance(content, PUTS_RIGHT):
            # A refill that nobody wrote may have filled any space.
            break
        elif is_whole_turn(content):
            taken = _books_taken(content)
    return found


def _to_have(behind: Sequence[Content], players: int) -> Mapping[Seat, frozenset[CardId]]:
    needed: dict[Seat, set[CardId]] = {Seat(seat): set() for seat in range(players)}
    bought: set[CardId] = set()
    open_seats = set(needed)
    for content in behind:
        if isinstance(content, SOME_TURNS) and is_gap(content):
            open_seats -= {seat for seat in open_seats if may_be_turn_of(content, seat)}
        elif isinstance(content, Plan | Turn) and content.seat in open_seats:
            needed[content.seat].update(CardId(c) for c in uses(content) if c not in bought)
            bought.update(purchases(content))
        if not open_seats:
            break
    return {seat: frozenset(cards) for seat, cards in needed.items()}


def _drawn(behind: Sequence[Content]) -> CardsDrawn | None:
    gaps = 0
    bought: set[CardId] = set()
    for content in behind:
        match content:
            case PrepareRound():
                cards = content.cards
                return None if BLANK in cards else CardsDrawn(len(cards), frozenset(bought), gaps)
            case Plan() | RoundMark() | BlankTurns() | Unordered():
                return None
            case _:
                if is_whole_turn(content):
                    bought.update(purchases(content))
                else:
                    gaps += isinstance(content, ONE_TURN)
    return None


def _next_turns(behind: Sequence[Content], players: int) -> Mapping[Seat, Turn]:
    """Return the next turns that a gap keeps the search from coming to at once."""
    found: dict[Seat, Turn] = {}
    unknown = {Seat(seat) for seat in range(players)}
    gap_between = False
    for content in behind:
        if not unknown or isinstance(content, (*ROUND_STARTS, *PUTS_RIGHT, RulingFromHere)):
            break
        if is_whole_turn(content) and content.seat in unknown and gap_between:
            found[content.seat] = content
        unknown -= {seat for seat in unknown if may_be_turn_of(content, seat)}
        gap_between = gap_between or (isinstance(content, SOME_TURNS) and is_gap(content))
    return found


def _next_plans(behind: Sequence[Content]) -> Mapping[Seat, frozenset[CardId]]:
    found: dict[Seat, frozenset[CardId]] = {}
    started = False
    for content in behind:
        if isinstance(content, (*PUTS_RIGHT, RulingFromHere)):
            break
        if isinstance(content, Plan):
            if started and content.seat in found:
                break
            cards = [card for card in content.slots if card is not None and card != BLANK]
            found[content.seat] = frozenset(cards)
        elif started and isinstance(content, SOME_TURNS):
            break
        started = started or isinstance(content, ROUND_STARTS)
    return found


def _refilled(behind: Sequence[Content], *, refills_written: bool) -> frozenset[BookSpaceId] | None:
    """Return the spaces that are refilled right after a turn, if a line or its lack tells."""
    for content in behind:
        match content:
            case RefillBooks():
                spaces = frozenset(drawn.space for drawn in content.books)
                return None if BLANK in spaces else spaces
            case Remark() | Adjust() | AsItLies() | RulingFromHere():
                continue
            case BlankRefill() | BlankTurns() | Unordered():
                return None
            case _:
                return frozenset() if refills_written else None
    return None
