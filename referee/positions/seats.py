"""The players of a table: what lies before each of them."""

from collections import Counter

from msgspec.structs import replace

from referee.game.events import Plan
from referee.game.ids import COLOURED_SLOTS, COMPANIES, SLOTS, CardId, Company, Seat, StartTileId
from referee.game.state import Player, State
from referee.positions.form import PositionForm, SeatForm


class Players:
    """All players, their face-down plans, and the starting cards that they lost."""

    def __init__(self, form: PositionForm, fresh: State) -> None:
        self.form = form
        self.fresh = fresh
        self.setting = fresh.setting
        self.components = fresh.setting.components
        self.discards: list[CardId] = []
        seats = range(len(fresh.players))
        self.players = tuple(self._player(seat) for seat in seats)
        self.plans = tuple(self._plan(seat) for seat in seats)

    def _player(self, seat: int) -> Player:
        form, fresh = self.form.seats[seat], self.fresh.players[seat]
        tile = self._starting_tile(seat)
        hand, resting = self._cards(seat, tile)
        steps = range(2, self.components.book_track.last + 1)
        return replace(
            fresh,
            cash=fresh.cash if form.cash is None else form.cash,
            hand=hand,
            slots=tuple(form.slots.get(slot) for slot in SLOTS),
            used=frozenset(form.used),
            resting=resting,
            tracks=tuple(form.tracks.get(company, 0) for company in COMPANIES),
            levels=tuple(self._level(form, company) for company in COMPANIES),
            diamonds=form.diamonds,
            ink=form.ink,
            books=tuple(form.books.get(step, ()) for step in steps),
            flipped=frozenset(form.flipped),
            starting_tile=tile,
            tiles=frozenset(form.tiles),
            plus_one=form.plus_one,
            done=form.done,
        )

    def _starting_tile(self, seat: int) -> StartTileId | None:
        """Return the tile said, or the first game's, or another one if somebody has that."""
        own = self.form.seats[seat].starting_tile
        if own is not None or not self.form.is_after("starting-tiles"):
            return own
        said = {form.starting_tile for form in self.form.seats} | {*self.form.rejected}
        tiles = self.components.starting_tiles
        free = [tile for tile in tiles if tile.id not in said]
        usual = (tile.id for tile in free if tile.first_game_seat == seat + 1)
        return next(usual, free[-1 - seat].id if seat < len(free) else None)

    def _cards(
        self, seat: int, tile: StartTileId | None
    ) -> tuple[frozenset[CardId], tuple[frozenset[CardId], ...]]:
        """Return the hand and the resting decks; cards without a place are lost."""
        form, own = self.form.seats[seat], self.fresh.players[seat].hand
        named = form.held
        decks = form.resting
        if decks is None:
            rests = tile is not None and self.form.is_after("resting")
            rest = self.components.starting_tile[tile].rest if tile and rests else ()
            decks = {
                slot: (card,)
                for slot, card in zip(COLOURED_SLOTS, rest, strict=False)
                if card not in named
            }
        resting = tuple(frozenset(decks.get(slot, ())) for slot in SLOTS)
        others = own.difference(named, *resting)
        if form.hand is None:
            return others.union(form.gets), resting
        self.discards += sorted(others)
        return frozenset((*form.hand, *form.gets)), resting

    def _level(self, form: SeatForm, company: Company) -> int:
        at = form.tracks.get(company, 0)
        specials = self.setting.track[company].specials
        return form.levels.get(company, sum(special.at <= at for special in specials))

    def _plan(self, seat: int) -> Plan | None:
        plan = self.form.seats[seat].plan
        if plan is None:
            return None
        return Plan(seat=Seat(seat), slots=tuple(plan.get(slot) for slot in SLOTS))

    def all_discards(self, said: list[CardId]) -> tuple[CardId, ...]:
        """Return the discard pile: a starting card that was said is the one that is missing."""
        missing = Counter(self.discards) - Counter(said)
        return tuple(sorted([*said, *missing.elements()]))
