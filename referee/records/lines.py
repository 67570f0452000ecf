"""One line of a record, read from left to right; what cannot be read is told where it stands."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal

from referee.core.events import (
    BookOnSpace,
    DealBooks,
    DealCards,
    Plan,
    PrepareRound,
    RefillBooks,
    RestStartingCards,
    TakeStartingBonus,
    TakeStartingTile,
)
from referee.core.ids import SLOTS, CardId, Seat
from referee.core.input_limits import CHARACTERS_OF_A_LINE, DIGITS_OF_A_NUMBER
from referee.core.turns import BLANK, Advance, MoveDiamond
from referee.i18n.speech import say
from referee.records.claims import claims_of
from referee.records.fields import FORM_OF_VERB
from referee.records.headers import HEADERS, HeaderLine, read_header
from referee.records.keywords import START, VERBS
from referee.records.kinds import NameList, TokenNumber
from referee.records.names import Names
from referee.records.names import company as company_of
from referee.records.placements import RewardPartList, book_on_space
from referee.records.record import (
    MOST_BLANK_TURNS,
    Adjust,
    AnyOrder,
    AsItLies,
    BlankTurn,
    BlankTurns,
    InOrder,
    ReadLine,
    Remark,
    RoundMark,
    SaidClaim,
    SaidEvent,
    WordError,
)
from referee.records.roster import STRING_OF_A_TITLE, name_fault, unquoted
from referee.records.tokens import (
    END,
    NAME,
    NOTHING,
    NUMBER,
    TOKEN,
    NotSplitError,
    TokenLine,
    is_word,
    misplaced,
    unexpected,
)
from referee.records.turn_lines import ENDS, OPEN, READINGS, read_fields


# Lines that begin with a keyword: draws, rounds, gaps, and what the players agreed on -------------
def seat_of(line: TokenLine, at: TokenNumber) -> Seat:
    """Return the seat of the player who is named here; a word that nobody used before is kept."""
    names = line.names
    seat = names.seats.get(line.tokens[at])
    if seat is None:
        if not is_word(line.tokens[at]):
            raise line.unexpected(at, {NAME})
        seat = line.seat(at)
        is_kept = line.fault is None and line.tokens[at].casefold() not in START
        if is_kept and len(names.seats) < MOST_SEATS:
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


def _drawn_cards(
    line: TokenLine, at: TokenNumber, event: type[DealCards | PrepareRound]
) -> ReadLine:
    cards, at = cards_of(line, at, "card")
    return finished(line, event(cards=cards), at)


def _drawn_books(
    line: TokenLine, begin: TokenNumber, event: type[DealBooks | RefillBooks]
) -> ReadLine:
    tokens, placed, at = line.tokens, list[BookOnSpace](), begin
    while tokens[at] not in ENDS:
        book, at = book_on_space(line, at)
        placed.append(book)
    if event is DealBooks and len({drawn.book == BLANK for drawn in placed}) > 1:
        raise line.error(say("records.lines.mixed-blank-books"), begin)
    return finished(line, event(books=tuple(placed)), at)


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
        raise line.error(say("records.lines.too-many-turns", number=number), at)
    return finished(line, BlankTurns(number=number), at + 1)


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
        if fault := name_fault(say("records.lines.note"), note, CHARACTERS_OF_A_LINE):
            raise WordError(fault, found.start() + 1)
        # What is quoted holds no words of the notation; without it all columns stay the same.
        text = line.text[: found.start()] + " " * len(found[0]) + line.text[found.end() :]
        line = TokenLine(text.rstrip(), [*TOKEN.findall(text), ""], line.names)
    seat = seat_of(line, at)
    by, at = _amount(line, at + 1)
    word = line.tokens[at].casefold()
    if (what := _ADJUSTED.get(word)) is not None:
        return finished(line, Adjust(seat, by, what, None, note), at + 1)
    if not is_word(word):
        raise line.unexpected(at, {"pounds", "diamonds", "ink", NAME})
    # A company is its track.
    company = company_of(line.find(line.names.companies, at))
    line.require_sense()
    return finished(line, Adjust(seat, by, "track", company, note), at + 1)


_ADJUSTED: Final[dict[str, Literal["cash", "diamonds", "ink"]]] = {
    **dict.fromkeys(("pounds", "pound", "cash", "money"), "cash"),
    **dict.fromkeys(("diamonds", "diamond"), "diamonds"),
    **dict.fromkeys(("ink", "jar"), "ink"),
}


def _amount(line: TokenLine, at: TokenNumber) -> tuple[int, TokenNumber]:
    """Read a number with its sign."""
    token = line.tokens[at]
    signed, behind = (f"+{line.tokens[at + 1]}", at + 2) if token == "+" else (token, at + 1)  # noqa: S105
    if not _SIGNED.fullmatch(signed):
        raise line.error(say("records.lines.amount-sign"), at)
    return int(signed), behind


_SIGNED: Final = re.compile(rf"[+-]\d{{1,{DIGITS_OF_A_NUMBER}}}")


EVENTS: Final[dict[str, Callable[[TokenLine, TokenNumber], ReadLine]]] = {
    "display": lambda line, at: _drawn_cards(line, at, DealCards),
    "books": lambda line, at: _drawn_books(line, at, DealBooks),
    "refill": lambda line, at: _drawn_books(line, at, RefillBooks),
    "prepare": lambda line, at: _drawn_cards(line, at, PrepareRound),
    "round": _round,
    "table": _table,
    "adjust": _adjust,
    "unordered": lambda line, at: finished(line, AnyOrder(), at),
    "ordered": lambda line, at: finished(line, InOrder(), at),
    "takeback": lambda line, at: _of_player(
        line, seat_of(line, at), at + 1, taken_back=True, turns=True
    ),
}
"""By keyword what reads the rest of the line."""


# What a player chooses besides turns, as a line says it: setup and plans --------------------------
_REWARD = RewardPartList()


def _tile(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    tokens, scope = line.tokens, line.own["starting tile"]

    def tile(at: TokenNumber) -> Any:  # noqa: ANN401
        if tokens[at] == BLANK:
            return BLANK
        if not is_word(tokens[at]):
            raise line.unexpected(at, {NAME})
        return line.find(scope, at)

    taken = tile(at)
    at += 1
    opened = tokens[at] == "("
    rejected = None
    if opened or tokens[at].casefold() == "rejected":
        at += opened
        if tokens[at].casefold() != "rejected":
            raise line.unexpected(at, {"rejected"})
        other = None if tokens[at + 1] == NOTHING else tile(at + 1)
        rejected = None if other == BLANK else other
        at += 2
        at += tokens[at] == ")"
    elif tokens[at] not in ENDS:
        raise line.unexpected(at, {"rejected", END})
    return finished(line, TakeStartingTile(seat=seat, tile=taken, rejected=rejected), at)


def _rest(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    cards, at = cards_of(line, at, "own card")
    return finished(line, RestStartingCards(seat=seat, cards=cards), at)


def _bonus(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    if line.tokens[at] == BLANK and line.tokens[at + 1] in ENDS:
        return finished(line, TakeStartingBonus(seat=seat), at + 1)
    parts, behind = _REWARD.read(line, at)
    if not all(isinstance(part, Advance | MoveDiamond) for part in parts):
        raise line.error(say("records.lines.not-starting-bonus"), _odd(line, at))
    if line.tokens[behind] not in ENDS:
        counted = {NUMBER} if is_word(line.tokens[behind - 1]) and behind > at else set[str]()
        raise line.unexpected(behind, RewardPartList.follow | counted | {END})
    return finished(line, TakeStartingBonus(seat=seat, reward=parts), behind)


def _odd(line: TokenLine, at: TokenNumber) -> TokenNumber:
    """Return where the first part of a starting bonus stands that is none."""
    while line.tokens[at] != BLANK:
        if line.tokens[at] == NOTHING:
            at += 1
            continue
        part, behind = _REWARD.part(line, at)
        if not isinstance(part, Advance | MoveDiamond):
            return at
        at = behind
    return at


def _plan(line: TokenLine, seat: Seat, at: TokenNumber) -> ReadLine:
    tokens, cards, slots = line.tokens, line.own["own card"], line.own["slot"]
    known = cards.words
    placed: dict[str, CardId | None] = {}
    begin = at
    unnamed = iter(SLOTS)
    while (token := tokens[at]) not in ENDS:
        if token not in known and token not in OPEN and not is_word(token):
            raise line.unexpected(at, {NAME, END})
        where: str | None
        start = at
        if tokens[at + 1] == ":":
            where = None if token == BLANK else line.find(slots, at)
            at += 2
            token = tokens[at]
        else:
            where = next(unnamed, None)
        if where is None or where in placed:
            message = say("records.lines.no-slot", token=f"{token!r}", slots=len(SLOTS))
            raise line.error(message, start)
        if token == NOTHING:
            placed[where] = None
        elif token == BLANK:
            placed[where] = BLANK
        elif token in known or is_word(token):
            placed[where] = CardId(line.find(cards, at))
        else:
            raise line.unexpected(at, {NAME})
        at += 1
    unsaid = None if at > begin else BLANK
    laid = tuple([placed.get(where, unsaid) for where in SLOTS])
    return finished(line, Plan(seat=seat, slots=laid), at)


CHOICES: Final[dict[str, Callable[[TokenLine, Seat, TokenNumber], ReadLine]]] = {
    "tile": _tile,
    "rest": _rest,
    "bonus": _bonus,
    "plan": _plan,
}


def is_header(text: str) -> bool:
    """Return whether a line says what the game was played with."""
    found = _FIRST_WORD.match(text)
    return found is not None and START.get(found[1].casefold()) in HEADERS


_FIRST_WORD: Final = re.compile(r"[ \t,;]*([\w'-]+)")


def read_line(text: str, names: Names | None) -> ReadLine | HeaderLine:
    """Return what a line without its comment says; a `WordError` if that makes no sense."""
    if names is not None:
        # Words and signs need not be taken apart where each was seen before as it stands.
        tokens = text.split(" ")
        if "" not in tokens:
            tokens.append("")
            line = TokenLine(text, tokens, names, is_split=False)
            seat = names.seats.get(tokens[0])
            try:
                return _read(line) if seat is None else _of_player(line, seat, 1)
            except NotSplitError:
                pass
    tokens = TOKEN.findall(text)
    tokens.append("")
    if names is None:
        return _without_names(text, tokens)
    return _read(TokenLine(text, tokens, names))


LONGEST_KEPT: Final = 200
"""Characters of a line that is kept for the next time it is read."""


@lru_cache(maxsize=4096)
def kept_line(text: str, names: Names) -> ReadLine | HeaderLine:
    """Return what `read_line` does, looked up if the line was read before in such a game."""
    return read_line(text, names)


def _read(line: TokenLine) -> ReadLine | HeaderLine:
    tokens = line.tokens
    first = tokens[0]
    seat = line.names.seats.get(first)
    if seat is not None:
        return _of_player(line, seat, 1)
    keyword = START.get(first) or START.get(first.casefold())
    if keyword in HEADERS:
        return read_header(keyword, line.text)
    if keyword is not None:
        colon = tokens[1] == ":" and keyword != "round"
        return EVENTS[keyword](line, 2 if colon else 1)
    if first in _WITH_COLON and not line.is_split:
        return EVENTS[_WITH_COLON[first]](line, 1)
    if dots := 1 if first in {"...", "…"} else 3 if tokens[:3] == [".", ".", "."] else 0:
        return blank_turns(line, dots)
    return finished(line, Remark(), 0) if first == "=" else _of_somebody(line)


def _of_somebody(line: TokenLine) -> ReadLine:
    """Read a line that begins with a player who was not met before, or with a slip."""
    if not is_word(line.tokens[0]):
        raise line.unexpected(0, {*START.values(), NAME})
    seat = seat_of(line, 0)
    if line.fault is None:
        return _of_player(line, seat, 1)
    try:
        return _of_player(line, seat, 1)
    except WordError as error:
        # A line begins with a keyword or a player; any other word is at fault for what follows.
        at_fault = line.fault if error is line.fault else misplaced(line.text, line.names)
        raise at_fault from error


def _without_names(text: str, tokens: list[str]) -> HeaderLine:
    """Read a line before the players are named: one of the header, or a slip."""
    first = tokens[0]
    keyword = START.get(first.casefold())
    if keyword in HEADERS:
        return read_header(keyword, text)
    if not (is_word(first) or first == "="):
        column = len(text) - len(text.lstrip(" \t,;")) + 1
        raise unexpected(text, first, column, {*START.values(), NAME})
    if keyword is not None or first == "=" or tokens[1].casefold() in VERBS:
        raise WordError(say("records.lines.players-first"), 1)
    raise misplaced(text, None)


# Players -----------------------------------------------------------------------------------------
def _of_player(
    line: TokenLine, seat: Seat, at: TokenNumber, *, taken_back: bool = False, turns: bool = False
) -> ReadLine:
    """Read what follows a player."""
    token = line.tokens[at]
    line.own = line.names.own[seat]
    how = READINGS.get(token) or READINGS.get(token.casefold())
    if how is not None:
        values: dict[str, Any] = {"seat": seat, **how.unsaid}
        at = read_fields(line, how, values, at + 1)
        if line.tokens[at] or line.fault is not None:
            return finished(line, how.turn(**values), at, taken_back=taken_back)
        return ReadLine(how.turn(**values), (), taken_back, len(line.tokens) - 1)
    if token == BLANK and not turns:
        return finished(line, BlankTurn(seat), at + 1)
    verb = VERBS.get(token) or VERBS.get(token.casefold())
    if verb is None or turns:
        raise line.unexpected(at, FORM_OF_VERB if turns else set(VERBS.values()))
    return CHOICES[verb](line, seat, at + 1)


_WITH_COLON: Final = {f"{keyword}:": keyword for keyword in EVENTS if keyword != "round"}


def reads_as_result(text: str, names: Names) -> bool:
    """Return whether a line would be a claim if it began as one."""
    tokens = [*TOKEN.findall(text), ""]
    try:
        return bool(claims_of(TokenLine(text, tokens, names), 0, None))
    except WordError:
        return False
