"""The final scoring: seven rows for each player, totals and winners."""

from itertools import accumulate
from typing import Final

from msgspec import Struct

from referee.core.components import TrackValue
from referee.core.ids import COMPANIES, Company, Seat
from referee.core.rule import Rule
from referee.core.rulings import Rulings
from referee.core.state import Player, State
from referee.engine.facts import facts_of
from referee.rulebook import scoring as rules

PAD_ROWS: Final = ("cash", *COMPANIES, "diamonds", "books")
"""The rows of the scoring pad from the top."""


class Pad(Struct, frozen=True):
    """The scoring pad of one player."""

    cash: int
    shares: tuple[int, ...]
    """Shares owned, by company."""
    values: tuple[int, ...]
    """What a share is worth, by company."""
    diamonds: int
    books: int

    @property
    def rows(self) -> tuple[int, ...]:
        """Pounds by row, as `PAD_ROWS` names them."""
        worth = (owned * value for owned, value in zip(self.shares, self.values, strict=True))
        return (self.cash, *worth, self.diamonds, self.books)

    @property
    def total(self) -> int:
        """The sum of the rows."""
        return sum(self.rows)


def share_value(state: State, company: Company) -> int:
    """Return the coin icons uncovered in a company's base."""
    index = COMPANIES.index(company)
    value = 0
    for coins, column in zip(
        facts_of(state.setting).base_coins[index], state.bases[index], strict=True
    ):
        # Posts stand at the rear; a final space that was opened stays open behind them.
        covered = len(coins) - column.opened
        uncovered = list(accumulate(coins, initial=0))
        value += uncovered[covered - column.posts] + (coins[-1] if column.opened else 0)
    return value


def shares_owned(state: State, player: Player, company: Company) -> int:
    """Return a player's shares: the last icon reached, and one for each card that shows one."""
    facts = facts_of(state.setting)
    index = COMPANIES.index(company)
    icons = [i.shares for i in facts.tracks[index].shares if i.at <= player.tracks[index]]
    cards = [*player.hand, *(card for card in player.slots if card)]
    cards += [card for deck in player.resting for card in deck]
    return max(icons, default=0) + sum(facts.cards[card].share == company for card in cards)


def counted_value(values: tuple[TrackValue, ...], at: int, rulings: Rulings) -> TrackValue | None:
    """Return the last value that counts for a marker on a step, if one does."""
    counts_up_to = at - 1 if rulings.value_passed == "beyond" else at
    counted = [value for value in values if value.at <= counts_up_to]
    return max(counted, key=lambda value: value.pounds, default=None)


def last_value(values: tuple[TrackValue, ...], at: int, rulings: Rulings) -> int:
    """Return the pounds of the last value that counts for a marker, or none."""
    counted = counted_value(values, at, rulings)
    return 0 if counted is None else counted.pounds


def pad(state: State, seat: Seat) -> Pad:
    """Return what a player would score if the game ended now."""
    components, player = state.setting.components, state.players[seat]
    rulings = state.setting.rulings
    return Pad(
        cash=player.cash,
        shares=tuple(shares_owned(state, player, company) for company in COMPANIES),
        values=tuple(share_value(state, company) for company in COMPANIES),
        diamonds=last_value(components.diamond_track.values, player.diamonds, rulings),
        books=last_value(components.book_track.values, player.ink, rulings),
    )


def pads(state: State, notes: list[Rule] | None = None) -> tuple[Pad, ...]:
    """Return the scoring pad of every player; `notes` collects effects at work."""
    found = tuple(pad(state, Seat(seat)) for seat in range(len(state.players)))
    if notes is not None:
        for player_pad in found:
            notes += _at_work(player_pad)
    return found


def _at_work(player_pad: Pad) -> list[Rule]:
    """Return the rules that gave something in a player's pad."""
    gave = {
        rules.CASH_ROW: player_pad.cash,
        rules.SHARES_OWNED: any(player_pad.shares),
        rules.SHARE_VALUE: any(player_pad.values),
        rules.SHARE_ROWS: any(player_pad.rows[1:5]),
        rules.DIAMOND_ROW: player_pad.diamonds,
        rules.BOOK_ROW: player_pad.books,
        rules.HIGHEST_TOTAL: player_pad.total,
    }
    return [rule for rule, something in gave.items() if something]


def winners(state: State, counted: tuple[Pad, ...] | None = None) -> tuple[Seat, ...]:
    """Return who has the highest total; several share the victory. The pads may be known."""
    totals = [player_pad.total for player_pad in counted or pads(state)]
    return tuple(Seat(seat) for seat, total in enumerate(totals) if total == max(totals))
