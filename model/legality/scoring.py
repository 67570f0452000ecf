"""The final scoring in seven rows."""

from collections.abc import Iterable

from msgspec import Struct

from model.legality.table import SeatView
from model.relation import Relation
from model.solver import Values
from model.terms import Bit, Num, Truth, eq, every, implies, same, table, times, total
from referee.game.components import TrackValue
from referee.game.ids import COMPANIES, Seat
from referee.game.rulebook import scoring as rules
from referee.game.state import BaseColumn, Player, State


class PadTerms(Struct, frozen=True):
    """The scoring pad of a game."""

    rows: tuple[tuple[int, ...], ...]
    """By seat: cash, the four companies' shares, diamonds, books."""
    totals: tuple[int, ...]
    winners: frozenset[Seat]


class ScoringRelation:
    """The seven rows of every player, and who has the highest total."""

    def __init__(self, state: State) -> None:
        self.relation = Relation()
        self._table = SeatView(state, Seat(0))
        self.values: list[Num] = [self._share_value(company) for company in range(len(COMPANIES))]
        self.rows: list[list[Num]] = [
            self._rows(seat, player) for seat, player in enumerate(state.players)
        ]
        self.totals: list[Num] = []
        for seat, rows in enumerate(self.rows):
            number = self.relation.whole(f"total-{seat}")
            self.relation.demand(rules.HIGHEST_TOTAL, eq(number, total(rows)))
            self.totals.append(number)
        self.wins: list[Bit] = [self._wins(seat) for seat in range(len(self.rows))]

    def _share_value(self, company: int) -> Num:
        """Return the coins uncovered in a company's base."""
        base = next(b for b in self._table.components.bases if b.company == COMPANIES[company])
        columns = zip(base.columns, self._table.state.bases[company], strict=True)
        coins = [coin for printed, column in columns for coin in _uncovered(printed, column)]
        value = self.relation.whole(f"value-{company}")
        self.relation.demand(rules.SHARE_VALUE, eq(value, sum(coins)))
        return value

    def _rows(self, seat: int, player: Player) -> list[Num]:
        relation = self.relation
        cash = relation.whole(f"cash-{seat}")
        relation.demand(rules.CASH_ROW, eq(cash, player.cash))
        rows = [cash]
        for company, value in enumerate(self.values):
            shares = relation.whole(f"shares-{seat}-{company}")
            relation.demand(rules.SHARES_OWNED, eq(shares, self._shares(player, company)))
            row = relation.whole(f"row-{seat}-{company}")
            # A product of two variables is beyond linear arithmetic; a base has few coins.
            products = {coins: times(coins, shares) for coins in range(self._coins(company) + 1)}
            relation.demand(rules.SHARE_ROWS, eq(row, table(value, products)))
            rows.append(row)
        components = self._table.components
        diamonds = relation.whole(f"diamonds-{seat}")
        margin = self._table.value_margin
        for holds in _last_value(
            diamonds, components.diamond_track.values, player.diamonds - margin
        ):
            relation.demand(rules.DIAMOND_ROW, holds)
        books = relation.whole(f"books-{seat}")
        for holds in _last_value(books, components.book_track.values, player.ink - margin):
            relation.demand(rules.BOOK_ROW, holds)
        return [*rows, diamonds, books]

    def _shares(self, player: Player, company: int) -> int:
        """Return the shares of the last icon reached, and one for each card that shows one."""
        space = player.tracks[company]
        icons = [icon for icon in self._table.tracks[company].shares if icon.at <= space]
        on_track = max(icons, key=lambda icon: icon.at).shares if icons else 0
        cards = [*player.hand, *(card for card in player.slots if card)]
        cards += [card for deck in player.resting for card in deck]
        held = (self._table.components.card[card].share for card in cards)
        return on_track + sum(share == COMPANIES[company] for share in held)

    def _coins(self, company: int) -> int:
        base = next(b for b in self._table.components.bases if b.company == COMPANIES[company])
        return sum(coin for column in base.columns for coin in column)

    def _wins(self, seat: int) -> Bit:
        bit = self.relation.bit(f"wins-{seat}")
        most = every(self.totals[seat] >= other for other in self.totals)
        self.relation.demand(rules.HIGHEST_TOTAL, same(bit, most))
        return bit

    def read(self, values: Values) -> PadTerms:
        """Return the pad of a solution."""
        return PadTerms(
            tuple(tuple(values.number(row.text) for row in rows) for rows in self.rows),
            tuple(values.number(number.text) for number in self.totals),
            frozenset(Seat(s) for s, bit in enumerate(self.wins) if values.bit(bit.text)),
        )

    def choices(self) -> Iterable[Num | Bit]:
        """Return every number of the pad."""
        return [*(row for rows in self.rows for row in rows), *self.totals, *self.wins]


def _uncovered(printed: tuple[int, ...], column: BaseColumn) -> tuple[int, ...]:
    """Return the coins on spaces without a post.

    Posts stand at the rear, but never again on a final space that was once empty.
    """
    rear = len(printed) - int(column.opened)
    return printed[: rear - column.posts] + printed[rear:]


def _last_value(row: Num, values: tuple[TrackValue, ...], step: int) -> Iterable[Truth]:
    """Yield that a row is the value of the last step up to `step`, or nothing."""
    steps = sorted(values, key=lambda value: value.at)
    following = [value.at for value in steps[1:]]
    yield implies(all(step < value.at for value in steps), eq(row, 0))
    for index, value in enumerate(steps):
        passed = index < len(following) and step >= following[index]
        yield implies(step >= value.at and not passed, eq(row, value.pounds))
