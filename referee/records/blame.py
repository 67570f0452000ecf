"""Which rule of effect a wrong note goes against: the one that gave what was noted otherwise.

The turn that last changed the quantity is walked once more with a ledger, which tells what each
rule at work added to it. The rule is blamed whose part was left out or counted twice; if that
explains nothing, the last that added anything.
"""

from collections.abc import Callable, Mapping

from referee.core.components import ExpansionBonus, ExpansionTile, MarkerBonus
from referee.core.events import DealCards, Event, Plan, PrepareRound, TakeStartingBonus
from referee.core.ids import COMPANIES, GOODS
from referee.core.rule import Rule
from referee.core.turns import (
    EndPhase,
    Expand,
    PlaceMarker,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)
from referee.engine.actions import ROWS, action_of, answers_of, walk, walked
from referee.engine.area import Area
from referee.engine.facts import facts_of
from referee.engine.work import Work
from referee.records.history import History
from referee.records.quantities import TurnEnd, actual
from referee.records.record import Quantity, SaidClaim
from referee.rulebook import (
    bonus,
    bookkeeping,
    diamonds,
    expansion,
    goods,
    planning,
    preparation,
    round_end,
    scoring,
    setup,
    tracks,
)

GIVEN: Mapping[Quantity, tuple[Rule, ...]] = {
    "cash": (
        tracks.SPECIAL_PAYS_AGAIN,
        tracks.CALL_COSTS,
        tracks.SPECIAL_PAYS,
        bonus.SPACE_COSTS,
        bonus.BUYING_FOR_POUNDS,
        bonus.DISCARD_PAYS,
        bookkeeping.BOOK_WITH_COIN,
        bookkeeping.TWO_POUNDS_A_POINT,
        bookkeeping.POUND_A_POINT,
        bookkeeping.COTTON_REWARD,
        diamonds.DIAMONDS_AT_THE_END,
        diamonds.MERCHANT_GIVES,
        expansion.REWARDS_OF_REGIONS,
    ),
    "track": (tracks.REST_IS_FORFEITED, tracks.STEP_IS_A_SPACE),
    "diamonds": (
        bonus.EXTRA_SPACE_GIVES,
        bonus.MAJORITY_GIVES,
        diamonds.MINES_GIVE_STEPS,
        diamonds.TILE_COUNTS_MERCHANTS,
        diamonds.MERCHANT_GIVES,
        diamonds.DIAMONDS_AT_THE_END,
        expansion.REWARDS_OF_REGIONS,
        diamonds.DIAMOND_STEPS,
    ),
    "ink": (bookkeeping.JAR_STAYS,),
    "posts": (
        expansion.REAR_SPACE_FIRST,
        bookkeeping.REMOVED_POSTS_ARE_LOST,
        expansion.POST_LEAVES_BASE,
    ),
    "lost": (expansion.NO_SPACE_NO_POST, bookkeeping.REMOVED_POSTS_ARE_LOST),
    "regions": (expansion.POSTS_STAND,),
    "owner": (expansion.POSTS_STAND,),
    "column": (
        expansion.REAR_SPACE_FIRST,
        bookkeeping.REMOVED_POSTS_ARE_LOST,
        expansion.POST_LEAVES_BASE,
    ),
    "book": (bookkeeping.BOOKS_LIE_ON_TOP,),
    "deck": (round_end.CARDS_TO_REST,),
    "worth": (expansion.REAR_SPACE_FIRST, scoring.SHARE_VALUE),
    "coins": (bookkeeping.BOOK_WITH_COIN,),
    "first": (bonus.FIRST_PLAYER_MARKER,),
    "hand": (
        goods.BOUGHT_CARD_TO_HAND,
        bonus.BUYING_FOR_POUNDS,
        bonus.DISCARD_PAYS,
        round_end.DECK_TO_HAND,
    ),
    "rest": (round_end.CARDS_TO_REST,),
    "up": (
        goods.USED_GOODS_FLIP,
        bookkeeping.BOOKKEEPER_FLIPS,
        diamonds.MERCHANT_FLIPS,
        expansion.EXPANSION_CARDS_FLIP,
        round_end.CARDS_TO_REST,
    ),
    "markers": (tracks.MORE_MARKERS, bonus.MARKER_BLOCKS),
    "books": (bookkeeping.BOOKS_LIE_ON_TOP,),
    "flipped": (bookkeeping.FLIPPED_BOOK, bookkeeping.BOOKS_LIE_ON_TOP),
    "coffee": (bonus.GOODS_TILE_ADDS,),
    "bananas": (bonus.GOODS_TILE_ADDS,),
    "cotton": (bonus.GOODS_TILE_ADDS,),
}
"""The rules that change a quantity in a turn, the most particular first."""

