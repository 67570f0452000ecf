"""Takes the values out of a table of plain data, and notes every one that is not as expected."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct

from referee.core.input_limits import LARGEST_NUMBER
from referee.i18n.speech import named, say
from referee.records.names import Scope
from referee.records.record import (
    NOWHERE,
    Place,
    Problem,
    WordError,
    did_you_mean,
    listed,
    near,
    shown,
)

# What is wrong with a position: where it stands, what was seen, what may have been meant ----------
FaultKind = Literal["unreadable", "impossible"]
"""A word that means nothing, or a table that no game can show."""

KeyPath = tuple[str, ...]
"""The keys that lead to a value, from the outermost."""


class PositionMistake(Struct, frozen=True, kw_only=True):
    """One thing that is wrong with a position."""

    kind: FaultKind
    path: KeyPath
    message: str
    """What was seen and what was expected."""
    guess: tuple[str, ...] = ()
    """What may have been meant."""
    at: Place = NOWHERE
    line: str = ""
    """The line in which the key stands, if it was found."""

    @property
    def sentence(self) -> str:
        """The message behind its key, with the guess as a question."""
        before = named(".".join(self.path), "") if self.path else ""
        return f"{before}{self.message}{did_you_mean(self.guess)}"

    @property
    def problem(self) -> Problem:
        """The fault as all unreadable things are told."""
        before = named(".".join(self.path), "") if self.path else ""
        return Problem(self.at, f"{before}{self.message}", self.guess, self.line)


class PositionError(Exception):
    """A position that cannot be used, with every reason."""

    def __init__(self, name: str, faults: Iterable[PositionMistake]) -> None:
        self.name = name
        self.faults = tuple(faults)
        super().__init__("\n".join(self._line(fault) for fault in self.faults))

    @property
    def is_unreadable(self) -> bool:
        """Whether the words themselves mean nothing, so that nothing was said of a table."""
        return any(fault.kind == "unreadable" for fault in self.faults)

    def _line(self, fault: PositionMistake) -> str:
        place = f":{fault.at.line}:{fault.at.column}" if fault.at.line else ""
        return named(f"{self.name}{place}", fault.sentence)


MOST_FAULTS = 50
"""So many are told; after that it is probably no position at all."""

FieldValue = TypeVar("FieldValue")


class Fields:
    """A table of a position: each value is asked for once, and whatever is left is unknown."""

    def __init__(
        self, data: Mapping[Any, Any], path: KeyPath, faults: list[PositionMistake]
    ) -> None:
        self.data = {str(key): value for key, value in data.items()}
        self.path = path
        self.faults = faults
        self._known: list[str] = []

    def fault(
        self, *keys: str, says: str, guess: tuple[str, ...] = (), kind: FaultKind = "unreadable"
    ) -> None:
        """Note that the value under some keys of this table is not as it should be."""
        if not self._is_full:
            path = (*self.path, *map(shown, keys))
            self.faults.append(PositionMistake(kind=kind, path=path, message=says, guess=guess))

    @property
    def _is_full(self) -> bool:
        """Whether no more faults are told, so that nobody need look for them."""
        return len(self.faults) >= MOST_FAULTS

    def take(self, key: str) -> Any:  # noqa: ANN401 - it may be anything
        """Return what is said under a key, or None."""
        self._known.append(key)
        return self.data.get(key)

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.data:
            if key not in self._known and not self._is_full:
                expected = say(
                    "positions.fields.there-is-no-such-key", listed=listed(self._known, 30)
                )
                self.fault(key, says=expected, guess=near(key, self._known))

    def number(self, key: str) -> int | None:
        """Return a whole number."""
        return self.number_of(self.take(key), key)

    def number_of(self, said: object, *keys: str) -> int | None:
        """Return a value if it is a whole number that can be on a table."""
        if said is None:
            return None
        if not isinstance(said, bool) and isinstance(said, int) and 0 <= said <= LARGEST_NUMBER:
            return said
        self.fault(
            *keys,
            says=say("positions.fields.was-given-a-whole-number", seen=_seen(said)),
        )
        return None

    def flag(self, key: str) -> bool:
        """Return true or false, and false if nothing is said."""
        said = self.take(key)
        if said is None or isinstance(said, bool):
            return bool(said)
        self.fault(key, says=say("positions.fields.was-given-true-or-false", seen=_seen(said)))
        return False

    def text(self, key: str) -> str | None:
        """Return a text."""
        said = self.take(key)
        if said is None or isinstance(said, str):
            return said
        self.fault(key, says=say("positions.fields.was-given-a-text-is", seen=_seen(said)))
        return None

    def table(self, key: str) -> "Fields | None":
        """Return a table within this one."""
        said = self.take(key)
        if said is None:
            return None
        if isinstance(said, Mapping):
            return Fields(said, (*self.path, key), self.faults)
        self.fault(key, says=say("positions.fields.was-given-a-table-is", seen=_seen(said)))
        return None

    def list_of(self, said: object, *keys: str) -> list[object]:
        """Return the members of a list, none if it is no list."""
        if isinstance(said, list | tuple):
            return list(said)
        self.fault(*keys, says=say("positions.fields.was-given-a-list-is", seen=_seen(said)))
        return []

    def word_of(self, scope: Scope, said: object, *keys: str) -> str | None:
        """Return what a word stands for in a scope."""
        if self._is_full:
            return None
        if not isinstance(said, str):
            self.fault(
                *keys,
                says=say(
                    "positions.fields.was-given-a-is-expected", seen=_seen(said), what=scope.what
                ),
            )
            return None
        try:
            return scope.find(said)
        except WordError as error:
            self.fault(*keys, says=shortened(error.message), guess=error.guess)
            return None

    def word(self, scope: Scope, key: str) -> str | None:
        """Return what the word under a key stands for."""
        said = self.take(key)
        return None if said is None else self.word_of(scope, said, key)

    def words(self, scope: Scope, key: str) -> tuple[str, ...] | None:
        """Return what the words of a list stand for."""
        said = self.take(key)
        if said is None:
            return None
        found = (self.word_of(scope, each, key) for each in self.list_of(said, key))
        return tuple(word for word in found if word is not None)

    def words_once(self, scope: Scope, key: str) -> tuple[str, ...] | None:
        """Return what the words of a list stand for, of which none can be there twice."""
        found = self.words(scope, key)
        self.once(found or (), key)
        return found

    def once(self, found: Iterable[str], *keys: str) -> None:
        """Note what is named more than once, though there is only one of it."""
        twice = [word for word, times in Counter(found).items() if times > 1]
        if twice:
            says = say("positions.fields.cannot-lie-there-twice", twice=", ".join(twice))
            self.fault(*keys, says=says, kind="impossible")

    def entries(self, scope: Scope) -> Iterator[tuple[str, str, Any]]:
        """Yield the entries of a table whose keys are words of a scope: meaning, key, value."""
        seen: dict[str, str] = {}
        for key, value in self.data.items():
            meaning = self.word_of(scope, key, key)
            if meaning in seen:
                self.fault(
                    key,
                    says=say(
                        "positions.fields.this-is-again-which-said",
                        meaning=meaning,
                        seen=seen[meaning],
                    ),
                )
            elif meaning is not None:
                seen[meaning] = key
                yield meaning, key, value

    def by_word(
        self, key: str, scope: Scope, value: Callable[["Fields", object, str], FieldValue | None]
    ) -> dict[str, FieldValue] | None:
        """Return a table whose keys are words of a scope, each value read by `value`."""
        table = self.table(key)
        if table is None:
            return None
        read = {meaning: value(table, said, name) for meaning, name, said in table.entries(scope)}
        return {meaning: found for meaning, found in read.items() if found is not None}


def shortened(message: str) -> str:
    """Return a message cut to a length that a line can bear."""
    return message if len(message) <= 300 else f"{message[:299]}…"  # noqa: PLR2004


def _seen(said: object) -> str:
    match said:
        case bool():
            return str(said).lower()
        case str() | int() | float():
            return shown(repr(said))
        case dict():
            return "a table"
        case list() | tuple():
            return "a list"
        case _:
            return say("positions.fields.a-date-or-a-time")
