"""Reads a position from its file: text to plain data to a table that can be."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.game.component_set import ComponentSet
from referee.game.input_limits import BYTES_OF_A_POSITION
from referee.game.limits import PLAYER_COUNTS
from referee.game.plain_toml import TomlError, parse_toml
from referee.game.set_reader import reference_set
from referee.game.state import State
from referee.notation.headers import FindSet
from referee.notation.record import Place
from referee.positions.audit import contradictions
from referee.positions.builder import build
from referee.positions.faults import PositionError, PositionMistake
from referee.positions.fields import Fields
from referee.positions.frame import read_components, read_players, read_setting
from referee.positions.key_lines import KeyLines
from referee.positions.parser import read_form
from referee.positions.vocabulary import PositionWords


class Position(Struct, frozen=True):
    """A table, and how its players are called."""

    state: State
    colours: tuple[str, ...]
    title: str | None = None
    places: KeyLines | None = None
    """Where in the file the keys stand, if it came from a file."""


def shipped_sets(name: str) -> ComponentSet | None:
    """Return the shipped component set if that is its name."""
    return reference_set() if name == "reference" else None


def read_position(source: str | bytes, name: str, sets: FindSet = shipped_sets) -> State:
    """Return the table that a text says; a `PositionError` with all that is wrong with it."""
    return load_position(source, name, sets).state


def load_position(source: str | bytes, name: str, sets: FindSet = shipped_sets) -> Position:
    """Return the table that a text says, with its players; a `PositionError` if none can be."""
    data = source.encode() if isinstance(source, str) else source
    text = data.decode("utf-8-sig", "replace") if len(data) <= BYTES_OF_A_POSITION else ""
    try:
        plain = parse_toml(data, "a position", BYTES_OF_A_POSITION)
    except TomlError as error:
        lines = text.splitlines()
        line = lines[error.line - 1] if 0 < error.line <= len(lines) else ""
        place = Place(error.line, error.column)
        fault = PositionMistake(
            kind="unreadable", path=(), message=error.problem, at=place, line=line
        )
        raise PositionError(name, [fault]) from error
    places = KeyLines(text, read_players(Fields(plain, (), [])))
    try:
        return replace(position_of(plain, name, sets), places=places)
    except PositionError as error:
        raise PositionError(name, places.in_order(error.faults)) from error


def position_of(
    plain: Mapping[str, Any], name: str = "position", sets: FindSet = shipped_sets
) -> Position:
    """Return the table that plain data say; a `PositionError` if none can be."""
    faults: list[PositionMistake] = []
    fields = Fields(plain, (), faults)
    title = fields.text("title")
    components, colours = read_components(fields, sets), read_players(fields)
    if components is None or len(colours) not in PLAYER_COUNTS:
        raise PositionError(name, faults)
    setting = read_setting(fields, components, len(colours))
    form = read_form(fields, PositionWords(setting, colours), len(colours))
    if any(fault.kind == "unreadable" for fault in faults):
        raise PositionError(name, faults)
    state = build(form, setting)
    faults += contradictions(state, colours)
    if faults:
        raise PositionError(name, faults)
    return Position(state, colours, title)
