"""The words that a position uses, in the vocabulary that recorded games use."""

from collections.abc import Mapping

from referee.game.ids import Seat
from referee.game.setting import Setting
from referee.game.state import PHASES
from referee.notation.names import Names, Scope
from referee.positions.form import EMPTY
from referee.positions.frame import named_players

DISPLAY_COLUMNS = ("right", "middle", "left")
"""The columns of the card display in the order in which they are filled."""

PHASE = Scope("phase", {phase: phase for phase in PHASES})


def display_spaces(setting: Setting) -> list[str]:
    """Return the names of the card display's spaces in filling order."""
    rows = max(space.row for space in setting.components.card_spaces)
    return [f"{column}-{row}" for column in DISPLAY_COLUMNS for row in range(1, rows + 1)]


class PositionWords:
    """The words of one position."""

    def __init__(self, setting: Setting, colours: tuple[str, ...]) -> None:
        components = setting.components
        names = Names(components, named_players(colours))
        seats: Mapping[str, str] = {str(seat): str(seat) for seat in range(len(colours))}
        by_colour = {colour: str(seat) for seat, colour in enumerate(colours)}
        self.seats = Scope("player", {**seats, **by_colour})
        self.companies = names.companies
        self.regions = names.regions
        self.places = names.places
        self.slots = names.slots
        self.cards = names.cards
        lettered = [card.id for card in components.cards if card.letter is not None]
        self.action_cards = Scope("action card", {card: card for card in lettered})
        self.starting_tiles = names.starting_tiles
        self.book_spaces = names.book_spaces
        self.books = names.books
        self.spaces = Scope("bonus space", {space.id: space.id for space in setting.spaces})
        self.tiles = Scope("bonus tile", {tile.id: tile.id for tile in components.tiles})
        self.card_spaces = Scope("space", {space: space for space in display_spaces(setting)})
        self.columns = Scope("column", {column: column for column in DISPLAY_COLUMNS})
        last = components.book_track.last
        self.steps = Scope("step for books", {str(step): str(step) for step in range(2, last + 1)})
        self._names = names

    def cards_of(self, seat: int) -> Scope:
        """Return the cards as one player calls them."""
        return self._names.cards_of(Seat(seat))

    def items_of(self, seat: int) -> Scope:
        """Return what can lie in a player's action area."""
        return self._names.items_of(Seat(seat))


def is_empty(said: object) -> bool:
    """Return whether a word says that nothing lies there."""
    return isinstance(said, str) and said.casefold() == EMPTY
