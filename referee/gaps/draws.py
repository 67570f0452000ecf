"""Draws that were not noted, or only in part: stand-ins for what nobody named."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from msgspec.structs import replace

from referee.engine.actions import refill_due
from referee.engine.facts import facts_of
from referee.engine.legal_turns import Tick
from referee.engine.preparation import shifted
from referee.game.events import BookOnSpace, DealBooks, DealCards, PrepareRound, RefillBooks
from referee.game.ids import BOOK_LETTERS, BookId, BookSpaceId, CardId
from referee.game.state import State
from referee.game.turns import BLANK
from referee.gaps.moves import Move, carried_out
from referee.gaps.stand_ins import World, back_in_supply, settled, then

Draw = DealCards | DealBooks | RefillBooks | PrepareRound
NOTHING_NAMED: tuple[BookOnSpace, ...] = ()


def drawn_names(event: Draw) -> list[str]:
    """Return what a draw names of what was drawn."""
    match event:
        case DealCards() | PrepareRound():
            names: list[str] = [*event.cards]
        case DealBooks() | RefillBooks():
            names = [drawn.book for drawn in event.books]
    return [name for name in names if name != BLANK]


def named_draw(world: World, event: Draw) -> Iterator[Move]:
    """Yield a draw that was written in full."""
    freed = back_in_supply(world, drawn_names(event))
    if freed is not None:
        yield from carried_out(*freed, event)


def _standing_in(world: World, event: Draw, named: Sequence[str] = ()) -> Iterator[Move]:
    """Yield a draw of which only the names given are known."""
    freed = back_in_supply(world, named)
    if freed is None:
        return
    free, before = freed
    for move in carried_out(free, before, event, settle=False):
        stand_ins = free.stand_ins.union(drawn_names(event)).difference(named)
        after, behind = settled(World(move.after.table, stand_ins, world.told))
        # Which unseen book or card it is does not matter yet, so there is nothing to count.
        yield Move(None, (event,), after, before, behind)


# Books. -----------------------------------------------------------------------------------------


def refills(
    world: World,
    tick: Tick,
    said: tuple[BookOnSpace, ...] = NOTHING_NAMED,
    *,
    only_forced: bool = False,
) -> Iterator[Move]:
    """Yield the refills with stand-ins: one for each choice of spaces that are filled."""
    table = world.table
    if not refill_due(table):
        return
    named = [on.book for on in said if on.book != BLANK]
    freed = back_in_supply(world, named)
    if freed is None:
        return
    free, exchanged = freed
    for spaces in _spaces_filled(free.table, only_forced=only_forced):
        for books in _books_on(free.table, spaces, said):
            tick()
            for move in _standing_in(free, RefillBooks(books=books), named):
                yield replace(move, before=then(exchanged, move.before))


def _spaces_filled(table: State, *, only_forced: bool) -> Iterator[tuple[BookSpaceId, ...]]:
    """Yield the spaces that a refill can fill: all, or as many as the supply suffices for."""
    choices: list[list[tuple[BookSpaceId, ...]]] = []
    letters = facts_of(table.setting).letter_of_space
    for letter, supply in zip(BOOK_LETTERS, table.unseen_books, strict=True):
        gaps = [
            space
            for space, book in zip(letters, table.book_display, strict=True)
            if book is None and letters[space] == letter
        ]
        number = min(len(gaps), len(supply))
        if only_forced and number and (len(supply) > 1 or len(gaps) > 1):
            return
        choices.append([*combinations(gaps, number)])
    for chosen in product(*choices):
        yield tuple(space for spaces in chosen for space in spaces)


def _books_on(
    table: State, spaces: tuple[BookSpaceId, ...], said: tuple[BookOnSpace, ...]
) -> Iterator[tuple[BookOnSpace, ...]]:
    """Yield books on these spaces, as far as they were said, the others any of their letter."""
    facts = facts_of(table.setting)
    fixed = {on.space: on.book for on in said if on.space != BLANK}
    loose = [on.book for on in said if on.space == BLANK and on.book != BLANK]
    open_spaces = [space for space in spaces if space not in fixed]
    if not set(spaces).issuperset(fixed) or len(loose) > len(open_spaces):
        return
    for chosen in permutations(open_spaces, len(loose)):
        books = {**fixed, **dict(zip(chosen, loose, strict=True))}
        named = set(books.values())
        supplies = {
            letter: [book for book in sorted(supply) if book not in named]
            for letter, supply in zip(BOOK_LETTERS, table.unseen_books, strict=True)
        }
        found: list[BookOnSpace] = []
        for space in spaces:
            book: BookId | None = books.get(space)
            if book is None or book == BLANK:
                supply = supplies[facts.letter_of_space[space]]
                book = supply.pop(0) if supply else None
            if book is not None:
                found.append(BookOnSpace(space, book))
        if len(found) == len(spaces):
            yield tuple(found)


def first_books(world: World) -> Iterator[Move]:
    """Yield the first deal of books, of which nothing is known."""
    table = world.table
    supplies = [sorted(supply) for supply in table.unseen_books]
    facts = facts_of(table.setting)
    drawn = [
        BookOnSpace(space, supplies[waits_for].pop(0))
        for space, waits_for in zip(facts.book_spaces, facts.gaps_wait_for, strict=True)
        if supplies[waits_for]
    ]
    yield from _standing_in(world, DealBooks(books=tuple(drawn)))


# Cards. -----------------------------------------------------------------------------------------


def preparation(world: World, said: tuple[CardId, ...] = ()) -> Iterator[Move]:
    """Yield the preparation of a round of which not all cards are known."""
    for cards in _cards_from(world, said, shifted(world.table)[0].count(None)):
        yield from _standing_in(world, PrepareRound(cards=cards), _named(said))


def first_cards(world: World, said: tuple[CardId, ...] = ()) -> Iterator[Move]:
    """Yield the first deal of cards, of which not all are known."""
    for cards in _cards_from(world, said, len(world.table.display)):
        yield from _standing_in(world, DealCards(cards=cards), _named(said))


def _named(said: tuple[CardId, ...]) -> list[str]:
    return [card for card in said if card != BLANK]


def _cards_from(
    world: World, said: tuple[CardId, ...], number: int
) -> Iterator[tuple[CardId, ...]]:
    """Yield the cards that were drawn, stand-ins where none is named; the stack is by letter."""
    freed = back_in_supply(world, _named(said))
    if freed is None:
        return
    named = set(said)
    due: list[CardId] = []
    for supply in freed[0].table.unseen_cards:
        unnamed = sorted(card for card in supply if card not in named)
        for place in range(len(due), min(number, len(due) + len(supply))):
            card = said[place] if place < len(said) else BLANK
            if card != BLANK:
                due.append(CardId(card))
            elif unnamed:
                due.append(unnamed.pop(0))
            else:
                # A card is named where only one of another letter can have lain.
                return
    yield tuple(due)
