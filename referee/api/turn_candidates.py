"""Everything that can be said next in a turn, legal or not: people record what was played."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, get_args

from referee.api.turn_edits import AGAIN, Said, part_said
from referee.game.components import (
    BookkeeperCard,
    BookkeeperTile,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
)
from referee.game.ids import COMPANIES, SLOTS, RegionId, Seat
from referee.game.state import State
from referee.game.turns import (
    BLANK,
    Action,
    Advance,
    BuyCard,
    CollectRegion,
    EndPhase,
    Expand,
    MoveDiamond,
    PlaceMarker,
    RemovePost,
    SpendPoints,
    TakePounds,
    Turn,
    UseBookkeeper,
    UseGoods,
    UsesBonuses,
)
from referee.notation.fields import FORMS
from referee.notation.fields import said as noted

MOST_COLUMNS: Final = 14
MOST_STEPS: Final = 17
MOST_COUNTED: Final = 15
MOST_OPTIONS: Final = 4


def blank_turn(action: Action, seat: Seat) -> Turn:
    """Return a turn of which only the action is said."""
    turn: Turn = noted(FORMS[action].turn, seat)
    return turn


def first_candidates(state: State, seat: Seat) -> Iterator[tuple[Turn, Said]]:
    """Yield with what a turn of a player can begin: whatever lies before him, spaces, homes."""
    for action in get_args(Action):
        yield blank_turn(action, seat), Said("action", (action,))
    for item in _items(state, seat):
        if (action := _action_with(state, item)) is not None:
            yield blank_turn(action, seat), Said("item", (item,))
    for company in COMPANIES:
        yield blank_turn("expand", seat), Said("company", (company,))
    for space in state.setting.spaces:
        yield blank_turn("marker", seat), Said("space", (space.id,))
    for slot in SLOTS:
        yield blank_turn("end", seat), Said("deck", (slot,))


def _items(state: State, seat: Seat) -> list[str]:
    player = state.players[seat]
    return [*filter(None, player.slots), *sorted(player.tiles)]


def _action_with(state: State, item: str) -> Action | None:
    components = state.setting.components
    found = components.card.get(item) or components.tile.get(item)  # type: ignore[call-overload]
    match found:
        case GoodsCard():
            return "goods"
        case ExpansionCard() | ExpansionTile():
            return "expand"
        case BookkeeperCard() | BookkeeperTile():
            return "bookkeeper"
        case MerchantCard() | MerchantTile():
            return "merchant"
        case _:
            return None


def further_candidates(state: State, turn: Turn) -> Iterator[Said]:
    """Yield everything that can be said in a turn whose action is chosen."""
    match turn:
        case UseGoods():
            yield from _of_goods(state, turn)
        case Expand():
            yield from _of_expansion(state, turn)
        case UseBookkeeper():
            yield from _of_bookkeeper(state, turn)
        case PlaceMarker():
            yield from _of_marker(state, turn)
        case EndPhase():
            yield from (Said("deck", (slot,)) for slot in SLOTS)
        case _:
            yield from _any_item(state, turn)
    yield from _extras(state, turn)


def _own(state: State, turn: Turn) -> list[str]:
    """Return what the player has: in the slots, as tiles, in the hand."""
    player = state.players[turn.seat]
    return [*_items(state, turn.seat), *sorted(player.hand)]


def _of_goods(state: State, turn: UseGoods) -> Iterator[Said]:
    cards = state.setting.components.card
    if turn.buy is None and turn.advance == (BLANK,):
        yield from (Said("item", (card,)) for card in _own(state, turn) if card in cards)
        yield from (Said("item", (card, AGAIN)) for card in turn.cards if card != BLANK)
    yield from (Said("buy", (card,)) for card in state.display if card is not None)
    yield from (Said("buy", (card,)) for card in sorted(set(cards) - {*state.display}))
    yield from (Said("track", (company,)) for company in COMPANIES)


def _any_item(state: State, turn: Turn) -> Iterator[Said]:
    """Yield the cards and tiles that a turn can name: the player's own, and all others."""
    yield from (Said("item", (item,)) for item in _every_item(state, turn))


