"""What the rules give for a quantity that a record claims."""

from collections.abc import Callable, Mapping

from referee.core.components import BookkeeperCard, BookkeeperTile
from referee.core.ids import COMPANIES, Company, Seat
from referee.core.input_limits import LARGEST_NUMBER
from referee.core.state import BaseColumn, Player, State
from referee.core.turns import Expand, Turn, UseBookkeeper, UseGoods
from referee.engine import winners
from referee.engine.actions import walked
from referee.engine.area import Area
from referee.engine.bonus import markers_owned
from referee.engine.facts import facts_of
from referee.engine.goods import goods_cards
from referee.engine.rewards import price_in_goods
from referee.engine.scoring import Pad, pad, share_value, shares_owned
from referee.engine.work import Work
from referee.records.claims import NEED_ITEMS, OF_COMPANIES
from referee.records.record import Quantity, SaidClaim

NOT_THERE = -LARGEST_NUMBER
"""The value of something that is not on the table, which no claim can be right about.

It is no debt either: where judging goes on behind an unpaid cost, cash is less than 0.
"""


class TurnEnd:
    """The table at the end of a turn, and the turn that led to it."""

    # One is made for every event, and most are never asked for a result.
    __slots__ = ("_pads", "_winners", "after", "before", "turn")

    def __init__(self, before: State, after: State, turn: Turn | None = None) -> None:
        self.before = before
        self.after = after
        self.turn = turn
        self._pads: dict[Seat, Pad] | None = None
        self._winners: tuple[Seat, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players who would win if the game ended now."""
        if self._winners is None:
            self._winners = winners(self.after)
        return self._winners

    def pad(self, seat: Seat) -> Pad:
        """Return the scoring pad of a player, which many notes may be about."""
        if self._pads is None:
            self._pads = {}
        if seat not in self._pads:
            self._pads[seat] = pad(self.after, seat)
        return self._pads[seat]


def actual(moment: TurnEnd, claim: SaidClaim) -> int:
    """Return what the rules give where `claim` says something."""
    if claim.company is None and claim.what in OF_COMPANIES:
        return NOT_THERE
    if claim.what in _OF_TABLE:
        return _OF_TABLE[claim.what](moment, claim)
    if claim.seat is None or not 0 <= claim.seat < len(moment.after.players):
        return NOT_THERE
    if claim.what in _OF_PLAYERS_ITEM and (claim.item is not None or claim.what in NEED_ITEMS):
        return _OF_PLAYERS_ITEM[claim.what](moment.after, claim.seat, claim.item or "")
    if claim.what in _OF_PLAYER:
        return _OF_PLAYER[claim.what](moment.after, claim.seat)
    # Quantities of a company have one by now, and the others do not look at it.
    return _OF_COMPANY[claim.what](moment, claim.seat, claim.company or "cairo")


def _area(state: State, seat: Seat) -> Area:
    player = state.players[seat]
    return Area(facts_of(state.setting), player, player.used, player.plus_one)


def _face_up(player: Player) -> int:
    placed = {card for card in player.slots if card is not None} | player.tiles
    return len(placed - player.used)


_OF_PLAYER: Mapping[Quantity, Callable[[State, Seat], int]] = {
    "cash": lambda state, seat: state.players[seat].cash,
    "diamonds": lambda state, seat: state.players[seat].diamonds,
    "ink": lambda state, seat: state.players[seat].ink,
    "hand": lambda state, seat: len(state.players[seat].hand),
    "rest": lambda state, seat: sum(map(len, state.players[seat].resting)),
    "up": lambda state, seat: _face_up(state.players[seat]),
    "markers": lambda state, seat: markers_owned(Work.on(state, seat)) - state.markers.count(seat),
    "tiles": lambda state, seat: len(state.players[seat].tiles),
    "books": lambda state, seat: sum(map(bool, state.players[seat].books)),
    "flipped": lambda state, seat: len(state.players[seat].flipped),
    "coffee": lambda state, seat: _area(state, seat).goods("coffee"),
    "bananas": lambda state, seat: _area(state, seat).goods("bananas"),
    "cotton": lambda state, seat: _area(state, seat).goods("cotton"),
    "expansion": lambda state, seat: _area(state, seat).expansion(),
}


def _step_of(state: State, seat: Seat, book: str) -> int:
    """Return the step on which a book lies on top of a player's track."""
    books = state.players[seat].books
    first = state.setting.components.book_track.last - len(books) + 1
    found = (step for step, pile in enumerate(books, first) if pile and pile[-1] == book)
    return next(found, NOT_THERE)


def _deck_of(state: State, seat: Seat, card: str) -> int:
    """Return the number of the slot in whose resting deck a card of a player lies."""
    resting = state.players[seat].resting
    return next((slot for slot, deck in enumerate(resting, 1) if card in deck), NOT_THERE)


_OF_PLAYERS_ITEM: Mapping[Quantity, Callable[[State, Seat, str], int]] = {
    "hand": lambda state, seat, card: int(card in state.players[seat].hand),
    "book": _step_of,
    "deck": _deck_of,
}


_OF_COMPANY: Mapping[Quantity, Callable[[TurnEnd, Seat, Company], int]] = {
    "row": lambda end, seat, company: end.pad(seat).rows[1 + COMPANIES.index(company)],
    "diamond-row": lambda end, seat, _: end.pad(seat).diamonds,
    "book-row": lambda end, seat, _: end.pad(seat).books,
    "total": lambda end, seat, _: end.pad(seat).total,
    "track": lambda end, seat, who: end.after.players[seat].tracks[COMPANIES.index(who)],
    "level": lambda end, seat, who: end.after.players[seat].levels[COMPANIES.index(who)],
    "shares": lambda end, seat, who: shares_owned(end.after, end.after.players[seat], who),
}


def _base(moment: TurnEnd, claim: SaidClaim) -> tuple[BaseColumn, ...]:
    return moment.after.bases[COMPANIES.index(claim.company or "cairo")]


def _column(moment: TurnEnd, claim: SaidClaim) -> int:
    """Return the posts in a column of a base, which is counted from 1."""
    columns = _base(moment, claim)
    number = int(claim.item) if claim.item is not None and claim.item.isdecimal() else 0
    return columns[number - 1].posts if 0 < number <= len(columns) else NOT_THERE


def _owner(moment: TurnEnd, claim: SaidClaim) -> int:
    """Return the number of the company whose post stands in a region; 0 if none does."""
    regions = moment.after.setting.components.regions
    for region, owner in zip(regions, moment.after.regions, strict=True):
        if region.id == claim.item:
            return 0 if owner is None else COMPANIES.index(owner) + 1
    return NOT_THERE


def _price(moment: TurnEnd, claim: SaidClaim) -> int:
    state = moment.after
    facts = facts_of(state.setting)
    for card, crate in zip(state.display, facts.crates, strict=True):
        if card is not None and card == claim.item:
            return facts.cards[card].crate + crate
    return NOT_THERE


def _coins(moment: TurnEnd, claim: SaidClaim) -> int:
    spaces = moment.after.setting.components.book_spaces
    on_spaces = zip(spaces, moment.after.book_coins, strict=True)
    return next((coins for space, coins in on_spaces if space.id == claim.item), NOT_THERE)


def _cost(moment: TurnEnd, claim: SaidClaim) -> int:
    """Return what a turn has consumed: points of an expansion, or the price of a card."""
    del claim
    turn = moment.turn
    if turn is None:
        return NOT_THERE
    _, work = walked(moment.before, turn)
    match turn:
        case Expand():
            return work.posts_cost
        case UseGoods() if turn.buy is not None and turn.buy in moment.before.display:
            cards = [*goods_cards(work, turn.cards)]
            start = Work.on(moment.before, turn.seat, work.levels)
            return price_in_goods(start, turn.buy, frozenset(c.good for c in cards))
        case _:
            return NOT_THERE


def _points(moment: TurnEnd, claim: SaidClaim) -> int:
    """Return the points of the bookkeeper that was used."""
    del claim
    if not isinstance(moment.turn, UseBookkeeper):
        return NOT_THERE
    item = facts_of(moment.after.setting).items.get(moment.turn.card)
    return item.points if isinstance(item, BookkeeperCard | BookkeeperTile) else NOT_THERE


_OF_TABLE: Mapping[Quantity, Callable[[TurnEnd, SaidClaim], int]] = {
    "posts": lambda moment, claim: sum(column.posts for column in _base(moment, claim)),
    "lost": lambda moment, claim: moment.after.lost_posts[
        COMPANIES.index(claim.company or "cairo")
    ],
    "regions": lambda moment, claim: moment.after.regions.count(claim.company),
    "column": _column,
    "owner": _owner,
    "worth": lambda moment, claim: share_value(moment.after, claim.company or "cairo"),
    "coins": _coins,
    "price": _price,
    "cost": _cost,
    "points": _points,
    "round": lambda moment, _: moment.after.round,
    "first": lambda moment, _: moment.after.first_player,
    "next": lambda moment, _: NOT_THERE if moment.after.to_move is None else moment.after.to_move,
    "winner": lambda moment, claim: (
        claim.value if claim.value in moment.winners else moment.winners[0]
    ),
}
