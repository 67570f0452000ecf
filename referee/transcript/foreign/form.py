"""What a mapping file says; `docs/mapping.md` explains it."""

from collections.abc import Iterable, Iterator, Sized
from typing import Any, Literal

import msgspec
from msgspec import Struct

from referee.game.decoder_words import decoder_words
from referee.game.input_limits import (
    BYTES_OF_A_MAPPING,
    ENTRIES_OF_A_MAPPING,
    LARGEST_NUMBER,
    too_much,
)
from referee.game.messages.speech import say
from referee.game.plain_toml import TomlError, parse_toml
from referee.notation.errors import MOST_PROBLEMS, Problem, UnreadableRecordError, listed
from referee.notation.record import NOWHERE


class MadeValue(Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """Where a value of ours comes from: a path in the foreign line, then what is done to it."""

    source: str | None = None
    value: Any = None
    """A constant, where nothing is read."""
    default: Any = msgspec.UNSET
    """What is taken if the path leads nowhere."""
    optional: bool = False
    """Leave the field out if the path leads nowhere."""
    lower: bool = False
    plus: int = 0
    times: int = 1
    divide: int = 1
    prefix: str = ""
    table: str | None = None
    each: "ValueForm | None" = None
    """For every element of a list; paths in it begin at the element, which itself is `.`."""
    make: "dict[str, ValueForm] | None" = None
    """An object, field by field."""
    use: str | None = None
    """A value of the part `values`, for what is written the same way in several places."""


ValueForm = str | MadeValue
"""How one value is made; a text alone is a path."""


class LineRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Which foreign lines become a statement, and which one."""

    when: dict[str, Any] = {}
    """Paths and the values they must have; nothing is true of every line."""
    skip: bool = False
    """The line says nothing about the game."""
    say: dict[str, ValueForm] = {}
    claims: tuple[ValueForm, ...] = ()
    """Results that the line tells; one whose `value` is left out is not made."""
    for_each: str | None = None
    """A path to a list: a statement for every element of it."""
    comment: ValueForm | None = None
    taken_back: ValueForm | None = None


class HeaderRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Which foreign line tells what the game was played with."""

    when: dict[str, Any] = {}
    say: dict[str, ValueForm] = {}


class Mapping(Struct, frozen=True, forbid_unknown_fields=True, rename={"statements": "statement"}):
    """A whole mapping file."""

    format: Literal["mapping-1"]
    header: HeaderRule
    statements: tuple[LineRule, ...]
    game: str | None = None
    """A path that tells the games of one log apart."""
    tables: dict[str, dict[str, Any]] = {}
    values: dict[str, ValueForm] = {}


def read_mapping(data: bytes) -> Mapping:
    """Return the mapping in a file; an `UnreadableRecordError` that says what is wrong with it."""
    try:
        mapping = msgspec.convert(parse_toml(data, "a mapping", BYTES_OF_A_MAPPING), Mapping)
    except TomlError as error:
        raise UnreadableRecordError(
            [Problem(NOWHERE, say("records.form.it", problem=error.problem))]
        ) from error
    except (msgspec.ValidationError, RecursionError) as error:
        raise UnreadableRecordError(
            [Problem(NOWHERE, say("records.form.this-is-no-mapping", error=decoder_words(error)))]
        ) from error
    for find in (_excess, _unsound):
        if messages := [*find(mapping)]:
            told = messages[:MOST_PROBLEMS]
            raise UnreadableRecordError(Problem(NOWHERE, message) for message in told)
    return mapping


def _excess(mapping: Mapping) -> Iterator[str]:
    """Yield which tables and lists of a mapping are too long."""
    named: dict[str, Sized] = {
        "rules": mapping.statements,
        "values": mapping.values,
        "tables": mapping.tables,
        **{
            say("records.form.words-of-the-table", name=f"{name!r:.40}"): table
            for name, table in mapping.tables.items()
        },
    }
    for number, rule in enumerate(mapping.statements, 1):
        named[f"conditions of rule {number}"] = rule.when
        named[f"claims of rule {number}"] = rule.claims
    for what, entries in named.items():
        if len(entries) > ENTRIES_OF_A_MAPPING:
            yield too_much(what, len(entries), ENTRIES_OF_A_MAPPING)


def _unsound(mapping: Mapping) -> Iterator[str]:
    """Yield every name that is used and not there, and every number that cannot be."""
    for value in _all_values(mapping):
        if value.table is not None and value.table not in mapping.tables:
            yield _missing("table", value.table, mapping.tables)
        if value.use is not None and value.use not in mapping.values:
            yield _missing("value", value.use, mapping.values)
        if value.divide < 1:
            yield say("records.form.a-value-is-divided-by", divide=value.divide)
        if max(abs(value.plus), abs(value.times), value.divide) > LARGEST_NUMBER:
            yield say("records.form.a-number-beyond-is-calculated", largest_number=LARGEST_NUMBER)


def _all_values(mapping: Mapping) -> Iterator[MadeValue]:
    waiting: list[ValueForm | None] = [*mapping.header.say.values(), *mapping.values.values()]
    for rule in mapping.statements:
        waiting += [*rule.say.values(), rule.comment, rule.taken_back, *rule.claims]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, MadeValue):
            yield value
            waiting += [value.each, *(value.make or {}).values()]


def _missing(kind: str, name: str, known: Iterable[str]) -> str:
    return say(
        "records.form.the-is-used-there-are",
        kind=kind,
        name=f"{name!r:.40}",
        listed=listed(known) or "none",
    )
