"""One value of ours, made from a foreign line as the mapping says."""

import sys
from collections.abc import Mapping as Fields
from typing import Any, Final

import msgspec

from referee.game.input_limits import (
    CHARACTERS_OF_A_LINE,
    DIGITS_OF_A_NUMBER,
    LARGEST_NUMBER,
    LOOKUPS_OF_A_GAME,
    too_much,
)
from referee.game.messages.speech import say
from referee.notation.errors import listed, near, shown
from referee.transcript.foreign.form import MadeValue, Mapping, ValueForm

LEFT_OUT: Final = object()
"""What an optional value is where the line does not tell it."""

ITSELF: Final = "."


class ForeignValueError(Exception):
    """A foreign line does not hold what the mapping looks for."""

    def __init__(self, message: str, guess: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.guess = guess


def at_path(line: object, path: str) -> object:
    """Return what stands at a dotted path in a line, numbers counting in lists; else `UNSET`."""
    found = line
    if path == ITSELF:
        return found
    for key in path.split("."):
        if isinstance(found, dict) and key in found:
            found = found[key]
        elif isinstance(found, list) and _place(key) < len(found):
            found = found[_place(key)]
        else:
            return msgspec.UNSET
    return found


def _place(key: str) -> int:
    """Return a place in a list; one that no list has if the key is none."""
    return int(key) if key.isdecimal() and len(key) <= DIGITS_OF_A_NUMBER else sys.maxsize


class Maker:
    """Makes our values of the lines of one foreign game, and comes to an end with it."""

    def __init__(self, mapping: Mapping) -> None:
        self._mapping = mapping
        self._left = LOOKUPS_OF_A_GAME

    @property
    def is_exhausted(self) -> bool:
        """Whether no further line of the game can be looked at."""
        return self._left < 0

    def is_so(self, when: Fields[str, Any], line: object) -> bool:
        """Return whether a line has all the values that a rule of the mapping is for."""
        self._count(len(when))
        return all(at_path(line, path) == wanted for path, wanted in when.items())

    def _count(self, lookups: int) -> None:
        self._left -= lookups
        if self.is_exhausted:
            # Values that use each other twice double with every step.
            message = say(
                "records.values.the-mapping-looks-up-more", lookups_of_a_game=LOOKUPS_OF_A_GAME
            )
            raise ForeignValueError(message)

    def made(self, value: ValueForm, line: object) -> object:
        """Return our value for a foreign line or a part of one, or `LEFT_OUT`."""
        self._count(1)
        if isinstance(value, str):
            value = MadeValue(source=value)
        if value.source is None:
            return self._changed(value, line) if value.make or value.use else value.value
        found = at_path(line, value.source)
        if found is msgspec.UNSET:
            if value.default is not msgspec.UNSET:
                return value.default
            if value.optional:
                return LEFT_OUT
            raise ForeignValueError(
                say("records.values.the-line-has-no", shown=shown(value.source)), _keys(line, value)
            )
        return self._changed(value, found)

    def fields(self, fields: Fields[str, ValueForm], line: object) -> dict[str, object]:
        """Return an object of ours, without the fields that are left out."""
        values = {name: self.made(value, line) for name, value in fields.items()}
        return {name: value for name, value in values.items() if value is not LEFT_OUT}

    def _changed(self, value: MadeValue, found: object) -> object:
        if found is None:
            return None  # Nothing stays nothing, whatever else is done to a value.
        if value.each is not None:
            if not isinstance(found, list):
                raise ForeignValueError(
                    say(
                        "records.values.is-a-list-is-wanted", source=value.source, told=_told(found)
                    )
                )
            return [self.made(value.each, element) for element in found]
        if value.use is not None:
            return self.made(self._mapping.values[value.use], found)
        if value.make is not None:
            return self.fields(value.make, found)
        if value.plus or value.times != 1 or value.divide != 1:
            found = _counted(value, found)
        if value.lower and isinstance(found, str):
            found = found.casefold()
        if value.prefix:
            found = _prefixed(value, found)
        if value.table is None:
            return found
        return _looked_up(value, found, self._mapping.tables[value.table])


def _prefixed(value: MadeValue, found: object) -> str:
    text = f"{value.prefix}{found}"
    if len(text) > CHARACTERS_OF_A_LINE:
        what = say("records.values.characters-of", source=value.source)
        raise ForeignValueError(too_much(what, len(text), CHARACTERS_OF_A_LINE))
    return text


def _counted(value: MadeValue, found: object) -> int:
    if not isinstance(found, int):
        raise ForeignValueError(
            say("records.values.is-a-whole-number-is", source=value.source, told=_told(found))
        )
    if abs(found) > LARGEST_NUMBER:
        message = say(
            "records.values.is-no-number-of-digits",
            source=value.source,
            digits_of_a_number=DIGITS_OF_A_NUMBER,
        )
        raise ForeignValueError(message)
    number, rest = divmod(found * value.times, value.divide)
    if rest:
        message = say(
            "records.values.is-which-cannot-be-divided",
            source=value.source,
            found=found,
            divide=value.divide,
        )
        raise ForeignValueError(message)
    return number + value.plus


def _looked_up(value: MadeValue, found: object, table: Fields[str, Any]) -> object:
    key = str(found)
    if key not in table:
        message = say(
            "records.values.is-the-table-has",
            source=value.source,
            told=_told(found),
            table=value.table,
        )
        raise ForeignValueError(f"{message} {listed(table)}", near(key, table))
    return table[key]


def _keys(line: object, value: MadeValue) -> tuple[str, ...]:
    return near(value.source or "", line) if isinstance(line, dict) else ()


def _told(found: object) -> str:
    return f"`{shown(str(found))}`"
