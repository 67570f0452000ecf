"""Where in a picture of a table the things lie that people name, by the ids of its places."""

from msgspec import Struct

from referee.game.ids import SLOTS, Seat
from referee.game.state import State
from referee.pictures.look import place_id


class Places(Struct, frozen=True):
    """The places of one table, for the player in a seat."""

    state: State
    seat: Seat

    def item(self, item: str) -> str | None:
        """Return where a card in a slot, or a tile, lies."""
        if not 0 <= self.seat < len(self.state.players):
            return None
        player = self.state.players[self.seat]
        for slot, card in zip(SLOTS, player.slots, strict=True):
            if card == item:
                return place_id("seat", self.seat, "slot", slot)
        return place_id("seat", self.seat, "tile", item) if item in player.tiles else None

    def own(self, part: str, value: object) -> str:
        """Return where a card of the hand, a resting deck or a step of the player lies."""
        return place_id("seat", self.seat, part, value)

    def on_display(self, card: str) -> str | None:
        """Return where a card of the display lies."""
        spaces = self.state.setting.components.filling_order
        for space, shown in zip(spaces, self.state.display, strict=True):
            if shown == card:
                return place_id("card", space.row, space.column)
        return None

    def book(self, book: str) -> str | None:
        """Return where a book of the display lies."""
        spaces = self.state.setting.components.book_spaces
        for space, shown in zip(spaces, self.state.book_display, strict=True):
            if shown == book:
                return place_id("book", space.id)
        return None
