"""Setup: the first deals and each player's starting tile."""

from collections.abc import Iterable, Iterator, Mapping

from model.legality.after import After, WriteBit, WriteNumber
from model.legality.draft import TableDraft
from model.legality.draws import Numbering, stack_letters
from model.legality.event import EventRelation
from model.legality.piece_numbers import book_numbers, card_numbers
from model.relation import Relation
from model.solver import Values
from model.terms import (
    Bit,
    Num,
    Truth,
    all_different,
    both,
    either,
    eq,
    implies,
    is_among,
    no,
    same,
)
from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    RestStartingCards,
    TakeStartingTile,
)
from referee.game.ids import (
    CARD_LETTERS,
    COLOURED_SLOTS,
    BookId,
    BookLetter,
    CardId,
    CardLetter,
    Seat,
)
from referee.game.rulebook import setup as rules
from referee.game.state import Phase, State


def advance_phase(phase: Phase) -> WriteBit:
    """Write that a step of the setup is over, if it is, and `phase` is due next."""

    def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
        if value:
            draft.phase = phase

    return write


class DealCardsRelation(EventRelation[DealCards]):
    """The first cards of the display, in filling order."""

    def state_rules(self) -> None:
        """Declare the cards and state what the rules demand of them."""
        relation, state = self.relation, self.state
        self.numbers: Numbering[CardId, CardLetter] = card_numbers(state)
        spaces = len(state.setting.components.card_spaces)
        self.cards: list[Num] = [relation.whole(f"card-{n}") for n in range(1, spaces + 1)]
        self.dealt: Num = relation.whole("dealt")
        relation.demand(rules.SETUP_ORDER, state.phase == "deal-cards")
        relation.demand(rules.DEAL_FILLS_DISPLAY, eq(self.dealt, spaces))
        unseen = dict(zip(CARD_LETTERS, state.unseen_cards, strict=True))
        for card, letter in zip(self.cards, stack_letters(unseen, spaces), strict=False):
            in_order = implies(self.numbers.is_unseen(card), self.numbers.has_letter(card, letter))
            relation.demand(rules.DEAL_LETTERS_IN_ORDER, in_order)
        for card in self.cards:
            relation.demand(rules.DEAL_UNSEEN_CARDS, self.numbers.is_unseen(card))
        relation.demand(rules.DEAL_UNSEEN_CARDS, all_different(self.cards))

    def facts(self, event: DealCards) -> Mapping[str, Iterable[Truth]]:
        """Return what a deal says about the variables."""
        codes = self.numbers.codes(event.cards)
        cards = [eq(card, code) for card, code in zip(self.cards, codes, strict=False)]
        return {"cards": [eq(self.dealt, len(event.cards)), *cards]}

    def said(self, values: Values) -> DealCards:
        """Return the deal of a solution."""
        return DealCards(
            cards=tuple(self.numbers.name(values.number(card.text)) for card in self.cards)
        )

    def state_effects(self, after: After) -> None:
        """State what the table is after the deal."""
        for space, card in enumerate(self.cards):
            after.number(rules.DEAL_FILL_ORDER, card, draw_card(self.numbers, space))
        after.bit(rules.SETUP_ORDER, value=True, write=advance_phase("deal-books"))


def draw_card(numbers: Numbering[CardId, CardLetter], space: int) -> WriteNumber:
    """Write the card that is drawn onto a space of the display."""

    def write(draft: TableDraft, value: int) -> None:
        card = numbers.name(value)
        draft.display[space] = card
        for hidden in draft.unseen_cards:
            hidden.discard(card)

    return write


def draw_book(numbers: Numbering[BookId, BookLetter], space: int) -> WriteNumber:
    """Write the book that is drawn onto a space of the display; below 1 none is."""

    def write(draft: TableDraft, value: int) -> None:
        if value > 0:
            book = numbers.name(value)
            draft.book_display[space] = book
            for hidden in draft.unseen_books:
                hidden.discard(book)

    return write


