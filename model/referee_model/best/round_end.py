"""Ending one's action phase."""

from referee.core.ids import SLOTS
from referee.core.limits import ROUNDS
from referee_model.best.area import UsedCards
from referee_model.best.table import MoverTable
from referee_model.best.timeline import Timeline, total


class Ending:
    """The turn that ends the phase: which resting deck is picked up, if it matters."""

    def __init__(self, table: MoverTable, timeline: Timeline, area: UsedCards) -> None:
        self.activity = timeline.once("end")
        self.decks = {
            slot: self.activity.choice(f"deck[{slot}]")
            for slot, deck in zip(SLOTS, table.me.resting, strict=True)
            if deck and table.state.round < ROUNDS
        }
        model = self.activity.draft.model
        if self.decks:
            model.add(total(self.decks.values()) == self.activity.done)
        if table.me.plus_one is None:
            # Nothing is counted any more for which the goods tile could be laid.
            for row in area.tile.values():
                model.add_bool_or(~row[0], ~self.activity.at[0])
