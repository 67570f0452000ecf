"""What the turns of a model are worth: an objective as a sum that the solver can weigh."""

from model.best.draft import Draft, Linear, Lit, total, weighted
from model.best.effects import Effects
from model.best.objective import SHARE_MEASURES, Objective
from model.best.table import Table
from referee.game.components import TrackValue
from referee.game.ids import COMPANIES, Company, Seat


def measure(draft: Draft, table: Table, effects: Effects, wanted: Objective) -> Linear:
    """Return the value of the turns of a model."""
    made = _Measures(draft, table, effects)
    return weighted((weight, made.named(name)) for weight, name in wanted.terms)


class _Measures:
    def __init__(self, draft: Draft, table: Table, effects: Effects) -> None:
        self._draft, self._table, self._effects = draft, table, effects
        self._values: dict[Company, Linear] = {}
        for company in COMPANIES:
            now = table.share_value(company)
            self._values[company] = now + weighted(effects.coins.get(company, []))

    def named(self, name: str) -> Linear:
        """Return a measure by its name."""
        match name:
            case "net-worth":
                return self._own()
            case "margin":
                return self._own() - self._best_other()
            case "cash":
                return self._effects.cash
            case "diamonds":
                return self._diamonds()[0]
            case "ink":
                return self._table.me.ink + total(self._effects.ink.values())
            case _:
                index = SHARE_MEASURES.index(name)
                constant, gained = self._shares(COMPANIES[index])
                return constant + weighted(gained)

    def _own(self) -> Linear:
        values = self._table.book_values
        ink: Linear = self._table.worth(values, self._table.me.ink)
        for value in values:
            if value.at in self._effects.ink:
                before = self._table.worth(values, value.at - 1)
                ink = ink + (value.pounds - before) * self._effects.ink[value.at]
        worth = self._effects.cash + self._diamonds()[1] + ink
        for company in COMPANIES:
            worth = worth + self._row(company)
        return worth

    def _shares(self, company: Company) -> tuple[int, list[tuple[int, Lit]]]:
        """Return the shares owned now, and what may be added."""
        steps = self._table.ahead[company].shares
        gained = [
            (more, lit)
            for more, lit in zip(steps, self._effects.reached.get(company, []), strict=False)
            if more
        ]
        gained += self._effects.cards.get(company, [])
        return self._table.shares(self._table.seat, company), gained

    def _row(self, company: Company) -> Linear:
        """Return shares owned times the value of a share."""
        constant, gained = self._shares(company)
        coins = self._effects.coins.get(company, [])
        now = self._table.share_value(company)
        if not coins or not gained:
            return constant * self._values[company] + now * weighted(gained)
        most = now + sum(coin for coin, _ in coins if coin > 0)
        value = self._draft.amount(most)
        self._draft.model.add(value == self._values[company])
        row = constant * value
        for more, lit in gained:
            row = row + more * self._draft.where(lit, value, most)
        return row

    def _diamonds(self) -> tuple[Linear, Linear]:
        """Return the diamond marker's step and what it is worth."""
        table, effects, model = self._table, self._effects, self._draft.model
        values, last = table.diamond_values, table.state.setting.components.diamond_track.last
        at, most = table.me.diamonds, effects.diamonds_most
        now = table.worth(values, at)
        if not most:
            return at, now
        step: Linear = at + effects.diamonds
        if at + most > last:
            step = self._draft.amount(last, least=min(at, last))
            model.add_min_equality(step, [at + effects.diamonds, last])
        worth: Linear = now
        for value in _between(values, at, min(at + most, last)):
            needed = value.at - at
            passed = self._draft.aside()
            model.add(effects.diamonds >= needed * passed)
            model.add(effects.diamonds <= needed - 1 + (most - needed + 1) * passed)
            worth = worth + (value.pounds - table.worth(values, value.at - 1)) * passed
        return step, worth

    def _best_other(self) -> Linear:
        totals = [self._other(n, seat) for n, seat in enumerate(self._table.opponents)]
        if len(totals) == 1:
            return totals[0]
        best = self._draft.amount(1_000_000, least=-1_000_000)
        self._draft.model.add_max_equality(best, totals)
        return best

    def _other(self, number: int, seat: Seat) -> Linear:
        table = self._table
        player = table.state.players[seat]
        fixed = player.cash + table.worth(table.diamond_values, player.diamonds)
        fixed += table.worth(table.book_values, player.ink)
        shares = {company: table.shares(seat, company) for company in COMPANIES}
        fixed += sum(shares[company] * table.share_value(company) for company in COMPANIES)
        paid = weighted(
            (pounds, lit)
            for company, lits in self._effects.reached.items()
            for pounds, lit in zip(table.ahead[company].others[number], lits, strict=False)
        )
        coins = weighted(
            (shares[company] * coin, lit)
            for company, pairs in self._effects.coins.items()
            for coin, lit in pairs
        )
        return fixed + paid + coins


def _between(values: tuple[TrackValue, ...], at: int, most: int) -> list[TrackValue]:
    return [value for value in values if at < value.at <= most]
