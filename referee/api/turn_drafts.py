"""A turn that is only begun: what may be said next, and what the rules say of it so far."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.api.errors import NeededValueError
from referee.api.possible_actions import possible_actions
from referee.api.tables import Table
from referee.api.turn_edits import (
    AGAIN,
    DraftAnswer,
    DraftVerdict,
    Offer,
    Places,
    Said,
    edited,
    part_said,
)
from referee.api.turn_offers import TurnOffers
from referee.api.unread_values import unread_refusal
from referee.api.verdicts import broken_rule
from referee.core.components import (
    BookkeeperCard,
    BookkeeperTile,
    ExpansionCard,
    ExpansionTile,
    GoodsCard,
    MerchantCard,
    MerchantTile,
)
from referee.core.ids import COMPANIES, SLOTS, RegionId, Seat
from referee.core.rule import Violation
from referee.core.state import State
from referee.core.turns import (
    ANY,
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
    UseMerchant,
    UsesBonuses,
)
from referee.drawing.look import place_id
from referee.engine import check
from referee.engine.actions import action_of, has_turn
from referee.records.completed_turn import STAGE_FIELDS, Missing
from referee.records.completion import complete
from referee.records.fields import FORMS
from referee.records.fields import said as noted
from referee.records.record import Statement
from referee.records.writer import line_of

# Everything that can be said next in a turn, legal or not: people record what was played ----------
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


class _Ruled(Struct, frozen=True):
    """What the rules say of a turn if nothing more is said."""

    verdict: DraftVerdict
    violations: tuple[Violation, ...] = ()
    missing: tuple[str, ...] = ()
    needed: frozenset[str] = frozenset()
    unread: NeededValueError | None = None
    """What was to be read first."""


def turn_draft(
    table: Table, turn: Turn | None, seat: Seat, sentence: str, *, everything: bool
) -> DraftAnswer:
    """Return what may be said in a turn of the player in a seat, or with what it may begin."""
    colours = table.colours
    if turn is None:
        ruled = _Ruled("undecided")
        offers = _first_offers(table, seat, everything=everything)
    else:
        ruled = _ruled(table, turn)
        offers = _further_offers(table, turn, ruled, everything=everything)
    line = recorded = ""
    if turn is not None:
        line = line_of(Statement(said=turn), colours)
        wanted = _recorded(turn, ruled.needed)
        if wanted != turn:
            ruled = _ruled(table, wanted)
        recorded = line_of(Statement(said=wanted), colours)
    primary = [each.kind for each in offers if each.legal and not each.extra]
    if ruled.unread is not None and not primary:
        raise ruled.unread
    return DraftAnswer(
        kind="turn" if turn is None else action_of(turn),
        player=colours[seat] if 0 <= seat < len(colours) else None,
        line=line,
        sentence=sentence,
        asks=next(iter(primary), ""),
        offers=tuple(offers),
        chosen=() if turn is None else tuple(dict.fromkeys(_chosen(table, turn))),
        verdict=ruled.verdict,
        violations=tuple(broken_rule(each, colours) for each in ruled.violations),
        missing=ruled.missing,
        unread=None if ruled.unread is None else ruled.unread.value,
        record=recorded,
        gap=f"{colours[seat]} ?" if 0 <= seat < len(colours) else "",
    )


def _ruled(table: Table, turn: Turn) -> _Ruled:
    """Return what the rules say, or what has to be read before they say anything."""
    try:
        return _ruled_as_read(table, turn)
    except Exception as error:
        unread = unread_refusal(error)
        if unread is None:
            raise
        return _Ruled("undecided", unread=unread)


def _ruled_as_read(table: Table, turn: Turn) -> _Ruled:
    found = complete(table.state, turn)
    if isinstance(found, Missing):
        fields = STAGE_FIELDS[action_of(turn)]
        needed = frozenset(field.name for field in fields if field.what in found.what)
        return _Ruled("undecided", missing=found.what, needed=needed)
    if found.after is not None:
        return _Ruled("legal")
    broken = found.violations or tuple(check(table.state, found.turn))
    return _Ruled("illegal" if broken else "legal", tuple(broken))


_NOTHING: Final[Mapping[str, object]] = {
    "advance": (),
    "reward": (),
    "rewards": (),
    "points": SpendPoints(),
    "option": None,
    "discard": None,
}
"""What a part is of which nothing was said when all was said."""


def _recorded(turn: Turn, needed: frozenset[str]) -> Turn:
    """Return a turn about which nothing more is said: what the rules cannot fill in was not done.

    A column or a step that is not known stays open.
    """
    if isinstance(turn, UseGoods) and turn.cards == (BLANK,):
        return turn
    empty = {name: value for name, value in _NOTHING.items() if name in needed}
    unsaid = {name: value for name, value in empty.items() if getattr(turn, name) in (BLANK, ANY)}
    return replace(turn, **unsaid)


def _first_offers(table: Table, seat: Seat, *, everything: bool) -> list[Offer]:
    state = table.state
    legal: list[tuple[Turn, Said]] = []
    if has_turn(state) and state.to_move == seat:
        for action in possible_actions(table):
            turn = blank_turn(action, seat)
            found = TurnOffers(state, turn, begins=True).legal
            legal += ((turn, said) for said in found)
            if action == "expand" and found:
                cards = [each for each in first_candidates(state, seat) if each[1].kind == "item"]
                legal += [each for each in cards if isinstance(each[0], Expand)]
    offers = [_offer(table, turn, said, legal=True) for turn, said in legal]
    can_begin = {type(turn) for turn, _ in legal}
    offers += [
        _offer(table, turn, said, legal=type(turn) in can_begin, extra=True)
        for turn, said in first_candidates(state, seat)
        if said.kind == "action"
    ]
    if everything:
        known = {(type(turn), said) for turn, said in legal}
        offers += [
            _offer(table, turn, said, legal=False)
            for turn, said in first_candidates(state, seat)
            if (type(turn), said) not in known and said.kind != "action"
        ]
    return offers


def _further_offers(table: Table, turn: Turn, ruled: _Ruled, *, everything: bool) -> list[Offer]:
    offers: list[Offer] = []
    known: set[Said] = set()
    if 0 <= turn.seat < len(table.state.players) and table.state.phase == "actions":
        found = TurnOffers(table.state, turn, needed=ruled.needed)
        known = {*found.legal, *found.extra}
        offers = [_offer(table, turn, said, legal=True) for said in found.legal]
        offers += [_offer(table, turn, said, legal=True, extra=True) for said in found.extra]
    if everything and 0 <= turn.seat < len(table.state.players):
        offers += [
            _offer(table, turn, said, legal=False)
            for said in further_candidates(table.state, turn)
            if said not in known
        ]
    return offers


def _offer(table: Table, turn: Turn, said: Said, *, legal: bool, extra: bool = False) -> Offer:
    line = line_of(Statement(said=edited(turn, said)), table.colours)
    return Offer(
        kind=said.kind,
        values=said.values,
        place=_place(table, turn, said),
        line=line,
        legal=legal,
        extra=extra,
    )


# Places ---------------------------------------------------------------------------------------


def _place(table: Table, turn: Turn, said: Said) -> str | None:  # noqa: C901, PLR0911, PLR0912 - an arm for each kind
    """Return the place of a picture that stands for what is said."""
    places = Places(table.state, turn.seat)
    values = said.values
    match said.kind:
        case "item" if AGAIN in values:
            return None
        case "item":
            return places.item(values[0]) or places.own("hand", values[0])
        case "buy":
            return places.on_display(values[0])
        case "track" | "steps":
            return place_id("track", values[0])
        case "company":
            return place_id("home", values[0])
        case "region":
            return place_id("region", values[0]) if len(values) == 1 else None
        case "column" | "columns" if isinstance(turn, Expand):
            # A tap on a column is for all posts that have none yet, where that is possible.
            return place_id("base", turn.company, values[-1])
        case "book":
            return places.book(values[0])
        case "step" | "jar" | "flip":
            return places.own("step", values[0])
        case "space":
            return place_id("space", values[0])
        case "deck":
            return places.own("deck", values[0]) if values else None
        case "discard":
            return places.own("hand", values[0]) if values else None
        case "part":
            return _part_place(places, values)
        case _:
            return None


def _part_place(places: Places, values: tuple[str, ...]) -> str | None:
    match values:
        case ("advance", company):
            return place_id("track", company)
        case ("remove", company, column):
            return place_id("base", company, column)
        case ("buy", card):
            return places.on_display(card)
        case ("diamonds",):
            return places.own("diamond-track", "").rstrip("-")
        case _:
            return None


def _chosen(table: Table, turn: Turn) -> Iterator[str]:  # noqa: C901 - an arm for each kind
    places = Places(table.state, turn.seat)
    found: Iterable[str | None] = ()
    match turn:
        case UseGoods():
            found = [
                *(places.item(card) for card in turn.cards),
                places.on_display(turn.buy or ""),
                *(place_id("track", company) for company in turn.advance if company != BLANK),
            ]
        case Expand():
            found = [
                place_id("home", turn.company) if turn.company != BLANK else None,
                *(place_id("region", each.region) for each in turn.enter if each != BLANK),
            ]
        case UseBookkeeper():
            found = [
                places.item(turn.card),
                places.own("step", turn.to) if turn.to is not None else None,
                places.own("step", turn.flip) if turn.flip is not None else None,
            ]
        case UseMerchant():
            found = [places.item(turn.card)]
        case PlaceMarker():
            found = [
                place_id("space", turn.space) if turn.space != BLANK else None,
                places.own("hand", turn.discard) if turn.discard not in {None, BLANK} else None,
            ]
        case EndPhase():
            found = [places.own("deck", turn.deck) if turn.deck not in {None, BLANK} else None]
    yield from (place for place in found if place is not None)
    for each in getattr(turn, "place", ()):
        if each == BLANK:
            continue
        if (book := places.book(each.book)) is not None:
            yield book
        if each.step != BLANK:
            yield places.own("step", each.step)
