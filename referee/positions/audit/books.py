"""Books: each in one place, and lying as they may be placed."""

from collections import defaultdict
from collections.abc import Iterator

from referee.game.ids import BookId
from referee.game.state import Player
from referee.positions.audit.finding import Finding, Table
from referee.positions.faults import Path


def books_on_table(table: Table) -> Iterator[Finding]:
    """Yield books in two places or none, on a space of another letter, or flipped without a book."""
    state, components = table.state, table.components
    places: defaultdict[BookId, list[Path]] = defaultdict(list)
    for space, book in zip(components.book_spaces, state.book_display, strict=True):
        if book is not None:
            path = ("books", space.id)
            places[book].append(path)
            if components.book[book].letter != space.letter:
                says = f"{book} is a book {components.book[book].letter}; books {space.letter} lie here"
                yield Finding(path, says)
    for book in (book for unseen in state.unseen_books for book in unseen):
        places[book].append(("supply",))
    for _, colour, player in table.seats():
        for step, pile in enumerate(player.books, 2):
            for book in pile:
                places[book].append(("seat", colour, "books", str(step)))
        with_book = {step for step, pile in enumerate(player.books, 2) if pile}
        if player.starting_tile is not None:
            with_book.add(1)
        for step in sorted(player.flipped - with_book):
            yield Finding(("seat", colour, "flipped"), f"there is no book on step {step}")
    for each in components.books:
        found = places[each.id]
        if len(found) > 1:
            where = " and ".join(".".join(path) for path in found)
            yield Finding(found[0], f"{each.id} lies in {len(found)} places: {where}")
        elif not found:
            yield Finding(("books",), f"{each.id} lies nowhere")


def books_played(table: Table) -> Iterator[Finding]:
    """Yield books that cannot have been placed like this, and coins that nobody laid there."""
    for _, colour, player in table.seats():
        yield from _track(table, colour, player)
    yield from _coins(table)


def _track(table: Table, colour: str, player: Player) -> Iterator[Finding]:
    letter = table.facts.book_letter
    for step, pile in enumerate(player.books, 2):
        path = ("seat", colour, "books", str(step))
        for under, over in zip(pile, pile[1:], strict=False):
            if letter[over] == "A" and letter[under] != "A":
                yield Finding(path, f"{over} covers {under}; a book A covers books A only")
        if pile and letter[pile[0]] == "A" and step in table.facts.crossed_out:
            yield Finding(path, f"{pile[0]} lies on a crossed-out step, where no book A begins")
        if not pile and step <= player.ink:
            says = f"the jar has passed step {step}, on which no book lies"
            yield Finding(("seat", colour, "ink"), says)


def _coins(table: Table) -> Iterator[Finding]:
    """Yield coins that no round laid there; a new round's coins must still lie in planning."""
    state, components = table.state, table.components
    stacks = next(r.coins for r in components.round_coins if r.players == len(state.players))
    for space, coins in zip(components.book_spaces, state.book_coins, strict=True):
        path = ("book_coins", space.id)
        laid = 2 <= space.round <= state.round and space.row <= stacks[space.round - 2]
        if coins > laid:
            says = f"{coins} were given; by round {state.round} there can be {int(laid)}"
            yield Finding(path, says)
        elif laid and not coins and state.phase == "planning" and space.round == state.round:
            yield Finding(path, f"round {state.round} has just laid a coin here")
