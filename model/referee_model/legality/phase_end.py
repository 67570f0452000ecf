"""The turn that ends a player's action phase."""

from collections.abc import Iterable, Mapping

from referee.core.canonical import CanonicalEnd
from referee.core.ids import SLOTS, Slot
from referee.core.limits import ROUNDS
from referee.core.turns import EndPhase
from referee.rulebook import round_end as rules
from referee_model.legality import writes
from referee_model.legality.turn import TurnRelation, next_mover, next_turn
from referee_model.legality.writes import After, TableDraft
from referee_model.solver import Values
from referee_model.terms import Num, Truth, Whole, eq, is_among


class EndRelation(TurnRelation[EndPhase]):
    """Dropping out of the action phase."""

    def state_rules(self) -> None:
        self.deck: Num = self.relation.whole("deck")
        self.last_round = self.table.state.round == ROUNDS
        decks = [number for number, deck in enumerate(self.table.me.resting, 1) if deck]
        allowed = is_among(self.deck, decks or [0])
        self.relation.demand(rules.PICKS_UP_ONE_DECK, self.last_round or allowed)
        self.tile.demand({}, late_allowed=False)

    def facts(self, turn: EndPhase) -> Mapping[str, Iterable[Truth]]:
        number = 0 if turn.deck is None else SLOTS.index(turn.deck) + 1
        return {"deck": [eq(self.deck, number)], "plus_one": self.tile.facts(turn.plus_one)}

    def read(self, values: Values) -> EndPhase:
        plus_one = self.tile.read(values)
        return EndPhase(seat=self.table.seat, deck=self._deck(values), plus_one=plus_one)

    def canonical(self, values: Values) -> CanonicalEnd:
        return CanonicalEnd(seat=self.table.seat, deck=self._deck(values))

    def _deck(self, values: Values) -> Slot | None:
        number = 0 if self.last_round else values.number(self.deck.text)
        return SLOTS[number - 1] if number else None

    def choices(self) -> Iterable[Whole | Truth]:
        return [] if self.last_round else [self.deck]

    def state_effects(self, after: After) -> None:
        seat = self.table.seat
        picked: Whole = 0 if self.last_round else self.deck
        after.number(rules.DECK_TO_HAND, picked, self._pick_up)
        after.bit(rules.CARDS_TO_REST, value=True, write=self._clean_up)
        after.bit(rules.DROPPED_OUT, value=True, write=writes.at("players", seat, "done"))
        if next_mover(self.table.state, seat, drops_out=True) is None:
            rule = rules.GAME_ENDS if self.last_round else rules.DROPPED_OUT
            after.bit(rule, self.last_round, _end_phase)
        next_turn(after, self.table, self.table.me.tracks, drops_out=True)

    def _pick_up(self, draft: TableDraft, value: int) -> None:
        if value:
            player = draft.players[self.table.seat]
            player.hand |= player.resting[value - 1]
            player.resting[value - 1] = frozenset()

    def _clean_up(self, draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        player = draft.players[self.table.seat]
        for slot, card in enumerate(self.table.me.slots):
            if card is not None and value:
                player.resting[slot] |= {card}
                player.slots[slot] = None
        player.used.clear()
        player.tiles.clear()
        player.plus_one = None


def _end_phase(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
    draft.phase = "over" if value else "preparation"
