"""Lines that begin with a keyword: draws, rounds, gaps, and what the players agreed on."""

import re
from collections.abc import Callable
from typing import Any, Final, Literal

from referee.game.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    PrepareRound,
    RefillBooks,
)
from referee.game.ids import Company, Seat
from referee.game.input_limits import CHARACTERS_OF_A_LINE, DIGITS_OF_A_NUMBER
from referee.game.messages.speech import say
from referee.game.turns import BLANK
from referee.notation.bounds import name_fault
from referee.notation.claims import claims_of
from referee.notation.errors import WordError
from referee.notation.keywords import START
from referee.notation.kinds import NameList, TokenNumber
from referee.notation.names import company as company_of
from referee.notation.placements import book_on_space
from referee.notation.read_lines import ReadLine
from referee.notation.record import (
    MOST_BLANK_TURNS,
    Adjust,
    AnyOrder,
    AsItLies,
    BlankTurns,
    InOrder,
    RoundMark,
    SaidClaim,
    SaidEvent,
)
from referee.notation.roster import STRING_OF_A_TITLE, unquoted
from referee.notation.tokens import (
    END,
    NAME,
    NUMBER,
    TOKEN,
    NotSplitError,
    TokenLine,
    is_word,
)
from referee.notation.turn_lines import ENDS


def seat_of(line: TokenLine, at: TokenNumber) -> Seat:
    """Return the seat of the player who is named here; a word that nobody used before is kept."""
    names = line.names
    seat = names.seats.get(line.tokens[at])
    if seat is None:
        if not is_word(line.tokens[at]):
            raise line.unexpected(at, {NAME})
        colour = line.find(names.players, at)
        if line.fault is not None:
            return Seat(0)
        seat = Seat(names.colours.index(colour))
        if line.tokens[at].casefold() not in START and len(names.seats) < MOST_SEATS:
            names.seats[line.tokens[at]] = seat
    return seat


MOST_SEATS = 100
"""Words for players that are kept with their seats."""


def finished(
    line: TokenLine, said: SaidEvent, at: TokenNumber, *, taken_back: bool = False
) -> ReadLine:
    """Return a statement whose tokens end here, or with claims."""
    tokens = line.tokens
    claims: tuple[SaidClaim, ...] = ()
    if tokens[at] == "=":
        claims = claims_of(line, at + 1, getattr(said, "seat", None))
    elif tokens[at]:
        raise line.unexpected(at, {END})
    line.require_sense()
    return ReadLine(said, claims, taken_back, len(tokens) - 1)


def cards_of(line: TokenLine, at: TokenNumber, scope: str) -> tuple[tuple[Any, ...], TokenNumber]:
    """Return the cards that end a line, or stand before its claims, and what stands behind them."""
    cards, at = NameList(scope).read(line, at)
    if line.tokens[at] not in ENDS:
        raise line.unexpected(at, {NAME, END})
    return cards, at


def _display(line: TokenLine, at: TokenNumber) -> ReadLine:
    cards, at = cards_of(line, at, "card")
    return finished(line, DealCards(cards=cards), at)


def _prepare(line: TokenLine, at: TokenNumber) -> ReadLine:
    cards, at = cards_of(line, at, "card")
    return finished(line, PrepareRound(cards=cards), at)


def _on_spaces(line: TokenLine, at: TokenNumber) -> tuple[tuple[BookOnSpace, ...], TokenNumber]:
    tokens = line.tokens
    placed = []
    while tokens[at] not in ENDS:
        book, at = book_on_space(line, at)
        placed.append(book)
    return tuple(placed), at


def _books(line: TokenLine, at: TokenNumber) -> ReadLine:
    begin = at
    books, at = _on_spaces(line, at)
    blanks = [drawn.book == BLANK for drawn in books]
    if any(blanks) and not all(blanks):
        raise line.error(say("records.lines.of-the-first-books-all"), begin)
    return finished(line, DealBooks(books=books), at)


def _refill(line: TokenLine, at: TokenNumber) -> ReadLine:
    books, at = _on_spaces(line, at)
    return finished(line, RefillBooks(books=books), at)


