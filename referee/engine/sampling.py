"""Drawing legal turns and plans by lot: the action first, then uniformly at each choice."""

from random import Random
from typing import get_args

from referee.engine.planning import available_slots
from referee.engine.unfinished import Unfinished
from referee.game.components import ShareCard
from referee.game.events import Plan
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.state import State
from referee.game.turns import Action, Turn

ACTIONS: tuple[Action, ...] = get_args(Action)


def sample_turn(state: State, rng: Random, actions: tuple[Action, ...] = ACTIONS) -> Turn | None:
    """Return a legal turn of the player to move, or None if these actions allow none."""
    if state.to_move is None:
        return None
    for action in rng.sample(actions, len(actions)):
        if turn := _finish(Unfinished(state, action, state.to_move), rng):
            return turn
    return None


def _finish(unfinished: Unfinished, rng: Random) -> Turn | None:
    """Return a finished turn; a choice that leads nowhere is taken back."""
    if unfinished.stage is None:
        return unfinished.turn()
    choices = unfinished.options()
    order = rng.sample(range(len(choices) + 1), len(choices) + 1)
    may_pass = unfinished.may_pass()
    for place in order:
        if place < len(choices):
            further = unfinished.saying(choices[place])
        elif may_pass:
            further = unfinished.passing()
        else:
            continue
        if turn := _finish(further, rng):
            return turn
    return None


def sample_plan(state: State, seat: Seat, rng: Random) -> Plan:
    """Return a plan drawn slot by slot, each card as likely as an empty slot."""
    cards = state.setting.components.card
    hand: list[CardId | None] = [
        card for card in sorted(state.players[seat].hand) if not isinstance(cards[card], ShareCard)
    ]
    placed: dict[str, CardId | None] = {}
    for slot in available_slots(state, seat):
        card = rng.choice([*hand, None])
        placed[slot] = card
        if card is not None:
            hand.remove(card)
    return Plan(seat=seat, slots=tuple(placed.get(slot) for slot in SLOTS))