OTHERWISE: Mapping[Quantity, Rule] = {
    "cash": setup.PLAYER_STARTS_WITH,
    "track": tracks.STEP_IS_A_SPACE,
    "diamonds": diamonds.DIAMOND_STEPS,
    "ink": setup.JAR_ON_STARTING_TILE,
    "shares": scoring.SHARES_OWNED,
    "posts": setup.POSTS_COVER_BASES,
    "lost": expansion.NO_SPACE_NO_POST,
    "regions": expansion.POSTS_STAND,
    "owner": expansion.POSTS_STAND,
    "column": setup.POSTS_COVER_BASES,
    "book": bookkeeping.BOOKS_LIE_ON_TOP,
    "deck": round_end.CARDS_TO_REST,
    "coins": setup.COINS_ON_ROUND_TRACK,
    "worth": scoring.SHARE_VALUE,
    "row": scoring.SHARE_ROWS,
    "diamond-row": scoring.DIAMOND_ROW,
    "book-row": scoring.BOOK_ROW,
    "total": scoring.HIGHEST_TOTAL,
    "winner": scoring.HIGHEST_TOTAL,
    "round": preparation.FIRST_PLAYER_BEGINS,
    "first": setup.FIRST_PLAYER_STARTS,
    "next": preparation.FIRST_PLAYER_BEGINS,
    "hand": setup.EXPANSION_CARD_OF_SEAT,
    "rest": round_end.CARDS_TO_REST,
    "up": planning.ALL_REVEAL,
    "markers": setup.PLAYER_STARTS_WITH,
    "tiles": bonus.TILE_IS_RESERVED,
    "books": bookkeeping.BOOKS_LIE_ON_TOP,
    "flipped": bookkeeping.FLIPPED_BOOK,
    "price": goods.PRICE,
    "coffee": goods.UNITS_OF_A_CARD,
    "bananas": goods.UNITS_OF_A_CARD,
    "cotton": goods.UNITS_OF_A_CARD,
    "expansion": expansion.TOTAL_EXPANSION_VALUE,
    "cost": expansion.COST_OF_ENTERING,
    "points": bookkeeping.POINTS_OF_BOOKKEEPER,
    "level": tracks.BONUS_FROM_NEXT_TURN,
}
"""The rule that gives a quantity when no turn has changed it."""

_PREPARED: Mapping[Quantity, Rule] = {
    "coins": preparation.COINS_MOVE,
    "price": preparation.DISPLAY_SHIFTS,
    "markers": preparation.MARKERS_RETURN,
    "tiles": bonus.TILE_IS_RESERVED,
}
"""The rules by which preparing a round changes a quantity."""


class _Ledger(list[Rule]):
    """What the rules at work have changed, rule by rule, in the course of a turn."""

    def __init__(self, work: Work, value: Callable[[Work], int]) -> None:
        super().__init__()
        self._work = work
        self._value = value
        self._before = value(work)
        self.parts: list[tuple[Rule, int]] = []

    def append(self, rule: Rule, /) -> None:
        """Book what has changed under the rule before, and begin a new entry."""
        self.close()
        super().append(rule)

    def close(self) -> None:
        """Book what has changed since the last entry."""
        value = self._value(self._work)
        if self and value != self._before:
            self.parts.append((self[-1], value - self._before))
        self._before = value


def _in_work(claim: SaidClaim) -> Callable[[Work], int] | None:
    """Return where a quantity stands in the middle of a turn, if it does."""
    seat = claim.seat
    match claim.what:
        case "cash" if seat is not None:
            return lambda work: work.cash[seat]
        case "track" if claim.company is not None:
            index = COMPANIES.index(claim.company)
            return lambda work: work.tracks[index]
        case "diamonds":
            return lambda work: work.diamonds
        case _:
            return None


