"""Preparing the next round, and refilling the displays."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, repeat, zip_longest
from operator import add
from typing import TypeVar

from msgspec.structs import replace

from referee.core.events import BookOnSpace, PrepareRound, RefillBooks
from referee.core.ids import BOOK_LETTERS, CARD_LETTERS, BookId, CardId, TileId
from referee.core.rule import Rule, Violation
from referee.core.state import State
from referee.engine.actions import refill_due
from referee.engine.facts import facts_of
from referee.rulebook import bookkeeping as book_rules
from referee.rulebook import preparation as rules
from referee.rulebook import setup as setup_rules

T = TypeVar("T")


# Drawing cards from the stack -----------------------------------------------------------------
def check_draw(
    state: State, cards: Sequence[CardId], from_stack: Rule, in_order: Rule
) -> Iterator[Violation]:
    """Yield every rule that drawing these cards from the stack breaks, card by card."""
    known = facts_of(state.setting).cards
    left = dict(zip(CARD_LETTERS, state.unseen_cards, strict=True))
    stack = chain.from_iterable(repeat(letter, len(unseen)) for letter, unseen in left.items())
    drawn: set[CardId] = set()
    for card, expected in zip_longest(cards, islice(stack, len(cards))):
        letter = known[card].letter if card in known else None
        in_stack = letter is not None and card in left[letter]
        if not in_stack or card in drawn:
            yield from_stack.broken(card=card)
        if in_stack and letter and expected and letter != expected:
            yield in_order.broken(card=card, letter=letter, expected=expected)
        drawn.add(card)


def without_cards(state: State, cards: Sequence[CardId]) -> tuple[frozenset[CardId], ...]:
    """Return the unseen cards when these have been drawn."""
    drawn = frozenset(cards)
    return tuple([_without(unseen, drawn) for unseen in state.unseen_cards])


def _without(unseen: frozenset[T], drawn: frozenset[T]) -> frozenset[T]:
    # Most draws leave most of the sets as they are.
    return unseen if unseen.isdisjoint(drawn) else unseen - drawn


# The preparation phase ------------------------------------------------------------------------
def shifted(state: State) -> tuple[list[CardId | None], list[CardId]]:
    """Return the card display without its right column, moved right, and the cards discarded."""
    rows = facts_of(state.setting).card_rows
    display: list[CardId | None] = [None] * len(state.display)
    for row in range(rows):
        kept = [card for card in state.display[rows + row :: rows] if card is not None]
        display[row : row + rows * len(kept) : rows] = kept
    return display, [card for card in state.display[:rows] if card is not None]


def gaps_to_fill(state: State) -> int:
    """Return how many gaps the card display has without its right column."""
    rows = facts_of(state.setting).card_rows
    return len(state.display) - len([card for card in state.display[rows:] if card is not None])


def check_prepare(state: State, event: PrepareRound) -> Iterator[Violation]:
    """Yield every rule that this preparation of the next round breaks."""
    if state.phase != "preparation" or refill_due(state):
        due = "a refill of the book display" if refill_due(state) else state.phase
        yield rules.PREPARE_WHEN_DUE.broken(phase=due)
        return
    wanted = min(gaps_to_fill(state), sum(map(len, state.unseen_cards)))
    if len(event.cards) != wanted:
        yield rules.DISPLAY_IS_FILLED.broken(drawn=len(event.cards), wanted=wanted)
    yield from check_draw(state, event.cards, rules.FROM_THE_STACK, rules.STACK_ORDER)


def apply_prepare(state: State, event: PrepareRound, notes: list[Rule]) -> State:
    """Move the coins, shift and fill the card display, return markers, start the round."""
    notes += [
        setup_rules.COINS_ON_ROUND_TRACK,
        rules.COINS_MOVE,
        rules.DISPLAY_SHIFTS,
        rules.MARKERS_RETURN,
        rules.FIRST_PLAYER_BEGINS,
    ]
    display, discarded = shifted(state)
    drawn = iter(event.cards)
    for index, card in enumerate(display):
        if card is None:
            display[index] = next(drawn, None)
    coming = state.round + 1
    return replace(
        state,
        phase="planning",
        round=coming,
        turn=1,
        to_move=None,
        display=tuple(display),
        book_coins=tuple(map(add, state.book_coins, facts_of(state.setting).coins_coming[coming])),
        markers=(None,) * len(state.markers),
        unseen_cards=without_cards(state, event.cards),
        discards=tuple(sorted([*state.discards, *discarded])),
        players=tuple(
            [
                replace(player, done=False, tiles=_reserved(state, seat))
                for seat, player in enumerate(state.players)
            ]
        ),
    )


def _reserved(state: State, seat: int) -> frozenset[TileId]:
    spaces = facts_of(state.setting).tile_spaces
    return frozenset([tile for index, tile in spaces if state.markers[index] == seat])


# Books ------------------------------------------------------------------------------------------
def check_books(
    state: State, books: Sequence[BookOnSpace], from_supply: Rule, by_letter: Rule
) -> Iterator[Violation]:
    """Yield every rule that drawing these books onto these spaces breaks, but for the gaps."""
    facts = facts_of(state.setting)
    before: set[BookId] = set()
    for drawn in books:
        book = drawn.book
        letter = facts.book_letter.get(book)
        in_supply = letter is not None and any(book in unseen for unseen in state.unseen_books)
        if not in_supply or book in before:
            yield from_supply.broken(book=book)
        before.add(book)
        expected = facts.letter_of_space.get(drawn.space)
        if letter and expected and letter != expected:
            yield by_letter.broken(book=book, letter=letter, space=drawn.space, expected=expected)


def check_refill(state: State, event: RefillBooks) -> Iterator[Violation]:
    """Yield every rule that this refill of the book display breaks."""
    if not refill_due(state) or state.phase not in {"actions", "preparation", "over"}:
        yield book_rules.REFILL_WHEN_DUE.broken(due=state.phase)
        return
    yield from check_books(
        state, event.books, book_rules.REFILL_UNSEEN, book_rules.REFILL_BY_LETTER
    )
    if odd := _misfilled(state, event):
        yield book_rules.REFILL_EMPTY_SPACES.broken(spaces=tuple(odd))


def _misfilled(state: State, event: RefillBooks) -> list[str]:
    """Return the spaces that were filled though full, or twice, or not though they could be."""
    letters = facts_of(state.setting).letter_of_space
    filled = [drawn.space for drawn in event.books]
    gaps = [s for s, book in zip(letters, state.book_display, strict=True) if book is None]
    odd = {space for space in filled if space not in gaps or filled.count(space) > 1}
    still_open = [space for space in gaps if space not in filled]
    if still_open:
        for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True):
            open_spaces = [space for space in still_open if letters[space] == letter]
            drawn = sum(letters[space] == letter for space in gaps) - len(open_spaces)
            if open_spaces and drawn < len(unseen):
                odd.update(open_spaces[: len(unseen) - drawn])
    return sorted(odd)


def with_books(state: State, books: Sequence[BookOnSpace]) -> State:
    """Return the table with these books drawn onto the display."""
    drawn = {on.space: on.book for on in books}
    spaces = facts_of(state.setting).book_spaces
    taken = frozenset(drawn.values())
    return replace(
        state,
        book_display=tuple(
            [drawn.get(space, book) for space, book in zip(spaces, state.book_display, strict=True)]
        ),
        unseen_books=tuple([_without(unseen, taken) for unseen in state.unseen_books]),
    )