class DealBooksRelation(EventRelation[DealBooks]):
    """The first books of the display."""

    def state_rules(self) -> None:
        """Declare the book of each space and state what the rules demand of them."""
        relation, state = self.relation, self.state
        self.numbers: Numbering[BookId, BookLetter] = book_numbers(state)
        self.spaces = state.setting.components.book_spaces
        self.books: list[Num] = [relation.whole(f"book-{n}") for n in range(len(self.spaces))]
        self.uneven: Bit = relation.bit("uneven")
        """Some space got no book or several, or a space was named that there is not."""
        relation.demand(rules.SETUP_ORDER, state.phase == "deal-books")
        relation.demand(rules.BOOKS_FILL_DISPLAY, no(self.uneven))
        for book, space in zip(self.books, self.spaces, strict=True):
            relation.demand(rules.BOOKS_BY_LETTER, self.numbers.has_letter(book, space.letter))
            relation.demand(rules.BOOKS_UNSEEN, self.numbers.is_unseen(book))
        relation.demand(rules.BOOKS_UNSEEN, all_different(self.books))

    def facts(self, event: DealBooks) -> Mapping[str, Iterable[Truth]]:
        """Return what a deal says about the variables."""
        return {"books": self._book_facts(event.books)}

    def _book_facts(self, said: tuple[BookOnSpace, ...]) -> Iterator[Truth]:
        codes = self.numbers.codes([entry.book for entry in said])
        dealt = dict(zip((entry.space for entry in said), codes, strict=True))
        for book, space in zip(self.books, self.spaces, strict=True):
            if space.id in dealt:
                yield eq(book, dealt[space.id])
        even = len(said) == len(dealt) and set(dealt) == {space.id for space in self.spaces}
        yield same(self.uneven, not even)

    def said(self, values: Values) -> DealBooks:
        """Return the deal of a solution."""
        return DealBooks(
            books=tuple(
                BookOnSpace(space.id, self.numbers.name(values.number(book.text)))
                for book, space in zip(self.books, self.spaces, strict=True)
            )
        )

    def state_effects(self, after: After) -> None:
        """State what the table is after the deal."""
        for space, book in enumerate(self.books):
            after.number(rules.BOOKS_FILL_DISPLAY, book, draw_book(self.numbers, space))
        after.bit(rules.SETUP_ORDER, value=True, write=advance_phase("starting-tiles"))


class StartingTileRelation(EventRelation[TakeStartingTile]):
    """A player's starting tile."""

    def __init__(self, state: State, seat: Seat, relation: Relation | None = None) -> None:
        self.seat = seat
        super().__init__(state, relation)

    def state_rules(self) -> None:
        """Declare the tiles and state what the rules demand of them."""
        relation, state = self.relation, self.state
        self.tiles = state.setting.components.starting_tiles
        self.tile: Num = relation.whole("tile")
        self.rejected: Num = relation.whole("rejected")
        due = state.phase == "starting-tiles" and state.players[self.seat].starting_tile is None
        relation.demand(rules.SETUP_ORDER, due)
        if state.setting.first_game_tiles:
            given = [n for n, t in enumerate(self.tiles, 1) if t.first_game_seat == self.seat + 1]
            # Everybody gets one tile, and nobody has another one to reject.
            relation.demand(rules.FIRST_GAME_TILE, is_among(self.tile, given))
            relation.demand(rules.FIRST_GAME_TILE, eq(self.rejected, 0))
        gone = {player.starting_tile for player in state.players} | state.rejected_tiles
        free = [number for number, tile in enumerate(self.tiles, 1) if tile.id not in gone]
        relation.demand(rules.TILE_DEALT_ONCE, is_among(self.tile, free))
        other = both(is_among(self.rejected, free), no(eq(self.rejected, self.tile)))
        relation.demand(rules.TILE_DEALT_ONCE, either(eq(self.rejected, 0), other))

    def facts(self, event: TakeStartingTile) -> Mapping[str, Iterable[Truth]]:
        """Return what each field says about the variables."""
        numbers = {tile.id: number for number, tile in enumerate(self.tiles, 1)}
        rejected = 0 if event.rejected is None else numbers.get(event.rejected, -2)
        return {
            "tile": [eq(self.tile, numbers.get(event.tile, -1))],
            "rejected": [eq(self.rejected, rejected)],
        }

    def said(self, values: Values) -> TakeStartingTile:
        """Return the choice of a solution."""
        rejected = values.number(self.rejected.text)
        return TakeStartingTile(
            seat=self.seat,
            tile=self.tiles[values.number(self.tile.text) - 1].id,
            rejected=self.tiles[rejected - 1].id if rejected else None,
        )

    def state_effects(self, after: After) -> None:
        """State what the table is after the choice."""
        seat, tiles = self.seat, self.tiles

        def write_tile(draft: TableDraft, value: int) -> None:
            draft.players[seat].starting_tile = tiles[value - 1].id
            draft.players[seat].ink = 0

        def write_rejected(draft: TableDraft, value: int) -> None:
            if value:
                draft.rejected_tiles.add(tiles[value - 1].id)

        after.number(rules.JAR_ON_STARTING_TILE, self.tile, write_tile)
        after.number(rules.TILE_DEALT_ONCE, self.rejected, write_rejected)
        others = (p for other, p in enumerate(self.state.players) if other != seat)
        last = all(player.starting_tile is not None for player in others)
        after.bit(rules.SETUP_ORDER, last, advance_phase("resting"))


