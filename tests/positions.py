"""Positions for tests and cases, in the words of `docs/positions.md`."""

from collections.abc import Mapping
from typing import Any

from referee.core.set_reader import reference_set
from referee.core.state import Setting, State
from referee.positions.loader import position_of as position_said
from referee.positions.parser import Fields, read_setting


def position(**form: Any) -> State:  # noqa: ANN401
    """Return the table that `form` says, in the words of a position."""
    return position_of(form)


def position_of(form: Mapping[str, object]) -> State:
    """Return the table that plain data say."""
    return position_said(form).state


def setting_of(form: Mapping[str, object]) -> Setting:
    """Return the setting that plain data say, with any number of players."""
    fields = Fields(form, (), [])
    players = fields.number("players")
    setting = read_setting(fields, reference_set(), 2 if players is None else players)
    assert not fields.faults
    return setting
