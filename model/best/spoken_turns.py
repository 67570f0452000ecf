"""Says a canonical turn: an order in which it can be done, with every number that needs saying."""

from itertools import combinations, product

from msgspec.structs import replace

from model.best.faces import bookkeeper_levels, cotton_pounds, faces
from model.best.levels import said_levels
from model.best.part_order import OrderedParts, PartOrder, RankedPart, unit_order
from model.best.spoken_expansions import entering, ousting
from model.best.spoken_goods import goods_levels
from model.best.table import MoverTable
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Gains,
)
from referee.game.components import (
    BuySpace,
    ChoiceSpace,
    FirstPlayerSpace,
    MajoritySpace,
    OtherTracksSpace,
    Reward,
)
from referee.game.ids import COMPANIES, BookId
from referee.game.limits import BOOK_PRICES, FLIP_POUNDS, POUNDS_AT_TRACK_END
from referee.game.state import State
from referee.game.turns import (
    Advance,
    BuyCard,
    CollectRegion,
    EndPhase,
    Expand,
    MoveDiamond,
    PlaceMarker,
    Placing,
    RegionPart,
    RemovePost,
    RewardPart,
    SpendPoints,
    TakePounds,
    Turn,
    UseBookkeeper,
    UseGoods,
    UseMerchant,
)


class UnorderableError(ValueError):
    """A canonical turn that no order brings about."""


def said(state: State, turn: CanonicalTurn) -> Turn:
    """Return a turn that says `turn` in an order that can be paid."""
    table = MoverTable(state, turn.seat)
    match turn:
        case CanonicalGoods():
            order = unit_order(table, turn.steps)
            if order is None:
                raise UnorderableError(f"no order of the steps {turn.steps} can be paid")
            return UseGoods(
                seat=turn.seat,
                plus_one=turn.plus_one,
                cards=tuple(sorted(turn.cards)),
                buy=turn.buy,
                advance=order,
                levels=said_levels(table, goods_levels(table, turn)),
            )
        case CanonicalExpansion():
            return _expand(table, turn)
        case CanonicalBookkeeper():
            return _bookkeeper(table, turn)
        case CanonicalMerchant(card=card):
            return UseMerchant(seat=turn.seat, plus_one=turn.plus_one, card=card)
        case CanonicalMarker():
            return _marker(table, turn)
        case CanonicalEnd(deck=deck):
            return EndPhase(seat=turn.seat, plus_one=turn.plus_one, deck=deck)


def _expand(table: MoverTable, turn: CanonicalExpansion) -> Expand:
    region = table.state.setting.components.region
    gains = turn.gains
    parts = []
    points = 0
    for name in sorted(turn.regions):
        reward, amount = region[name].reward, region[name].amount
        if reward == "points":
            points += amount
        elif reward != "none" and amount:
            kind = "steps" if reward == "track" else reward
            parts.append(RankedPart(kind, amount, turn.company, CollectRegion(name)))
    if points:
        at_end = table.me.ink >= table.state.setting.components.book_track.last
        parts.append(_pool(table, gains.books, gains.points_for_pounds, at_end=at_end))
    order = _ordered(table, parts, table.me.cash, gains)
    skips = table.state.setting.rulings.may_leave_rewards
    rewards: list[RegionPart] = []
    for part, count in order:
        if isinstance(part.said, SpendPoints):
            rewards.append(part.said)
        elif isinstance(part.said, CollectRegion) and not (skips and count == 0):
            rewards.append(replace(part.said, count=count))
    return Expand(
        seat=turn.seat,
        plus_one=turn.plus_one,
        company=turn.company,
        enter=entering(table, turn),
        rewards=tuple(rewards),
        oust=ousting(table, turn),
        place=_placings(table, gains),
    )


def _bookkeeper(table: MoverTable, turn: CanonicalBookkeeper) -> UseBookkeeper:
    components, rulings = table.state.setting.components, table.state.setting.rulings
    face = faces(table).get(turn.to)
    reward = Reward()
    if face and turn.to > table.me.ink and not face.flipped and turn.flip != turn.to:
        reward = face.reward
    own = next(b.points for b in table.bookkeepers if b.id == turn.card)
    at_end = turn.to >= components.book_track.last
    cash = table.me.cash - (FLIP_POUNDS if turn.flip is not None else 0)
    splits = _splits(table, turn.gains, reward.points, own)
    for levels, (books, for_pounds) in product(bookkeeper_levels(table, turn, reward), splits):
        parts = _parts(table.at_levels(levels), turn, reward)
        if reward.points:
            parts.append(_pool(table, books, for_pounds, at_end=at_end))
        order = PartOrder(table, parts, cash, turn.gains).find()
        if order is None:
            continue
        late = at_end and rulings.book_money_convert == "every-point"
        rest = turn.gains.points_for_pounds - for_pounds
        spent = _pool(table, turn.gains.books - books, rest, at_end=late).said
        return UseBookkeeper(
            seat=turn.seat,
            plus_one=turn.plus_one,
            card=turn.card,
            flip=turn.flip,
            to=turn.to if turn.to > table.me.ink else None,
            reward=_reward_parts(table, order, turn.gains),
            points=spent if isinstance(spent, SpendPoints) else SpendPoints(),
            place=_placings(table, turn.gains),
            levels=said_levels(table, levels),
        )
    raise UnorderableError(f"no order of the parts comes to {turn.gains}")