class RestingRelation(EventRelation[RestStartingCards]):
    """The cards that the starting tile puts to rest."""

    def __init__(self, state: State, seat: Seat, relation: Relation | None = None) -> None:
        self.seat = seat
        super().__init__(state, relation)

    def state_rules(self) -> None:
        """Declare the card of each coloured slot and state what the rules demand of them."""
        relation, state = self.relation, self.state
        player = state.players[self.seat]
        tile = player.starting_tile
        self.rest: tuple[CardId, ...] = ()
        if tile is not None:
            self.rest = state.setting.components.starting_tile[tile].rest
        self.cards: list[Num] = [relation.whole(f"rest-{slot}") for slot in COLOURED_SLOTS]
        self.number: Num = relation.whole("rested")
        due = state.phase == "resting" and not any(player.resting)
        relation.demand(rules.SETUP_ORDER, due)
        relation.demand(rules.REST_THREE_CARDS, eq(self.number, len(COLOURED_SLOTS)))
        for card in self.cards:
            shown = range(1, len(self.rest) + 1)
            relation.demand(rules.REST_THREE_CARDS, is_among(card, shown))
        relation.demand(rules.REST_THREE_CARDS, all_different(self.cards))

    def facts(self, event: RestStartingCards) -> Mapping[str, Iterable[Truth]]:
        """Return what the cards say about the variables."""
        codes = [self.rest.index(card) + 1 if card in self.rest else -1 for card in event.cards]
        cards = [eq(card, code) for card, code in zip(self.cards, codes, strict=False)]
        return {"cards": [eq(self.number, len(event.cards)), *cards]}

    def said(self, values: Values) -> RestStartingCards:
        """Return the cards of a solution."""
        cards = tuple(self.rest[values.number(card.text) - 1] for card in self.cards)
        return RestStartingCards(seat=self.seat, cards=cards)

    def state_effects(self, after: After) -> None:
        """State what the table is after the cards are put to rest."""
        for slot, card in enumerate(self.cards):
            after.number(rules.REST_THREE_CARDS, card, self._write(slot))
        others = (p for other, p in enumerate(self.state.players) if other != self.seat)
        first = self.state.first_player

        def write(draft: TableDraft, value: bool) -> None:  # noqa: FBT001
            if value:
                draft.phase = "starting-bonus"
                draft.to_move = first

        after.bit(rules.SETUP_ORDER, all(any(player.resting) for player in others), write)

    def _write(self, slot: int) -> WriteNumber:
        seat, rest = self.seat, self.rest

        def write(draft: TableDraft, value: int) -> None:
            card = rest[value - 1]
            draft.players[seat].resting[slot] = frozenset({card})
            draft.players[seat].hand.discard(card)

        return write
