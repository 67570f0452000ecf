"""The grammar of the notation, and what is said of a line that does not follow it."""

import re
from functools import cache, lru_cache
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from referee.transcript.problems import WordError, listed, near, shown

_SPOKEN = {
    "WORD": "a name",
    "INT": "a number",
    "STRING": 'a name in "quotes"',
    "BLANK": "?",
    "DASH": "-",
    "DIGEST": "sha256:…",
    "EQUAL": "=",
    "COLON": ":",
    "LPAR": "(",
    "RPAR": ")",
    "STAR": "*",
    "AT": "@",
    "LESSTHAN": "<",
    "$END": "the end of the line",
}
"""The terminals of the grammar that are no keywords, as one says them."""

_SIGNS = frozenset(_SPOKEN) - {"WORD", "INT", "STRING", "$END"}
"""Terminals that are left out of a message as long as there is anything else to expect."""

START_WORDS = (
    "players",
    "set",
    "rulings",
    "tracks",
    "setup",
    "title",
    "display",
    "books",
    "refill",
    "prepare",
    "round",
    "takeback",
)
"""The keywords with which a line may begin."""


@cache
def _parser() -> Lark:
    file = resources.files("referee.transcript") / "mgn.lark"
    return Lark(file.read_text("utf-8"), parser="lalr", lexer="contextual")


@lru_cache(maxsize=2048)
def parse(line: str) -> Tree[Token]:
    """Return the tree of a line without its comment; a `WordError` if it does not parse."""
    try:
        return _parser().parse(line)
    except UnexpectedInput as error:
        raise _explained(line, error) from error


def _explained(line: str, error: UnexpectedInput) -> WordError:
    column = max(error.column, 1)
    match error:
        case UnexpectedToken():
            expected = set(error.accepts or error.expected)
            if error.token.type == "$END":
                return WordError(
                    f"the line ends where {_said(expected)} should follow", len(line) + 1
                )
            column, seen = error.token.column or 1, str(error.token)
        case UnexpectedCharacters():
            expected = set(error.allowed or ())
            found = re.match(r"[\w'-]+|\S", line[column - 1 :])
            seen = found[0] if found else line[column - 1 : column]
        case _:
            return WordError("this cannot be read", column)
    guess = near(seen, _keywords(expected))
    return WordError(
        f"{shown(seen)!r} was seen; {_said(expected)} should stand here", column, guess
    )


def _keywords(terminals: set[str]) -> list[str]:
    return sorted(name.lower() for name in terminals if name not in _SPOKEN)


def _said(terminals: set[str]) -> str:
    words = sorted(_SPOKEN.get(name, f"`{name.lower()}`") for name in terminals - _SIGNS)
    return listed(words) or listed(sorted(_SPOKEN[name] for name in terminals & _SIGNS))
