"""Preparing the next round: coins, the card display, markers and tiles."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from referee.core.components import TileSpace
from referee.core.events import PrepareRound
from referee.core.ids import CARD_LETTERS, CardId, CardLetter
from referee.rulebook import preparation as rules
from referee.rulebook.bonus import TILE_IS_RESERVED
from referee_model.legality import writes
from referee_model.legality.setup import Numbering, card_numbers, draw, stack_letters
from referee_model.legality.turn import EventRelation
from referee_model.legality.writes import After, TableDraft
from referee_model.solver import Values
from referee_model.terms import Num, Truth, all_different, eq, implies


class PreparationRelation(EventRelation[PrepareRound]):
    """The preparation of a round: the cards drawn are the only thing not known."""

    @cached_property
    def shifted(self) -> list[CardId | None]:
        """The display after the right column has gone and the rest has moved right."""
        order = self.state.setting.components.filling_order
        right = max(space.column for space in order)
        shown = dict(zip(((s.row, s.column) for s in order), self.state.display, strict=True))
        moved: dict[tuple[int, int], CardId | None] = {}
        for row in {space.row for space in order}:
            columns = sorted((c for r, c in shown if r == row), reverse=True)
            kept = [shown[row, c] for c in columns if c != right and shown[row, c] is not None]
            kept += [None] * (len(columns) - len(kept))
            moved |= {(row, column): card for column, card in zip(columns, kept, strict=True)}
        return [moved[space.row, space.column] for space in order]

    @cached_property
    def leaving(self) -> list[CardId]:
        """The cards that go to the discard pile."""
        order = self.state.setting.components.filling_order
        right = max(space.column for space in order)
        shown = zip(order, self.state.display, strict=True)
        return [card for space, card in shown if space.column == right and card is not None]

    def state_rules(self) -> None:
        relation, state = self.relation, self.state
        self.numbers: Numbering[CardId, CardLetter] = card_numbers(state)
        unseen = dict(zip(CARD_LETTERS, state.unseen_cards, strict=True))
        self.gaps = [space for space, card in enumerate(self.shifted) if card is None]
        letters = stack_letters(unseen, len(self.gaps))
        self.cards: list[Num] = [relation.whole(f"card-{n}") for n in range(len(letters))]
        self.drawn: Num = relation.whole("drawn")
        relation.demand(rules.PREPARE_WHEN_DUE, state.phase == "preparation")
        relation.demand(rules.DISPLAY_IS_FILLED, eq(self.drawn, len(letters)))
        for card, letter in zip(self.cards, letters, strict=True):
            in_order = implies(self.numbers.is_unseen(card), self.numbers.has_letter(card, letter))
            relation.demand(rules.STACK_ORDER, in_order)
            relation.demand(rules.FROM_THE_STACK, self.numbers.is_unseen(card))
        relation.demand(rules.FROM_THE_STACK, all_different(self.cards))

    def facts(self, event: PrepareRound) -> Mapping[str, Iterable[Truth]]:
        codes = self.numbers.codes(event.cards)
        cards = [eq(card, code) for card, code in zip(self.cards, codes, strict=False)]
        return {"cards": [eq(self.drawn, len(event.cards)), *cards]}

    def read(self, values: Values) -> PrepareRound:
        cards = tuple(self.numbers.name(values.number(card.text)) for card in self.cards)
        return PrepareRound(cards=cards)

    def state_effects(self, after: After) -> None:
        after.bit(rules.DISPLAY_SHIFTS, value=True, write=self._shift)
        drawn = self.cards

        def fill(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
            for space in self.gaps[len(drawn) :]:
                draft.display[space] = None if value else draft.display[space]

        for space, card in zip(self.gaps, self.cards, strict=False):
            write = draw(self.numbers, "display", "unseen_cards", space)
            after.number(rules.DISPLAY_SHIFTS, card, write)
        after.bit(rules.DISPLAY_IS_FILLED, value=True, write=fill)
        self._coins_after(after)
        for place, seat in zip(self.state.setting.spaces, self.state.markers, strict=True):
            if seat is not None and isinstance(place, TileSpace):
                write = writes.at("players", seat, "tiles", place.tile)
                after.bit(TILE_IS_RESERVED, value=True, write=write)
        after.bit(rules.MARKERS_RETURN, value=True, write=_take_back)
        after.number(rules.FIRST_PLAYER_BEGINS, self.state.round + 1, writes.at("round"))
        after.number(rules.FIRST_PLAYER_BEGINS, 1, writes.at("turn"))
        after.number(rules.FIRST_PLAYER_BEGINS, -1, writes.to_move)
        after.bit(rules.FIRST_PLAYER_BEGINS, value=True, write=_begin)

    def _shift(self, draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            for space, card in enumerate(self.shifted):
                if card is not None:
                    draft.display[space] = card
            draft.discards += self.leaving

    def _coins_after(self, after: After) -> None:
        components = self.state.setting.components
        coming = self.state.round + 1
        players = self.state.setting.players
        stacks = next(entry.coins for entry in components.round_coins if entry.players == players)
        coins = stacks[coming - 2] if coming - 2 < len(stacks) else 0
        spaces = enumerate(components.book_spaces)
        below = sorted((space.row, index) for index, space in spaces if space.round == coming)
        for _, index in below[:coins]:
            more = self.state.book_coins[index] + 1
            after.number(rules.COINS_MOVE, more, writes.at("book_coins", index))


def _take_back(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
    if value:
        draft.markers = [None] * len(draft.markers)


def _begin(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
    if value:
        draft.phase = "planning"
        for player in draft.players:
            player.done = False
