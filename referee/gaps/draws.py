"""Draws that were not noted, or only in part: stand-ins for what nobody named."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Literal

from msgspec.structs import replace

from referee.core.budget import CountWork
from referee.core.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Event,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import BOOK_LETTERS, SLOTS, BookId, BookSpaceId, CardId, Seat, StartTileId
from referee.core.state import SETUP_PHASES, Phase, State
from referee.core.turns import BLANK, Advance, MoveDiamond
from referee.engine.actions import refill_due
from referee.engine.facts import facts_of
from referee.engine.planning import available_slots
from referee.engine.play import REFILLED
from referee.engine.preparation import shifted
from referee.gaps.foresight import Foresight
from referee.gaps.lines import AGREED, PHASES, BlankRefill, Content, Unordered
from referee.gaps.stand_ins import (
    STEPS_OF_SETTLING,
    Move,
    World,
    back_in_supply,
    carried_out,
    distinct,
    exact,
    settled,
    then,
)
from referee.records.record import Remark
from referee.records.unwritten import bonus_words, plannable

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
    tick: CountWork,
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
        tick(STEPS_OF_SETTLING)
        for books in _books_on(free.table, spaces, said, tick):
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
    table: State, spaces: tuple[BookSpaceId, ...], said: tuple[BookOnSpace, ...], tick: CountWork
) -> Iterator[tuple[BookOnSpace, ...]]:
    """Yield books on these spaces, as far as they were said, the others any of their letter."""
    facts = facts_of(table.setting)
    fixed = {on.space: on.book for on in said if on.space != BLANK}
    loose = [on.book for on in said if on.space == BLANK and on.book != BLANK]
    open_spaces = [space for space in spaces if space not in fixed]
    if not set(spaces).issuperset(fixed) or len(loose) > len(open_spaces):
        return
    letters = [facts.book_letter.get(book) for book in loose]
    fitting = [
        [space for space in open_spaces if facts.letter_of_space[space] == letter]
        for letter in letters
    ]
    for chosen in distinct(fitting, tick):
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
    drawn = tuple(
        BookOnSpace(space, supplies[waits_for].pop(0))
        for space, waits_for in zip(facts.book_spaces, facts.gaps_wait_for, strict=True)
        if supplies[waits_for]
    )
    yield from _standing_in(world, DealBooks(books=drawn))


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


# What must have come before a line, though nobody wrote it: setup, plans, preparation, refills ----
Due = Literal["refill", "preparation", "plan", "setup"]

STEPS_OF_AN_EVENT = 6
"""What carrying out an event of the setup costs, in beginnings of a turn that are looked at."""

WAITS = (Remark, RefillBooks, BlankRefill, Unordered, *AGREED)
"""Lines before which nothing is due; before one of unordered lines it may be."""


def due_before(table: State, content: Content) -> Due | None:
    """Return what must have come before a line and was not written; None if nothing did."""
    if isinstance(content, WAITS):
        return None
    if table.phase in REFILLED and refill_due(table):
        return "refill"
    stands_in = PHASES.get(type(content))
    if table.phase in SETUP_PHASES and stands_in not in {None, table.phase}:
        return "setup"
    return _BETWEEN.get((table.phase, stands_in))


_BETWEEN: Mapping[tuple[Phase, Phase | None], Due] = {
    ("preparation", "planning"): "preparation",
    ("planning", "actions"): "plan",
}


# Plans. -----------------------------------------------------------------------------------------
def next_plan(table: State) -> Plan:
    """Return the plan that is due, of which nothing is known."""
    seat = next(Seat(seat) for seat, plan in enumerate(table.plans) if plan is None)
    return Plan(seat=seat, slots=(CardId(BLANK),) * len(SLOTS))


def plans(world: World, said: Plan, needed: frozenset[str], tick: CountWork) -> Iterator[Move]:
    """Yield a plan's cards with every card or none in each slot that is not known."""
    table, seat = world.table, said.seat
    if not 0 <= seat < len(table.players) or len(said.slots) != len(SLOTS):
        return
    unlocked = available_slots(table, seat)
    hand = sorted(plannable(table, seat))

    def ways(slots: tuple[CardId | None, ...]) -> Iterator[tuple[CardId | None, ...]]:
        tick()
        left = len(SLOTS) - len(slots)
        if len(needed.difference(slots)) > left:
            return
        if not left:
            yield slots
            return
        said_card = said.slots[len(slots)]
        options: list[CardId | None] = [said_card]
        if said_card == BLANK:
            free = [c for c in hand if c not in slots and c not in said.slots]
            options = [None, *(free if SLOTS[len(slots)] in unlocked else ())]
        for card in options:
            yield from ways((*slots, card))

    for slots in ways(()):
        yield from exact(world, replace(said, slots=slots), tick)


def cards_to_plan(table: State, seat: Seat, foresight: Foresight) -> frozenset[str]:
    """Return the cards that a plan must hold because the player uses them later in the round."""
    return foresight.items.get(seat, frozenset()) & table.players[seat].hand


# Setup. -----------------------------------------------------------------------------------------
def setup_step(world: World, tick: CountWork) -> Iterator[Move]:
    """Yield the ways of the step of the setup that is due."""
    players = world.table.players
    match world.table.phase:
        case "deal-cards":
            yield from first_cards(world)
        case "deal-books":
            yield from first_books(world)
        case "starting-tiles":
            seat = next(Seat(s) for s, p in enumerate(players) if p.starting_tile is None)
            yield from any_of(world, starting_tiles(world.table, seat), tick)
        case "resting":
            seat = next(Seat(s) for s, p in enumerate(players) if not any(p.resting))
            yield from any_of(world, rests(world.table, seat), tick)
        case "starting-bonus" if world.table.to_move is not None:
            yield from any_of(world, bonuses(world.table, world.table.to_move), tick)
        case _:
            return


def any_of(world: World, events: Iterator[Event], tick: CountWork) -> Iterator[Move]:
    """Yield what events come to, of those that come to the same only one."""
    found: set[World] = set()
    for event in events:
        tick(STEPS_OF_AN_EVENT)
        for move in exact(world, event, tick):
            if move.after not in found:
                found.add(move.after)
                yield move


def starting_tiles(table: State, seat: Seat) -> Iterator[TakeStartingTile]:
    """Yield every starting tile that a player may have taken."""
    for tile in table.setting.components.starting_tiles:
        yield TakeStartingTile(seat=seat, tile=tile.id)


def rests(table: State, seat: Seat, said: tuple[CardId, ...] = ()) -> Iterator[RestStartingCards]:
    """Yield the cards that a starting tile puts to rest, in every order that was not written."""
    tile = table.players[seat].starting_tile or StartTileId("")
    printed = table.setting.components.starting_tile.get(tile)
    if said and said[-1] == BLANK and printed is not None:
        # A blank at the end stands for all that follow.
        said += (CardId(BLANK),) * (len(printed.rest) - len(said))
    for cards in dict.fromkeys(permutations(printed.rest if printed else ())):
        if len(said) in {0, len(cards)} and all(
            word in {BLANK, card} for word, card in zip(said, cards, strict=False)
        ):
            yield RestStartingCards(seat=seat, cards=cards)


def bonuses(table: State, seat: Seat) -> Iterator[TakeStartingBonus]:
    """Yield a player's starting bonus in every order."""
    parts: list[Advance | MoveDiamond] = [
        MoveDiamond() if word == "diamonds" else Advance(word) for word in bonus_words(table, seat)
    ]
    for order in permutations(parts):
        yield TakeStartingBonus(seat=seat, reward=order)
