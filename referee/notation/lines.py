"""One line of a record, read from left to right; what cannot be read is told where it stands."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from referee.game.events import (
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
from referee.game.ids import SLOTS, CardId, Seat
from referee.game.turns import BLANK, Advance, MoveDiamond
from referee.notation.claims import claims_of
from referee.notation.errors import WordError
from referee.notation.fields import (
    FORM_OF_VERB,
    UNSAID,
    Field,
    TurnForm,
)
from referee.notation.headers import HEADERS, HeaderLine, read_header
from referee.notation.keywords import CLAUSES, START, VERBS
from referee.notation.kinds import At, RewardParts, book_on_space, read_unit
from referee.notation.kinds import Names as NamesKind
from referee.notation.names import Names
from referee.notation.record import Remark, RoundMark, Said, SaidClaim
from referee.notation.tokens import (
    END,
    NAME,
    NOTHING,
    NUMBER,
    TOKEN,
    Line,
    NotSplitError,
    UnsplitLine,
    is_word,
    misplaced,
    unexpected,
)


class ReadLine(Struct, frozen=True):
    """What a line of the game says."""

    said: Said
    claims: tuple[SaidClaim, ...] = ()
    taken_back: bool = False
    tokens: int = 0
    """How many words and signs it has."""


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
            line = UnsplitLine(text, tokens, names)
            seat = names.seats.get(tokens[0])
            try:
                return _read(line) if seat is None else _of_player(line, seat, 1)
            except NotSplitError:
                pass
    tokens = TOKEN.findall(text)
    tokens.append("")
    if names is None:
        return _without_names(text, tokens)
    return _read(Line(text, tokens, names))


LONGEST_KEPT: Final = 200
"""Characters of a line that is kept for the next time it is read."""


@lru_cache(maxsize=4096)
def kept_line(text: str, names: Names) -> ReadLine | HeaderLine:
    """Return what `read_line` does, looked up if the line was read before in such a game."""
    return read_line(text, names)


def _read(line: Line) -> ReadLine | HeaderLine:
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
        return _EVENTS[keyword](line, 2 if colon else 1)
    if first in _WITH_COLON and not line.is_split:
        return _EVENTS[_WITH_COLON[first]](line, 1)
    return _finished(line, Remark(), 0) if first == "=" else _of_somebody(line)


def _of_somebody(line: Line) -> ReadLine:
    """Read a line that begins with a player who was not met before, or with a slip."""
    if not is_word(line.tokens[0]):
        raise line.unexpected(0, {*START.values(), NAME})
    seat = _seat(line, 0)
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
        raise WordError("a line `players ...` has to come before this", 1)
    raise misplaced(text, None)


# Players -----------------------------------------------------------------------------------------


def _seat(line: Line, at: At) -> Seat:
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


def _of_player(
    line: Line, seat: Seat, at: At, *, taken_back: bool = False, turns: bool = False
) -> ReadLine:
    """Read what follows a player."""
    token = line.tokens[at]
    line.own = line.names.own[seat]
    how = _READINGS.get(token) or _READINGS.get(token.casefold())
    if how is not None:
        values: dict[str, Any] = {"seat": seat, **how.unsaid}
        line.clauses = how.clauses
        at = (_goods if how.is_goods else _others)(line, how, values, at + 1)
        if line.tokens[at] or line.fault is not None:
            return _finished(line, how.turn(**values), at, taken_back=taken_back)
        return ReadLine(how.turn(**values), (), taken_back, len(line.tokens) - 1)
    verb = VERBS.get(token) or VERBS.get(token.casefold())
    if verb is None or turns:
        raise line.unexpected(at, FORM_OF_VERB if turns else set(VERBS.values()))
    return _CHOICES[verb](line, seat, at + 1)


# Turns -------------------------------------------------------------------------------------------


class _Reading:
    """How the turns of one action are read."""

    __slots__ = ("clauses", "first", "form", "is_goods", "is_required", "second", "turn", "unsaid")

    def __init__(self, form: TurnForm) -> None:
        self.form = form
        self.turn = form.turn
        self.unsaid = UNSAID[form.turn]
        self.clauses: Mapping[str, Field | None] = {**form.clauses, "": None}
        self.first = form.fields[0]
        second = form.fields[1]
        self.second = second if second.bare or not second.keyword else None
        """What may stand behind the first field, without a keyword as well."""
        self.is_goods = form.first == "units"
        self.is_required = form.first == "required"


_READINGS: Final[Mapping[str, _Reading]] = {
    spelling: _Reading(FORM_OF_VERB[verb])
    for spelling, verb in VERBS.items()
    if verb in FORM_OF_VERB
}
"""By all spellings of the verbs."""


_ENDS = frozenset({"", "="})


def _clause(line: Line, field: Field, values: dict[str, Any], said: list[str], at: At) -> At:
    """Read a clause into the values of its turn; `said` are the clauses before it."""
    name = field.name
    if name in said:
        raise line.error(f"{line.tokens[at]!r} is said a second time", at)
    if name == "levels":
        level, at = field.kind.read(line, at + 1)
        values["levels"] += level
        return at
    said.append(name)
    values[name], at = field.kind.read(line, at + 1)
    return at


def _others(line: Line, how: _Reading, values: dict[str, Any], at: At) -> At:
    """Read a turn whose clauses stand behind what has no keyword."""
    said: list[str] = []
    tokens, clauses = line.tokens, how.clauses
    # Where a name is required nothing else can stand, so that a space may be called like a clause.
    if how.is_required or ((token := tokens[at]) not in clauses and _is_first(line, token, at)):
        values[how.first.name], at = how.first.kind.read(line, at)
        if how.second is not None and tokens[at] not in clauses:
            at = _second_field(line, how.second, values, said, at)
    last: Field | None = None
    while token := tokens[at]:
        field = clauses.get(token) or clauses.get(token.casefold())
        if field is None:
            if token == "=":  # noqa: S105
                return at
            raise line.unexpected(at, _behind(line, how, last, at))
        last = field
        at = _clause(line, field, values, said, at)
    return at


def _is_first(line: Line, token: str, at: At) -> bool:
    """Return whether a token is the name that may stand behind a verb."""
    scope = line.own["item"]
    return token in scope.words or token in _OPEN or line.is_name(at, scope)


def _second_field(line: Line, second: Field, values: dict[str, Any], said: list[str], at: At) -> At:
    """Read what stands behind the first field without a keyword, too."""
    if not second.bare:
        values[second.name], at = second.kind.read(line, at)
        return at
    number = line.number(at)
    if number is not None:
        values[second.name], at = number, at + 1
    parts, behind = _REWARD.read(line, at)
    if behind > at:
        values["reward"], at = parts, behind
        said.append("reward")
    return at


_OPEN = frozenset({BLANK, NOTHING})
_REWARD = RewardParts()


def _goods(line: Line, how: _Reading, values: dict[str, Any], at: At) -> At:
    """Read a goods turn, whose cards, tracks and clauses stand in any order."""
    tokens, clauses, scope = line.tokens, how.clauses, line.own["unit"]
    known = scope.words
    cards: list[CardId] = []
    advance: list[Any] = []
    said: list[str] = []
    nothing = False
    last: Field | None = None
    while (token := tokens[at]) not in _ENDS:
        if token not in known:
            field = clauses.get(token) or clauses.get(token.casefold())
            if field is not None:
                last = field
                at = _clause(line, field, values, said, at)
                continue
            if token not in _OPEN and not line.is_name(at, scope):
                expected = {NAME, END, *_keywords(how)}
                expected |= last.kind.follow if last is not None else set[str]()
                if last is None and (cards or advance or nothing) and line.number(at - 1) is None:
                    expected.add(NUMBER)
                raise line.unexpected(at, expected)
        is_nothing, at = read_unit(line, at, cards, advance)
        nothing = nothing or is_nothing
        last = None
    if cards:
        values["cards"] = tuple(cards)
    if advance or nothing:
        values["advance"] = tuple(advance)
    return at


def _keywords(how: _Reading) -> set[str]:
    return {field.keyword for field in how.form.fields if field.keyword}


def _behind(line: Line, how: _Reading, last: Field | None, at: At) -> set[str]:
    """Return what could have stood where something else does."""
    form = how.form
    expected = {END, *_keywords(how)}
    if last is not None:
        expected |= last.kind.follow
        counted = isinstance(last.kind, RewardParts)
    else:
        counted = form.action == "marker"
        is_open = form.first == "optional" and line.tokens[at - 1].casefold() in VERBS
        if form.action == "expand" or is_open:
            expected.add(NAME)
        elif counted:
            expected |= RewardParts.follow
    before = line.tokens[at - 1].casefold()
    if counted and is_word(before) and before not in CLAUSES:
        expected.add(NUMBER)
    if before == "after":
        expected.discard(before)
    if form.action in {"merchant", "end"} and last is not None:
        expected -= {last.keyword}
    return expected


# Setup, plans, draws -----------------------------------------------------------------------------


def _finished(line: Line, said: Said, at: At, *, taken_back: bool = False) -> ReadLine:
    """Return a statement whose tokens end here, or with claims."""
    tokens = line.tokens
    claims: tuple[SaidClaim, ...] = ()
    if tokens[at] == "=":
        claims = claims_of(line, at + 1, getattr(said, "seat", None))
    elif tokens[at]:
        raise line.unexpected(at, {END})
    line.require_sense()
    return ReadLine(said, claims, taken_back, len(tokens) - 1)


def _cards(line: Line, at: At, scope: str) -> tuple[tuple[Any, ...], At]:
    cards, at = NamesKind(scope).read(line, at)
    if line.tokens[at] not in _ENDS:
        raise line.unexpected(at, {NAME, END})
    return cards, at


def _display(line: Line, at: At) -> ReadLine:
    cards, at = _cards(line, at, "card")
    return _finished(line, DealCards(cards=cards), at)


def _prepare(line: Line, at: At) -> ReadLine:
    cards, at = _cards(line, at, "card")
    return _finished(line, PrepareRound(cards=cards), at)


def _on_spaces(line: Line, at: At) -> tuple[tuple[BookOnSpace, ...], At]:
    tokens = line.tokens
    placed = []
    while tokens[at] not in _ENDS:
        book, at = book_on_space(line, at)
        placed.append(book)
    return tuple(placed), at


def _books(line: Line, at: At) -> ReadLine:
    books, at = _on_spaces(line, at)
    return _finished(line, DealBooks(books=books), at)


def _refill(line: Line, at: At) -> ReadLine:
    books, at = _on_spaces(line, at)
    return _finished(line, RefillBooks(books=books), at)


def _round(line: Line, at: At) -> ReadLine:
    number = line.number(at)
    if number is None:
        raise line.unexpected(at, {NUMBER})
    return _finished(line, RoundMark(number=number), at + 1)


def _takeback(line: Line, at: At) -> ReadLine:
    return _of_player(line, _seat(line, at), at + 1, taken_back=True, turns=True)


_EVENTS: Final[Mapping[str, Callable[[Line, At], ReadLine]]] = {
    "display": _display,
    "books": _books,
    "refill": _refill,
    "prepare": _prepare,
    "round": _round,
    "takeback": _takeback,
}

_WITH_COLON: Final = {f"{keyword}:": keyword for keyword in _EVENTS if keyword != "round"}


def _tile(line: Line, seat: Seat, at: At) -> ReadLine:
    tokens, scope = line.tokens, line.own["starting tile"]

    def tile(at: At) -> Any:  # noqa: ANN401
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
        other = tile(at + 1)
        rejected = None if other == BLANK else other
        at += 2
        at += tokens[at] == ")"
    elif tokens[at] not in _ENDS:
        raise line.unexpected(at, {"rejected", END})
    return _finished(line, TakeStartingTile(seat=seat, tile=taken, rejected=rejected), at)


def _rest(line: Line, seat: Seat, at: At) -> ReadLine:
    cards, at = _cards(line, at, "own card")
    return _finished(line, RestStartingCards(seat=seat, cards=cards), at)


def _bonus(line: Line, seat: Seat, at: At) -> ReadLine:
    parts, behind = _REWARD.read(line, at)
    if not all(isinstance(part, Advance | MoveDiamond) for part in parts):
        raise line.error("a starting bonus is made of companies and `diamonds`", _odd(line, at))
    if line.tokens[behind] not in _ENDS:
        counted = {NUMBER} if is_word(line.tokens[behind - 1]) and behind > at else set[str]()
        raise line.unexpected(behind, RewardParts.follow | counted | {END})
    return _finished(line, TakeStartingBonus(seat=seat, reward=parts), behind)


def _odd(line: Line, at: At) -> At:
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


def _plan(line: Line, seat: Seat, at: At) -> ReadLine:
    tokens, cards, slots = line.tokens, line.own["own card"], line.own["slot"]
    known = cards.words
    placed: dict[str, CardId | None] = {}
    begin = at
    unnamed = iter(SLOTS)
    while (token := tokens[at]) not in _ENDS:
        if token not in known and token not in _OPEN and not is_word(token):
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
            message = f"{token!r} has no slot of its own; there are {len(SLOTS)}"
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
    return _finished(line, Plan(seat=seat, slots=laid), at)


_CHOICES: Final[Mapping[str, Callable[[Line, Seat, At], ReadLine]]] = {
    "tile": _tile,
    "rest": _rest,
    "bonus": _bonus,
    "plan": _plan,
}


def reads_as_result(text: str, names: Names) -> bool:
    """Return whether a line would be a claim if it began as one."""
    tokens = [*TOKEN.findall(text), ""]
    try:
        return bool(claims_of(Line(text, tokens, names), 0, None))
    except WordError:
        return False
