"""Addresses of statements: `setup.3`, `3.plan.blue`, `3.2`, `3.2.refill`, and `line:41`.

A turn that was taken back is `3.2.takeback1`, counted among those of its turn.
"""

import re
from collections.abc import Sequence
from typing import Final

from referee.engine.actions import refill_due
from referee.game.events import Plan
from referee.game.state import SETUP_PHASES, State
from referee.notation.record import Mark, SaidEvent, Statement

ADDRESS: Final = re.compile(
    r"setup\.\d{1,4}|\d{1,3}\.plan\.[\w'-]{1,100}|\d{1,3}\.\d{1,4}\.(refill|takeback\d{1,3})"
    r"|line:\d{1,5}"
)
"""The addresses that are more than a round and a turn."""


class Addresses:
    """Finds the statement of an address while a record is gone through."""

    def __init__(self, statements: Sequence[Statement], colours: tuple[str, ...]) -> None:
        self._statements = statements
        self._colours = colours

    def is_before(self, table: State, number: int, address: str) -> bool:
        """Return whether a table lies before the statement that an address names."""
        if address.startswith("line:"):
            return line_address(number, self._statements) == address
        return address_of(table, number, self._statements, self._colours) == address


def address_of(
    table: State, number: int, statements: Sequence[Statement], colours: tuple[str, ...]
) -> str:
    """Return the address of a statement before which the table is certain."""
    said = statements[number].said
    if table.phase in SETUP_PHASES:
        told = sum(not isinstance(each.said, Mark) for each in statements[: number + 1])
        return f"setup.{told}"
    address = _in_round(table, said, colours)
    if statements[number].taken_back and address:
        return f"{address}.takeback{_taken_back_before(number, statements) + 1}"
    return address or line_address(number, statements)


def _taken_back_before(number: int, statements: Sequence[Statement]) -> int:
    """Return how many turns were taken back directly before a statement."""
    found = 0
    for statement in reversed(statements[:number]):
        if not statement.taken_back and not isinstance(statement.said, Mark):
            break
        found += statement.taken_back
    return found


def _in_round(table: State, said: SaidEvent, colours: tuple[str, ...]) -> str:
    if table.phase == "planning":
        if isinstance(said, Plan) and 0 <= said.seat < len(colours):
            return f"{table.round}.plan.{colours[said.seat]}"
        return str(table.round)
    if table.phase != "actions":
        return ""
    if refill_due(table):
        # A turn is over before its refill, so that the next one is due already.
        return f"{table.round}.{table.turn - 1}.refill"
    return f"{table.round}.{table.turn}"


def line_address(number: int, statements: Sequence[Statement]) -> str:
    """Return the address of a statement by its line; JSON has no lines but numbers."""
    return f"line:{statements[number].at.line or number + 1}"
