"""The final scoring in seven rows."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from referee.core.components import TrackValue
from referee.core.ids import COMPANIES, CardId, Seat
from referee.core.state import State
from referee.rulebook import scoring as rules
from referee_model.legality.table import SeatView
from referee_model.legality.writes import After
from referee_model.relation import Relation
from referee_model.solver import Values
from referee_model.terms import (
    Bit,
    Num,
    Whole,
    count,
    every,
    greatest,
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
        relation = self.relation = Relation()
        pad = Measures(relation, SeatView(state, Seat(0)), After(relation, state))
        companies = range(len(COMPANIES))
        values = [
            relation.stated(rules.SHARE_VALUE, f"value-{c}", pad.values[c]) for c in companies
        ]
        self.rows: list[list[Num]] = []
        self.totals: list[Num] = []
        for seat, player in enumerate(state.players):
            rows = [relation.stated(rules.CASH_ROW, f"cash-{seat}", player.cash)]
            for company, value in zip(companies, values, strict=True):
                name, owned = f"{seat}-{company}", pad.shares(Seat(seat), company)
                shares = relation.stated(rules.SHARES_OWNED, f"shares-{name}", owned)
                row = pad.product(shares, value, company)
                rows.append(relation.stated(rules.SHARE_ROWS, f"row-{name}", row))
            diamonds, books = pad.diamonds(Seat(seat)), pad.books(Seat(seat))
            rows.append(relation.stated(rules.DIAMOND_ROW, f"diamonds-{seat}", diamonds))
            rows.append(relation.stated(rules.BOOK_ROW, f"books-{seat}", books))
            self.rows.append(rows)
            self.totals.append(relation.stated(rules.HIGHEST_TOTAL, f"total-{seat}", total(rows)))
        self.wins: list[Bit] = []
        for seat, number in enumerate(self.totals):
            wins = relation.bit(f"wins-{seat}")
            most = every(number >= other for other in self.totals)
            relation.demand(rules.HIGHEST_TOTAL, same(wins, most))
            self.wins.append(wins)

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


# What the table after an event is worth to a player, as terms over the event's variables ----------
class Measures:
    """The scoring pad after an event, row by row."""

    def __init__(self, relation: Relation, seen: SeatView, after: After) -> None:
        self._relation, self._seen, self._after = relation, seen, after

    def worth(self, terms: Sequence[tuple[int, str]]) -> Whole:
        """Return a weighted sum of measures of the seat whose turn it is."""
        return total(times(weight, self._named(name)) for weight, name in terms)

    def _named(self, name: str) -> Whole:
        seat = self._seen.seat
        match name:
            case "net-worth":
                return self._total(seat)
            case "margin":
                seats = [Seat(s) for s in range(len(self._seen.state.players)) if s != seat]
                others = (self._relation.let(self._total(other)) for other in seats)
                return minus(self._total(seat), greatest(others))
            case "cash" | "diamonds" | "ink":
                return self._number(seat, name)
            case _:
                kind, _, company = name.partition(":")
                at = [str(each) for each in COMPANIES].index(company)
                before = self._seen.me.tracks[at]
                space = self._after.number_at(("players", seat, "tracks", at), before)
                return space if kind == "track" else self.shares(seat, at)

    def _number(self, seat: Seat, field: str) -> Whole:
        before: int = getattr(self._seen.state.players[seat], field)
        return self._after.number_at(("players", seat, field), before)

    def _total(self, seat: Seat) -> Whole:
        rows = [self._number(seat, "cash"), self.diamonds(seat), self.books(seat)]
        return total([*rows, *(self._row(seat, company) for company in range(len(COMPANIES)))])

    def diamonds(self, seat: Seat) -> Whole:
        """Return the value of the last step that a player's diamonds have got to."""
        reached = self._number(seat, "diamonds") - self._seen.value_margin
        return _last(reached, self._seen.components.diamond_track.values)

    def books(self, seat: Seat) -> Whole:
        """Return the value of the last step that a player's ink jar has got to."""
        reached = self._number(seat, "ink") - self._seen.value_margin
        return _last(reached, self._seen.components.book_track.values)

    def _row(self, seat: Seat, company: int) -> Whole:
        shares, value = self.shares(seat, company), self.values[company]
        if isinstance(shares, int):
            return times(shares, value)
        return self._relation.let(self.product(self._relation.let(shares), value, company))

    def product(self, shares: Whole, value: Whole, company: int) -> Whole:
        """Return shares owned times the value of a share."""
        # A product of two variables is beyond linear arithmetic; a base has few coins.
        coins = sum(map(sum, self._seen.base(company)))
        return table(value, {n: times(n, shares) for n in range(coins + 1)})

    def shares(self, seat: Seat, company: int) -> Whole:
        """Return the shares of the last icon reached, and one for each card that shows one."""
        player = self._seen.state.players[seat]
        icons = self._seen.tracks[company].shares
        space = self._after.number_at(("players", seat, "tracks", company), player.tracks[company])
        held = [*player.hand, *(card for card in player.slots if card)]
        held += [card for deck in player.resting for card in deck]
        mine = [card for card in held if self._shows(card, company)]
        gone = (self._after.bit_at(("discards", seat, card), before=False) for card in mine)
        display = [card for card in self._seen.state.display if card is not None]
        bought = (
            self._after.bit_at(("players", seat, "hand", card), before=False)
            for card in display
            if self._shows(card, company)
        )
        on_cards = sum(self._shows(card, company) for card in held)
        cards = minus(total((on_cards, count(bought))), count(gone))
        on_track: Whole = 0
        for icon in sorted(icons, key=lambda icon: icon.at):
            on_track = when(space >= icon.at, icon.shares, on_track)
        return total((on_track, cards))

    def _shows(self, card: CardId, company: int) -> bool:
        return self._seen.components.card[card].share == COMPANIES[company]

    @cached_property
    def values(self) -> list[Whole]:
        """The value of a share of each company."""
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


def _last(reached: Whole, values: tuple[TrackValue, ...]) -> Whole:
    """Return the value of the last step that was reached, or nothing."""
    found: Whole = 0
    for value in sorted(values, key=lambda value: value.at):
        found = when(reached >= value.at, value.pounds, found)
    return found
