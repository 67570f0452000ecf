"""The words and signs of a line, the keywords among them, and what is said of one out of place."""

import re
from collections.abc import Iterable
from typing import Any, Final

from referee.core.faces import is_piece
from referee.core.ids import Seat
from referee.core.input_limits import DIGITS_OF_A_NUMBER
from referee.i18n.speech import say, thing
from referee.records.faces import read_piece
from referee.records.keywords import CLAUSES, MISPLACED, START
from referee.records.names import MOST_KEPT, Names, Scope
from referee.records.record import UnexpectedWordError, WordError, listed, near, shown
from referee.records.roster import unreadable_sign

TOKEN: Final = re.compile(r"[\w'-]+(?:\.[\w'-]+)*|@[^\W\d][\w'-]*|\[[^\[\]]*\]|[^ \t,;]")
"""A word, a number, a place, a face or a sign; blanks, commas and semicolons mean nothing."""

_WORD: Final = re.compile(r"(?=[\w'.-]*[^\W\d])\w[\w'.-]*|@[^\W\d].*|\[.*\]")
_SIGNS: Final = frozenset("?-:=()*@<")

# What may stand somewhere: keywords are called by themselves, everything else by one of these.
NAME: Final = "a name"
NUMBER: Final = "a number"
QUOTED: Final = 'a name in "quotes"'
END: Final = "the end of the line"
BLANK: Final = "?"
NOTHING: Final = "-"

_CALLED: Final = frozenset({NAME, NUMBER, QUOTED, END})

MOST_EXPECTED: Final = 10
"""How many things that could stand somewhere are listed."""

_NAMES_OF: Final = (
    (r"\s*setup\W*$", "`first-game` or `variable`"),
    (r"\s*set\W*$", "the name of a component set"),
    (r"\s*(display|prepare)\b", "a card"),
    (r"\s*(books?|refill)\b", "a book"),
    (r"\s*rulings?\b", "a ruling and its answer"),
    (r"\s*tracks?\b", "a track"),
)
"""What a name is of in lines where that is plain."""


NO_CLAUSES: Final[dict[str, Any]] = {"": None}
"""Where only the end of the line ends a list."""


_NOTHING_JOINED: Final[dict[str, Any]] = {}


class NotSplitError(Exception):
    """A line cannot be read as long as its words and signs do not stand apart."""


