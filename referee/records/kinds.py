"""The kinds of fields that a statement has: how each is read from tokens, and how it is written."""

from abc import ABC, abstractmethod
from itertools import groupby
from typing import Any, ClassVar

from msgspec import Struct

from referee.core.ids import CardId
from referee.core.turns import ANY, BLANK, PlusOne, UseLevel
from referee.i18n.speech import say
from referee.records.tokens import NAME, NOTHING, NUMBER, TokenLine, is_word

MOST_STEPS = 99
"""No track is nearly as long; a larger number is a slip of the pen."""

TokenNumber = int
"""The number of a token in its line."""


class FieldKind(ABC):
    """What a field holds: its notation, read and written."""

    follow: ClassVar[frozenset[str]] = frozenset()
    """What may stand behind its last token and still belong to it."""

    partly: ClassVar[tuple[type[Struct], str] | None] = None
    """Of what its entries are, and the value of each that need not be noted, if there is one."""

    may_be_blank: ClassVar[bool] = True
    """Whether it, or an entry of it, can be said to be something that was not noted."""

    @abstractmethod
    def read(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        """Return the value that the tokens from `at` on say, and the first one behind it."""

    # Anything of a record may be a blank, whatever its type says: compiled code would refuse it.
    @abstractmethod
    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return a value as it is written, without its keyword."""


def _open_or(value: object) -> str:
    return NOTHING if value is None else str(value)


class Name(FieldKind):
    """One name out of a scope; `?` where nobody noted it, and perhaps `-` for none."""

    def __init__(self, scope: str, *, dash: Any = None, refuses_dash: bool = False) -> None:  # noqa: ANN401
        self._scope = scope
        self._dash = dash
        self._refuses_dash = refuses_dash

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        """Read one name."""
        token = line.tokens[at]
        scope = line.own[self._scope]
        found = scope.words.get(token)
        if found is not None:
            return found, at + 1
        if token == BLANK:
            return BLANK, at + 1
        if token == NOTHING and not self._refuses_dash:
            return self._dash, at + 1
        if token != NOTHING and not is_word(token):
            raise line.unexpected(at, {NAME})
        return line.find(scope, at), at + 1

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the name."""
        return _open_or(value)


class NameList(FieldKind):
    """Any number of names out of a scope; a lone `-` is none of them."""

    follow = frozenset({NAME})

    def __init__(self, scope: str) -> None:
        self._scope = scope

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[Any, ...], TokenNumber]:
        """Read names up to something else."""
        tokens, scope = line.tokens, line.own[self._scope]
        known = scope.words
        found: list[Any] = []
        while (token := tokens[at]) not in line.clauses:
            meaning = known.get(token)
            if meaning is not None:
                found.append(meaning)
            elif token == BLANK:
                found.append(BLANK)
            elif token != NOTHING:
                if not line.is_name(at, scope):
                    break
                found.append(line.find(scope, at))
            at += 1
        return tuple(found), at

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the names, or a dash."""
        return " ".join(value) or NOTHING


class Number(FieldKind):
    """A number; `?` where nobody noted it, `-` for none."""

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        """Read one number."""
        token = line.tokens[at]
        if token == BLANK:
            return BLANK, at + 1
        if token == NOTHING:
            return None, at + 1
        number = line.number(at)
        if number is None:
            raise line.unexpected(at, {NUMBER})
        return number, at + 1

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the number."""
        return _open_or(value)


_NUMBER = Number()


def number_behind(line: TokenLine, at: TokenNumber, sign: str) -> tuple[Any, TokenNumber]:
    """Return the number behind a sign, where nothing can be left out, or the blank without it."""
    tokens = line.tokens
    if tokens[at] != sign:
        return BLANK, at
    # Compiled code holds a name to the first type that it has, and a blank is no number.
    number: Any = line.number(at + 1)
    if number is not None:
        return number, at + 2
    number, behind = _NUMBER.read(line, at + 1)
    if number is None:
        raise line.error(say("records.kinds.number-expected"), at + 1)
    return number, behind