def _every_item(state: State, turn: Turn) -> list[str]:
    """Return all cards and tiles, the player's own first."""
    own = _own(state, turn)
    components = state.setting.components
    return [*own, *sorted({*components.card, *components.tile} - {*own})]


def _of_expansion(state: State, turn: Expand) -> Iterator[Said]:
    regions = [region.id for region in state.setting.components.regions]
    columns = [str(column) for column in range(1, MOST_COLUMNS + 1)]
    yield from (Said("company", (company,)) for company in COMPANIES)
    yield from (Said("region", (region,)) for region in (*regions, *COMPANIES))
    yield from (Said("region", (each.region, AGAIN)) for each in turn.enter)
    for each in turn.enter:
        if each.column == BLANK:
            yield from (Said("column", (each.region, column)) for column in columns)
    for region in regions:
        yield part_said(CollectRegion(region=RegionId(region)))
        yield from (Said("oust", (region, column)) for column in (*columns, "out"))
    yield from _spending(turn)
    yield from _counts(turn.rewards)
    yield from (Said("using", (item,)) for item in _every_item(state, turn))
    yield from _books(state, turn)


def _spending(turn: Any) -> Iterator[Said]:  # noqa: ANN401
    """Yield the ways of spending points on the books that were named."""
    books = tuple(each.book for each in turn.place)
    yield part_said(SpendPoints())
    yield from (part_said(SpendPoints((book,))) for book in books)
    if len(books) > 1:
        yield part_said(SpendPoints(books))
        yield from (part_said(SpendPoints(pair)) for pair in combinations(books, 2))


def _counts(parts: tuple[Any, ...]) -> Iterator[Said]:
    if parts and parts[-1] != BLANK:
        yield from (Said("count", (str(number),)) for number in range(MOST_COUNTED))


def _of_bookkeeper(state: State, turn: UseBookkeeper) -> Iterator[Said]:
    yield from _any_item(state, turn)
    for step in range(MOST_STEPS):
        yield Said("jar", (str(step),))
        yield Said("flip", (str(step),))
    yield from _parts(state)
    yield from _spending(turn)
    yield from _counts(turn.reward if turn.points == BLANK else (turn.points,))
    yield from (Said("spend", (book,)) for book in state.setting.components.book)
    yield from _books(state, turn)


def _of_marker(state: State, turn: PlaceMarker) -> Iterator[Said]:
    yield from (Said("space", (space.id,)) for space in state.setting.components.spaces)
    yield from (Said("option", (str(n),)) for n in range(1, MOST_OPTIONS + 1))
    own = _own(state, turn)
    cards = state.setting.components.card
    others = sorted(set(cards) - {*own})
    yield from (Said("discard", (card,)) for card in (*own, *others) if card in cards)
    yield from _parts(state)
    yield from _spending(turn)
    yield from _counts(turn.reward)
    yield from _books(state, turn)


def _parts(state: State) -> Iterator[Said]:
    yield part_said(TakePounds())
    yield part_said(MoveDiamond())
    for company in COMPANIES:
        yield part_said(Advance(company=company))
        for column in range(1, MOST_COLUMNS + 1):
            yield part_said(RemovePost(company=company, column=column))
    for card in state.setting.components.card:
        yield part_said(BuyCard(card=card))


def _books(state: State, turn: Expand | UseBookkeeper | PlaceMarker) -> Iterator[Said]:
    if any(each.step == BLANK for each in turn.place):
        yield from (Said("step", (str(step),)) for step in range(MOST_STEPS))
    shown = [book for book in state.book_display if book is not None]
    others = sorted(set(state.setting.components.book) - {*shown})
    yield from (Said("book", (book,)) for book in (*shown, *others))


def _extras(state: State, turn: Turn) -> Iterator[Said]:
    cards = state.setting.components.card
    for card in _every_item(state, turn):
        if card in cards:
            yield Said("plus", (card, "before"))
            yield Said("plus", (card, "after"))
    for company in COMPANIES if isinstance(turn, UsesBonuses) else ():
        for level in ("0", "1", "2"):
            yield Said("level", (company, level))
