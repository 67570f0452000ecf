"""The final scoring in seven rows."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from referee.core.components import ShareIcon, TrackValue
from referee.core.ids import COMPANIES, Seat
from referee.core.state import BaseColumn, Player, State
from referee.rulebook import scoring as rules
from referee_model.legality.table import SeatView
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Truth,
    Whole,
    count,
    eq,
    every,
    greatest,
    implies,
    minus,
    same,
    table,
    times,
    total,
    when,
)


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
        columns = zip(self._table.base(company), self._table.state.bases[company], strict=True)
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
            products = {
                n: times(n, shares) for n in range(sum(map(sum, self._table.base(company))) + 1)
            }
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


# What the table after an event is worth to a player, as terms over the event's variables ----------
class Measures:
    """The scoring pad after an event, row by row."""

    def __init__(self, relation: Relation, seen: SeatView, after: After) -> None:
        self._relation, self._seen, self._after = relation, seen, after

    def worth(self, terms: Sequence[tuple[int, str]]) -> Whole:
        """Return a weighted sum of measures of the seat whose turn it is."""
        return total(times(weight, self._named(name)) for weight, name in terms)

    def _named(self, name: str) -> Whole:
        seat, me = self._seen.seat, self._seen.me
        match name:
            case "net-worth":
                return self._total(seat)
            case "margin":
                return minus(self._total(seat), self._best_other())
            case "cash":
                return self._after.number_at(("players", seat, "cash"), me.cash)
            case "diamonds":
                return self._after.number_at(("players", seat, "diamonds"), me.diamonds)
            case "ink":
                return self._after.number_at(("players", seat, "ink"), me.ink)
            case _:
                kind, _, company = name.partition(":")
                at = [str(each) for each in COMPANIES].index(company)
                space = self._after.number_at(("players", seat, "tracks", at), me.tracks[at])
                return space if kind == "track" else self._shares(seat, at)

    def _best_other(self) -> Whole:
        seats = [Seat(s) for s in range(len(self._seen.state.players)) if s != self._seen.seat]
        return greatest(self._relation.let(self._total(seat)) for seat in seats)

    def _total(self, seat: Seat) -> Whole:
        player, components = self._seen.state.players[seat], self._seen.components
        diamonds = self._after.number_at(("players", seat, "diamonds"), player.diamonds)
        ink = self._after.number_at(("players", seat, "ink"), player.ink)
        margin = self._seen.value_margin
        return total(
            (
                self._after.number_at(("players", seat, "cash"), player.cash),
                _pounds(diamonds - margin, components.diamond_track.values),
                _pounds(ink - margin, components.book_track.values),
                *(self._row(seat, company) for company in range(len(COMPANIES))),
            )
        )

    def _row(self, seat: Seat, company: int) -> Whole:
        """Return shares owned times the value of a share."""
        shares, value = self._shares(seat, company), self._values[company]
        if isinstance(shares, int):
            return times(shares, value)
        # A product of two variables is beyond linear arithmetic; a base has few coins.
        short = self._relation.let(shares)
        products = {n: times(n, short) for n in range(sum(map(sum, self._seen.base(company))) + 1)}
        return self._relation.let(table(value, products))

    def _shares(self, seat: Seat, company: int) -> Whole:
        player = self._seen.state.players[seat]
        icons = self._seen.tracks[company].shares
        space = self._after.number_at(("players", seat, "tracks", company), player.tracks[company])
        held = [*player.hand, *(card for card in player.slots if card)]
        held += [card for deck in player.resting for card in deck]
        gone = (
            self._after.bit_at(("discards", seat, card), before=False)
            for card in held
            if self._shows(card, company)
        )
        bought = (
            self._after.bit_at(("players", seat, "hand", card), before=False)
            for card in self._seen.state.display
            if card is not None and self._shows(card, company)
        )
        on_cards = sum(self._shows(card, company) for card in held)
        cards = minus(total((on_cards, count(bought))), count(gone))
        return total((_icon(space, icons), cards))

    def _shows(self, card: str, company: int) -> bool:
        known = {str(name): printed for name, printed in self._seen.components.card.items()}
        return known[card].share == COMPANIES[company]

    @cached_property
    def _values(self) -> list[Whole]:
        return [self._value(company) for company in range(len(COMPANIES))]

    def _value(self, company: int) -> Whole:
        """Return the coins on spaces without a post."""
        value: list[Whole] = []
        for number, printed in enumerate(self._seen.base(company)):
            before = self._seen.state.bases[company][number]
            posts = self._after.number_at(("bases", company, number, "posts"), before.posts)
            opened = self._after.bit_at(("bases", company, number, "opened"), before.opened)
            closed = {n: sum(printed[: len(printed) - n]) for n in range(len(printed) + 1)}
            # A final space that was once empty is never covered again.
            again = {n: sum(printed[: len(printed) - 1 - n]) for n in range(len(printed))}
            coins = {n: free + printed[-1] for n, free in again.items()}
            value.append(when(opened, table(posts, coins), table(posts, closed)))
        return self._relation.let(total(value))


def _pounds(step: Whole, values: tuple[TrackValue, ...]) -> Whole:
    """Return the value of the last step up to `step`."""
    return _last(step, [(value.at, value.pounds) for value in values])


def _icon(space: Whole, icons: tuple[ShareIcon, ...]) -> Whole:
    """Return the shares of the last icon reached."""
    return _last(space, [(icon.at, icon.shares) for icon in icons])


def _last(reached: Whole, worth: list[tuple[int, int]]) -> Whole:
    found: Whole = 0
    for at, value in sorted(worth):
        found = when(reached >= at, value, found)
    return found
