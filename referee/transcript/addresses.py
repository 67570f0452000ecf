"""Addresses of statements: `setup.3`, `3.plan.blue`, `3.2`, `3.2.refill`, and `line:41`."""

from collections.abc import Sequence

from referee.engine.actions import refill_due
from referee.game.events import Plan
from referee.game.state import SETUP_PHASES, State
from referee.notation.record import Mark, Said, Statement


def address_of(
    table: State, number: int, statements: Sequence[Statement], colours: tuple[str, ...]
) -> str:
    """Return the address of a statement before which the table is certain."""
    said = statements[number].said
    if table.phase in SETUP_PHASES:
        told = sum(not isinstance(each.said, Mark) for each in statements[: number + 1])
        return f"setup.{told}"
    address = _in_round(table, said, colours)
    return address or line_address(number, statements)


def _in_round(table: State, said: Said, colours: tuple[str, ...]) -> str:
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
