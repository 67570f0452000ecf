"""Says a canonical turn: an order in which it can be done, with every number that needs saying."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from msgspec.structs import replace

from referee.core import canonical, turns
from referee.core import components as printed
from referee.core.ids import COMPANIES, BookId, Company, RegionId
from referee.core.limits import BOOK_PRICES, FLIP_POUNDS, POUNDS_AT_TRACK_END
from referee.core.state import State
from referee_model.best.expansion import frontier
from referee_model.best.faces import bookkeeper_levels, cotton_pounds, faces
from referee_model.best.table import MoverTable, UsedLevels, level_choices, lower_levels


# The order in which a set of regions is entered at its cheapest, and the posts ousted there -------
def entering(table: MoverTable, turn: canonical.CanonicalExpansion) -> tuple[turns.Entering, ...]:
    """Return the regions in an order in which each is entered over its cheapest border."""
    front = frontier(table, turn.company)
    columns = _columns(turn.left)
    price = {r: front.landing[r] for r in sorted(turn.regions) if r in front.landing}
    entered: list[RegionId] = []
    while price:
        # The cheapest border first: a tree grown like this is the cheapest of all.
        region = min(price, key=lambda r: (price[r], r))
        del price[region]
        entered.append(region)
        for other, cost in front.beyond[region].items():
            if other in turn.regions and other not in entered:
                price[other] = min(cost, price.get(other, cost))
    return tuple(turns.Entering(r, column) for r, column in zip(entered, columns, strict=True))


def ousting(table: MoverTable, turn: canonical.CanonicalExpansion) -> tuple[turns.Ousting, ...]:
    """Return where the posts in the entered regions go."""
    owners = frontier(table, turn.company).owner
    oustings = []
    for company, returned in zip(COMPANIES, turn.returned, strict=True):
        regions = sorted(r for r in turn.regions if owners.get(r) == company)
        columns: list[turns.Column | None] = [*_columns(returned)]
        columns += [None] * (len(regions) - len(columns))
        oustings += [turns.Ousting(r, column) for r, column in zip(regions, columns, strict=True)]
    return tuple(oustings)


def _columns(posts: canonical.Columns) -> list[turns.Column]:
    return [column for column, number in enumerate(posts, 1) for _ in range(number)]


# The levels of bonuses at which a goods turn comes to what it is ----------------------------------
def goods_levels(table: MoverTable, turn: canonical.CanonicalGoods) -> UsedLevels:
    """Return the highest levels at which exactly the steps of a turn are made with its units.

    Where there are none the turn is not legal at any, and the highest that work are returned.
    """
    may_leave = table.rulings.may_leave_units or _nothing_can_move(table, turn)
    for levels in level_choices(table, printed.UnitBonus, printed.DiscountBonus):
        left = _units_left(table.at_levels(levels), turn)
        if left is not None and (left == 0 or (left > 0 and may_leave)):
            return levels
    return table.me.levels


def _units_left(table: MoverTable, turn: canonical.CanonicalGoods) -> int | None:
    """Return the units that advance no marker; None if the goods may not be used together."""
    cards = [card for card in table.goods_cards if card.id in turn.cards]
    goods = {card.good for card in cards}
    discounts = [b for b in table.working(table.me) if isinstance(b, printed.DiscountBonus)]
    if len(goods) > 1 and (turn.buy is None or not any(d.mixed for d in discounts)):
        return None
    price = 0
    if turn.buy is not None:
        less = sum(d.less for d in discounts if d.good == "any" or d.good in goods)
        price = max(0, table.prices[turn.buy] - less)
    tiled = turn.plus_one is not None and turn.plus_one.card in turn.cards
    units = sum(table.units(table.me, card) for card in cards) + tiled * table.tile_units
    return units - price - sum(turn.steps)


def _nothing_can_move(table: MoverTable, turn: canonical.CanonicalGoods) -> bool:
    """Return whether every marker ends at the end of its track or before a call unpaid."""
    rows = [(table.ahead[c], made) for c, made in zip(COMPANIES, turn.steps, strict=True)]
    cash = table.me.cash + sum(ahead.net(step) for ahead, made in rows for step in range(made))
    declined = table.rulings.may_decline_for_units
    calls = [ahead.calls[made] for ahead, made in rows if made < ahead.room]
    return all(call > cash or (call and declined) for call in calls)


# An order of the parts of a reward that brings about what a canonical turn says came of them ------
@dataclass(frozen=True, slots=True)
class RankedPart:
    """A part of a reward: pounds, diamond steps, steps on a track, or money for something."""

    kind: str
    amount: int
    """How much it gives; of `money` what it brings, below zero for what it costs."""
    company: Company | None = None
    said: turns.RewardPart | turns.RegionPart | None = None
    """What is said for it; the number used goes into its `count`."""


@dataclass(frozen=True, slots=True)
class _Moment:
    left: frozenset[int]
    cash: int
    pounds: int
    diamonds: int
    steps: tuple[int, ...]


OrderedParts = tuple[tuple[RankedPart, int | None], ...]
"""Parts in order, each with the number to be said, None for all of it."""


class PartOrder:
    """Searches through orders; moments that are alike are looked at once."""

    def __init__(
        self, table: MoverTable, parts: list[RankedPart], cash: int, gains: canonical.Gains
    ) -> None:
        self._table, self._parts, self._gains = table, parts, gains
        self._rulings = table.rulings
        last = table.components.diamond_track.last
        self._gap = max(0, last - table.me.diamonds)
        self._dead: set[_Moment] = set()
        none = (0,) * len(COMPANIES)
        self.found = self._from(_Moment(frozenset(range(len(parts))), cash, 0, 0, none))
        """An order that comes to the gains; None if there is none."""

    def _from(self, moment: _Moment) -> OrderedParts | None:
        if moment in self._dead:
            return None
        if not moment.left:
            gains, came = self._gains, (moment.pounds, moment.diamonds, moment.steps)
            if came == (gains.pounds, gains.diamonds, gains.steps):
                return ()
        for number in sorted(moment.left):
            for count, after in self._ways(moment, number):
                rest = self._from(after)
                if rest is not None:
                    return ((self._parts[number], count), *rest)
        self._dead.add(moment)
        return None

    def _ways(self, moment: _Moment, number: int) -> Iterator[tuple[int | None, _Moment]]:
        part, left = self._parts[number], moment.left - {number}
        counts = range(part.amount, -1, -1) if self._rulings.may_leave_rewards else [part.amount]
        match part.kind:
            case "money":
                if moment.cash + part.amount >= 0:
                    yield None, _changed(moment, left, cash=part.amount)
            case "pounds":
                for count in counts:
                    said = None if count == part.amount else count
                    yield said, _changed(moment, left, cash=count, pounds=count)
            case "diamonds":
                ahead = max(0, self._gap - moment.diamonds)
                forfeit = ahead and self._rulings.diamond_overflow == "forfeit-overflow"
                for count in counts:
                    said, made = None if count == part.amount else count, min(count, ahead)
                    pounds = 0 if forfeit else POUNDS_AT_TRACK_END * (count - made)
                    used = made if forfeit else count
                    yield said, _changed(moment, left, cash=pounds, diamonds=used)
            case _:
                yield from self._walks(moment, left, part)

    def _walks(
        self, moment: _Moment, left: frozenset[int], part: RankedPart
    ) -> Iterator[tuple[int | None, _Moment]]:
        company = part.company
        if company is None:
            return
        index = COMPANIES.index(company)
        ahead = self._table.ahead[company]
        cash, at = moment.cash, moment.steps[index]
        stops: list[tuple[int, int]] = []
        made = 0
        while made < part.amount and at + made < ahead.room:
            call = ahead.calls[at + made]
            if self._rulings.may_leave_rewards or (call and self._rulings.may_decline_calls):
                stops.append((made, cash))
            if call > cash:
                break
            cash += ahead.net(at + made)
            made += 1
        furthest = made
        stops = [stop for stop in stops if stop[0] != furthest]
        for steps, money in [(furthest, cash), *reversed(stops)]:
            walked = (*moment.steps[:index], at + steps, *moment.steps[index + 1 :])
            after = _Moment(left, money, moment.pounds, moment.diamonds, walked)
            yield (None if steps == furthest else steps), after


def _changed(
    moment: _Moment, left: frozenset[int], cash: int = 0, pounds: int = 0, diamonds: int = 0
) -> _Moment:
    return _Moment(
        left, moment.cash + cash, moment.pounds + pounds, moment.diamonds + diamonds, moment.steps
    )


def unit_order(table: MoverTable, steps: tuple[int, ...]) -> tuple[Company, ...] | None:
    """Return an order of single steps that pays every call at once, or None if there is none."""
    dead: set[tuple[int, ...]] = set()

    def onward(made: tuple[int, ...], cash: int) -> tuple[Company, ...] | None:
        if made == steps:
            return ()
        if made in dead:
            return None
        for index, company in enumerate(COMPANIES):
            if made[index] < steps[index]:
                ahead = table.ahead[company]
                if ahead.calls[made[index]] <= cash:
                    further = (*made[:index], made[index] + 1, *made[index + 1 :])
                    rest = onward(further, cash + ahead.net(made[index]))
                    if rest is not None:
                        return (company, *rest)
        # The cash follows from the steps made, so nothing else can come of them.
        dead.add(made)
        return None

    return onward((0,) * len(COMPANIES), table.me.cash)


class UnorderableError(ValueError):
    """A canonical turn that no order brings about."""


def said(state: State, turn: canonical.CanonicalTurn) -> turns.Turn:
    """Return a turn that says `turn` in an order that can be paid."""
    table = MoverTable(state, turn.seat)
    match turn:
        case canonical.CanonicalGoods():
            order = unit_order(table, turn.steps)
            if order is None:
                raise UnorderableError(f"no order of the steps {turn.steps} can be paid")
            return turns.UseGoods(
                seat=turn.seat,
                plus_one=turn.plus_one,
                cards=tuple(sorted(turn.cards)),
                buy=turn.buy,
                advance=order,
                levels=lower_levels(table, goods_levels(table, turn)),
            )
        case canonical.CanonicalExpansion():
            return _expand(table, turn)
        case canonical.CanonicalBookkeeper():
            return _bookkeeper(table, turn)
        case canonical.CanonicalMerchant(card=card):
            return turns.UseMerchant(seat=turn.seat, plus_one=turn.plus_one, card=card)
        case canonical.CanonicalMarker():
            return _marker(table, turn)
        case canonical.CanonicalEnd(deck=deck):
            return turns.EndPhase(seat=turn.seat, plus_one=turn.plus_one, deck=deck)


def _expand(table: MoverTable, turn: canonical.CanonicalExpansion) -> turns.Expand:
    region = table.components.region
    gains = turn.gains
    parts = []
    points = 0
    for name in sorted(turn.regions):
        reward, amount = region[name].reward, region[name].amount
        if reward == "points":
            points += amount
        elif reward != "none" and amount:
            kind = "steps" if reward == "track" else reward
            parts.append(RankedPart(kind, amount, turn.company, turns.CollectRegion(name)))
    if points:
        at_end = table.me.ink >= table.components.book_track.last
        parts.append(_pool(table, gains.books, gains.points_for_pounds, at_end=at_end))
    order = PartOrder(table, parts, table.me.cash, gains).found
    if order is None:
        raise UnorderableError(f"no order of the parts comes to {gains}")
    skips = table.rulings.may_leave_rewards
    rewards: list[turns.RegionPart] = []
    for part, count in order:
        if isinstance(part.said, turns.SpendPoints):
            rewards.append(part.said)
        elif isinstance(part.said, turns.CollectRegion) and not (skips and count == 0):
            rewards.append(replace(part.said, count=count))
    return turns.Expand(
        seat=turn.seat,
        plus_one=turn.plus_one,
        company=turn.company,
        enter=entering(table, turn),
        rewards=tuple(rewards),
        oust=ousting(table, turn),
        place=_placings(table, gains),
    )


def _bookkeeper(table: MoverTable, turn: canonical.CanonicalBookkeeper) -> turns.UseBookkeeper:
    components, rulings = table.components, table.rulings
    face = faces(table).get(turn.to)
    reward = printed.Reward()
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
        order = PartOrder(table, parts, cash, turn.gains).found
        if order is None:
            continue
        late = at_end and rulings.book_money_convert == "every-point"
        rest = turn.gains.points_for_pounds - for_pounds
        spent = _pool(table, turn.gains.books - books, rest, at_end=late).said
        return turns.UseBookkeeper(
            seat=turn.seat,
            plus_one=turn.plus_one,
            card=turn.card,
            flip=turn.flip,
            to=turn.to if turn.to > table.me.ink else None,
            reward=_reward_parts(table, order, turn.gains),
            points=spent if isinstance(spent, turns.SpendPoints) else turns.SpendPoints(),
            place=_placings(table, turn.gains),
            levels=lower_levels(table, levels),
        )
    raise UnorderableError(f"no order of the parts comes to {turn.gains}")


def _splits(
    table: MoverTable, gains: canonical.Gains, first: int, second: int
) -> list[tuple[frozenset[BookId], int]]:
    """Return which books, and points for pounds, may have come of the first of two pools.

    The first is a reward's, the second the bookkeeper's own.
    """
    book = table.components.book
    rulings = table.rulings
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


def _marker(table: MoverTable, turn: canonical.CanonicalMarker) -> turns.PlaceMarker:
    space = table.components.space[turn.space]
    cash, gains = table.me.cash - space.cost, turn.gains
    orders: list[list[RankedPart]] = []
    match space:
        case printed.FirstPlayerSpace(reward=reward):
            orders = [_parts(table, turn, reward, pool=True)]
        case printed.ChoiceSpace(rewards=rewards):
            orders = [_parts(table, turn, rewards[(turn.option or 1) - 1], pool=True)]
        case printed.MajoritySpace(tiers=tiers):
            orders = [_parts(table, turn, tiers[(turn.option or 1) - 1].reward, pool=True)]
        case printed.OtherTracksSpace():
            others = [c for c in COMPANIES if c != table.beside.get(space.id)]
            named = combinations(others, min(space.tracks, len(others)))
            orders = [
                [RankedPart("steps", space.steps, c, turns.Advance(c)) for c in some]
                for some in named
            ]
        case printed.BuySpace():
            parts = []
            if gains.diamonds:
                parts.append(RankedPart("diamonds", space.diamonds, said=turns.MoveDiamond()))
            if turn.buy is not None:
                price = max(0, table.prices[turn.buy] - space.less)
                parts.append(RankedPart("money", -price, said=turns.BuyCard(turn.buy)))
            orders = [parts]
        case _:
            pays = RankedPart("pounds", gains.pounds, said=turns.TakePounds())
            orders = [[pays] if gains.pounds else []]
    found = (PartOrder(table, parts, cash, gains).found for parts in orders)
    order = next((one for one in found if one is not None), None)
    if order is None:
        raise UnorderableError(f"no order of the parts comes to {gains}")
    taken = _reward_parts(table, order, gains)
    if turn.discard is not None and taken:
        taken = (turns.TakePounds(gains.pounds),)
    return turns.PlaceMarker(
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
    turn: canonical.CanonicalBookkeeper | canonical.CanonicalMarker,
    reward: printed.Reward,
    *,
    pool: bool = False,
) -> list[RankedPart]:
    """Return the parts of a reward that has pounds, diamonds, steps and perhaps points."""
    parts = []
    without, with_tile = cotton_pounds(table, reward)
    tile = turn.plus_one
    cotton = {card.id for card in table.tile_cards if card.good == "cotton"}
    on_cotton = tile and tile.when == "before" and tile.card in cotton
    pounds = reward.pounds + (with_tile if on_cotton else without)
    if pounds:
        parts.append(RankedPart("pounds", pounds, said=turns.TakePounds()))
    if reward.diamonds:
        parts.append(RankedPart("diamonds", reward.diamonds, said=turns.MoveDiamond()))
    if pool and reward.points:
        at_end = table.me.ink >= table.components.book_track.last
        gains = turn.gains
        parts.append(_pool(table, gains.books, gains.points_for_pounds, at_end=at_end))
    if reward.track is not None:
        company = reward.track.company
        parts.append(RankedPart("steps", reward.track.steps, company, turns.Advance(company)))
    return parts


def _pool(
    table: MoverTable, books: frozenset[BookId], for_pounds: int, *, at_end: bool
) -> RankedPart:
    state = table.state
    shown = zip(state.book_display, state.book_coins, strict=True)
    coins = sum(coin for book, coin in shown if book in books)
    money = coins + for_pounds * (POUNDS_AT_TRACK_END if at_end else 1)
    explicit = for_pounds if state.setting.rulings.may_leave_rewards else None
    return RankedPart("money", money, said=turns.SpendPoints(tuple(sorted(books)), explicit))


def _reward_parts(
    table: MoverTable, order: OrderedParts, gains: canonical.Gains
) -> tuple[turns.RewardPart, ...]:
    skips = table.rulings.may_leave_rewards
    rewards: list[turns.RewardPart] = []
    for part, count in order:
        if isinstance(part.said, turns.TakePounds | turns.MoveDiamond | turns.Advance):
            if not (skips and count == 0):
                rewards.append(replace(part.said, count=count))
        elif isinstance(part.said, turns.SpendPoints | turns.BuyCard):
            rewards.append(part.said)
    for company, columns in zip(COMPANIES, gains.removed, strict=True):
        for column, posts in enumerate(columns, 1):
            rewards += [turns.RemovePost(company, column)] * posts
    return tuple(rewards)


def _placings(table: MoverTable, gains: canonical.Gains) -> tuple[turns.Placing, ...]:
    """Return the placings, those on empty spaces first."""
    visible = table.visible
    return tuple(sorted(gains.placed, key=lambda p: (bool(visible[p.step]), p.step)))
