"""Books: each in one place, and lying as they may be placed."""

import itertools
from collections import defaultdict
from collections.abc import Iterator

from referee.game.ids import BookId
from referee.game.messages.speech import say
from referee.game.state import Player
from referee.positions.audit.finding import AuditedTable, PositionFinding
from referee.positions.faults import KeyPath
from referee.positions.rounds import coins_laid


def books_on_table(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield books in two places or none or on a wrong space, and flipped steps without a book."""
    places = _places(table)
    for book in table.components.books:
        found = places[book.id]
        if len(found) > 1:
            where = " and ".join(".".join(path) for path in found)
            yield PositionFinding(
                found[0],
                say("positions.books.lies-in-places", id=book.id, found=len(found), where=where),
            )
        elif not found:
            yield PositionFinding(("books",), say("positions.books.lies-nowhere", id=book.id))
    letter = table.facts.book_letter
    for space, shown in zip(table.components.book_spaces, table.state.book_display, strict=True):
        if shown is not None and letter[shown] != space.letter:
            says = say(
                "positions.books.is-a-book-books-lie",
                shown=shown,
                letter=letter[shown],
                letter2=space.letter,
            )
            yield PositionFinding(("books", space.id), says)
    for _, colour, player in table.seats():
        with_book = {step for step, pile in enumerate(player.books, 2) if pile}
        if player.starting_tile is not None:
            with_book.add(1)
        for step in sorted(player.flipped - with_book):
            yield PositionFinding(
                ("seat", colour, "flipped"), say("positions.books.there-is-no-book-on", step=step)
            )


def _places(table: AuditedTable) -> defaultdict[BookId, list[KeyPath]]:
    places: defaultdict[BookId, list[KeyPath]] = defaultdict(list)
    for space, book in zip(table.components.book_spaces, table.state.book_display, strict=True):
        if book is not None:
            places[book].append(("books", space.id))
    for unseen in table.state.unseen_books:
        for book in unseen:
            places[book].append(("supply",))
    for _, colour, player in table.seats():
        for step, pile in enumerate(player.books, 2):
            for book in pile:
                places[book].append(("seat", colour, "books", str(step)))
    return places


def books_played(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield books that cannot have been placed like this, and coins that nobody laid there."""
    for _, colour, player in table.seats():
        yield from _track(table, colour, player)
    yield from _coins(table)


def _track(table: AuditedTable, colour: str, player: Player) -> Iterator[PositionFinding]:
    letter = table.facts.book_letter
    for step, pile in enumerate(player.books, 2):
        path = ("seat", colour, "books", str(step))
        for under, over in itertools.pairwise(pile):
            if letter[over] == "A" and letter[under] != "A":
                yield PositionFinding(
                    path, say("positions.books.covers-a-book-a-covers", over=over, under=under)
                )
        if pile and letter[pile[0]] == "A" and step in table.facts.crossed_out:
            yield PositionFinding(path, say("positions.books.lies-on-a-crossed-out", pile=pile[0]))
        if not pile and step <= player.ink:
            says = say("positions.books.the-jar-has-passed-step", step=step)
            yield PositionFinding(("seat", colour, "ink"), says)


def _coins(table: AuditedTable) -> Iterator[PositionFinding]:
    """Yield coins that no round laid there; a new round's coins must still lie in planning."""
    state = table.state
    for space, coins in zip(table.components.book_spaces, state.book_coins, strict=True):
        path = ("book_coins", space.id)
        laid = coins_laid(state.setting, space, state.round)
        if coins > laid:
            says = say(
                "positions.books.were-given-by-round-there",
                coins=coins,
                round=state.round,
                laid=laid,
            )
            yield PositionFinding(path, says)
        elif laid and not coins and state.phase == "planning" and space.round == state.round:
            yield PositionFinding(
                path, say("positions.books.round-has-just-laid-a", round=state.round)
            )
