"""What the table after an event is worth to a player, as terms over the event's variables."""

from collections.abc import Sequence
from functools import cached_property

from model.legality.after import After, ScoredPlace
from model.legality.table import SeatView
from model.relation import Relation
from model.terms import Whole, count, minus, table, times, total, when
from referee.game.components import ShareIcon, TrackValue
from referee.game.ids import COMPANIES, Seat

SHARES = "shares:"


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
                return self._after.number_at(ScoredPlace("cash", seat), me.cash)
            case "diamonds":
                return self._after.number_at(ScoredPlace("diamonds", seat), me.diamonds)
            case "ink":
                return self._after.number_at(ScoredPlace("ink", seat), me.ink)
            case _:
                return self._shares(seat, [SHARES + c for c in COMPANIES].index(name))

    def _best_other(self) -> Whole:
        seats = [Seat(s) for s in range(len(self._seen.state.players)) if s != self._seen.seat]
        best, *others = (self._relation.let(self._total(seat)) for seat in seats)
        for other in others:
            higher = max(best, other) if isinstance(best, int) and isinstance(other, int) else None
            ahead = other >= best if not isinstance(other, int) else best <= other
            best = self._relation.let(when(ahead, other, best) if higher is None else higher)
        return best

    def _total(self, seat: Seat) -> Whole:
        player, components = self._seen.state.players[seat], self._seen.components
        diamonds = self._after.number_at(ScoredPlace("diamonds", seat), player.diamonds)
        ink = self._after.number_at(ScoredPlace("ink", seat), player.ink)
        margin = self._seen.value_margin
        return total(
            (
                self._after.number_at(ScoredPlace("cash", seat), player.cash),
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
        products = {coins: times(coins, short) for coins in range(self._coins(company) + 1)}
        return self._relation.let(table(value, products))

    def _shares(self, seat: Seat, company: int) -> Whole:
        player = self._seen.state.players[seat]
        icons = self._seen.tracks[company].shares
        space = self._after.number_at(ScoredPlace("track", seat, company), player.tracks[company])
        held = [*player.hand, *(card for card in player.slots if card)]
        held += [card for deck in player.resting for card in deck]
        gone = (
            self._after.bit_at(ScoredPlace("discarded", seat, card), before=False)
            for card in held
            if self._shows(card, company)
        )
        bought = (
            self._after.bit_at(ScoredPlace("to-hand", seat, card), before=False)
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

    def _coins(self, company: int) -> int:
        return sum(coin for column in self._columns(company) for coin in column)

    def _columns(self, company: int) -> tuple[tuple[int, ...], ...]:
        bases = self._seen.components.bases
        return next(base.columns for base in bases if base.company == COMPANIES[company])

    def _value(self, company: int) -> Whole:
        """Return the coins on spaces without a post."""
        value: list[Whole] = []
        for number, printed in enumerate(self._columns(company)):
            before = self._seen.state.bases[company][number]
            posts = self._after.number_at(ScoredPlace("posts", company, number), before.posts)
            opened = self._after.bit_at(ScoredPlace("opened", company, number), before.opened)
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
