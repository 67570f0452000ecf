"""The grammar of the notation, and what is said of a line that does not follow it."""

import re
from functools import cache, lru_cache
from importlib import resources

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from referee.transcript.names import Names
from referee.transcript.problems import WordError, listed, near, shown
from referee.transcript.quick_words import START_WORDS
from referee.transcript.roster import unreadable_sign

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


@cache
def _parser() -> Lark:
    file = resources.files("referee.transcript") / "mgn.lark"
    return Lark(file.read_text("utf-8"), parser="lalr", lexer="contextual")


LONGEST_KEPT = 200
"""Characters of a line whose tree is kept for the next time it is read."""


def parse(line: str) -> Tree[Token]:
    """Return the tree of a line without its comment; a `WordError` if it does not parse."""
    return kept_tree(line) if len(line) <= LONGEST_KEPT else _parsed(line)


@lru_cache(maxsize=2048)
def kept_tree(line: str) -> Tree[Token]:
    """Return the tree of a line as `parse` does, looked up if it was parsed before."""
    return _parsed(line)


def _parsed(line: str) -> Tree[Token]:
    try:
        return _parser().parse(line)
    except UnexpectedInput as error:
        raise _explained(line, error) from error


def better_error(line: str, error: WordError, names: Names | None) -> WordError:
    """Return the error of a line that does not parse at the word that is really at fault.

    A line begins with a keyword or a player, and every other word reads like a player; then the
    complaint is about the word behind it.
    """
    found = _FIRST.match(line)
    if found is None or found.start(1) + 1 >= error.column:
        return error
    first, column = found[1], found.start(1) + 1
    if _is_keyword(first) or (names is not None and names.players.has(first)):
        return error
    if any(verb.fullmatch(first) for verb in _VERBS):
        message = f"{first!r} was seen; the player comes first: `blue {first.casefold()} …`"
        return WordError(message, column)
    known = [*START_WORDS, *(names.players.known if names is not None else ())]
    message = f"{shown(first)!r} was seen; a player or a keyword should stand here"
    return WordError(message, column, near(first, known, cutoff=0.7))


_FIRST = re.compile(r"\s*([\w'-]+)")
_VERBS = tuple(
    re.compile(rf"(?:{verb})", re.IGNORECASE)
    for verb in (
        "tiles?",
        "rests?",
        "bonus",
        "plans?",
        "goods?",
        "expands?",
        "clerk|bookkeeper|bk",
        "merchant",
        "marker",
        "end(s|ed)?|pass(es|ed)?",
    )
)
"""The keywords that stand behind a player."""


def _is_keyword(word: str) -> bool:
    said = word.casefold()
    return said in {*START_WORDS, "player", "book", "ruling", "track", "take-back"}


def _explained(line: str, error: UnexpectedInput) -> WordError:
    column = max(error.column, 1)
    match error:
        case UnexpectedToken():
            expected = set(error.accepts or error.expected)
            if error.token.type == "$END":
                return WordError(
                    f"the line ends where {_said(expected, line)} should follow", len(line) + 1
                )
            column, seen = error.token.column or 1, str(error.token)
        case UnexpectedCharacters():
            if unclosed := unreadable_sign(line, column - 1):
                return unclosed
            expected = _accepted(line[: column - 1]) or set(error.allowed or ())
            found = re.match(r"[\w'-]+|\S", line[column - 1 :])
            seen = found[0] if found else line[column - 1 : column]
            if not line[: column - 1].strip() and line.lstrip().startswith(("//", "--", "%")):
                return WordError("a comment begins with `#`", column)
        case _:
            return WordError("this cannot be read", column)
    guess = near(seen, _keywords(expected))
    return WordError(
        f"{shown(seen)!r} was seen; {_said(expected, line)} should stand here", column, guess
    )


def _accepted(beginning: str) -> set[str]:
    """Return the terminals that may follow the beginning of a line."""
    parser = _parser().parse_interactive(beginning)
    try:
        parser.exhaust_lexer()
    except UnexpectedInput:
        return set()
    return set(parser.accepts())  # type: ignore[no-untyped-call]


def _keywords(terminals: set[str]) -> list[str]:
    return sorted(name.lower() for name in terminals if name not in _SPOKEN)


def _said(terminals: set[str], line: str) -> str:
    """Return what should stand somewhere; a name is of what its line is about."""
    names = next((what for start, what in _NAMES if re.match(start, line, re.IGNORECASE)), None)
    spoken = _SPOKEN if names is None else {**_SPOKEN, "WORD": names}
    words = sorted(spoken.get(name, f"`{name.lower()}`") for name in terminals - _SIGNS)
    return listed(words, MOST_EXPECTED) or listed(sorted(_SPOKEN[n] for n in terminals & _SIGNS))


MOST_EXPECTED = 10
"""So many things that could stand somewhere are told."""

_NAMES = (
    (r"\s*setup\W*$", "`first-game` or `variable`"),
    (r"\s*set\W*$", "the name of a component set"),
    (r"\s*(display|prepare)\b", "a card"),
    (r"\s*(books?|refill)\b", "a book"),
    (r"\s*rulings?\b", "a ruling and its answer"),
    (r"\s*tracks?\b", "a track"),
)
"""What a name is in lines of which that is plain."""
