"""What a canonical turn comes to in plain numbers: a second count beside the solver's."""

from model.best.faces import faces
from model.best.objective import SHARE_MEASURES, Objective
from model.best.table import MoverTable
from referee.game.canonical import (
    CanonicalBookkeeper,
    CanonicalEnd,
    CanonicalExpansion,
    CanonicalGoods,
    CanonicalMarker,
    CanonicalMerchant,
    CanonicalTurn,
    Columns,
    Gains,
)
from referee.game.components import BuySpace, DiscardSpace, MerchantCard
from referee.game.ids import COMPANIES, Company
from referee.game.limits import BOOK_PRICES, FLIP_POUNDS, POUNDS_AT_TRACK_END


class _After:
    """The mover's and the opponents' numbers, changed piece by piece."""

    def __init__(self, table: MoverTable) -> None:
        self.table = table
        self.cash = table.me.cash
        self.diamonds, self.ink = table.me.diamonds, table.me.ink
        self.steps: tuple[int, ...] = (0,) * len(COMPANIES)
        self.cards = dict.fromkeys(COMPANIES, 0)
        self.values = {company: table.share_value(company) for company in COMPANIES}

    def walk(self, steps: tuple[int, ...]) -> None:
        self.steps = steps
        for company, number in zip(COMPANIES, steps, strict=True):
            ahead = self.table.ahead[company]
            self.cash += sum(ahead.gains[:number]) - sum(ahead.calls[:number])

    def shine(self, used: int) -> None:
        last = max(self.diamonds, self.table.state.setting.components.diamond_track.last)
        made = min(used, last - self.diamonds)
        self.diamonds += made
        self.cash += POUNDS_AT_TRACK_END * (used - made)

    def uncover(self, company: Company, columns: Columns) -> None:
        piles = self.table.piles[company]
        self.values[company] += sum(
            sum(p.uncovers[:n]) for p, n in zip(piles, columns, strict=True)
        )

    def cover(self, company: Company, columns: Columns) -> None:
        piles = self.table.piles[company]
        self.values[company] -= sum(sum(p.covers[:n]) for p, n in zip(piles, columns, strict=True))

    def gain(self, gains: Gains) -> None:
        """Take all of the gains, points that turn into a pound each."""
        state = self.table.state
        self.cash += gains.pounds + gains.points_for_pounds
        self.cash += sum(
            coins
            for book, coins in zip(state.book_display, state.book_coins, strict=True)
            if book in gains.books
        )
        self.shine(gains.diamonds)
        self.walk(gains.steps)
        for company, columns in zip(COMPANIES, gains.removed, strict=True):
            self.uncover(company, columns)

    def more_for_points(self, points: int) -> None:
        """Pay the rest for points gained at the end of the track."""
        self.cash += (POUNDS_AT_TRACK_END - 1) * points

    def card(self, change: int, company: Company | None) -> None:
        if company is not None:
            self.cards[company] += change


def _after(table: MoverTable, turn: CanonicalTurn) -> _After:
    after = _After(table)
    components = table.state.setting.components
    at_end = table.me.ink >= components.book_track.last
    match turn:
        case CanonicalGoods(buy=buy, steps=steps):
            after.walk(steps)
            after.card(1, table.card(buy).share if buy else None)
        case CanonicalExpansion(company=company, left=left, returned=returned, gains=gains):
            after.gain(gains)
            after.more_for_points(gains.points_for_pounds if at_end else 0)
            after.uncover(company, left)
            for other, columns in zip(COMPANIES, returned, strict=True):
                after.cover(other, columns)
        case CanonicalBookkeeper(flip=flip, to=to, gains=gains):
            after.cash -= FLIP_POUNDS if flip is not None else 0
            after.ink = to
            after.gain(gains)
            after.more_for_points(_points_at_end(table, turn))
        case CanonicalMerchant(card=card):
            _merchant(after, table, str(card))
        case CanonicalMarker(space=space_id, discard=discard, buy=buy, gains=gains):
            space = components.space[space_id]
            after.cash -= space.cost
            after.gain(gains)
            after.more_for_points(gains.points_for_pounds if at_end else 0)
            if isinstance(space, DiscardSpace) and discard is not None:
                after.card(-1, table.card(discard).share)
            if isinstance(space, BuySpace) and buy is not None:
                after.cash -= max(0, table.prices[buy] - space.less)
                after.card(1, table.card(buy).share)
        case CanonicalEnd():
            pass
    return after


def _points_at_end(table: MoverTable, turn: CanonicalBookkeeper) -> int:
    """Return how many points of a bookkeeper turn are paid at the rate of the last step."""
    components = table.state.setting.components
    if turn.to < components.book_track.last:
        return 0
    for_pounds = turn.gains.points_for_pounds
    if table.state.setting.rulings.book_money_convert == "every-point":
        return for_pounds
    # The card's points are used as usual; what they did not pay came of the reward.
    face = faces(table).get(turn.to)
    moved = turn.to > table.me.ink and turn.flip != turn.to and face and not face.flipped
    reward = face.reward.points if moved and face else 0
    if table.state.setting.rulings.may_leave_units:
        return min(for_pounds, reward)
    points = next(b.points for b in table.bookkeepers if b.id == turn.card)
    spent = sum(BOOK_PRICES[components.book[book].letter] for book in turn.gains.books)
    return for_pounds - (points - spent)


def _merchant(after: _After, table: MoverTable, item: str) -> None:
    merchant = next(m for m in table.merchants if m.id == item)
    further = 0
    components = table.state.setting.components
    if isinstance(merchant, MerchantCard):
        after.cash += merchant.pounds
        if merchant.company is not None and merchant.mines_per_step is not None:
            further = table.mines(merchant.company) // merchant.mines_per_step
    else:
        cards = [m for m in table.merchants if isinstance(m, MerchantCard)]
        further = merchant.per_merchant * len(cards)
    for steps in (merchant.steps, further):
        gap = components.diamond_track.last - after.diamonds
        forfeit = table.state.setting.rulings.diamond_overflow == "forfeit-overflow" and gap > 0
        after.shine(min(steps, gap) if forfeit else steps)


def value_of(table: MoverTable, turn: CanonicalTurn, wanted: Objective) -> int:
    """Return what a canonical turn is worth, counted without a solver."""
    after = _after(table, turn)
    shares = {
        company: table.shares(table.seat, company)
        + sum(table.ahead[company].shares[:number])
        + after.cards[company]
        for company, number in zip(COMPANIES, after.steps, strict=True)
    }
    own = after.cash + sum(shares[company] * after.values[company] for company in COMPANIES)
    own += table.worth(table.diamond_values, after.diamonds)
    own += table.worth(table.book_values, after.ink)
    measures = {
        "net-worth": own,
        "margin": own - _best_other(table, after),
        "cash": after.cash,
        "diamonds": after.diamonds,
        "ink": after.ink,
        **dict(zip(SHARE_MEASURES, shares.values(), strict=True)),
    }
    return sum(weight * measures[name] for weight, name in wanted.terms)


def _best_other(table: MoverTable, after: _After) -> int:
    totals = []
    for number, seat in enumerate(table.opponents):
        player = table.state.players[seat]
        worth = player.cash
        worth += table.worth(table.diamond_values, player.diamonds)
        worth += table.worth(table.book_values, player.ink)
        for company, steps in zip(COMPANIES, after.steps, strict=True):
            worth += sum(table.ahead[company].others[number][:steps])
            worth += table.shares(seat, company) * after.values[company]
        totals.append(worth)
    return max(totals)