class EntryList(FieldKind):
    """Any number of entries, each of which the engine takes as an answer of its own."""

    @abstractmethod
    def entry(self, value: Any) -> str:  # noqa: ANN401
        """Return one entry that is no blank as it is written."""

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the entries, or a dash."""
        words = [str(each) if each == BLANK else self.entry(each) for each in value]
        return " ".join(words) or NOTHING


def times_behind(line: TokenLine, at: TokenNumber) -> tuple[int | None, TokenNumber]:
    """Return how often something was done: `cairo 2` and `cairo*2`."""
    if line.tokens[at] == "*":
        times = line.number(at + 1)
        if times is None:
            raise line.unexpected(at + 1, {NUMBER})
        return times, at + 2
    times = line.number(at)
    return times, at + (times is not None)


def counted(word: str, count: int | None) -> str:
    """Return a word with a number behind it, if there is one."""
    return word if count is None else f"{word} {count}"


class BonusLevel(FieldKind):
    """A level of a permanent bonus: `cairo 1`, or `1` where only one works."""

    partly = (UseLevel, "company")
    may_be_blank = False

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[tuple[UseLevel, ...], TokenNumber]:
        """Read one level; a turn may say several."""
        who: Any = BLANK
        if is_word(line.tokens[at]):
            who = line.find(line.own["company"], at)
            at += 1
            expected = {NUMBER}
        else:
            expected = {NAME, NUMBER}
        level = line.number(at)
        if level is None:
            raise line.unexpected(at, expected)
        return (UseLevel(who, level),), at + 1

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the levels, each but the first with its keyword."""
        return " level ".join(
            [
                str(each.level) if each.company == BLANK else f"{each.company} {each.level}"
                for each in value
            ]
        )


class GoodsTileField(FieldKind):
    """The card that the goods tile was put on, and perhaps `after`."""

    follow = frozenset({"after"})
    may_be_blank = False

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[PlusOne, TokenNumber]:
        """Read one card."""
        if not is_word(line.tokens[at]):
            raise line.unexpected(at, {NAME})
        card = CardId(line.find(line.own["own card"], at))
        if line.tokens[at + 1].casefold() == "after":
            return PlusOne(card, "after"), at + 2
        return PlusOne(card), at + 1

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the card, and when the tile was placed if that was after the action."""
        return f"{value.card} after" if value.when == "after" else str(value.card)


class Steps(FieldKind):
    """The tracks of the units of a goods turn, which are read together with its cards."""

    def read(self, line: TokenLine, at: TokenNumber) -> tuple[Any, TokenNumber]:
        """Read nothing: `read_units` does."""
        raise line.unexpected(at, {NAME})

    def words(self, value: Any) -> str:  # noqa: ANN401
        """Return the tracks, those that follow each other as a number."""
        if value == ANY:
            return ""
        said = []
        for who, steps in groupby(value):
            count = len([*steps])
            times = None if count == 1 else count
            said += [str(who)] * count if who == BLANK else [counted(who, times)]
        return " ".join(said) or NOTHING


def read_unit(
    line: TokenLine, at: TokenNumber, cards: list[CardId], advance: list[Any]
) -> tuple[bool, TokenNumber]:
    """Read a card or a track of a goods turn, and return whether it says that there is none."""
    token = line.tokens[at]
    scope = line.own["unit"]
    found = scope.words.get(token)
    if found is None and token not in {BLANK, NOTHING}:
        found = line.find(scope, at)
    following = line.tokens[at + 1]
    times, behind = None, at + 1
    if following == "*" or following.isdecimal():
        times, behind = times_behind(line, at + 1)
    if found is None:
        if token == BLANK:
            # Cards come first: a blank behind one is a track.
            (advance if cards else cards).append(BLANK)
    elif found in line.own["company"].known:
        steps = 1 if times is None else times
        if steps > MOST_STEPS:
            raise line.error(say("records.kinds.too-many-steps", steps=steps), at)
        advance.extend([found] * steps)
    elif times is None:
        cards.append(CardId(found))
    else:
        raise line.error(say("records.kinds.times-after-card", times=times, card=found), at)
    return token == NOTHING, behind
