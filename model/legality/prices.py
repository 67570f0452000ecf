"""What the cards on the display cost before anything is taken off."""

from referee.game.ids import CardId
from referee.game.state import State


def display_numbers(state: State) -> dict[CardId | None, int]:
    """Return the number of each card on the display, from 1; no card is 0."""
    numbers: dict[CardId | None, int] = {
        card: number for number, card in enumerate(state.display, 1) if card is not None
    }
    return numbers | {None: 0}


def display_prices(state: State) -> dict[int, int]:
    """Return the full price of each card on the display, by its number."""
    components = state.setting.components
    spaces = enumerate(zip(components.filling_order, state.display, strict=True), 1)
    return {
        number: space.crate + components.card[card].crate
        for number, (space, card) in spaces
        if card is not None
    }