def _round(line: TokenLine, at: TokenNumber) -> ReadLine:
    number = line.number(at)
    if number is None:
        raise line.unexpected(at, {NUMBER})
    return finished(line, RoundMark(number=number), at + 1)


def blank_turns(line: TokenLine, at: TokenNumber) -> ReadLine:
    """Read what follows the dots of turns that nobody noted."""
    token = line.tokens[at]
    if token.casefold() == "round":
        return finished(line, BlankTurns("round"), at + 1)
    number = line.number(at)
    if number is None:
        if token not in ENDS:
            raise line.unexpected(at, {NUMBER, "round", END})
        return finished(line, BlankTurns(), at)
    if not 1 <= number <= MOST_BLANK_TURNS:
        raise line.error(say("records.lines.turns-were-seen-no-round", number=number), at)
    return finished(line, BlankTurns(number=number), at + 1)


def _unordered(line: TokenLine, at: TokenNumber) -> ReadLine:
    return finished(line, AnyOrder(), at)


def _ordered(line: TokenLine, at: TokenNumber) -> ReadLine:
    return finished(line, InOrder(), at)


def _table(line: TokenLine, at: TokenNumber) -> ReadLine:
    at += line.tokens[at] == "="
    claims = claims_of(line, at, None)
    line.require_sense()
    return ReadLine(AsItLies(), claims, tokens=len(line.tokens) - 1)


_NOTE: Final = re.compile(STRING_OF_A_TITLE)


def _adjust(line: TokenLine, at: TokenNumber) -> ReadLine:
    if not line.is_split:
        raise NotSplitError
    note = None
    if found := _NOTE.search(line.text):
        note = unquoted(found[0])
        if fault := name_fault(say("records.lines.the-note"), note, CHARACTERS_OF_A_LINE):
            raise WordError(fault, found.start() + 1)
        # What is quoted holds no words of the notation; without it all columns stay the same.
        text = line.text[: found.start()] + " " * len(found[0]) + line.text[found.end() :]
        line = TokenLine(text.rstrip(), [*TOKEN.findall(text), ""], line.names)
    seat = seat_of(line, at)
    by, at = _amount(line, at + 1)
    what, company, at = _adjusted(line, at)
    return finished(line, Adjust(seat, by, what, company, note), at)


def _amount(line: TokenLine, at: TokenNumber) -> tuple[int, TokenNumber]:
    """Read a number with its sign."""
    token = line.tokens[at]
    signed, behind = (f"+{line.tokens[at + 1]}", at + 2) if token == "+" else (token, at + 1)  # noqa: S105
    if not _SIGNED.fullmatch(signed):
        raise line.error(say("records.lines.an-amount-stands-here-with"), at)
    return int(signed), behind


_SIGNED: Final = re.compile(rf"[+-]\d{{1,{DIGITS_OF_A_NUMBER}}}")


def _adjusted(
    line: TokenLine, at: TokenNumber
) -> tuple[Literal["cash", "track", "diamonds", "ink"], Company | None, TokenNumber]:
    """Read what was adjusted: a company is its track."""
    word = line.tokens[at].casefold()
    if word in {"pounds", "pound", "cash", "money"}:
        return "cash", None, at + 1
    if word in {"diamonds", "diamond"}:
        return "diamonds", None, at + 1
    if word in {"ink", "jar"}:
        return "ink", None, at + 1
    if not is_word(word):
        raise line.unexpected(at, {"pounds", "diamonds", "ink", NAME})
    found = line.find(line.names.companies, at)
    line.require_sense()
    return "track", company_of(found), at + 1


EVENTS: Final[dict[str, Callable[[TokenLine, TokenNumber], ReadLine]]] = {
    "display": _display,
    "books": _books,
    "refill": _refill,
    "prepare": _prepare,
    "round": _round,
    "table": _table,
    "adjust": _adjust,
    "unordered": _unordered,
    "ordered": _ordered,
}
"""By keyword what reads the rest of the line; `takeback` is not among them, for a turn follows."""
