"""Preparing the next round, and refilling the displays."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from referee.engine.actions import refill_due
from referee.engine.facts import facts_of
from referee.game.components import TileSpace
from referee.game.events import BookOnSpace, PrepareRound, RefillBooks
from referee.game.ids import BOOK_LETTERS, CARD_LETTERS, BookId, CardId, Seat, TileId
from referee.game.rule import Rule, Violation
from referee.game.rulebook import bookkeeping as book_rules
from referee.game.rulebook import preparation as rules
from referee.game.rulebook import setup as setup_rules
from referee.game.state import State

# Drawing cards from the stack -----------------------------------------------------------------


def check_draw(
    state: State, cards: Sequence[CardId], from_stack: Rule, in_order: Rule
) -> Iterator[Violation]:
    """Yield every rule that drawing these cards from the stack breaks, card by card."""
    known = facts_of(state.setting).cards
    left = {
        letter: set(unseen) for letter, unseen in zip(CARD_LETTERS, state.unseen_cards, strict=True)
    }
    stack = [letter for letter in CARD_LETTERS for _ in left[letter]]
    drawn: set[CardId] = set()
    for card, expected in zip_longest(cards, stack[: len(cards)]):
        letter = known[card].letter if card in known else None
        in_stack = letter is not None and card in left[letter]
        if not in_stack or card in drawn:
            yield from_stack.broken(card=card)
        if in_stack and letter and expected and letter != expected:
            yield in_order.broken(card=card, letter=letter, expected=expected)
        drawn.add(card)


def without_cards(state: State, cards: Sequence[CardId]) -> tuple[frozenset[CardId], ...]:
    """Return the unseen cards when these have been drawn."""
    return tuple(unseen.difference(cards) for unseen in state.unseen_cards)


# The preparation phase ------------------------------------------------------------------------


def shifted(state: State) -> tuple[list[CardId | None], list[CardId]]:
    """Return the card display without its right column, moved right, and the cards discarded."""
    rows = max(space.row for space in state.setting.components.card_spaces)
    columns = len(state.display) // rows
    display: list[CardId | None] = [None] * len(state.display)
    for row in range(rows):
        kept = [state.display[column * rows + row] for column in range(1, columns)]
        for column, card in enumerate(card for card in kept if card is not None):
            display[column * rows + row] = card
    return display, [card for card in state.display[:rows] if card is not None]


def check_prepare(state: State, event: PrepareRound) -> Iterator[Violation]:
    """Yield every rule that this preparation of the next round breaks."""
    if state.phase != "preparation" or refill_due(state):
        due = "a refill of the book display" if refill_due(state) else state.phase
        yield rules.PREPARE_WHEN_DUE.broken(phase=due)
        return
    gaps = shifted(state)[0].count(None)
    wanted = min(gaps, sum(map(len, state.unseen_cards)))
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
        book_coins=_with_coins(state, coming),
        markers=(None,) * len(state.markers),
        unseen_cards=without_cards(state, event.cards),
        discards=tuple(sorted([*state.discards, *discarded])),
        players=tuple(
            replace(player, done=False, tiles=_reserved(state, Seat(seat)))
            for seat, player in enumerate(state.players)
        ),
    )


def _with_coins(state: State, coming: int) -> tuple[int, ...]:
    components = state.setting.components
    stacks = next(r.coins for r in components.round_coins if r.players == state.setting.players)
    stack = stacks[coming - 2]
    return tuple(
        coins + (space.round == coming and space.row <= stack)
        for space, coins in zip(components.book_spaces, state.book_coins, strict=True)
    )


def _reserved(state: State, seat: Seat) -> frozenset[TileId]:
    return frozenset(
        space.tile
        for space, marker in zip(state.setting.spaces, state.markers, strict=True)
        if marker == seat and isinstance(space, TileSpace)
    )


# Books ------------------------------------------------------------------------------------------


def check_books(
    state: State, books: Sequence[BookOnSpace], from_supply: Rule, by_letter: Rule
) -> Iterator[Violation]:
    """Yield every rule that drawing these books onto these spaces breaks, but for the gaps."""
    components = state.setting.components
    letters = {space.id: space.letter for space in components.book_spaces}
    unseen = set().union(*state.unseen_books)
    before: set[BookId] = set()
    for drawn in books:
        book = components.book.get(drawn.book)
        if book is None or drawn.book not in unseen or drawn.book in before:
            yield from_supply.broken(book=drawn.book)
        before.add(drawn.book)
        if book is None or drawn.book not in unseen:
            continue
        if drawn.space in letters and book.letter != letters[drawn.space]:
            yield by_letter.broken(
                book=drawn.book,
                letter=book.letter,
                space=drawn.space,
                expected=letters[drawn.space],
            )


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
    components = state.setting.components
    filled = [drawn.space for drawn in event.books]
    empty = {
        letter: [
            space.id
            for space, book in zip(components.book_spaces, state.book_display, strict=True)
            if book is None and space.letter == letter
        ]
        for letter in BOOK_LETTERS
    }
    gaps = {space for spaces in empty.values() for space in spaces}
    odd = {space for space in filled if space not in gaps or filled.count(space) > 1}
    for letter, unseen in zip(BOOK_LETTERS, state.unseen_books, strict=True):
        open_spaces = [space for space in empty[letter] if space not in filled]
        drawn = len(empty[letter]) - len(open_spaces)
        if open_spaces and drawn < len(unseen):
            odd.update(open_spaces[: len(unseen) - drawn])
    return sorted(odd)


def with_books(state: State, books: Sequence[BookOnSpace]) -> State:
    """Return the table with these books drawn onto the display."""
    drawn = {on.space: on.book for on in books}
    spaces = state.setting.components.book_spaces
    return replace(
        state,
        book_display=tuple(
            drawn.get(space.id, book)
            for space, book in zip(spaces, state.book_display, strict=True)
        ),
        unseen_books=tuple(unseen.difference(drawn.values()) for unseen in state.unseen_books),
    )