class TokenLine:
    """A line while it is read: its tokens, and the words of its game and its player."""

    __slots__ = ("clauses", "fault", "is_split", "names", "own", "text", "tokens")

    def __init__(
        self, text: str, tokens: list[str], names: Names, *, is_split: bool = True
    ) -> None:
        self.text = text
        self.tokens = tokens
        """The last is empty, so that there is always a next one."""
        self.names = names
        self.is_split = is_split
        """Whether words and signs stand apart; if not, `R05:2` is one token."""
        self.own: dict[str, Scope] = names.own[0]
        """The words as the player of the line uses them."""
        self.clauses: dict[str, Any] = NO_CLAUSES
        """The keywords that end a list of names here by their spellings, and the end itself."""
        self.fault: WordError | None = None
        """The first name that means nothing, which is told if nothing stands in a wrong place."""

    def joined(self, scope: Scope) -> dict[str, Any]:
        """Return what tokens with signs in them say, as far as that was seen before."""
        return _NOTHING_JOINED if self.is_split else scope.joined

    def join(self, scope: Scope, begin: int, end: int, meaning: object) -> None:
        """Keep what tokens say together, unless one of them means nothing or there is too much."""
        if self.fault is None and len(scope.joined) < MOST_KEPT:
            scope.joined["".join(self.tokens[begin:end])] = meaning

    def column(self, at: int) -> int:
        """Return where a token begins, counted from 1."""
        if not self.is_split:
            raise NotSplitError
        places = [match.start() + 1 for match in TOKEN.finditer(self.text)]
        return places[at] if at < len(places) else len(self.text) + 1

    def is_name(self, at: int, scope: Scope) -> bool:
        """Return whether a token can be a name in a list: a keyword only if the scope has it."""
        token = self.tokens[at]
        if not is_word(token):
            return False
        key = token.casefold()
        return key not in CLAUSES or (key in scope.known and key not in self.clauses)

    def number(self, at: int) -> int | None:
        """Return the number that a token is, if it is one."""
        token = self.tokens[at]
        return int(token) if token.isdecimal() and len(token) <= DIGITS_OF_A_NUMBER else None

    def find(self, scope: Scope, at: int) -> str:
        """Return what a name stands for, or the name itself where that is a fault of the line."""
        token = self.tokens[at]
        found = scope.words.get(token)
        if found is not None:
            return found
        if not self.is_split:
            raise NotSplitError
        try:
            if is_piece(token):
                if scope.deck is not None:
                    return read_piece(scope.deck, token, self.names.components)
                seen = f"{shown(token)!r}"
                message = say("records.tokens.not-this-kind", word=seen, what=scope.what)
                self.fault = self.error(message, at)
                return token
            # In a list a keyword is looked for before a name, however either is spelled.
            return scope.remember(token, keep=scope.is_alone or token.casefold() not in CLAUSES)
        except WordError as error:
            self.fault = self.error(error.message, at, error.guess)
            return token

    def seat(self, at: int) -> Seat:
        """Return the seat of the player who is named here; a colour as it is means itself."""
        names = self.names
        seat = names.seats.get(self.tokens[at])
        if seat is None:
            colour = self.find(names.players, at)
            seat = Seat(0) if self.fault is not None else Seat(names.colours.index(colour))
        return seat

    def error(self, message: str, at: int, guess: tuple[str, ...] = ()) -> WordError:
        """Return an error about the meaning of a token, or the one before it."""
        return self.fault or WordError(message, self.column(at), guess)

    def require_sense(self) -> None:
        """Raise the fault of the line if it has one."""
        if self.fault is not None:
            raise self.fault

    def unexpected(self, at: int, expected: Iterable[str]) -> WordError:
        """Return that something else should stand in the place of a token."""
        return unexpected(self.text, self.tokens[at], self.column(at), {*expected})


def is_word(token: str) -> bool:
    """Return whether a token is a word: it begins like one and has a letter in it."""
    return _WORD.fullmatch(token) is not None


def unexpected(text: str, token: str, column: int, expected: set[str]) -> WordError:
    """Return that something else should stand in the place of a token."""
    if not token:
        message = say("records.tokens.line-ends", expected=_said(expected, text))
        return WordError(message, len(text) + 1)
    if unclosed := unreadable_sign(text, column - 1):
        return unclosed
    if not text[: column - 1].strip() and text.lstrip().startswith(("//", "--", "%")):
        return WordError(say("records.tokens.comment-sign"), column)
    message = say(
        "records.tokens.unexpected", word=f"{shown(token)!r}", expected=_said(expected, text)
    )
    return UnexpectedWordError(message, column, near(token, sorted(expected - _CALLED - _SIGNS)))


def _said(expected: set[str], text: str) -> str:
    """Return what should stand somewhere, signs only where there is nothing else."""
    name = next((what for start, what in _NAMES_OF if re.match(start, text, re.IGNORECASE)), NAME)
    words = sorted(
        thing(name) if each == NAME else thing(each) if each in _CALLED else f"`{each}`"
        for each in expected - _SIGNS
    )
    return listed(words, MOST_EXPECTED) or listed(sorted(expected))


def misplaced(text: str, names: Names | None) -> WordError:
    """Return what is wrong with a line that begins with neither a keyword nor a player."""
    found = TOKEN.search(text)
    first, column = (found[0], found.start() + 1) if found else ("", 1)
    if first.casefold() in MISPLACED:
        message = say("records.tokens.player-first", word=f"{first!r}", keyword=first.casefold())
        return WordError(message, column)
    known = [*START.values(), *(names.players.known if names is not None else ())]
    message = say("records.tokens.no-player-or-keyword", word=f"{shown(first)!r}")
    return UnexpectedWordError(message, column, near(first, dict.fromkeys(known), cutoff=0.7))