def blamed(claim: SaidClaim, history: History) -> Rule:
    """Return the rule that gives what `claim` tells otherwise."""
    last = history.last[1] if history.last else None
    is_over = last is not None and last.after.phase == "over"
    if claim.what in {"next", "round"} and last is not None:
        dropped_out = claim.what == "next" and any(player.done for player in last.after.players)
        before_the_end = round_end.DROPPED_OUT if dropped_out else OTHERWISE[claim.what]
        return round_end.GAME_ENDS if is_over else before_the_end
    if claim.what == "cost" and last is not None and isinstance(last.turn, UseGoods):
        notes: list[Rule] = []
        walked(last.before, last.turn, notes)
        return goods.GOODS_DISCOUNTS if goods.GOODS_DISCOUNTS in notes else goods.PRICE
    if claim.what == "price" and last is not None:
        facts = facts_of(last.after.setting)
        card = facts.cards.get(claim.item or "")
        if card is None or claim.value - card.crate not in facts.crates:
            # It would not be right if the card lay on another space, either.
            return goods.PRICE
    changed = history.last_change(claim)
    if claim.what == "cash" and is_over and changed is not history.last:
        return scoring.CASH_ROW
    return _unchanged(claim, last) if changed is None else _giving(claim, *changed)


def _giving(claim: SaidClaim, event: Event, moment: TurnEnd) -> Rule:
    match event:
        case UseGoods() | Expand() | UseBookkeeper() | UseMerchant() | PlaceMarker() | EndPhase():
            return _in_turn(claim, event, moment)
        case TakeStartingBonus():
            return setup.STARTING_BONUS_MOVES
        case PrepareRound():
            return _PREPARED.get(claim.what, OTHERWISE[claim.what])
        case Plan() if claim.what in {"hand", "up"}:
            return planning.ALL_REVEAL
        case DealCards():
            return setup.DEAL_FILL_ORDER
        case _:
            return _unchanged(claim, moment)


def _in_turn(claim: SaidClaim, turn: Turn, moment: TurnEnd) -> Rule:
    _, settled = walked(moment.before, turn)
    work = Work.on(moment.before, turn.seat, settled.levels)
    own = claim.seat in {None, turn.seat} or claim.what == "cash"
    ledger = _Ledger(work, (_in_work(claim) if own else None) or (lambda _: 0))
    work.notes = ledger
    walk(work, ROWS[action_of(turn)], answers_of(turn))
    ledger.close()
    candidates = GIVEN.get(claim.what, ())
    off = actual(moment, claim) - claim.value
    if claim.what == "cash":
        parts = [(rule, part) for rule, part in ledger.parts if rule.kind == "effect"]
        same = [rule for rule, part in parts if part in {off, -off}]
        if same or parts:
            return same[-1] if same else parts[-1][0]
    noted = [rule for rule in candidates if rule in ledger]
    if claim.what == "track" and off > 0:
        noted = [rule for rule in noted if rule != tracks.REST_IS_FORFEITED]
    return noted[0] if noted else _unchanged(claim, moment)


def _unchanged(claim: SaidClaim, moment: TurnEnd | None) -> Rule:
    """Return the rule of a total that stands there; a tile or bonus at work comes first."""
    rule = OTHERWISE[claim.what]
    if moment is None or claim.seat is None or claim.seat >= len(moment.after.players):
        return rule
    player = moment.after.players[claim.seat]
    area = Area(facts_of(moment.after.setting), player, player.used, player.plus_one)
    if claim.what == "expansion":
        if any(isinstance(tile, ExpansionTile) for tile in area.tiles()):
            return bonus.TILES_ARE_CARDS
        if any(isinstance(each, ExpansionBonus) for each in area.bonuses()):
            return tracks.BONUSES_NOT_ADDED if max(player.levels) > 1 else tracks.EXPANSION_BONUS
    elif claim.what in GOODS and player.plus_one is not None:
        return bonus.GOODS_TILE_ADDS
    elif claim.what == "markers" and any(isinstance(b, MarkerBonus) for b in area.bonuses()):
        return tracks.MORE_MARKERS
    return rule
