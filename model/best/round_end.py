"""Ending one's action phase."""

from model.best.draft import Draft, Value
from model.best.effects import Branch, Effects
from model.best.table import Table
from referee.game.canonical import CanonicalEnd
from referee.game.ids import SLOTS
from referee.game.limits import ROUNDS


def end_turns(table: Table) -> Branch:
    """Return all ways of ending the phase: which resting deck is picked up, if it matters."""
    draft = Draft()
    decks = {
        slot: draft.choice(f"deck[{slot}]")
        for slot, deck in zip(SLOTS, table.me.resting, strict=True)
        if deck and table.state.round < ROUNDS
    }
    if decks:
        draft.model.add_exactly_one(decks.values())

    def read(value: Value) -> CanonicalEnd:
        deck = next((slot for slot, lit in decks.items() if value(lit)), None)
        return CanonicalEnd(seat=table.seat, deck=deck)

    return Branch("end", draft, Effects(cash=table.me.cash), read)
