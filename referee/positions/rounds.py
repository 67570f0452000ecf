"""What the rounds up to a moment have done to every table: cards drawn, coins laid."""

from referee.game.components import BookSpace
from referee.game.ids import COLOURED_SLOTS
from referee.game.setting import Setting

FIRST_WITH_COINS = 2
"""The first round whose space on the round track has coins."""


def cards_drawn(setting: Setting, round_number: int) -> tuple[int, int]:
    """Return how many cards at least, and at most, have left the stack by a round."""
    total = sum(card.letter is not None for card in setting.components.cards)
    spaces, prepared = len(setting.components.card_spaces), round_number - 1
    rows = spaces // len(COLOURED_SLOTS)
    return min(total, spaces + rows * prepared), min(total, spaces * (prepared + 1))


def coins_laid(setting: Setting, space: BookSpace, round_number: int) -> int:
    """Return how many coins the rounds up to this one have laid on a space of the book display."""
    for stacks in setting.components.round_coins:
        if stacks.players == setting.players and space.round <= round_number:
            return int(space.row <= stacks.coins[space.round - FIRST_WITH_COINS])
    return 0