def _splits(
    table: MoverTable, gains: Gains, first: int, second: int
) -> list[tuple[frozenset[BookId], int]]:
    """Return which books, and points for pounds, may have come of the first of two pools.

    The first is a reward's, the second the bookkeeper's own.
    """
    book = table.state.setting.components.book
    rulings = table.state.setting.rulings
    found = []
    for size in range(len(gains.books) + 1):
        for books in combinations(sorted(gains.books), size):
            spent = sum(BOOK_PRICES[book[b].letter] for b in books)
            others = sum(BOOK_PRICES[book[b].letter] for b in gains.books) - spent
            for for_pounds in range(min(gains.points_for_pounds, max(0, first - spent)), -1, -1):
                left = first - spent - for_pounds
                other_left = second - others - (gains.points_for_pounds - for_pounds)
                first_fits = left == 0 or (left > 0 and rulings.may_leave_rewards)
                other_fits = other_left == 0 or (other_left > 0 and rulings.may_leave_units)
                if first_fits and other_fits:
                    found.append((frozenset(books), for_pounds))
    return found


def _marker(table: MoverTable, turn: CanonicalMarker) -> PlaceMarker:
    space = table.state.setting.components.space[turn.space]
    cash, gains = table.me.cash - space.cost, turn.gains
    orders: list[list[RankedPart]] = []
    match space:
        case FirstPlayerSpace(reward=reward):
            orders = [_parts(table, turn, reward, pool=True)]
        case ChoiceSpace(rewards=rewards):
            orders = [_parts(table, turn, rewards[(turn.option or 1) - 1], pool=True)]
        case MajoritySpace(tiers=tiers):
            orders = [_parts(table, turn, tiers[(turn.option or 1) - 1].reward, pool=True)]
        case OtherTracksSpace():
            others = [c for c in COMPANIES if c != table.beside.get(space.id)]
            named = combinations(others, min(space.tracks, len(others)))
            orders = [
                [RankedPart("steps", space.steps, c, Advance(c)) for c in some] for some in named
            ]
        case BuySpace():
            parts = []
            if gains.diamonds:
                parts.append(RankedPart("diamonds", space.diamonds, said=MoveDiamond()))
            if turn.buy is not None:
                price = max(0, table.prices[turn.buy] - space.less)
                parts.append(RankedPart("money", -price, said=BuyCard(turn.buy)))
            orders = [parts]
        case _:
            pays = [RankedPart("pounds", gains.pounds, said=TakePounds())] if gains.pounds else []
            orders = [pays]
    found = (PartOrder(table, parts, cash, gains).find() for parts in orders)
    order = next((one for one in found if one is not None), None)
    if order is None:
        raise UnorderableError(f"no order of the parts comes to {gains}")
    taken = _reward_parts(table, order, gains)
    if turn.discard is not None and taken:
        taken = (TakePounds(gains.pounds),)
    return PlaceMarker(
        seat=turn.seat,
        plus_one=turn.plus_one,
        space=turn.space,
        option=turn.option,
        discard=turn.discard,
        reward=taken,
        place=_placings(table, gains),
    )


def _parts(
    table: MoverTable,
    turn: CanonicalBookkeeper | CanonicalMarker,
    reward: Reward,
    *,
    pool: bool = False,
) -> list[RankedPart]:
    """Return the parts of a reward that has pounds, diamonds, steps and perhaps points."""
    parts = []
    without, with_tile = cotton_pounds(table, reward)
    tile = turn.plus_one
    on_cotton = tile and tile.when == "before" and tile.card in _cotton_cards(table)
    pounds = reward.pounds + (with_tile if on_cotton else without)
    if pounds:
        parts.append(RankedPart("pounds", pounds, said=TakePounds()))
    if reward.diamonds:
        parts.append(RankedPart("diamonds", reward.diamonds, said=MoveDiamond()))
    if pool and reward.points:
        at_end = table.me.ink >= table.state.setting.components.book_track.last
        gains = turn.gains
        parts.append(_pool(table, gains.books, gains.points_for_pounds, at_end=at_end))
    if reward.track is not None:
        company = reward.track.company
        parts.append(RankedPart("steps", reward.track.steps, company, Advance(company)))
    return parts


def _cotton_cards(table: MoverTable) -> set[str]:
    return {card.id for card in table.tile_cards if card.good == "cotton"}


def _pool(
    table: MoverTable, books: frozenset[BookId], for_pounds: int, *, at_end: bool
) -> RankedPart:
    state = table.state
    coins = sum(
        coin
        for book, coin in zip(state.book_display, state.book_coins, strict=True)
        if book in books
    )
    money = coins + for_pounds * (POUNDS_AT_TRACK_END if at_end else 1)
    explicit = for_pounds if state.setting.rulings.may_leave_rewards else None
    return RankedPart("money", money, said=SpendPoints(tuple(sorted(books)), explicit))


def _ordered(table: MoverTable, parts: list[RankedPart], cash: int, gains: Gains) -> OrderedParts:
    order = PartOrder(table, parts, cash, gains).find()
    if order is None:
        raise UnorderableError(f"no order of the parts comes to {gains}")
    return order


def _reward_parts(table: MoverTable, order: OrderedParts, gains: Gains) -> tuple[RewardPart, ...]:
    skips = table.state.setting.rulings.may_leave_rewards
    rewards: list[RewardPart] = []
    for part, count in order:
        if isinstance(part.said, TakePounds | MoveDiamond | Advance):
            if not (skips and count == 0):
                rewards.append(replace(part.said, count=count))
        elif isinstance(part.said, SpendPoints | BuyCard):
            rewards.append(part.said)
    for company, columns in zip(COMPANIES, gains.removed, strict=True):
        for column, posts in enumerate(columns, 1):
            rewards += [RemovePost(company, column)] * posts
    return tuple(rewards)


def _placings(table: MoverTable, gains: Gains) -> tuple[Placing, ...]:
    """Return the placings, those on empty spaces first."""
    visible = table.visible
    return tuple(sorted(gains.placed, key=lambda p: (bool(visible[p.step]), p.step)))
