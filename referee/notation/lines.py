"""One line of a record, read from left to right; what cannot be read is told where it stands."""

import re
from functools import lru_cache
from typing import Any, Final

from referee.game.ids import Seat
from referee.game.messages.speech import say
from referee.game.turns import BLANK
from referee.notation.choice_lines import CHOICES
from referee.notation.claims import claims_of
from referee.notation.errors import WordError
from referee.notation.event_lines import EVENTS, blank_turns, finished, seat_of
from referee.notation.fields import FORM_OF_VERB
from referee.notation.headers import HEADERS, HeaderLine, read_header
from referee.notation.keywords import START, VERBS
from referee.notation.kinds import TokenNumber
from referee.notation.names import Names
from referee.notation.read_lines import ReadLine
from referee.notation.record import (
    BlankTurn,
    Remark,
)
from referee.notation.tokens import (
    NAME,
    TOKEN,
    NotSplitError,
    TokenLine,
    is_word,
    misplaced,
    unexpected,
)
from referee.notation.turn_lines import READINGS, read_fields


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
        return _EVENTS[keyword](line, 2 if colon else 1)
    if first in _WITH_COLON and not line.is_split:
        return _EVENTS[_WITH_COLON[first]](line, 1)
    if (behind := _dots(tokens)) is not None:
        return blank_turns(line, behind)
    return finished(line, Remark(), 0) if first == "=" else _of_somebody(line)


def _dots(tokens: list[str]) -> TokenNumber | None:
    """Return what stands behind the dots of turns that nobody noted; None if there are none."""
    if tokens[0] in {"...", "…"}:
        return 1
    return 3 if tokens[:3] == [".", ".", "."] else None


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
        raise WordError(say("records.lines.a-line-players-has-to"), 1)
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


def _takeback(line: TokenLine, at: TokenNumber) -> ReadLine:
    return _of_player(line, seat_of(line, at), at + 1, taken_back=True, turns=True)


_EVENTS: Final = {**EVENTS, "takeback": _takeback}

_WITH_COLON: Final = {f"{keyword}:": keyword for keyword in _EVENTS if keyword != "round"}


def reads_as_result(text: str, names: Names) -> bool:
    """Return whether a line would be a claim if it began as one."""
    tokens = [*TOKEN.findall(text), ""]
    try:
        return bool(claims_of(TokenLine(text, tokens, names), 0, None))
    except WordError:
        return False
