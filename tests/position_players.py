"""The players of a position: what lies before each of them."""

from msgspec.structs import replace

from referee.game.components import PlusOneTile
from referee.game.events import Plan
from referee.game.ids import COLOURED_SLOTS, COMPANIES, SLOTS, CardId, Company, Seat, StartTileId
from referee.game.state import Player, State
from tests.position_board import held, is_after, pile, require, require_once
from tests.position_form import PositionError, PositionForm, SeatForm


class Players:
    """All players, their face-down plans, and the starting cards that they lost."""

    def __init__(self, form: PositionForm, fresh: State) -> None:
        self.form = form
        self.fresh = fresh
        self.setting = fresh.setting
        self.components = fresh.setting.components
        self.seats = [form.seat.get(seat, SeatForm()) for seat in range(len(fresh.players))]
        self.discards: list[CardId] = []
        require(form.seat, range(len(self.seats)), "seat")
        require_once([tile for seat in self.seats for tile in seat.tiles], "bonus tiles")
        self.players = tuple(self._player(seat) for seat in range(len(self.seats)))
        self.plans = tuple(self._plan(seat) for seat in range(len(self.seats)))

    def _player(self, seat: int) -> Player:
        form, fresh = self.seats[seat], self.fresh.players[seat]
        require(form.tiles, self.components.tile, f"seat {seat}, tiles")
        steps = range(2, self.components.book_track.last + 1)
        require(form.books, steps, f"seat {seat}, books")
        tile = self._starting_tile(seat)
        hand, resting = self._cards(seat, tile)
        player = replace(
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
            books=tuple(pile(form.books.get(step, ())) for step in steps),
            flipped=frozenset(form.flipped),
            starting_tile=tile,
            tiles=frozenset(form.tiles),
            plus_one=form.plus_one,
            done=form.done,
        )
        self._require_sound(player, f"seat {seat}")
        return player

    def _starting_tile(self, seat: int) -> StartTileId | None:
        """Return the tile said, or the first game's, or another one if somebody has that."""
        tiles = self.components.starting_tile
        said = [form.starting_tile for form in self.seats if form.starting_tile is not None]
        require(said, tiles, "starting_tile")
        require_once(said, "starting tiles")
        own = self.seats[seat].starting_tile
        if own is not None or not is_after(self.form, "starting-tiles"):
            return own
        free = [tile for tile in tiles.values() if tile.id not in said]
        usual = (tile.id for tile in free if tile.first_game_seat == seat + 1)
        return next(usual, free[-1 - seat].id)

    def _cards(
        self, seat: int, tile: StartTileId | None
    ) -> tuple[frozenset[CardId], tuple[frozenset[CardId], ...]]:
        """Return the hand and the resting decks; cards without a place are lost."""
        form, own = self.seats[seat], self.fresh.players[seat].hand
        named = held(form)
        lettered = {card.id for card in self.components.cards if card.letter}
        require(named, sorted(own | lettered), f"a card of seat {seat}")
        require_once(named, f"cards of seat {seat}")
        decks = form.resting
        if decks is None:
            rests = tile is not None and is_after(self.form, "resting")
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
        self.discards += others
        return frozenset((*form.hand, *form.gets)), resting

    def _level(self, form: SeatForm, company: Company) -> int:
        at = form.tracks.get(company, 0)
        specials = self.setting.track[company].specials
        return form.levels.get(company, sum(special.at <= at for special in specials))

    def _require_sound(self, player: Player, where: str) -> None:
        """Raise for what no table can show."""
        components = self.components
        area = {card for card in player.slots if card is not None}
        require(player.used, area | player.tiles, f"{where}, used")
        if player.plus_one is not None:
            require([player.plus_one], area, f"{where}, plus_one")
            tiles = (components.tile[tile] for tile in player.tiles)
            if not any(isinstance(tile, PlusOneTile) for tile in tiles):
                raise PositionError(f"{where}, plus_one: the goods tile is not among the tiles")
        with_book = [1, *(step for step, books in enumerate(player.books, 2) if books)]
        require(player.flipped, with_book, f"{where}, flipped")
        for company, at in zip(COMPANIES, player.tracks, strict=True):
            last = self.setting.track[company].last
            require([at], range(last + 1), f"{where}, tracks.{company}")
        require([player.diamonds], range(components.diamond_track.last + 1), f"{where}, diamonds")
        require([player.ink], range(components.book_track.last + 1), f"{where}, ink")

    def _plan(self, seat: int) -> Plan | None:
        plan = self.seats[seat].plan
        if plan is None:
            return None
        return Plan(seat=Seat(seat), slots=tuple(plan.get(slot) for slot in SLOTS))
